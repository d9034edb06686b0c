// Figures of samples, drawn as SVG: curves, points, maps with contour lines, histograms.
import { shown } from "./numbers.js";

const names = "http://www.w3.org/2000/svg";
const svg = (name, attributes = {}, text) => {
  const made = document.createElementNS(names, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

export const strokes = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

// dark to bright, as bright in grey, and different for everybody (after viridis)
const ramp = [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]];
const rgb = (share) => {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const i = Math.min(ramp.length - 2, Math.floor(at));
  return ramp[i].map((from, c) => Math.round(from + (at - i) * (ramp[i + 1][c] - from)));
};
const colour = (share) => `rgb(${rgb(share).join(",")})`;

const finite = (list) => list.filter(Number.isFinite);
export const extent = (list) => {
  let low = Infinity;
  let high = -Infinity;
  for (const value of list) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 1];
};

/** Round numbers within a range, about `count` of them. */
export const ticks = ([low, high], count) => {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((candidate) => candidate >= raw) ?? 10 * power;
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * span && list.length < 50; i++) list.push(Math.abs(i * step) < 1e-12 * span ? 0 : i * step);
  return list;
};

const widened = ([low, high], share) => {
  const span = high - low;
  const room = span > 0 && Number.isFinite(span) ? share * span : Math.abs(low) > 0 ? Math.abs(low) / 2 : 1;
  return [low - room, high + room];
};

const size = { width: 480, height: 290, left: 66, right: 14, top: 10, bottom: 44 };

/** The field of a figure with its axes; x(value) and y(value) are places in it. */
class Field {
  constructor(xRange, yRange, { xName, yName, right = size.right, bands = false }) {
    const { width, height, left, top, bottom } = size;
    Object.assign(this, { left, top, right: width - right, bottom: height - bottom });
    this.x = (value) => this.left + ((value - xRange[0]) / (xRange[1] - xRange[0])) * (this.right - this.left);
    this.y = (value) => this.bottom - ((value - yRange[0]) / (yRange[1] - yRange[0])) * (this.bottom - this.top);
    this.root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": `${yName} over ${xName}` });
    this.back = svg("g");
    this.root.append(this.back);
    this.axes(xRange, yRange, xName, yName, bands);
  }
  axes(xRange, yRange, xName, yName, bands) {
    const { left, right, top, bottom } = this;
    const line = (d) => this.root.append(svg("path", { d, class: bands ? "tick" : "grid" }));
    for (const value of ticks(xRange, 6)) {
      line(bands ? `M${this.x(value)} ${bottom}v4` : `M${this.x(value)} ${top}V${bottom}`);
      this.root.append(svg("text", { x: this.x(value), y: bottom + 16, "text-anchor": "middle" }, shown(value)));
    }
    for (const value of ticks(yRange, 5)) {
      line(bands ? `M${left} ${this.y(value)}h-4` : `M${left} ${this.y(value)}H${right}`);
      this.root.append(svg("text", { x: left - 7, y: this.y(value) + 4, "text-anchor": "end" }, shown(value)));
    }
    this.root.append(svg("rect", { x: left, y: top, width: right - left, height: bottom - top, class: "frame" }));
    this.root.append(svg("text", { x: (left + right) / 2, y: bottom + 36, "text-anchor": "middle", class: "name" }, xName));
    const middle = (top + bottom) / 2;
    this.root.append(svg("text", { x: 13, y: middle, "text-anchor": "middle", class: "name", transform: `rotate(-90 13 ${middle})` }, yName));
  }
  /** Dots as one path, however many they are. */
  dots(x, y, chosen, stroke, width = 4) {
    let d = "";
    for (const i of chosen) if (Number.isFinite(x[i]) && Number.isFinite(y[i])) d += `M${this.x(x[i]).toFixed(1)} ${this.y(y[i]).toFixed(1)}h0`;
    if (d) this.root.append(svg("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-opacity": chosen.length > 400 ? 0.55 : 0.9 }));
  }
  line(x, y, chosen, stroke, width = 1.6) {
    let d = "";
    let drawn = false;
    for (const i of chosen) {
      const there = Number.isFinite(x[i]) && Number.isFinite(y[i]);
      if (there) d += `${drawn ? "L" : "M"}${this.x(x[i]).toFixed(1)} ${this.y(y[i]).toFixed(1)}`;
      drawn = there;
    }
    if (d) this.root.append(svg("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round" }));
  }
  /** Samples without a value: crosses at the foot. */
  crosses(x, chosen) {
    let d = "";
    for (const i of chosen) if (Number.isFinite(x[i])) d += `M${(this.x(x[i]) - 3).toFixed(1)} ${this.bottom - 9}l6 6m0 -6l-6 6`;
    if (d) this.root.append(svg("path", { d, fill: "none", stroke: "#c62828", "stroke-width": 1.3 }));
  }
  /** The colours and their numbers, at the right. */
  scale([low, high], name) {
    const x = this.right + 12;
    const steps = 32;
    const high_ = this.bottom - this.top;
    for (let i = 0; i < steps; i++) this.root.append(svg("rect", { x, y: this.bottom - ((i + 1) / steps) * high_, width: 10, height: high_ / steps + 0.5, fill: colour((i + 0.5) / steps) }));
    for (const value of ticks([low, high], 5)) this.root.append(svg("text", { x: x + 14, y: this.bottom - ((value - low) / (high - low || 1)) * high_ + 4 }, shown(value)));
    this.root.append(svg("text", { x: size.width - 4, y: this.bottom + 36, "text-anchor": "end", class: "name" }, name));
  }
}

const scaleRoom = 78;

/** Families of samples over one variable: curves = [{ label, rows }], rows in the order of x. */
export const curvesFigure = ({ x, y, xName, yName, curves }) => {
  const all = curves.flatMap(({ rows }) => rows);
  const field = new Field(widened(extent(all.map((i) => x[i])), 0.03), widened(extent(all.map((i) => y[i])), 0.06), { xName, yName });
  curves.forEach(({ rows }, k) => {
    field.line(x, y, rows, strokes[k % strokes.length]);
    if (rows.length <= 60) field.dots(x, y, rows, strokes[k % strokes.length]);
    field.crosses(x, rows.filter((i) => !Number.isFinite(y[i])));
  });
  return field.root;
};

/** Points, in colours where there is a third column. */
export const scatterFigure = ({ x, y, z, xName, yName, zName, rows, faint = [] }) => {
  const all = [...rows, ...faint];
  const field = new Field(widened(extent(all.map((i) => x[i])), 0.04), widened(extent(all.map((i) => y[i])), 0.06), { xName, yName, right: z ? scaleRoom : size.right });
  const width = rows.length > 2000 ? 2.5 : rows.length > 400 ? 3.2 : 4.5;
  field.dots(x, y, faint, "#a9b4c2", width);
  if (z) {
    const [low, high] = extent(rows.map((i) => z[i]));
    const groups = Array.from({ length: 24 }, () => []);
    for (const i of rows) if (Number.isFinite(z[i])) groups[Math.min(23, Math.floor((24 * (z[i] - low)) / (high - low || 1)))].push(i);
    groups.forEach((list, k) => field.dots(x, y, list, colour((k + 0.5) / 24), width));
    field.scale([low, high], zName);
  } else {
    field.dots(x, y, rows, strokes[0], width);
  }
  field.crosses(x, rows.filter((i) => !Number.isFinite(y[i]) || (z && !Number.isFinite(z[i]))));
  return field.root;
};

export const histogramFigure = ({ values, name }) => {
  const list = finite(values);
  const count = Math.min(60, Math.max(4, Math.ceil(Math.sqrt(list.length))));
  let [low, high] = extent(list);
  if (!(high > low)) [low, high] = widened([low, high], 0);
  const bins = new Array(count).fill(0);
  for (const value of list) bins[Math.min(count - 1, Math.floor((count * (value - low)) / (high - low)))]++;
  const field = new Field([low, high], [0, 1.06 * Math.max(1, ...bins)], { xName: name, yName: "samples" });
  const edge = (b) => field.x(low + ((high - low) * b) / count);
  bins.forEach((number, b) => number && field.back.append(svg("rect", { x: edge(b), y: field.y(number), width: Math.max(0.5, edge(b + 1) - edge(b) - 0.8), height: field.bottom - field.y(number), fill: strokes[0], "fill-opacity": 0.75 })));
  return field.root;
};

/** Where the lines of a level cross the cells of a grid: segments [x, y, x, y] in numbers of cells. */
const contour = (z, nx, ny, level) => {
  const segments = [];
  const cross = (a, b) => (level - a) / (b - a);
  for (let j = 0; j + 1 < ny; j++)
    for (let i = 0; i + 1 < nx; i++) {
      const [a, b, c, d] = [z[j * nx + i], z[j * nx + i + 1], z[(j + 1) * nx + i + 1], z[(j + 1) * nx + i]];
      if (![a, b, c, d].every(Number.isFinite)) continue;
      const points = [];
      if (a > level !== b > level) points.push([i + cross(a, b), j]);
      if (b > level !== c > level) points.push([i + 1, j + cross(b, c)]);
      if (c > level !== d > level) points.push([i + 1 - cross(c, d), j + 1]);
      if (d > level !== a > level) points.push([i, j + 1 - cross(d, a)]);
      for (let k = 0; k + 1 < points.length; k += 2) segments.push([...points[k], ...points[k + 1]]);
    }
  return segments;
};

/** Middle lines between values, and one beyond either end. */
const edges = (list) => {
  const inner = list.slice(1).map((value, i) => (value + list[i]) / 2);
  const last = list.length - 1;
  return [list[0] - (inner[0] - list[0]), ...inner, list[last] + (list[last] - inner[last - 1])];
};

/** A column over a grid of two variables: xs, ys increasing, z[j * xs.length + i], not a number where a sample failed. */
export const mapFigure = ({ xs, ys, z, xName, yName, zName }) => {
  const xEdges = edges(xs);
  const yEdges = edges(ys);
  const field = new Field(extent(xEdges), extent(yEdges), { xName, yName, right: scaleRoom, bands: true });
  const range = extent(z);
  const [low, high] = range;
  ys.forEach((_, j) =>
    xs.forEach((__, i) => {
      const value = z[j * xs.length + i];
      const [left, right, top, bottom] = [field.x(xEdges[i]), field.x(xEdges[i + 1]), field.y(yEdges[j + 1]), field.y(yEdges[j])];
      if (Number.isFinite(value)) field.back.append(svg("rect", { x: left, y: top, width: right - left + 0.4, height: bottom - top + 0.4, fill: colour((value - low) / (high - low || 1)) }));
      else field.back.append(svg("path", { d: `M${(left + right) / 2 - 3} ${(top + bottom) / 2 - 3}l6 6m0 -6l-6 6`, stroke: "#c62828", fill: "none" }));
    }),
  );
  const between = (list, at) => {
    const i = Math.min(list.length - 2, Math.floor(at));
    return list[i] + (at - i) * (list[i + 1] - list[i]);
  };
  for (const level of high > low ? ticks(range, 7) : []) {
    const d = contour(z, xs.length, ys.length, level)
      .map(([a, b, c, e]) => `M${field.x(between(xs, a)).toFixed(1)} ${field.y(between(ys, b)).toFixed(1)}L${field.x(between(xs, c)).toFixed(1)} ${field.y(between(ys, e)).toFixed(1)}`)
      .join("");
    if (d) field.root.append(svg("path", { d, fill: "none", stroke: "#fff", "stroke-opacity": 0.85, "stroke-width": 1 }));
  }
  field.scale(range, zName);
  return field.root;
};
