// Where everything is at a moment: nodes of bodies and beams, between stored positions, deformed more than really, or in a mode.
import { Line3, Matrix4, Quaternion, Vector3 } from "three";
import { escaped, locate, rowAt } from "./data.js";

export const quaternionOfAxes = (m) =>
  new Quaternion().setFromRotationMatrix(new Matrix4().set(m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, 0, 0, 0, 1));

/** A frame that a node carries: {node, at, triad} of the file or {node, at, turn} of the scene, with what is needed to move it. */
export const frameOf = (motion, facts) => ({
  node: facts.node,
  arm: new Vector3(...facts.at).sub(motion.referencePosition(facts.node)),
  turn: facts.triad ? quaternionOfAxes(facts.triad) : facts.turn ? new Quaternion(facts.turn[1], facts.turn[2], facts.turn[3], facts.turn[0]) : new Quaternion(),
});

/** turns q further about its own axis: angle times factor */
const scaleTurn = (q, factor) => {
  if (q.w < 0) q.set(-q.x, -q.y, -q.z, -q.w);
  const size = Math.hypot(q.x, q.y, q.z);
  if (size < 1e-12) return q;
  const half = Math.atan2(size, q.w) * factor;
  const k = Math.sin(half) / size;
  return q.set(q.x * k, q.y * k, q.z * k, Math.cos(half));
};

class BodyTrack {
  constructor(body, posed) {
    this.node = body.node;
    this.reference = new Vector3(...body.position);
    this.back = quaternionOfAxes(body.axes).invert();
    const columns = (quantity, letters) => letters.map((letter) => posed.get(`${body.name}.${quantity}.${letter}`) ?? -1);
    this.position = columns("position", ["x", "y", "z"]);
    this.quaternion = body.point ? null : columns("quaternion", ["x", "y", "z", "w"]);
    if (this.quaternion?.some((c) => c < 0)) this.quaternion = null;
    this.x = this.reference.clone();
    this.q = new Quaternion();
  }
  update(poses, i, u) {
    if (this.position[0] < 0) return;
    const get = (columns, row) => columns.map((c) => poses.at(row, c));
    this.x.fromArray(get(this.position, i));
    if (u > 0) this.x.lerp(new Vector3(...get(this.position, i + 1)), u);
    if (!this.quaternion) return;
    this.q.fromArray(get(this.quaternion, i));
    if (u > 0) this.q.slerp(new Quaternion(...get(this.quaternion, i + 1)), u);
    this.q.multiply(this.back).normalize();
  }
}

/** Positions (3 a node) and turns (4 a node: x, y, z, w, of the section's axes) of a beam's nodes. */
class BeamTrack {
  constructor(page, beam) {
    const block = (name) => page.block(`beams/${escaped(beam.name)}/${name}`);
    this.beam = beam;
    this.count = beam.nodes;
    this.firstNode = beam.first_node;
    this.span = block("span").numbers;
    this.reference = block("reference_position").numbers;
    this.referenceTurn = reordered(block("reference_quaternion"));
    this.stationTurn = reordered(block("station_quaternion"));
    this.positions = block("position");
    this.turns = block("quaternion");
    this.force = block("force");
    this.strain = block("strain");
    this.x = new Float32Array(this.reference);
    this.q = new Float32Array(this.referenceTurn);
  }
  update(i, u) {
    if (!this.positions) return;
    const { x, q, positions, turns, count } = this;
    rowAt(positions, i, u, x);
    const { words, width } = turns; // w x y z in the file, all on one scale
    for (let n = 0; n < count; n++) {
      const from = i * width + 4 * n;
      let w = words[from];
      let a = words[from + 1];
      let b = words[from + 2];
      let c = words[from + 3];
      if (u > 0) {
        const to = from + width;
        const dot = w * words[to] + a * words[to + 1] + b * words[to + 2] + c * words[to + 3];
        const v = dot < 0 ? -u : u;
        w += v * words[to] - u * w;
        a += v * words[to + 1] - u * a;
        b += v * words[to + 2] - u * b;
        c += v * words[to + 3] - u * c;
      }
      const size = 1 / Math.sqrt(w * w + a * a + b * b + c * c || 1);
      q[4 * n] = a * size;
      q[4 * n + 1] = b * size;
      q[4 * n + 2] = c * size;
      q[4 * n + 3] = w * size;
    }
  }
}

const reordered = (block) => {
  const out = new Float32Array(block.rows * block.width);
  for (let i = 0; i < out.length; i += 4) for (let k = 0; k < 4; k++) out[i + ((k + 3) % 4)] = block.numbers[i + k];
  return out;
};

const a = new Vector3();
const b = new Vector3();
const line = new Line3();
const turn = new Quaternion();
const other = new Quaternion();

// e1 -> z, e2 -> x, e3 -> y
const axesToTrack = new Quaternion().setFromRotationMatrix(new Matrix4().set(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1));

export class Motion {
  constructor(page) {
    this.page = page;
    this.geometry = page.geometry;
    this.times = page.block("time.frames").numbers;
    this.poses = page.block("poses");
    const posed = new Map(page.channels.filter((channel) => channel.pose).map((channel, column) => [channel.name, column]));
    this.bodies = (this.geometry.bodies ?? []).map((body) => new BodyTrack(body, posed));
    this.beams = (this.geometry.beams ?? []).map((beam) => new BeamTrack(page, beam));
    this.bodyOf = new Map(this.bodies.map((body) => [body.node, body]));
    this.exaggeration = { factor: 1, from: "written" };
    this.mode = null; // {index, phase, amplitude}
    this.modes = readModes(page);
    this.setTime(this.times[0]);
  }
  get start() {
    return this.times[0];
  }
  get end() {
    return this.times[this.times.length - 1];
  }
  beamOf(node) {
    return this.beams.find((beam) => node >= beam.firstNode && node < beam.firstNode + beam.count);
  }
  referencePosition(node) {
    if (this.bodyOf.has(node)) return this.bodyOf.get(node).reference.clone();
    const beam = this.beamOf(node);
    return beam ? new Vector3().fromArray(beam.reference, 3 * (node - beam.firstNode)) : new Vector3();
  }
  setTime(t) {
    this.time = t;
    const [i, u] = locate(this.times, t);
    this.frame = i + u;
    for (const body of this.bodies) body.update(this.poses, i, u);
    for (const beam of this.beams) beam.update(i, u);
    if (this.mode) this.addMode();
    else if (this.exaggeration.factor !== 1) this.exaggerate();
  }
  refresh() {
    this.setTime(this.time);
  }

  // x = x0 + factor (x - x0), where x0 is the reference configuration, moved along with the beam's start or its chord when asked
  exaggerate() {
    const { factor, from } = this.exaggeration;
    if (from === "written")
      for (const body of this.bodies) {
        body.x.sub(body.reference).multiplyScalar(factor).add(body.reference);
        scaleTurn(body.q, factor);
      }
    for (const beam of this.beams) {
      const base = this.rigidMotion(beam, from);
      for (let n = 0; n < beam.count; n++) {
        a.fromArray(beam.reference, 3 * n).sub(base.from).applyQuaternion(base.turn).add(base.to);
        b.fromArray(beam.x, 3 * n).sub(a).multiplyScalar(factor).add(a).toArray(beam.x, 3 * n);
        other.fromArray(beam.referenceTurn, 4 * n).premultiply(base.turn); // section axes of the rigid motion
        turn.fromArray(beam.q, 4 * n).multiply(other.clone().invert());
        scaleTurn(turn, factor).multiply(other).toArray(beam.q, 4 * n);
      }
    }
  }
  rigidMotion(beam, from) {
    const last = beam.count - 1;
    const base = { from: new Vector3(), to: new Vector3(), turn: new Quaternion() };
    if (from === "written") return base;
    base.from.fromArray(beam.reference, 0);
    base.to.fromArray(beam.x, 0);
    base.turn.fromArray(beam.q, 0).multiply(new Quaternion().fromArray(beam.referenceTurn, 0).invert());
    if (from === "start") return base;
    // chord: the start's turn, then straight onto the line through the ends
    a.fromArray(beam.reference, 3 * last).sub(base.from).applyQuaternion(base.turn);
    b.fromArray(beam.x, 3 * last).sub(base.to);
    if (a.length() > 1e-9 && b.length() > 1e-9)
      base.turn.premultiply(new Quaternion().setFromUnitVectors(a.normalize(), b.normalize()));
    return base;
  }

  /** Re(shape exp(i phase)) times the amplitude, on top of the present positions. */
  addMode() {
    const { index, phase, amplitude } = this.mode;
    const { nodes, displacement, rotation } = this.modes;
    const scale = amplitude / this.modes.largest[index];
    const c = Math.cos(phase) * scale;
    const s = -Math.sin(phase) * scale;
    const shape = (block, node, out) => {
      const row = (index * nodes + node) * 2; // rows of 3: real, imaginary
      return out.set(...[0, 1, 2].map((k) => c * block.at(row, k) + s * block.at(row + 1, k)));
    };
    const turnBy = (vector) => {
      const angle = vector.length();
      return turn.setFromAxisAngle(angle > 0 ? vector.divideScalar(angle) : vector.set(1, 0, 0), angle);
    };
    for (const body of this.bodies) {
      body.x.add(shape(displacement, body.node, a));
      body.q.premultiply(turnBy(shape(rotation, body.node, a)));
    }
    for (const beam of this.beams)
      for (let n = 0; n < beam.count; n++) {
        b.fromArray(beam.x, 3 * n).add(shape(displacement, beam.firstNode + n, a)).toArray(beam.x, 3 * n);
        other.fromArray(beam.q, 4 * n).premultiply(turnBy(shape(rotation, beam.firstNode + n, a))).toArray(beam.q, 4 * n);
      }
  }

  /** Position and turn (from the reference) of a node now. */
  node(node, position, rotation) {
    const body = this.bodyOf.get(node);
    if (body) {
      position.copy(body.x);
      rotation.copy(body.q);
      return;
    }
    const beam = this.beamOf(node);
    if (!beam) {
      position.set(0, 0, 0);
      rotation.identity();
      return;
    }
    const n = node - beam.firstNode;
    position.fromArray(beam.x, 3 * n);
    rotation.fromArray(beam.q, 4 * n).multiply(other.fromArray(beam.referenceTurn, 4 * n).invert());
  }
  /** Axes of the section nearest to a point on one of these beams: z along the beam, x and y as its e2 and e3. */
  alongTrack(names, position, rotation) {
    let nearest = Infinity;
    for (const beam of this.beams) {
      if (!names.includes(beam.beam.name)) continue;
      for (let n = 0; n + 1 < beam.count; n++) {
        line.start.fromArray(beam.x, 3 * n);
        line.end.fromArray(beam.x, 3 * n + 3);
        const share = line.closestPointToPointParameter(position, true);
        const distance = line.at(share, b).distanceToSquared(position);
        if (distance >= nearest) continue;
        nearest = distance;
        rotation.fromArray(beam.q, 4 * n).slerp(other.fromArray(beam.q, 4 * n + 4), share).multiply(axesToTrack);
      }
    }
  }
  /** Point and axes of a frame (frameOf) now. */
  place(frame, position, rotation) {
    this.node(frame.node, position, rotation);
    position.add(a.copy(frame.arm).applyQuaternion(rotation));
    rotation.multiply(frame.turn);
  }
}

const readModes = (page) => {
  const frequency = page.block("modes/frequency");
  if (!frequency) return null;
  const count = frequency.rows * frequency.width;
  const displacement = page.block("modes/displacement");
  const rotation = page.block("modes/rotation");
  const nodes = displacement.rows / count / 2;
  const list = (block) => Array.from({ length: count }, (_, i) => block.numbers[i]);
  const largest = list(frequency).map((_, m) => {
    let size = 0;
    for (let r = 0; r < 2 * nodes; r++) {
      const row = m * 2 * nodes + r;
      size = Math.max(size, Math.hypot(displacement.at(row, 0), displacement.at(row, 1), displacement.at(row, 2)));
    }
    return size || 1;
  });
  return { count, nodes, displacement, rotation, largest, frequency: list(frequency), damping: list(page.block("modes/damping")) };
};
