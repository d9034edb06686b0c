// Arrows of loads and reactions, and trails of points.
import * as THREE from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { escaped, locate, rowAt } from "./data.js";
import { frameOf } from "./motion.js";
import { along, material } from "./shapes.js";

const letters = ["x", "y", "z"];
const position = new THREE.Vector3();
const rotation = new THREE.Quaternion();
const value = new THREE.Vector3();
const tooth = new THREE.Vector3();

const arrowMesh = (g, paint, double) => {
  const group = new THREE.Group();
  const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.22 * g, 0.22 * g, 1, 14).rotateX(Math.PI / 2), paint);
  const head = () => new THREE.Mesh(new THREE.ConeGeometry(0.62 * g, 1.5 * g, 18).rotateX(Math.PI / 2), paint);
  const heads = double ? [head(), head()] : [head()];
  group.add(shaft, ...heads);
  group.setLength = (length) => {
    const head = Math.min(1.5 * g, 0.5 * length); // of a short arrow, so that it ends where it should
    const neck = Math.max(length - head, 0.02 * g);
    shaft.scale.z = neck;
    shaft.position.z = neck / 2;
    heads.forEach((mesh, i) => {
      mesh.scale.z = head / (1.5 * g);
      mesh.position.z = neck + 0.5 * head - 0.6 * i * head;
    });
  };
  return group;
};

/** One arrow for each load and each reaction that is not always zero; lengths compare among forces and among moments. */
export class Arrows {
  constructor(page, motion, series, g, size) {
    this.motion = motion;
    this.series = series;
    this.g = g; // size of a glyph
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
    this.addCombs(page, g, paints.load);
    this.longest = 0.22 * size;
    this.scales = {};
    for (const kind of ["load", "reaction"])
      for (const quantity of ["force", "moment"])
        this.scales[kind + quantity] = Math.max(0, ...this.items.filter((i) => i.kind === kind && i.quantity === quantity).map((i) => i.largest));
    this.factor = 1;
    this.update();
  }
  addCombs(page, g, paints) {
    this.combs = [];
    for (const load of page.geometry.beam_loads ?? [])
      for (const quantity of ["force", "moment"]) {
        const block = page.block(`loads/${escaped(load.name)}/${quantity}`);
        const comb = block && new Comb(this.motion, load, quantity, block, g, paints[quantity]);
        if (!comb || !(comb.largest > 0)) continue;
        this.combs.push(comb);
        this.object.add(comb.object);
      }
  }
  has(kind) {
    return this.items.some((item) => item.kind === kind) || (kind === "load" && this.combs.length > 0);
  }
  updateCombs() {
    for (const pushes of [true, false]) {
      const alike = this.combs.filter((comb) => comb.pushes === pushes);
      const largest = Math.max(...alike.map((comb) => comb.largest));
      for (const comb of alike) {
        comb.object.visible = this.kinds.load;
        if (comb.object.visible) comb.update((0.55 * this.factor * this.longest) / largest);
      }
    }
  }
  update() {
    this.updateCombs();
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

const mostTeeth = 25;

/** A load per length: arrows at even distances along its beam, their tails joined by a line. */
class Comb {
  constructor(motion, load, quantity, block, g, paint) {
    this.motion = motion;
    this.track = motion.beams.find((track) => track.beam.name === load.beam);
    this.block = block;
    this.row = new Float32Array(block.width);
    this.object = new THREE.Group();
    this.pushes = quantity === "force";
    this.off = Math.max(0.5 * motion.page.scene.beams[motion.beams.indexOf(this.track)].thickness, 0.15 * g); // arrows of forces end at the surface, those of moments are beside it
    const { span, count } = this.track;
    const teeth = Math.min(mostTeeth, Math.max(9, count));
    this.places = Array.from({ length: teeth }, (_, i) => {
      const s = (span[count - 1] * i) / (teeth - 1);
      const [node, share] = locate(span, s);
      return { node, share, mesh: arrowMesh(0.6 * g, paint, !this.pushes), tail: new THREE.Vector3() };
    });
    this.spine = new Line2(new LineGeometry(), new LineMaterial({ color: paint.color, linewidth: 1.6 }));
    this.spine.frustumCulled = false;
    this.object.add(this.spine, ...this.places.map((place) => place.mesh));
    this.largest = 0;
    for (let r = 0; r < block.rows; r++)
      for (let c = 0; c < block.width; c += 3) this.largest = Math.max(this.largest, Math.hypot(block.at(r, c), block.at(r, c + 1), block.at(r, c + 2)));
  }
  update(scale) {
    const row = Math.floor(this.motion.frame);
    const values = rowAt(this.block, row, this.motion.frame - row, this.row);
    for (const { node, share, mesh, tail } of this.places) {
      const between = (numbers, out) => {
        out.fromArray(numbers, 3 * node);
        return share > 0 ? out.lerp(tooth.fromArray(numbers, 3 * node + 3), share) : out;
      };
      between(this.track.x, position);
      between(values, value);
      const length = scale * value.length();
      const size = value.length() || 1;
      if (this.pushes) position.addScaledVector(value, -this.off / size);
      else position.add(tooth.set(0, 1.4 * this.off, 0).applyQuaternion(rotation.fromArray(this.track.q, 4 * node)));
      tail.copy(position).addScaledVector(value, this.pushes ? -scale : scale);
      mesh.visible = length > 0.01 * scale * this.largest;
      if (!mesh.visible) continue;
      along(mesh, value);
      mesh.setLength(length);
      mesh.position.copy(this.pushes ? tail : position);
    }
    this.spine.geometry.setPositions(this.places.flatMap(({ tail }) => tail.toArray()));
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
