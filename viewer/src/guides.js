// What joints hold points on: curves and surfaces that a body carries. Points are the file's, in world coordinates of the reference
// configuration; the carrier's node moves them.
import * as THREE from "three";

const x = new THREE.Vector3();
const q = new THREE.Quaternion();

/** Moves with a node: what is added to it stands in world coordinates of the reference configuration. */
export class Carrier extends THREE.Group {
  constructor(motion, node) {
    super();
    this.motion = motion;
    this.node = node;
    this.inner = new THREE.Group();
    this.inner.position.copy(motion.referencePosition(node)).negate();
    this.add(this.inner);
  }
  update() {
    this.motion.node(this.node, this.position, this.quaternion);
  }
  /** A point of the world now, in the coordinates of what the carrier holds. */
  toReference(point) {
    return point.sub(this.position).applyQuaternion(q.copy(this.quaternion).invert()).sub(this.inner.position);
  }
}

const vectors = (numbers) => Array.from({ length: numbers.length / 3 }, (_, i) => new THREE.Vector3().fromArray(numbers, 3 * i));

/** {points, closed, radius} of a curve or {points, triangles, closed} of a surface, with their color, as far as the motion needs them; null: the
 * joint has neither. */
export const guideOf = (motion, joint) => {
  const given = motion.page.scene.joints[joint.name]?.guide;
  if (!given) return null;
  const { points, triangles } = given.points ? given : joint.curve ?? joint.mesh;
  return (joint.guide ??= { ...given, triangles, points: vectors(points) });
};

// ---- curves -----------------------------------------------------------------------------------------------------------

/** A line through points, at t = i / count the i-th of them. */
class Polyline extends THREE.Curve {
  constructor(points, closed) {
    super();
    this.points = closed ? [...points, points[0]] : points;
  }
  getPoint(t, out = new THREE.Vector3()) {
    const at = Math.min(Math.max(t, 0), 1) * (this.points.length - 1);
    const i = Math.min(Math.floor(at), this.points.length - 2);
    return out.lerpVectors(this.points[i], this.points[i + 1], at - i);
  }
  getPointAt(t, out) {
    return this.getPoint(t, out);
  }
  getTangentAt(t, out = new THREE.Vector3()) {
    const { points } = this;
    const i = Math.round(Math.min(Math.max(t, 0), 1) * (points.length - 1));
    const last = points.length - 1;
    const round = points[0] === points[last];
    const before = i > 0 ? points[i - 1] : round ? points[last - 1] : points[0];
    const after = i < last ? points[i + 1] : round ? points[1] : points[last];
    return out.copy(after).sub(before).normalize();
  }
}

const rail = (guide, radius, paint) => {
  const curve = new Polyline(guide.points, guide.closed);
  const mesh = new THREE.Mesh(new THREE.TubeGeometry(curve, curve.points.length - 1, radius, 10, guide.closed), paint);
  mesh.castShadow = true;
  const group = new THREE.Group();
  group.add(mesh);
  if (!guide.closed)
    for (const end of [guide.points[0], guide.points[guide.points.length - 1]]) {
      const cap = new THREE.Mesh(new THREE.SphereGeometry(radius, 12, 8), paint);
      cap.position.copy(end);
      group.add(cap);
    }
  return group;
};

const segment = new THREE.Line3();
const foot = new THREE.Vector3();
/** The direction of the line where it is nearest to a point. */
const tangentNear = (guide, point, out) => {
  const { points, closed } = guide;
  let nearest = Infinity;
  for (let i = 0; i + (closed ? 0 : 1) < points.length; i++) {
    segment.set(points[i], points[(i + 1) % points.length]);
    const distance = segment.closestPointToPoint(point, true, foot).distanceToSquared(point);
    if (distance >= nearest) continue;
    nearest = distance;
    segment.delta(out);
  }
  return out.normalize();
};

// ---- surfaces -----------------------------------------------------------------------------------------------------------

const face = new THREE.Triangle();
/** Where planes square to a direction, `spacing` apart, cut the triangles: ends of segments. */
const slices = ({ points, triangles }, origin, direction, spacing) => {
  const heights = points.map((point) => x.copy(point).sub(origin).dot(direction) / spacing);
  const ends = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const ids = [triangles[t], triangles[t + 1], triangles[t + 2]];
    face.set(points[ids[0]], points[ids[1]], points[ids[2]]).getNormal(x);
    if (Math.abs(x.dot(direction)) > 0.95) continue; // nearly along the planes: where they cut is left to chance
    const h = ids.map((i) => heights[i]);
    for (let level = Math.ceil(Math.min(...h)); level <= Math.max(...h); level++) {
      const found = [];
      for (let k = 0; k < 3; k++) {
        const [a, b] = [h[k], h[(k + 1) % 3]];
        if (a < level !== b < level) found.push(points[ids[k]].clone().lerp(points[ids[(k + 1) % 3]], (level - a) / (b - a)));
      }
      if (found.length === 2) for (const end of found) ends.push(end.x, end.y, end.z);
    }
  }
  return ends;
};

const goodSpacing = (points) => {
  const longest = Math.max(...new THREE.Box3().setFromPoints(points).getSize(x).toArray());
  const raw = longest / 8;
  const decade = 10 ** Math.floor(Math.log10(raw));
  return decade * [1, 2, 5, 10].find((k) => k * decade >= raw * 0.99);
};

const patch = (guide, side, color) => {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(guide.points.flatMap((point) => point.toArray()), 3));
  geometry.setIndex(guide.triangles);
  geometry.computeVertexNormals();
  guide.normals = geometry.getAttribute("normal");
  const glass = new THREE.MeshStandardMaterial({ color, roughness: 0.35, transparent: true, opacity: 0.24, side: THREE.DoubleSide, depthWrite: false });
  const mesh = new THREE.Mesh(geometry, glass);
  const origin = new THREE.Vector3(...side.at);
  const spacing = goodSpacing(guide.points);
  const lines = [0, 1, 2].flatMap((k) => slices(guide, origin, new THREE.Vector3(side.triad[k], side.triad[3 + k], side.triad[6 + k]), spacing));
  const net = new THREE.BufferGeometry();
  net.setAttribute("position", new THREE.Float32BufferAttribute(lines, 3));
  const group = new THREE.Group();
  group.add(mesh, new THREE.LineSegments(net, new THREE.LineBasicMaterial({ color, transparent: true, opacity: 0.32, depthWrite: false })));
  return group;
};

const normalNear = ({ points, normals, triangles }, point, out) => {
  let nearest = Infinity;
  let best = triangles[0];
  for (const i of triangles) {
    const distance = points[i].distanceToSquared(point);
    if (distance < nearest) [nearest, best] = [distance, i];
  }
  return out.fromBufferAttribute(normals, best).normalize();
};

// ---- what a joint adds to the scene ------------------------------------------------------------------------------------

/** Where the name of a curve or surface stands: well along the curve, or at the highest place. */
const labelPoint = ({ points, triangles }, up) => {
  if (!triangles) return points[Math.floor(0.62 * (points.length - 1))];
  return points[triangles.reduce((best, i) => (points[i].dot(up) > points[best].dot(up) ? i : best), triangles[0])];
};

/** The curve or surface of a joint: {object, update, anchor, align}; align turns a frame so that its z is along the curve, or square to the
 * surface, at a point of the world. Null: the joint has none. */
export const guidePart = (motion, joint, look) => {
  const guide = guideOf(motion, joint);
  if (!guide) return null;
  const side = joint.sides[0];
  const carrier = new Carrier(motion, side.node);
  const paint = new THREE.MeshStandardMaterial({ color: guide.color, roughness: 0.45, metalness: 0.25 });
  carrier.inner.add(guide.triangles ? patch(guide, side, guide.color) : rail(guide, guide.radius, paint));
  const label = labelPoint(guide, look.up);
  const direction = new THREE.Vector3();
  const at = new THREE.Vector3();
  const zAxis = new THREE.Vector3(0, 0, 1);
  return {
    object: carrier,
    update: () => carrier.update(),
    anchor: (out) => out.copy(label).add(carrier.inner.position).applyQuaternion(carrier.quaternion).add(carrier.position),
    align: (position, rotation) => {
      carrier.toReference(at.copy(position));
      if (guide.triangles) normalNear(guide, at, direction);
      else tangentNear(guide, at, direction);
      rotation.setFromUnitVectors(zAxis, direction.applyQuaternion(carrier.quaternion));
    },
  };
};
