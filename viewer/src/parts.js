// The mechanism as objects: bodies, beams, joints, springs, shapes of the ground. Each part has a name, an object and `update`.
import * as THREE from "three";
import { BeamMesh, thicknessOf } from "./beams.js";
import { colorOf } from "./colors.js";
import { couplingPart, machinedNodes } from "./couplings.js";
import { guideOf, guidePart } from "./guides.js";
import { frameOf } from "./motion.js";
import * as shapes from "./shapes.js";

const x = new THREE.Vector3();
const q = new THREE.Quaternion();

/** The corners of a box around a shape, in world coordinates of the reference configuration. */
const cornersOf = (shape) => {
  const axes = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1)];
  let half = [shape.radius, shape.radius, shape.radius];
  if (shape.kind === "box") {
    half = shape.size.map((edge) => edge / 2);
    axes.forEach((axis, k) => axis.set(shape.axes[k], shape.axes[3 + k], shape.axes[6 + k]));
  } else if (shape.kind === "cylinder") {
    const turn = new THREE.Quaternion().setFromUnitVectors(axes[2], new THREE.Vector3(...shape.axis));
    for (const axis of axes) axis.applyQuaternion(turn);
    half[2] = shape.length / 2;
  }
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    axes.reduce((sum, axis, k) => sum.addScaledVector(axis, corner & (1 << k) ? half[k] : -half[k]), new THREE.Vector3(...shape.at)),
  );
};

/** Some of the points of a joint's curve or surface. */
const guidePoints = (motion, joint) => {
  const guide = guideOf(motion, joint);
  if (!guide) return [];
  const used = guide.triangles ? [...new Set(guide.triangles)].map((i) => guide.points[i]) : guide.points;
  const step = Math.max(1, Math.floor(used.length / 150));
  return used.filter((_, i) => i % step === 0).map((point) => ({ node: joint.sides[0].node, at: point.toArray() }));
};

/** The box of all that is seen, bodies, beams and joints over some of the positions, and points of these (cloud). */
export const extent = (motion, cloud) => {
  const { geometry, times } = motion;
  const all = new THREE.Box3();
  const sides = [...geometry.joints, ...geometry.springs].filter((joint) => joint.glyph !== "none").flatMap((joint) => joint.sides);
  const shapePoints = (part, node) => part.shapes.flatMap(cornersOf).map((point) => ({ node, at: point.toArray() }));
  const guided = geometry.joints.flatMap((joint) => guidePoints(motion, joint));
  const points = [...sides, ...guided, ...geometry.bodies.flatMap((body) => shapePoints(body, body.node)), ...shapePoints(geometry.ground ?? { shapes: [] }, 0)];
  const frames = points.map((facts) => frameOf(motion, facts));
  const step = Math.max(1, Math.floor(times.length / 60));
  for (let i = 0; i < times.length; i += step) {
    motion.setTime(times[i]);
    for (const body of motion.bodies) {
      all.expandByPoint(body.x);
      if (motion.bodies.length < 400) cloud.push(body.x.clone());
    }
    for (const beam of motion.beams)
      for (let n = 0; n < beam.count; n++) {
        all.expandByPoint(x.fromArray(beam.x, 3 * n));
        if (n % Math.ceil(beam.count / 12) === 0 || n === beam.count - 1) cloud.push(x.clone());
      }
    for (const frame of frames) {
      motion.place(frame, x, q);
      all.expandByPoint(x);
      if (frames.length < 600) cloud.push(x.clone());
    }
  }
  motion.setTime(times[0]);
  if (all.isEmpty()) all.expandByPoint(x.set(0, 0, 0));
  return all;
};

/** What a shape of the file looks like, in world coordinates of the reference configuration. */
const shapeMesh = (shape, paint) => {
  let mesh;
  if (shape.kind === "box") {
    mesh = shapes.box(...shape.size, paint);
    const m = shape.axes;
    mesh.quaternion.setFromRotationMatrix(new THREE.Matrix4().set(m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, 0, 0, 0, 1));
  } else if (shape.kind === "sphere") {
    mesh = shapes.ball(shape.radius, paint);
  } else {
    mesh = shapes.along(shapes.cylinder(shape.radius, shape.length, paint, 40), new THREE.Vector3(...shape.axis));
  }
  mesh.position.set(...shape.at);
  return mesh;
};

// ---- bodies -------------------------------------------------------------------------------------------------------

/** How far along the axis of a slide the centre of what slides is, where it is on that axis: any point of the axis would do to place
 * the joint, and there it is seen best. */
const slideShift = (geometry, joint) => {
  const side = joint.sides[1];
  const body = side && geometry.bodies.find(({ node }) => node === side.node);
  if (joint.glyph !== "slot" || joint.track || joint.curve || !body) return 0;
  const axis = new THREE.Vector3(side.triad[2], side.triad[5], side.triad[8]);
  const off = new THREE.Vector3(...body.position).sub(new THREE.Vector3(...side.at));
  const along = off.dot(axis);
  return off.addScaledVector(axis, -along).length() < 1e-6 * geometry.size ? along : 0;
};

/** The points where something acts on a body, each once. */
const attachments = (geometry, body, near) => {
  const sides = [...geometry.joints, ...geometry.springs]
    .filter((joint) => joint.glyph !== "none")
    .flatMap((joint) => (slideShift(geometry, joint) ? [joint.sides[0]] : joint.sides));
  const found = [];
  for (const side of [...sides, ...geometry.loads, ...geometry.markers]) {
    if (side.node !== body.node) continue;
    const point = new THREE.Vector3(...side.at);
    if (!found.some((other) => other.distanceTo(point) < near)) found.push(point);
  }
  return found;
};

/** In the order of their angles about the middle, seen along the normal of their plane; null when they are not in a plane. */
const aroundMiddle = (points, near) => {
  const middle = points.reduce((sum, p) => sum.add(p), new THREE.Vector3()).divideScalar(points.length);
  const first = points[0].clone().sub(middle);
  let normal = new THREE.Vector3();
  for (const p of points) {
    const candidate = first.clone().cross(p.clone().sub(middle));
    if (candidate.length() > normal.length()) normal = candidate;
  }
  if (normal.length() < near * near) return null;
  normal.normalize();
  if (points.some((p) => Math.abs(p.clone().sub(middle).dot(normal)) > 20 * near)) return null;
  const u = first.normalize();
  const w = normal.clone().cross(u);
  const angle = (p) => Math.atan2(p.clone().sub(middle).dot(w), p.clone().sub(middle).dot(u));
  return [...points].sort((a, b) => angle(a) - angle(b));
};

/** The ends of a straight row of points; null when they are not on a line. */
const endsOfLine = (points, near) => {
  let ends = [points[0], points[0]];
  for (const a of points) for (const b of points) if (a.distanceTo(b) > ends[0].distanceTo(ends[1])) ends = [a, b];
  const direction = ends[1].clone().sub(ends[0]).normalize();
  const off = (p) => p.clone().sub(ends[0]).cross(direction).length();
  return points.every((p) => off(p) < 5 * near) ? ends : null;
};

const inertiaBlock = (body, g, size, paint) => {
  const most = 0.16 * size;
  const largest = Math.max(...body.block, 1e-12);
  const shrink = Math.min(1, most / largest);
  const edges = body.block.map((edge) => Math.max(edge * shrink, 0.9 * g, 0.04 * largest * shrink));
  return shapeMesh({ kind: "box", size: edges, axes: body.block_axes, at: body.position }, paint);
};

/** Links between the points where a body is held; a block of its inertia where there are none. */
const defaultLook = (geometry, body, g, size, paint) => {
  const near = 1e-4 * size;
  const middle = new THREE.Vector3(...body.position);
  const heaviest = Math.max(...geometry.bodies.map((other) => other.mass));
  const lump = () => {
    const mesh = shapes.ball(g * (0.7 + 0.8 * Math.cbrt(body.mass / heaviest)), paint);
    mesh.position.copy(middle);
    return mesh;
  };
  if (body.point) return [lump()];
  const points = attachments(geometry, body, 5 * near);
  const away = points.filter((p) => p.distanceTo(middle) > 10 * near);
  if (away.length === 0) return [body.block ? inertiaBlock(body, g, points.length ? 0.55 * size : size, paint) : lump()];
  const thick = 0.55 * g;
  if (points.length === 1) return [shapes.bar(points[0], middle, thick, paint), body.block ? inertiaBlock(body, g, size, paint) : lump()];
  const ends = endsOfLine(points, near);
  if (ends) {
    const pieces = [shapes.bar(...ends, thick, paint)];
    const direction = ends[1].clone().sub(ends[0]).normalize();
    const off = middle.clone().sub(ends[0]);
    const foot = ends[0].clone().addScaledVector(direction, off.dot(direction));
    if (foot.distanceTo(middle) > 0.02 * size) pieces.push(shapes.bar(foot, middle, 0.6 * thick, paint), lump());
    return pieces;
  }
  const outline = aroundMiddle(points, near);
  if (!outline) return [...points.map((p) => shapes.bar(middle, p, thick, paint)), lump()];
  const glass = paint.clone();
  Object.assign(glass, { transparent: true, opacity: 0.35, side: THREE.DoubleSide, depthWrite: false });
  return [...outline.map((p, i) => shapes.bar(p, outline[(i + 1) % outline.length], 0.8 * thick, paint)), shapes.plate(outline, glass)];
};

const bodyPart = (motion, track, body, index, look) => {
  const paint = shapes.material(colorOf(body.color, index));
  const inner = new THREE.Group();
  const pieces = body.shapes.length
    ? body.shapes.map((shape) => shapeMesh(shape, paint))
    : defaultLook(motion.geometry, body, look.g, look.machined.has(body.node) ? 0.2 * look.size : look.size, paint);
  inner.add(...pieces);
  inner.position.copy(track.reference).negate();
  const object = new THREE.Group();
  object.add(inner);
  return {
    kind: "body",
    name: body.name,
    object,
    color: paint.color,
    anchor: (out) => out.copy(track.x),
    update: () => {
      object.position.copy(track.x);
      object.quaternion.copy(track.q);
    },
  };
};

// ---- joints and springs ---------------------------------------------------------------------------------------------

/** From where to where a joint's sliding coordinate goes in the whole run. */
const reachOf = (page, joint) => {
  const name = joint.coordinates.find((coordinate) => coordinate.startsWith("delta") || coordinate === "s");
  const channel = name && page.channels[page.channelIndex.get(`${joint.name}.${name}`)];
  return channel && channel.low !== null ? [Math.min(channel.low, 0), Math.max(channel.high, 0)] : [0, 0];
};

const line = (motion, facts, make) => {
  const frames = facts.sides.map((side) => frameOf(motion, side));
  const from = new THREE.Vector3();
  const to = new THREE.Vector3();
  motion.place(frames[0], from, q);
  motion.place(frames[1], to, q);
  const usual = Math.max(from.distanceTo(to), 1e-9); // the length it is built with
  const object = make(usual);
  return {
    object,
    anchor: (out) => out.copy(from).add(to).multiplyScalar(0.5),
    update: () => {
      motion.place(frames[0], from, q);
      motion.place(frames[1], to, q);
      object.position.copy(from).add(to).multiplyScalar(0.5);
      const length = from.distanceTo(to);
      object.scale.z = Math.max(length / usual, 1e-6);
      if (length > 0) shapes.along(object, x.copy(to).sub(from));
    },
  };
};

/** A foot for each end that is on the ground. */
const feet = (facts, look) => {
  const group = new THREE.Group();
  for (const side of facts.sides) {
    if (side.node !== 0) continue;
    const axis = Math.abs(look.up.z) > 0.8 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1);
    axis.addScaledVector(look.up, -axis.dot(look.up)).normalize();
    const object = shapes.foot(look.g, look.paint, look.up.clone().negate(), axis);
    object.position.set(...side.at);
    group.add(object, shapes.ball(0.6 * look.g, look.paint.joint));
    group.children[group.children.length - 1].position.set(...side.at);
  }
  return group;
};

/** The part moves and turns within a group, in which the feet stand still. */
const standing = (part, facts, look) => {
  const object = new THREE.Group();
  object.add(part.object, feet(facts, look));
  return { ...part, object };
};

const rodPart = (motion, joint, look) => {
  const group = (length) => {
    const object = new THREE.Group();
    object.add(shapes.cylinder(0.28 * look.g, length, look.paint.metal));
    return object;
  };
  return { kind: "joint", name: joint.name, type: joint.type, ...standing(line(motion, joint, group), joint, look) };
};

const springPart = (motion, spring, look) => {
  const make = (length) => {
    const object = new THREE.Group();
    const paint = look.paint.spring;
    if (spring.elastic) object.add(shapes.helix(0.8 * look.g, 0.86 * length, 9, 0.14 * look.g, paint));
    if (spring.damped || !spring.elastic) {
      const inner = shapes.cylinder(0.2 * look.g, length, paint);
      const outer = shapes.cylinder(0.42 * look.g, 0.5 * length, look.paint.metal);
      outer.position.z = -0.15 * length;
      object.add(inner, outer);
    }
    for (const z of [-0.465, 0.465]) {
      const end = shapes.cylinder(0.16 * look.g, 0.07 * length, paint);
      end.position.z = z * length;
      object.add(end);
    }
    return object;
  };
  return { kind: "spring", name: spring.name, ...standing(line(motion, spring, make), spring, look) };
};

/** The foot that holds a joint to the ground, or the wall of a clamped beam. */
const support = (motion, joint, frames, look) => {
  const grounded = joint.sides.findIndex((side) => side.node === 0);
  if (grounded < 0) return null;
  const held = joint.sides[1 - grounded];
  const beam = motion.beamOf(held.node);
  if (joint.glyph === "clamp" && beam) {
    const end = held.node === beam.firstNode ? 1 : held.node === beam.firstNode + beam.count - 1 ? -1 : 0;
    const n = held.node - beam.firstNode;
    const tangent = new THREE.Vector3(1, 0, 0).applyQuaternion(new THREE.Quaternion().fromArray(beam.referenceTurn, 4 * n));
    const wide = Math.max(6 * look.base, 3 * look.g);
    const wall = shapes.along(shapes.box(wide, wide, 0.15 * wide, look.paint.ground), tangent);
    wall.position.set(...held.at).addScaledVector(tangent, -0.08 * end * wide);
    return wall;
  }
  if (!["axis", "ball", "cross", "sleeve", "ring"].includes(shapes.glyphName(joint))) return null;
  const side = joint.sides[grounded];
  const triad = side.triad;
  const axis = new THREE.Vector3(triad[2], triad[5], triad[8]);
  let down = look.up.clone().negate();
  down.addScaledVector(axis, -down.dot(axis));
  if (down.length() < 0.3) {
    axis.set(triad[0], triad[3], triad[6]);
    down = look.up.clone().negate();
    down.addScaledVector(axis, -down.dot(axis));
  }
  const object = shapes.foot(look.g, look.paint, down.normalize(), axis);
  object.position.set(...side.at);
  return object;
};

/** A joint on a beam is drawn around it. */
const sizeAt = (motion, joint, look) => {
  const thick = joint.sides.map((side) => {
    const beam = motion.beamOf(side.node)?.beam;
    return beam ? thicknessOf(motion.geometry, beam) : 0;
  });
  return Math.max(look.g, 0.8 * Math.max(...thick));
};

const jointPart = (page, motion, joint, given) => {
  if (shapes.isLine(joint.glyph)) return rodPart(motion, joint, given);
  const look = { ...given, base: given.g, g: joint.glyph === "plane" ? given.g : sizeAt(motion, joint, given) };
  const frames = joint.sides.map((side) => frameOf(motion, side));
  const object = new THREE.Group();
  const { first, second } = shapes.glyph(shapes.glyphName(joint), look.g, look.paint, reachOf(page, joint));
  const guide = guidePart(motion, joint, look);
  const shift = slideShift(motion.geometry, joint);
  for (const piece of [...first.children, ...second.children]) piece.position.z += shift;
  object.add(first, second);
  if (guide) object.add(guide.object);
  const held = support(motion, joint, frames, look);
  if (held) object.add(held);
  if (held && joint.glyph === "clamp") second.visible = false;
  const at = new THREE.Vector3();
  return {
    kind: "joint",
    name: joint.name,
    type: joint.type,
    object,
    mark: second, // what is at the second side's point
    guide: guide?.object, // the curve or surface, carried by the first side
    anchor: guide?.anchor ?? ((out) => out.copy(at)),
    update: () => {
      motion.place(frames[0], first.position, first.quaternion);
      motion.place(frames[1], second.position, second.quaternion);
      if (joint.track) motion.alongTrack(joint.track, second.position, second.quaternion);
      guide?.update();
      guide?.align(second.position, second.quaternion);
      at.set(0, 0, shift).applyQuaternion(second.quaternion).add(second.position);
    },
  };
};

// ---- all ----------------------------------------------------------------------------------------------------------

const paints = () => ({
  metal: shapes.material("#6b7583", { metalness: 0.45, roughness: 0.4 }),
  joint: shapes.material("#d3d9e2", { metalness: 0.25, roughness: 0.45 }),
  ground: shapes.material("#7c8798", { roughness: 0.9 }),
  sleeve: shapes.material("#b9c2cf", { metalness: 0.4, roughness: 0.4, side: THREE.DoubleSide, transparent: true, opacity: 0.55 }),
  spring: shapes.material("#c9a227", { metalness: 0.35, roughness: 0.45 }),
  glass: shapes.material("#8fa3bd", { transparent: true, opacity: 0.3, depthWrite: false }),
});

/** Measures and couplings: coordinates without a place of their own. */
const placelessPart = (page, motion, joint, look, parts) => {
  if (!joint.terms) return { kind: "joint", name: joint.name, type: joint.type, object: new THREE.Group(), update: () => {} };
  const coupled = joint.terms.map((term) => parts.find((part) => part.kind === "joint" && part.name === term.joint)?.anchor);
  return couplingPart(page, motion, joint, look, coupled.filter((anchor) => anchor));
};

const boxCorners = ({ min, max }) => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new THREE.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));

/** The box of all objects over some of the positions, and its corners to the cloud; beams, which are not looked at here, are within the
 * box of their nodes. */
export const extentOfParts = (motion, parts, box, cloud) => {
  const { times } = motion;
  const step = Math.max(1, Math.floor(times.length / 12));
  const solid = parts.filter((part) => !part.mesh);
  const own = new THREE.Box3();
  for (let i = 0; i < times.length && solid.length <= 400; i += step) {
    motion.setTime(times[i]);
    for (const part of solid) {
      part.update();
      part.object.updateWorldMatrix(true, true);
      own.setFromObject(part.object);
      if (own.isEmpty()) continue;
      box.union(own);
      if (!part.guide) cloud.push(...boxCorners(own)); // points of guides are there already
    }
  }
  motion.setTime(times[0]);
  return box;
};

/** All parts; look: {size, up, shadows}. */
export const makeParts = (page, motion, given) => {
  const { geometry } = motion;
  const many = (geometry.joints?.length ?? 0) + (geometry.bodies?.length ?? 0);
  const look = { ...given, g: given.size * (many > 60 ? 0.006 : many > 24 ? 0.01 : 0.016), paint: paints() };
  const parts = [];
  const colorOfBody = new Map(geometry.bodies.map((body, i) => [body.node, colorOf(body.color, i)]));
  look.colorOfNode = (node) => {
    const beam = motion.beams.findIndex((track) => track === motion.beamOf(node));
    return colorOfBody.get(node) ?? (beam >= 0 ? colorOf(motion.beams[beam].beam.color, beam + geometry.bodies.length) : null);
  };
  look.paintOfNode = (node) => {
    const color = look.colorOfNode(node);
    return color ? shapes.material(color, { metalness: 0.2, roughness: 0.45 }) : look.paint.metal;
  };
  look.machined = machinedNodes(page, motion, look);
  if (geometry.ground?.shapes.length) {
    const object = new THREE.Group();
    const paint = shapes.material(geometry.ground.color ? colorOf(geometry.ground.color, 0) : "#8b95a5", { roughness: 0.9 });
    object.add(...geometry.ground.shapes.map((shape) => shapeMesh(shape, paint)));
    object.traverse((mesh) => (mesh.receiveShadow = true));
    parts.push({ kind: "ground", name: "ground", object, update: () => {} });
  }
  geometry.bodies.forEach((body, i) => parts.push(bodyPart(motion, motion.bodies[i], body, i, look)));
  const nodes = motion.beams.reduce((sum, beam) => sum + beam.count, 0);
  motion.beams.forEach((track, i) => {
    const color = colorOf(track.beam.color, i + geometry.bodies.length);
    const mesh = new BeamMesh(track, geometry, { color, least: 0.0045 * given.size, rings: nodes > 1500 ? 1 : 90, shadows: given.shadows });
    const middle = 3 * Math.floor(track.count / 2);
    parts.push({
      kind: "beam", name: track.beam.name, object: mesh.mesh, mesh, color,
      anchor: (out) => out.fromArray(track.x, middle),
      update: () => mesh.update(),
    });
  });
  for (const joint of geometry.joints) if (joint.glyph !== "none") parts.push(jointPart(page, motion, joint, look));
  for (const joint of geometry.joints) if (joint.glyph === "none") parts.push(placelessPart(page, motion, joint, look, parts));
  geometry.springs.forEach((spring) => parts.push(springPart(motion, spring, look)));
  for (const part of parts) part.object.name = part.name;
  return { parts, g: look.g };
};
