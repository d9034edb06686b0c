// Arrows of loads and reactions, and trails of points.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { frameOf } from "./motion.js";
import { along, material } from "./shapes.js";

const letters = ["x", "y", "z"];
const position = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const value = new THREE.Vector3();

const arrowMesh = (g, paint, double) => {
  const group = new THREE.Group();
  const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.22 * g, 0.22 * g, 1, 14).rotateX(Math.PI / 2), paint);
  const head = () => new THREE.Mesh(new THREE.ConeGeometry(0.62 * g, 1.5 * g, 18).rotateX(Math.PI / 2), paint);
  const heads = double ? [head(), head()] : [head()];
  group.add(shaft, ...heads);
  group.setLength = (length) => {
    const neck = Math.max(length - 1.5 * g, 0.05 * g);
    shaft.scale.z = neck;
    shaft.position.z = neck / 2;
    heads.forEach((mesh, i) => (mesh.position.z = neck + 0.75 * g - 0.9 * i * g));
  };
  return group;
};

/** One arrow for each load and each reaction that is not always zero; lengths compare among forces and among moments. */
export class Arrows {
  constructor(page, motion, series, g, size) {
    this.motion = motion;
    this.series = series;
    this.object = new THREE.Group();
    this.items = [];
    this.kinds = { load: true, reaction: false };
    const paints = {
      load: { force: material("#ff5a4f", { roughness: 0.4 }), moment: material("#ff9f43", { roughness: 0.4 }) },
      reaction: { force: material("#39b5ff", { roughness: 0.4 }), moment: material("#8f7bff", { roughness: 0.4 }) },
    };
    const add = (kind, name, facts, inFrame) => {
      for (const quantity of ["force", "moment"]) {
        const channels = letters.map((letter) => page.channels[page.channelIndex.get(`${name}.${quantity}.${letter}`)]);
        if (channels.some((channel) => !channel || channel.low === null)) continue;
        const largest = Math.max(...channels.map((c) => Math.max(Math.abs(c.low), Math.abs(c.high))));
        if (largest < 1e-9) continue;
        const mesh = arrowMesh(g, paints[kind][quantity], quantity === "moment");
        this.object.add(mesh);
        this.items.push({ kind, name, quantity, mesh, largest, inFrame, track: facts.track, at: frameOf(motion, facts.at), axes: facts.axes && frameOf(motion, facts.axes) });
      }
    };
    for (const load of motion.geometry.loads) add("load", load.name, { at: load });
    for (const joint of motion.geometry.joints) add("reaction", joint.name, { at: joint.sides[1], axes: joint.sides[0], track: joint.track }, true);
    this.longest = 0.22 * size;
    this.scales = {};
    for (const kind of ["load", "reaction"])
      for (const quantity of ["force", "moment"])
        this.scales[kind + quantity] = Math.max(0, ...this.items.filter((i) => i.kind === kind && i.quantity === quantity).map((i) => i.largest));
    this.factor = 1;
    this.update();
  }
  has(kind) {
    return this.items.some((item) => item.kind === kind);
  }
  update() {
    for (const item of this.items) {
      item.mesh.visible = this.kinds[item.kind] && !item.hidden;
      if (!item.mesh.visible) continue;
      value.set(...letters.map((letter) => this.series.at(`${item.name}.${item.quantity}.${letter}`, this.motion.time)));
      if (item.track) {
        // along the section at the contact: axis, y, z of the beam
        this.motion.place(item.at, position, rotation);
        this.motion.alongTrack(item.track, position, rotation);
        value.set(value.y, value.z, value.x).applyQuaternion(rotation);
      } else if (item.inFrame) {
        this.motion.place(item.axes, position, rotation);
        value.applyQuaternion(rotation);
      }
      const scale = this.scales[item.kind + item.quantity];
      const length = (this.factor * this.longest * value.length()) / scale;
      item.mesh.visible = value.length() > 1e-6 * scale;
      this.motion.place(item.at, position, rotation);
      item.mesh.position.copy(position);
      if (!item.mesh.visible) continue;
      along(item.mesh, value);
      item.mesh.setLength(length);
      // a load points at where it acts
      if (item.kind === "load" && item.quantity === "force") item.mesh.position.addScaledVector(value.normalize(), -length);
    }
  }
}

/** The path of a point over all positions of the page: what lies behind is bright, what is to come faint. */
export class Trail {
  constructor(motion, facts, color) {
    this.motion = motion;
    const frame = frameOf(motion, facts);
    const before = motion.time;
    const points = [];
    for (const t of motion.times) {
      motion.setTime(t);
      motion.place(frame, position, rotation);
      points.push(position.x, position.y, position.z);
    }
    motion.setTime(before);
    this.points = points;
    this.object = new THREE.Group();
    const make = (width, opacity) => {
      const geometry = new LineGeometry();
      geometry.setPositions(points.length > 3 ? points : [...points, ...points]);
      const line = new Line2(geometry, new LineMaterial({ color, linewidth: width, transparent: opacity < 1, opacity }));
      line.frustumCulled = false;
      this.object.add(line);
      return line;
    };
    this.whole = make(1.6, 0.28);
    this.past = make(2.6, 1);
    this.update();
  }
  update() {
    const count = Math.floor(this.motion.frame);
    this.past.geometry.instanceCount = Math.max(0, count);
    this.past.visible = count > 0;
  }
}
