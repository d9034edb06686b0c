// Meshes that parts are made of, and the glyphs of joints. Everything is built about the origin along z and then placed.
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

export const cylinder = (radius, length, paint, segments = 28) => {
  const geometry = new THREE.CylinderGeometry(radius, radius, length, segments);
  geometry.rotateX(Math.PI / 2);
  return shadowed(new THREE.Mesh(geometry, paint));
};
export const box = (x, y, z, paint) => shadowed(new THREE.Mesh(new THREE.BoxGeometry(x, y, z), paint));
export const ball = (radius, paint) => shadowed(new THREE.Mesh(new THREE.SphereGeometry(radius, 28, 20), paint));
export const ring = (radius, tube, paint) => shadowed(new THREE.Mesh(new THREE.TorusGeometry(radius, tube, 12, 36), paint));

/** A round bar with round ends between two points. */
export const bar = (from, to, radius, paint) => {
  const length = from.distanceTo(to);
  const geometry = new THREE.CapsuleGeometry(radius, length, 8, 20);
  geometry.rotateX(Math.PI / 2);
  const mesh = shadowed(new THREE.Mesh(geometry, paint));
  mesh.position.copy(from).add(to).multiplyScalar(0.5);
  if (length > 0) along(mesh, to.clone().sub(from));
  return mesh;
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

export const helix = (radius, length, turns, tube, paint) =>
  shadowed(new THREE.Mesh(new THREE.TubeGeometry(new Helix(radius, length, turns), Math.ceil(turns * 20), tube, 8), paint));

/** The flat piece between points in a plane, in the order of their angles about the middle. */
export const plate = (points, paint) => {
  const middle = points.reduce((sum, p) => sum.add(p), new THREE.Vector3()).divideScalar(points.length);
  const positions = [];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    positions.push(...middle.toArray(), ...p.toArray(), ...q.toArray());
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return shadowed(new THREE.Mesh(geometry, paint));
};

// ---- glyphs of joints ---------------------------------------------------------------------------------------------
// Each returns {first, second}: what moves with the joint's frame on the first and on the second body. g is the size of a glyph, reach
// the stretch [from, to] of a sliding coordinate, tall the thickness of neighbouring parts.

const glyphs = {
  axis: (g, paint, reach) => {
    const first = new THREE.Group();
    const long = reach[1] - reach[0];
    const pin = cylinder(0.42 * g, 2.6 * g + long, paint.metal);
    pin.position.z = (reach[0] + reach[1]) / 2;
    first.add(pin);
    const second = new THREE.Group();
    second.add(cylinder(0.85 * g, 1.5 * g, paint.joint));
    return { first, second };
  },
  slot: (g, paint, reach) => {
    const first = new THREE.Group();
    const margin = 1.6 * g;
    for (const y of [-0.95 * g, 0.95 * g]) {
      const rail = box(0.5 * g, 0.26 * g, reach[1] - reach[0] + 2 * margin, paint.metal);
      rail.position.set(0, y, (reach[0] + reach[1]) / 2);
      first.add(rail);
    }
    const second = new THREE.Group();
    second.add(box(1.5 * g, 1.6 * g, 2 * g, paint.joint));
    return { first, second };
  },
  // around a beam that slides through it
  sleeve: (g, paint) => {
    const second = new THREE.Group();
    const tube = new THREE.Mesh(new THREE.CylinderGeometry(1.15 * g, 1.15 * g, 2 * g, 32, 1, true).rotateX(Math.PI / 2), paint.sleeve);
    tube.castShadow = true;
    second.add(tube);
    for (const z of [-g, g]) {
      const rim = ring(1.15 * g, 0.13 * g, paint.metal);
      rim.position.z = z;
      second.add(rim);
    }
    return { first: new THREE.Group(), second };
  },
  // a point of a beam that slides: a ring around it
  ring: (g, paint) => {
    const second = new THREE.Group();
    second.add(ring(1.12 * g, 0.17 * g, paint.metal));
    return { first: new THREE.Group(), second };
  },
  // on a curve: a bushing along it
  bushing: (g, paint) => {
    const second = new THREE.Group();
    second.add(cylinder(0.72 * g, 3.6 * g, paint.joint));
    for (const z of [-1.8 * g, 1.8 * g]) {
      const rim = ring(0.72 * g, 0.16 * g, paint.metal);
      rim.position.z = z;
      second.add(rim);
    }
    return { first: new THREE.Group(), second };
  },
  // on a surface: a ring that lies on it
  contact: (g, paint) => {
    const second = new THREE.Group();
    second.add(ring(1.9 * g, 0.15 * g, paint.metal), ball(0.5 * g, paint.joint));
    return { first: new THREE.Group(), second };
  },
  point: (g, paint) => {
    const second = new THREE.Group();
    second.add(ball(0.85 * g, paint.joint));
    return { first: new THREE.Group(), second };
  },
  ball: (g, paint) => {
    const first = new THREE.Group();
    first.add(ring(1.05 * g, 0.2 * g, paint.metal));
    const second = new THREE.Group();
    second.add(ball(0.85 * g, paint.joint));
    return { first, second };
  },
  cross: (g, paint) => {
    const first = new THREE.Group();
    first.add(cylinder(0.36 * g, 3 * g, paint.metal));
    const second = new THREE.Group();
    second.add(cylinder(0.36 * g, 3 * g, paint.joint), ball(0.62 * g, paint.joint));
    return { first, second };
  },
  plane: (g, paint) => {
    const first = new THREE.Group();
    first.add(box(7 * g, 7 * g, 0.12 * g, paint.glass));
    const second = new THREE.Group();
    second.add(cylinder(1.1 * g, 0.5 * g, paint.joint));
    return { first, second };
  },
  clamp: (g, paint) => {
    const second = new THREE.Group();
    second.add(box(1.2 * g, 1.2 * g, 1.2 * g, paint.metal));
    return { first: new THREE.Group(), second };
  },
  screw: (g, paint, reach) => {
    const first = new THREE.Group();
    const length = reach[1] - reach[0] + 3 * g;
    const core = cylinder(0.4 * g, length, paint.metal);
    const thread = helix(0.46 * g, length, Math.max(4, Math.min(40, length / (0.5 * g))), 0.12 * g, paint.metal);
    for (const piece of [core, thread]) piece.position.z = (reach[0] + reach[1]) / 2;
    first.add(core, thread);
    const second = new THREE.Group();
    second.add(new THREE.Mesh(new THREE.CylinderGeometry(1.05 * g, 1.05 * g, 1.1 * g, 6).rotateX(Math.PI / 2), paint.joint));
    return { first, second };
  },
};

/** The glyph of a joint of the file. */
export const glyphName = (joint) => (joint.track ? (joint.glyph === "ring" ? "ring" : "sleeve") : joint.curve ? "bushing" : joint.mesh ? "contact" : joint.surface ? "point" : joint.glyph);

/** Joints that are a connection of two points rather than a thing at one. */
export const isLine = (glyph) => glyph === "rod";

/** The glyph of this name; one that is not known is drawn as a ball. */
export const glyph = (name, g, paint, reach) => (glyphs[name] ?? glyphs.ball)(g, paint, reach);

/** What holds a joint to the ground: a foot below it, down being a direction in the joint's frame. */
export const foot = (g, paint, down, axis) => {
  const group = new THREE.Group();
  const shape = new THREE.Shape([
    new THREE.Vector2(-0.75 * g, 0.2 * g),
    new THREE.Vector2(0.75 * g, 0.2 * g),
    new THREE.Vector2(1.7 * g, -2.3 * g),
    new THREE.Vector2(-1.7 * g, -2.3 * g),
  ]);
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: 0.9 * g, bevelEnabled: false });
  geometry.translate(0, 0, -0.45 * g);
  group.add(shadowed(new THREE.Mesh(geometry, paint.ground)));
  const base = box(5 * g, 0.45 * g, 3 * g, paint.ground);
  base.position.y = -2.5 * g;
  group.add(base);
  const y = down.clone().negate();
  const x = new THREE.Vector3().crossVectors(y, axis).normalize();
  group.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(x, y, new THREE.Vector3().crossVectors(x, y)));
  return group;
};
