// The mechanism as objects: bodies, beams, joints, springs, shapes of the ground. Each part has a name, an object and `update`.
import * as THREE from "three";
import { BeamMesh } from "./beams.js";
import { couplingPart, dashedLine } from "./couplings.js";
import { guideOf, guidePart } from "./guides.js";
import { frameOf, quaternionOfAxes } from "./motion.js";
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

// ---- bodies -------------------------------------------------------------------------------------------------------

const bodyPart = (track, body, { color, pieces }, look) => {
  const paint = shapes.material(color);
  const inner = shapes.lookOf(pieces, look.paint, paint); // in the body's axes
  inner.quaternion.copy(quaternionOfAxes(body.axes));
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

/** Between the two sides, along z about the middle, stretched from the length that it is built with; `first`: what its end at the first side turns about. */
const linePart = (motion, facts, { first, second, support, length }, look) => {
  const frames = facts.sides.map((side) => frameOf(motion, side));
  const from = new THREE.Vector3();
  const to = new THREE.Vector3();
  const line = shapes.lookOf(second, look.paint);
  const object = new THREE.Group();
  const pin = shapes.lookOf(first, look.paint);
  object.add(line, pin, shapes.lookOf(support, look.paint));
  return {
    object,
    anchor: (out) => out.copy(from).add(to).multiplyScalar(0.5),
    update: () => {
      motion.place(frames[0], from, pin.quaternion);
      pin.position.copy(from);
      motion.place(frames[1], to, q);
      line.position.copy(from).add(to).multiplyScalar(0.5);
      const apart = from.distanceTo(to);
      line.scale.z = Math.max(apart / length, 1e-6);
      if (apart > 0) shapes.along(line, x.copy(to).sub(from));
    },
  };
};

const apartColor = "#d0342c";

/** Of a joint whose two points are to meet, or to be its length apart, and are not (a model that cannot be assembled as it is written): how far they are from each other, and a line between them. */
const gapPart = (motion, joint, size) => {
  const frames = joint.sides.map((side) => frameOf(motion, side));
  const [from, to, turn] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Quaternion()];
  motion.place(frames[0], from, turn);
  motion.place(frames[1], to, turn);
  const gap = from.distanceTo(to);
  const length = joint.meets ? 0 : joint.glyph === "rod" || joint.glyph === "link" ? joint.length : undefined; // a strut has none
  if (length === undefined || !(Math.abs(gap - length) > 1e-3 * size)) return null;
  const anchors = frames.map((frame) => (out) => motion.place(frame, out, turn));
  return { gap, length, ...dashedLine(anchors, apartColor, { linewidth: 4, above: true }) };
};

/** A massless link. */
const rodPart = (motion, joint, facts, given, look) => {
  const line = linePart(motion, joint, given, look);
  const gap = gapPart(motion, joint, look.size);
  if (!gap) return { ...facts, ...line };
  line.object.add(gap.object);
  const update = () => (line.update(), gap.update());
  return { ...facts, ...line, gap: gap.gap, length: gap.length, color: new THREE.Color(apartColor), update };
};

const jointPart = (motion, joint, given, look) => {
  const facts = { kind: "joint", name: joint.name, type: joint.type };
  if (given.length) return rodPart(motion, joint, facts, given, look);
  const frames = joint.sides.map((side) => frameOf(motion, side));
  const object = new THREE.Group();
  const [first, second] = [given.first, given.second].map((pieces) => shapes.lookOf(pieces, look.paint));
  const guide = guidePart(motion, joint, look);
  const shift = second.children[0]?.position.z ?? 0; // a slide is drawn where its body is
  object.add(first, second, shapes.lookOf(given.support, look.paint));
  if (guide) object.add(guide.object);
  const gap = gapPart(motion, joint, look.size);
  if (gap) object.add(gap.object);
  const at = new THREE.Vector3();
  return {
    ...facts,
    object,
    gap: gap?.gap,
    color: gap && new THREE.Color(apartColor),
    mark: second, // what is at the second side's point
    guide: guide?.object, // the curve or surface, carried by the first side
    anchor: guide?.anchor ?? ((out) => out.copy(at)),
    update: () => {
      motion.place(frames[0], first.position, first.quaternion);
      motion.place(frames[1], second.position, second.quaternion);
      if (joint.track) motion.alongTrack(joint.track, second.position, second.quaternion);
      gap?.update();
      guide?.update();
      guide?.align(second.position, second.quaternion);
      at.set(0, 0, shift).applyQuaternion(second.quaternion).add(second.position);
    },
  };
};

// ---- all ----------------------------------------------------------------------------------------------------------

/** Measures and couplings: coordinates without a place of their own; joints: the parts that have one, by name. */
const placelessPart = (motion, joint, look, joints) => {
  if (!joint.terms) return { kind: "joint", name: joint.name, type: joint.type, object: new THREE.Group(), update: () => {} };
  const coupled = joint.terms.map((term) => joints.get(term.joint)?.anchor);
  return couplingPart(motion, joint, look, coupled.filter((anchor) => anchor));
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

/** All parts, as the page's scene tells their looks (cli/scene.h). */
export const makeParts = (page, motion, shadows) => {
  const { geometry } = motion;
  const { scene } = page;
  const look = { size: scene.size, up: new THREE.Vector3(...scene.up), g: scene.glyph, paint: shapes.paintsOf(scene.paints) };
  const parts = [];
  if (scene.ground) {
    const object = shapes.lookOf(scene.ground.pieces, look.paint, shapes.material(scene.ground.color, { roughness: 0.9 }));
    object.traverse((mesh) => (mesh.receiveShadow = true));
    parts.push({ kind: "ground", name: "ground", object, update: () => {} });
  }
  geometry.bodies.forEach((body, i) => parts.push(bodyPart(motion.bodies[i], body, scene.bodies[i], look)));
  const nodes = motion.beams.reduce((sum, beam) => sum + beam.count, 0);
  motion.beams.forEach((track, i) => {
    const color = new THREE.Color(scene.beams[i].color);
    const mesh = new BeamMesh(track, { color, sections: scene.beams[i].sections, rings: nodes > 1500 ? 1 : 90, shadows });
    const middle = 3 * Math.floor(track.count / 2);
    parts.push({
      kind: "beam", name: track.beam.name, object: mesh.mesh, mesh, color,
      anchor: (out) => out.fromArray(track.x, middle),
      update: () => mesh.update(),
    });
  });
  const placed = (joint) => scene.joints[joint.name];
  for (const joint of geometry.joints) if (placed(joint)) parts.push(jointPart(motion, joint, placed(joint), look));
  const joints = new Map(parts.filter((part) => part.kind === "joint").map((part) => [part.name, part]));
  for (const joint of geometry.joints) if (!placed(joint)) parts.push(placelessPart(motion, joint, look, joints));
  for (const spring of geometry.springs)
    parts.push({ kind: "spring", name: spring.name, ...linePart(motion, spring, scene.springs[spring.name], look) });
  for (const part of parts) part.object.name = part.name;
  return { parts, g: look.g };
};
