// Couplings of coordinates: wheels in mesh, a pinion on a rack where the geometry tells, and otherwise a dashed line between what is coupled.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { frameOf } from "./motion.js";
import { shown } from "./numbers.js";

/** "20 axle1.phi + 40 axle2.phi = 0", the sum's laws in words where it is not held. */
export const equationOf = (joint) => {
  const words = (joint.terms ?? []).map(({ joint: name, coordinate, factor }, i) => {
    const size = Math.abs(factor) === 1 ? "" : `${shown(Math.abs(factor))}\u2009`;
    return `${factor < 0 ? "\u2212" : i ? "+" : ""}${i ? " " : ""}${size}${name}.${coordinate}`;
  });
  return `${words.join(" ")} ${joint.laws?.length ? `= ${joint.name}.sum` : `= ${shown(joint.value ?? 0)}`}`;
};

// ---- wheels -----------------------------------------------------------------------------------------------------------

/** How many teeth two wheels have whose factors are a and b: these, where they are whole, or multiples; null: not in such a ratio. */
const teethOf = (a, b) => {
  const whole = (value) => Math.abs(value - Math.round(value)) < 1e-6 * Math.max(1, Math.abs(value));
  for (let k = 1; k <= 120; k++) {
    if (!whole(k * a) || !whole(k * b) || Math.min(k * a, k * b) < 8) continue;
    return Math.max(k * a, k * b) <= 240 ? [Math.round(k * a), Math.round(k * b)] : null;
  }
  return null;
};

/** Corners of teeth on a circle, one of them in direction 0: height goes outwards from the pitch circle by `up`, inwards by `down`. */
const toothed = (radius, count, up, down) => {
  const points = [];
  const pitch = (2 * Math.PI) / count;
  for (let i = 0; i < count; i++)
    for (const [share, height] of [[-0.37, -down], [-0.15, up], [0.15, up], [0.37, -down]]) {
      const angle = (i + share) * pitch;
      points.push(new THREE.Vector2((radius + height) * Math.cos(angle), (radius + height) * Math.sin(angle)));
    }
  return points;
};

const circle = (radius, count = 96) =>
  Array.from({ length: count }, (_, i) => new THREE.Vector2(radius * Math.cos((2 * Math.PI * i) / count), radius * Math.sin((2 * Math.PI * i) / count)));

/** A rim with `count` teeth (0: none), flat in z = 0, one tooth along x; of an inner wheel the teeth are inside. */
const rim = ({ radius, count, inner, thick, paint }) => {
  const m = count ? (2 * radius) / count : 0.08 * radius; // module
  const ring = Math.max(1.25 * m + 0.12 * radius, 2 * m);
  const outer = inner ? circle(radius + ring) : count ? toothed(radius, count, m, 1.25 * m) : circle(radius);
  const hole = inner ? (count ? toothed(radius, count, 1.25 * m, m) : circle(radius)) : circle(radius - ring);
  const shape = new THREE.Shape(outer);
  shape.holes.push(new THREE.Path(hole));
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: thick, bevelEnabled: false }).translate(0, 0, -thick / 2);
  const mesh = new THREE.Mesh(geometry, paint);
  mesh.castShadow = true;
  const group = new THREE.Group();
  group.add(mesh);
  for (let k = 0; k < (inner ? 0 : 3); k++) { // spokes show how it turns
    const spoke = new THREE.Mesh(new THREE.BoxGeometry(radius - 0.6 * ring, 0.07 * radius, 0.5 * thick).translate((radius - 0.6 * ring) / 2, 0, 0), paint);
    spoke.rotation.z = (2 * Math.PI * k) / 3;
    group.add(spoke);
  }
  return group;
};

const axisOf = (side) => new THREE.Vector3(side.triad[2], side.triad[5], side.triad[8]);
const column = (side, k) => new THREE.Vector3(side.triad[k], side.triad[3 + k], side.triad[6 + k]);

/** A term that turns a wheel: what of its hinge carries it, its axis, and its factor for a rotation about that. */
const wheelOf = (geometry, term) => {
  const hinge = geometry.joints.find((joint) => joint.name === term.joint);
  if (!term.angular || hinge?.glyph !== "axis" || hinge.track) return null;
  const first = hinge.sides[1].node === 0; // the wheel is what moves
  const base = hinge.sides[first ? 1 : 0];
  return { side: hinge.sides[first ? 0 : 1], base, factor: first ? -term.factor : term.factor, axis: axisOf(hinge.sides[0]), at: new THREE.Vector3(...hinge.sides[0].at) };
};

/** In the frame of a wheel: turned so that its x points along a direction of the reference configuration, and moved along its axis. */
const mounted = (object, side, direction, lift, turn) => {
  const angle = Math.atan2(direction.dot(column(side, 1)), direction.dot(column(side, 0)));
  object.rotation.z = angle + turn;
  object.position.z = lift;
  const frame = new THREE.Group();
  frame.add(object);
  return frame;
};

/** Two wheels on parallel axes: pitch radii follow from the distance and the factors. */
const meshing = (motion, joint, look) => {
  const [one, two] = joint.terms.map((term) => wheelOf(motion.geometry, term));
  if (joint.terms.length !== 2 || !one || !two) return null;
  const sense = Math.sign(one.axis.dot(two.axis));
  if (Math.abs(one.axis.dot(two.axis)) < 1 - 1e-9) return null;
  const between = two.at.clone().sub(one.at);
  const lift = between.dot(one.axis);
  between.addScaledVector(one.axis, -lift);
  const distance = between.length();
  const [a, b] = [Math.abs(one.factor), Math.abs(two.factor)];
  const outside = one.factor * two.factor * sense > 0;
  const scale = distance / (outside ? a + b : Math.abs(a - b));
  if (!(distance > 1e-6 * motion.geometry.size) || !Number.isFinite(scale)) return null;
  const teeth = teethOf(a, b) ?? [0, 0];
  const thick = Math.max(0.5 * look.g, 0.06 * Math.min(a, b) * scale);
  // the point of contact as seen from either wheel
  const towards = outside || a > b ? between.clone() : between.clone().negate();
  const back = outside ? between.clone().negate() : towards.clone();
  const make = (wheel, count, inner, paint) => rim({ radius: Math.abs(wheel.factor) * scale, count, inner, thick, paint });
  const held = joint.laws?.length ? 0 : joint.value ?? 0;
  const gap = (count) => (count ? Math.PI / count : 0);
  const objects = [
    mounted(make(one, teeth[0], !outside && a > b, look.paintOfNode(one.side.node)), one.side, towards, 0, 0),
    mounted(make(two, teeth[1], !outside && b > a, look.paintOfNode(two.side.node)), two.side, back, -lift * sense, gap(teeth[1]) - held / two.factor),
  ];
  const contact = one.at.clone().addScaledVector(towards.normalize(), a * scale);
  return { objects, frames: [one, two].map(({ side }) => frameOf(motion, side)), contact: frameOf(motion, { node: one.base.node, at: contact.toArray() }) };
};

// ---- a rack -------------------------------------------------------------------------------------------------------------

const rackTeeth = 24; // of the pinion; the file tells its radius alone

const rackShape = (pitch, from, to, m) => {
  const points = [];
  const first = Math.ceil(from / pitch);
  for (let i = first; (i + 0.5) * pitch <= to; i++)
    for (const [share, height] of [[0.13, -1.25 * m], [0.35, m], [0.65, m], [0.87, -1.25 * m]]) points.push(new THREE.Vector2((i + share) * pitch, -height));
  points.push(new THREE.Vector2(points[points.length - 1].x, 3.2 * m), new THREE.Vector2(points[0].x, 3.2 * m));
  return new THREE.Shape(points);
};

/** A pinion on a rack: c1 delta + c2 phi = value with axes square to each other. The pitch point is where both have one velocity:
 * r = -(c2/c1) (a x e) from the pinion's axis e, a the direction of the rack. */
const racking = (page, motion, joint, look) => {
  if (joint.terms.length !== 2) return null;
  const turning = joint.terms.find((term) => term.angular);
  const sliding = joint.terms.find((term) => !term.angular);
  const wheel = turning && wheelOf(motion.geometry, turning);
  const slide = sliding && motion.geometry.joints.find((other) => other.name === sliding.joint);
  if (!wheel || slide?.glyph !== "slot" || slide.track || slide.curve) return null;
  const along = axisOf(slide.sides[0]);
  if (Math.abs(along.dot(wheel.axis)) > 1e-9) return null;
  const moving = slide.sides[1].node === 0 ? 0 : 1; // what slides
  const way = moving ? 1 : -1;
  const arm = along.clone().cross(wheel.axis).multiplyScalar((-way * wheel.factor) / sliding.factor);
  const radius = arm.length();
  const contact = wheel.at.clone().add(arm);
  const channel = page.channels[page.channelIndex.get(`${slide.name}.${sliding.coordinate}`)];
  const [low, high] = channel && channel.low !== null ? [channel.low, channel.high] : [0, 0];
  const m = (2 * radius) / rackTeeth;
  const thick = Math.max(0.5 * look.g, 0.16 * radius);
  const shape = rackShape(2 * Math.PI * radius / rackTeeth, Math.min(-way * low, -way * high) - 1.2 * radius, Math.max(-way * low, -way * high) + 1.2 * radius, m);
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: thick, bevelEnabled: false }).translate(0, 0, -thick / 2);
  const bar = new THREE.Mesh(geometry, look.paintOfNode(slide.sides[moving].node));
  bar.castShadow = true;
  // x along the rack, y away from the pinion, in the frame of what slides
  const side = slide.sides[moving];
  const y = arm.clone().normalize();
  const basis = new THREE.Matrix4().makeBasis(along, y, along.clone().cross(y));
  const own = new THREE.Matrix4().makeBasis(column(side, 0), column(side, 1), column(side, 2)).transpose();
  bar.quaternion.setFromRotationMatrix(own.clone().multiply(basis));
  bar.position.copy(contact).sub(new THREE.Vector3(...side.at)).applyMatrix4(own);
  const rackFrame = new THREE.Group();
  rackFrame.add(bar);
  const pinion = mounted(rim({ radius, count: rackTeeth, inner: false, thick, paint: look.paintOfNode(wheel.side.node) }), wheel.side, arm, 0, 0);
  return { objects: [pinion, rackFrame], frames: [frameOf(motion, wheel.side), frameOf(motion, side)], contact: frameOf(motion, { node: wheel.base.node, at: contact.toArray() }) };
};

// ---- anything else ------------------------------------------------------------------------------------------------------

const linking = (joint, anchors) => {
  const material = new LineMaterial({ color: "#a678c8", linewidth: 2, dashed: true, dashSize: 1, gapSize: 1 });
  const line = new Line2(new LineGeometry(), material);
  line.frustumCulled = false;
  const points = anchors.map(() => new THREE.Vector3());
  const middle = new THREE.Vector3();
  return {
    object: line,
    anchor: (out) => out.copy(middle),
    update: () => {
      anchors.forEach((anchor, i) => anchor(points[i]));
      const length = points.slice(1).reduce((sum, point, i) => sum + point.distanceTo(points[i]), 0);
      middle.copy(points[0]).lerp(points[points.length - 1], 0.5);
      line.visible = length > 0;
      if (!line.visible) return;
      line.geometry.setPositions(points.flatMap((point) => point.toArray()));
      material.dashSize = material.gapSize = length / 41;
      line.computeLineDistances();
    },
  };
};

const machineOf = (page, motion, joint, look) => meshing(motion, joint, look) ?? racking(page, motion, joint, look);

/** A coupling; anchors: where the coupled joints are. */
export const couplingPart = (page, motion, joint, look, anchors) => {
  const facts = { kind: "joint", name: joint.name, type: joint.type };
  const machine = machineOf(page, motion, joint, look);
  if (!machine) return anchors.length > 1 ? { ...facts, ...linking(joint, anchors) } : { ...facts, object: new THREE.Group(), update: () => {} };
  const object = new THREE.Group();
  object.add(...machine.objects);
  return {
    ...facts,
    object,
    anchor: (out) => (motion.place(machine.contact, out, new THREE.Quaternion()), out),
    update: () => machine.objects.forEach((part, i) => motion.place(machine.frames[i], part.position, part.quaternion)),
  };
};
