// Meshes of the pieces that looks consist of (cli/scene.h): each is built about the origin along z and then placed.
import * as THREE from "three";

const zAxis = new THREE.Vector3(0, 0, 1);

export const material = (color, options = {}) =>
  new THREE.MeshStandardMaterial({ color, roughness: 0.55, metalness: 0.08, ...options });

const shadowed = (mesh) => {
  mesh.castShadow = true;
  return mesh;
};

export const along = (object, direction) => {
  object.quaternion.setFromUnitVectors(zAxis, direction.clone().normalize());
  return object;
};

class Helix extends THREE.Curve {
  constructor(radius, length, turns) {
    super();
    Object.assign(this, { radius, length, turns });
  }
  getPoint(s, out = new THREE.Vector3()) {
    const angle = 2 * Math.PI * this.turns * s;
    return out.set(this.radius * Math.cos(angle), this.radius * Math.sin(angle), (s - 0.5) * this.length);
  }
}


const corners2 = (numbers) => Array.from({ length: numbers.length / 2 }, (_, i) => new THREE.Vector2(numbers[2 * i], numbers[2 * i + 1]));
const polygon = (numbers, hole) => {
  const shape = new THREE.Shape(corners2(numbers));
  if (hole) shape.holes.push(new THREE.Path(corners2(hole)));
  return shape;
};
const upright = (geometry) => geometry.rotateX(Math.PI / 2); // three.js builds round things along y

const kinds = {
  box: ([x, y, z]) => new THREE.BoxGeometry(x, y, z),
  ball: ([radius]) => new THREE.SphereGeometry(radius, 28, 20),
  cylinder: ([radius, length]) => upright(new THREE.CylinderGeometry(radius, radius, length, 36)),
  bar: ([radius, length]) => upright(new THREE.CapsuleGeometry(radius, length, 8, 20)),
  sleeve: ([radius, length]) => upright(new THREE.CylinderGeometry(radius, radius, length, 32, 1, true)),
  ring: ([radius, wire]) => new THREE.TorusGeometry(radius, wire, 12, 36),
  helix: ([radius, length, turns, wire]) => new THREE.TubeGeometry(new Helix(radius, length, turns), Math.ceil(turns * 20), wire, 8),
  prism: ([height], corners, hole) =>
    height > 0
      ? new THREE.ExtrudeGeometry(polygon(corners, hole), { depth: height, bevelEnabled: false }).translate(0, 0, -height / 2)
      : new THREE.ShapeGeometry(polygon(corners, hole)),
};

/** What things are painted with that have no colour of their own; given: the page's colours and opacities. */
export const paintsOf = (given) => {
  const surfaces = {
    metal: { metalness: 0.45, roughness: 0.4 },
    joint: { metalness: 0.25, roughness: 0.45 },
    ground: { roughness: 0.9 },
    sleeve: { metalness: 0.4, roughness: 0.4, side: THREE.DoubleSide, transparent: true },
    spring: { metalness: 0.35, roughness: 0.45 },
    glass: { transparent: true, depthWrite: false },
  };
  return Object.fromEntries(Object.entries(given).map(([name, { color, opacity }]) => [name, material(color, { ...surfaces[name], opacity })]));
};

/** The pieces of a look in a group; own: the paint of its part. */
export const lookOf = (pieces, paints, own) => {
  const group = new THREE.Group();
  const glass = own?.clone();
  if (glass) Object.assign(glass, { transparent: true, opacity: 0.35, side: THREE.DoubleSide, depthWrite: false });
  const all = { ...paints, own, "own-glass": glass };
  for (const { kind, paint, size, at, turn, corners, hole } of pieces) {
    const mesh = shadowed(new THREE.Mesh(kinds[kind](size, corners, hole), all[paint]));
    mesh.position.set(...at);
    mesh.quaternion.set(turn[1], turn[2], turn[3], turn[0]);
    group.add(mesh);
  }
  return group;
};
