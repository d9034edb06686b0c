// Couplings of coordinates: the wheels or the rack of the scene, and otherwise a dashed line between what is coupled.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { frameOf } from "./motion.js";
import { shown } from "./numbers.js";
import { lookOf, material } from "./shapes.js";

/** "20 axle1.phi + 40 axle2.phi = 0", the sum's laws in words where it is not held. */
export const equationOf = (joint) => {
  const words = (joint.terms ?? []).map(({ joint: name, coordinate, factor }, i) => {
    const size = Math.abs(factor) === 1 ? "" : `${shown(Math.abs(factor))}\u2009`;
    return `${factor < 0 ? "\u2212" : i ? "+" : ""}${i ? " " : ""}${size}${name}.${coordinate}`;
  });
  return `${words.join(" ")} ${joint.laws?.length ? `= ${joint.name}.sum` : `= ${shown(joint.value ?? 0)}`}`;
};

// ---- anything else ------------------------------------------------------------------------------------------------------

/** A dashed line from anchor to anchor. */
export const dashedLine = (anchors, color = "#a678c8", { linewidth = 2, above = false } = {}) => {
  const material = new LineMaterial({ color, linewidth, dashed: true, dashSize: 1, gapSize: 1, depthTest: !above, transparent: above }); // above: not hidden by parts
  const line = new Line2(new LineGeometry(), material);
  if (above) line.renderOrder = 1;
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

/** A coupling: wheels where the page's scene has them; anchors: where the coupled joints are. */
export const couplingPart = (motion, joint, look, anchors) => {
  const facts = { kind: "joint", name: joint.name, type: joint.type };
  const machine = motion.page.scene.couplings[joint.name];
  if (!machine) return anchors.length > 1 ? { ...facts, ...dashedLine(anchors) } : { ...facts, object: new THREE.Group(), update: () => {} };
  const object = new THREE.Group();
  const wheels = machine.wheels.map(({ color, frame, pieces }) => ({
    frame: frameOf(motion, frame),
    look: lookOf(pieces, look.paint, material(color, { metalness: 0.2, roughness: 0.45 })),
  }));
  object.add(...wheels.map((wheel) => wheel.look));
  const contact = frameOf(motion, machine.contact);
  return {
    ...facts,
    object,
    anchor: (out) => (motion.place(contact, out, new THREE.Quaternion()), out),
    update: () => wheels.forEach(({ frame, look: wheel }) => motion.place(frame, wheel.position, wheel.quaternion)),
  };
};
