// Beams as tubes and strips with their section's outline: one mesh a beam, whose rings follow the interpolation of the elements.
import * as THREE from "three";
import { mapTable } from "./colors.js";
import { rowAt } from "./data.js";

const smooth = 0.766; // cosine of 40 degrees: edges that turn by less are rounded

/** Normals of the edges of an outline, from each point to the next, and where it is sharp. */
const edgesOf = (points) => {
  const normals = points.map(([y, z], i) => {
    const [yn, zn] = points[(i + 1) % points.length];
    const size = Math.hypot(yn - y, zn - z) || 1;
    return [(zn - z) / size, (y - yn) / size];
  });
  const before = (i) => normals[(i + points.length - 1) % points.length];
  return { normals, before, sharp: normals.map((b, i) => before(i)[0] * b[0] + before(i)[1] * b[1] < smooth) };
};

/** Points y, z of an outline with the normals there; a sharp one (the same in all rings of a beam) stands twice, with the normal of either edge. */
const ringOf = (points, sharp) => {
  const { normals, before } = edgesOf(points);
  return points.flatMap(([y, z], i) => {
    const [a, b] = [before(i), normals[i]];
    if (sharp[i]) return [[y, z, ...a], [y, z, ...b]];
    const size = Math.hypot(a[0] + b[0], a[1] + b[1]) || 1;
    return [[y, z, (a[0] + b[0]) / size, (a[1] + b[1]) / size]];
  });
};

const pointsOf = (outline) => Array.from({ length: outline.length / 2 }, (_, i) => [outline[2 * i], outline[2 * i + 1]]);

const mixed = (a, b, share) => a.map(([y, z], i) => [y + share * (b[i][0] - y), z + share * (b[i][1] - z)]);

const outlineAt = (stations, xi) => {
  let next = 0;
  while (next < stations.length && stations[next].at <= xi) next++;
  const before = stations[Math.max(next - 1, 0)];
  const after = stations[Math.min(next, stations.length - 1)];
  if (before === after || next === 0) return before.outline;
  return mixed(before.outline, after.outline, (xi - before.at) / (after.at - before.at));
};

const lagrange = (nodes, x) =>
  nodes.map((at, i) => nodes.reduce((value, other, k) => (k === i ? value : (value * (x - other)) / (at - other)), 1));

/** What a beam may be coloured by: the components of its forces and strains, and two resultants. */
export const quantities = [
  { key: "axial", label: "axial force", unit: "N", block: "force", parts: [0] },
  { key: "shear.y", label: "shear force y", unit: "N", block: "force", parts: [1] },
  { key: "shear.z", label: "shear force z", unit: "N", block: "force", parts: [2] },
  { key: "torque", label: "torque", unit: "N m", block: "force", parts: [3] },
  { key: "moment.y", label: "bending moment y", unit: "N m", block: "force", parts: [4] },
  { key: "moment.z", label: "bending moment z", unit: "N m", block: "force", parts: [5] },
  { key: "shear", label: "shear force, resultant", unit: "N", block: "force", parts: [1, 2] },
  { key: "bending", label: "bending moment, resultant", unit: "N m", block: "force", parts: [4, 5] },
  { key: "strain.axial", label: "axial strain", unit: "1", block: "strain", parts: [0] },
  { key: "strain.y", label: "shear strain y", unit: "1", block: "strain", parts: [1] },
  { key: "strain.z", label: "shear strain z", unit: "1", block: "strain", parts: [2] },
  { key: "twist", label: "twist", unit: "1/m", block: "strain", parts: [3] },
  { key: "curvature.y", label: "curvature y", unit: "1/m", block: "strain", parts: [4] },
  { key: "curvature.z", label: "curvature z", unit: "1/m", block: "strain", parts: [5] },
];

const roundOff = 1e-12; // a strain (of curvatures, times the beam's length) up to here is round-off of positions and rotations

/** Is a beam strained at any time, beyond round-off? Forces that belong to no strain are none. */
const isStrained = ({ track: { strain, span } }) => {
  if (!strain) return true;
  const length = Math.abs(span[span.length - 1] - span[0]);
  return Array.from({ length: 6 }, (_, k) => strain.scales[k] * (k < 3 ? 1 : length)).some((size) => !(size <= roundOff));
};

/** The range of a quantity over beams and time, and the map for it: values of both signs are spread about the middle of the map. */
export const coloringOf = (meshes, quantity) => {
  const ranges = meshes.map((mesh) => mesh.range(quantity)).filter((range) => range && range.high >= range.low);
  if (!ranges.length || !meshes.some(isStrained)) return null;
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.max(...ranges.map((range) => range.high));
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!(size > 0)) return null;
  const both = low < 0 && quantity.parts.length === 1;
  const share = both ? (value) => 0.5 + (0.5 * value) / size : (value) => (value - low) / (high - low || size);
  return { quantity, map: both ? "signed" : "magnitude", low, high, from: share(low), to: share(high), share };
};

const v = Array.from({ length: 4 }, () => new Float64Array(3));

export class BeamMesh {
  constructor(track, look) {
    const { beam } = track;
    this.track = track;
    this.order = beam.order;
    this.pieces = beam.order * Math.max(1, Math.min(4, Math.ceil(look.rings / (beam.nodes - 1)))); // rings of an element, less one
    this.makeWeights();
    this.makeOutlines(look.sections);
    this.ringCount = beam.elements * (this.pieces + 1);
    this.makeMesh(look);
    this.color = look.color;
    this.paint(null);
  }
  makeWeights() {
    const { span } = this.track;
    const nodes = Array.from({ length: this.order + 1 }, (_, k) => (span[k] - span[0]) / (span[this.order] - span[0]));
    this.weights = Array.from({ length: this.pieces + 1 }, (_, k) => lagrange(nodes, k / this.pieces));
  }
  makeOutlines(sections) {
    const { beam, span } = this.track;
    const stations = sections.map(({ at, outline }) => ({ at, outline: pointsOf(outline) }));
    const { sharp } = edgesOf(stations[0].outline);
    const first = ringOf(stations[0].outline, sharp);
    this.sides = first.length;
    this.outlines = [];
    for (let e = 0; e < beam.elements; e++)
      for (let k = 0; k <= this.pieces; k++) {
        const from = span[e * this.order];
        const to = span[(e + 1) * this.order];
        const xi = (from + ((to - from) * k) / this.pieces) / beam.length;
        this.outlines.push(stations.length === 1 ? first : ringOf(outlineAt(stations, xi), sharp));
      }
  }
  makeMesh(look) {
    const { sides, ringCount } = this;
    const perElement = this.pieces + 1;
    const indices = [];
    for (let r = 0; r + 1 < ringCount; r++) {
      if ((r + 1) % perElement === 0) continue; // between elements the rings coincide
      for (let s = 0; s < sides; s++) {
        const a = r * sides + s;
        const b = r * sides + ((s + 1) % sides);
        indices.push(a, b, a + sides, b, b + sides, a + sides);
      }
    }
    const caps = 2 * sides; // the two ends, with normals of their own
    const last = (ringCount + 1) * sides;
    const lid = (ring) => THREE.ShapeUtils.triangulateShape(ring.map(([y, z]) => new THREE.Vector2(y, z)), []);
    for (const [a, b, c] of lid(this.outlines[0])) indices.push(ringCount * sides + a, ringCount * sides + c, ringCount * sides + b);
    for (const [a, b, c] of lid(this.outlines[ringCount - 1])) indices.push(last + a, last + b, last + c);
    const count = ringCount * sides + caps;
    this.positions = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.colors = new Float32Array(3 * count);
    const mesh = new THREE.BufferGeometry();
    const dynamic = (array) => new THREE.BufferAttribute(array, 3).setUsage(THREE.DynamicDrawUsage);
    mesh.setAttribute("position", dynamic(this.positions));
    mesh.setAttribute("normal", dynamic(this.normals));
    mesh.setAttribute("color", dynamic(this.colors));
    mesh.setIndex(count > 65535 ? new THREE.Uint32BufferAttribute(indices, 1) : new THREE.Uint16BufferAttribute(indices, 1));
    this.mesh = new THREE.Mesh(mesh, new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.6, metalness: 0.05, side: THREE.DoubleSide }));
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = look.shadows;
  }

  /** e1, e2, e3 of node n as station of element e: from its turn, and the corner's own where there is one */
  frame(e, k, out, at) {
    const { q, stationTurn } = this.track;
    const i = 4 * (e * this.order + k);
    let [x, y, z, w] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
    const s = 4 * (e * (this.order + 1) + k);
    if (stationTurn[s + 3] < 0.999999) {
      const [a, b, c, d] = [stationTurn[s], stationTurn[s + 1], stationTurn[s + 2], stationTurn[s + 3]];
      [x, y, z, w] = [w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d, w * d - x * a - y * b - z * c];
    }
    out[at] = 2 * (x * y - w * z), out[at + 1] = 1 - 2 * (x * x + z * z), out[at + 2] = 2 * (y * z + w * x); // e2
    out[at + 3] = 2 * (x * z + w * y), out[at + 4] = 2 * (y * z - w * x), out[at + 5] = 1 - 2 * (x * x + y * y); // e3
  }

  update() {
    const { track, order, pieces, weights } = this;
    const directors = (this.directors ??= new Float64Array(6 * (order + 1)));
    let ring = 0;
    for (let e = 0; e < track.beam.elements; e++) {
      for (let k = 0; k <= order; k++) this.frame(e, k, directors, 6 * k);
      for (let p = 0; p <= pieces; p++) {
        const [x, e2, e3] = v;
        x.fill(0), e2.fill(0), e3.fill(0);
        for (let k = 0; k <= order; k++) {
          const h = weights[p][k];
          if (h === 0) continue;
          const node = 3 * (e * order + k);
          for (let n = 0; n < 3; n++) {
            x[n] += h * track.x[node + n];
            e2[n] += h * directors[6 * k + n];
            e3[n] += h * directors[6 * k + 3 + n];
          }
        }
        this.putRing(ring++, x, e2, e3);
      }
    }
    this.putCaps();
    for (const name of ["position", "normal"]) this.mesh.geometry.attributes[name].needsUpdate = true;
  }
  putRing(ring, x, e2, e3) {
    const { positions, normals, sides } = this;
    const outline = this.outlines[ring];
    let at = 3 * ring * sides;
    for (let s = 0; s < sides; s++) {
      const point = outline[s];
      for (let n = 0; n < 3; n++, at++) {
        positions[at] = x[n] + point[0] * e2[n] + point[1] * e3[n];
        normals[at] = point[2] * e2[n] + point[3] * e3[n];
      }
    }
  }
  putCaps() {
    const { positions, normals, sides, ringCount } = this;
    const [, , , axis] = v;
    for (const [from, to] of [[0, ringCount], [ringCount - 1, ringCount + 1]]) {
      const next = from === 0 ? 1 : from - 1;
      for (let n = 0; n < 3; n++) axis[n] = positions[3 * from * sides + n] - positions[3 * next * sides + n];
      const size = Math.hypot(...axis) || 1;
      for (let i = 0; i < 3 * sides; i++) {
        positions[3 * to * sides + i] = positions[3 * from * sides + i];
        normals[3 * to * sides + i] = axis[i % 3] / size;
      }
    }
  }

  /** By one colour (null), or by a quantity at position row + share of the page; coloring.share(value) is the place in the map. */
  paint(coloring, row, share) {
    const { sides, ringCount, colors, color } = this;
    if (!coloring || !this.track[coloring.quantity.block]) {
      for (let i = 0; i < colors.length; i += 3) colors[i] = color.r, colors[i + 1] = color.g, colors[i + 2] = color.b;
    } else {
      const table = mapTable(coloring.map);
      const values = this.stationValues(coloring.quantity, row, share);
      for (let ring = 0; ring < ringCount; ring++) {
        const value = this.valueAt(values, ring);
        const c = 3 * Math.round(255 * Math.max(0, Math.min(1, coloring.share(value))));
        this.paintRing(ring, table, c);
        if (ring === 0) this.paintRing(ringCount, table, c);
        if (ring === ringCount - 1) this.paintRing(ringCount + 1, table, c);
      }
    }
    this.mesh.geometry.attributes.color.needsUpdate = true;
  }
  paintRing(ring, table, c) {
    const { colors, sides } = this;
    for (let s = 0, at = 3 * ring * sides; s < sides; s++, at += 3) {
      colors[at] = table[c];
      colors[at + 1] = table[c + 1];
      colors[at + 2] = table[c + 2];
    }
  }
  /** The quantity at the stations. */
  stationValues(quantity, row, share) {
    const block = this.track[quantity.block];
    this.rowOfBlock ??= new Float64Array(block.width);
    const all = rowAt(block, row, share, this.rowOfBlock);
    const values = (this.values ??= new Float64Array(block.width / 6));
    const [first, second] = quantity.parts;
    for (let s = 0; s < values.length; s++)
      values[s] = second === undefined ? all[6 * s + first] : Math.hypot(all[6 * s + first], all[6 * s + second]);
    return values;
  }
  valueAt(values, ring) {
    const e = Math.floor(ring / (this.pieces + 1));
    const weights = this.weights[ring % (this.pieces + 1)];
    let value = 0;
    for (let k = 0; k <= this.order; k++) value += weights[k] * values[e * (this.order + 1) + k];
    return value;
  }
  /** Smallest and largest value at the stations over all positions of the page. */
  range(quantity) {
    const block = this.track[quantity.block];
    if (!block) return null;
    const ranges = (this.ranges ??= new Map());
    if (ranges.has(quantity.key)) return ranges.get(quantity.key);
    let low = Infinity;
    let high = -Infinity;
    for (let row = 0; row < block.rows; row++)
      for (let c = 0; c < block.width; c += 6) {
        let value = block.at(row, c + quantity.parts[0]);
        if (quantity.parts.length > 1) value = Math.hypot(value, block.at(row, c + quantity.parts[1]));
        if (value < low) low = value;
        if (value > high) high = value;
      }
    // the larger end is known for all rows of the file, not only for those of the page
    const scale = quantity.parts.length === 1 ? block.scales[quantity.parts[0]] : 0;
    if (scale > 0 && high >= -low) high = scale;
    else if (scale > 0) low = -scale;
    if (quantity.parts.length > 1) low = 0;
    const range = { low, high };
    ranges.set(quantity.key, range);
    return range;
  }
}
