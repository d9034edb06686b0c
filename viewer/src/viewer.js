// The mechanism in motion, without any controls: what the page, the report and the tests drive.
import { Quaternion, Raycaster, Vector2, Vector3 } from "three";
import { Arrows, Trail } from "./arrows.js";
import { coloringOf, quantities } from "./beams.js";
import { Series } from "./data.js";
import { Motion } from "./motion.js";
import { shown } from "./numbers.js";
import { Overlay } from "./overlay.js";
import { extent, extentOfParts, makeParts } from "./parts.js";
import { Stage } from "./stage.js";

const complete = (geometry) => {
  for (const key of ["bodies", "beams", "sections", "markers", "joints", "springs", "loads"]) geometry[key] ??= [];
  return geometry;
};

/** A round speed at which the whole run takes six seconds or so; in real time where that takes 2 to 20 s. */
const goodSpeed = (duration) => {
  if (!(duration > 0) || (duration >= 2 && duration <= 20)) return 1;
  const raw = duration / 6;
  const decade = 10 ** Math.floor(Math.log10(raw));
  return decade * [1, 2, 5, 10].find((k) => k * decade >= raw * 0.99);
};

export class Viewer {
  constructor(host, page, options = {}) {
    complete(page.geometry);
    this.page = page;
    this.series = new Series(page);
    this.motion = new Motion(page);
    this.listeners = new Map();
    const cloud = [];
    const inner = extent(this.motion, cloud);
    const nodes = this.motion.beams.reduce((sum, beam) => sum + beam.count, 0);
    const shadows = options.shadows ?? nodes + 20 * this.motion.bodies.length < 3000;
    const { size } = page.scene;
    const { parts, g } = makeParts(page, this.motion, shadows);
    const box = extentOfParts(this.motion, parts, inner.clone(), cloud);
    this.stage = new Stage(host, box, page.geometry.gravity, { shadows, inner, cloud, theme: options.theme, pixelRatio: options.pixelRatio });
    this.parts = parts;
    this.named = new Map([...parts].reverse().map((part) => [part.name, part])); // of several the first
    this.meshes = parts.filter((part) => part.mesh).map((part) => part.mesh);
    for (const part of parts) this.stage.scene.add(part.object);
    this.arrows = new Arrows(page, this.motion, this.series, g, size);
    this.stage.scene.add(this.arrows.object);
    this.trails = new Map();
    this.speed = goodSpeed(this.motion.end - this.motion.start);
    this.loop = true;
    this.playing = false;
    this.selected = null;
    this.following = null;
    this.view = {
      labels: parts.length <= 40,
      jointLabels: page.geometry.joints.length <= 14,
      gravity: page.geometry.gravity,
      legend: null,
      labelled: () => this.labelled(),
      caption: () => this.caption(),
    };
    this.overlay = new Overlay(this.stage, this.view);
    for (const body of page.geometry.bodies) if (body.trail) this.setTrail(body.name, true);
    for (const marker of page.geometry.markers) if (marker.trail) this.setTrail(marker.name, true);
    const first = quantities.find((quantity) => quantity.key === "bending");
    if (this.meshes.length && coloringOf(this.meshes, first)) this.setColoring("bending");
    if (this.motion.modes) this.setMode(Math.max(0, this.motion.modes.frequency.findIndex((f) => f > 1e-6)));
    this.moved();
  }

  // ---- events ----
  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  emit(event) {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }

  // ---- time ----
  get time() {
    return this.motion.time;
  }
  get start() {
    return this.motion.start;
  }
  get end() {
    return this.motion.end;
  }
  setTime(t) {
    this.motion.setTime(Math.max(this.start, Math.min(this.end, t)));
    this.moved();
  }
  step(count) {
    const { times, frame } = this.motion;
    const target = count > 0 ? Math.floor(frame + 1e-9) + count : Math.ceil(frame - 1e-9) + count;
    this.setTime(times[Math.max(0, Math.min(times.length - 1, target))]);
  }
  setPlaying(playing) {
    if (playing && !this.motion.mode && this.time >= this.end) this.setTime(this.start);
    this.playing = playing;
    this.emit("state");
    if (!playing || this.ticking) return;
    this.ticking = true;
    let before = performance.now();
    const tick = (now) => {
      if (!this.playing) {
        this.ticking = false;
        return;
      }
      this.advance(Math.min((now - before) / 1000, 0.25));
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
  advance(seconds) {
    if (this.motion.mode) {
      this.setPhase(this.motion.mode.phase + 2 * Math.PI * 0.6 * this.speed * seconds);
      return;
    }
    let t = this.time + this.speed * seconds;
    if (t >= this.end) {
      t = this.loop && this.end > this.start ? this.start + ((t - this.start) % (this.end - this.start)) : this.end;
      if (!this.loop) this.setPlaying(false);
    }
    this.setTime(t);
  }

  // ---- what has moved is drawn ----
  moved() {
    for (const part of this.parts) part.update();
    this.repaint();
    this.arrows.update();
    for (const trail of this.trails.values()) trail.update();
    this.keepFollowing();
    this.stage.invalidate();
    this.emit("time");
  }
  repaint() {
    if (!this.coloring) return;
    const row = Math.floor(this.motion.frame);
    const share = this.motion.frame - row;
    for (const mesh of this.meshes) mesh.paint(this.coloring, row, share);
  }
  refresh() {
    this.motion.refresh();
    this.moved();
  }

  // ---- parts ----
  part(name) {
    return this.named.get(name);
  }
  setVisible(names, visible) {
    const wanted = new Set([names].flat());
    for (const name of wanted) if (this.named.has(name)) this.part(name).object.visible = visible;
    for (const item of this.arrows.items) if (wanted.has(item.name)) item.hidden = !visible;
    this.arrows.update();
    this.stage.invalidate();
  }
  setKindVisible(kind, visible) {
    for (const part of this.parts) if (part.kind === kind) part.object.visible = visible;
    this.stage.invalidate();
    this.emit("state");
  }
  select(name) {
    this.selected = this.selected === name ? null : name;
    this.stage.invalidate();
    this.emit("state");
  }
  /** The part under a point of the canvas (CSS pixels), or null. */
  pick(x, y) {
    const { clientWidth, clientHeight } = this.stage.host;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight), this.stage.camera);
    for (const mesh of this.meshes) mesh.mesh.geometry.computeBoundingSphere();
    const visible = this.parts.filter((part) => part.object.visible);
    const [hit] = ray.intersectObjects(visible.map((part) => part.object), true);
    let object = hit?.object;
    while (object && !visible.some((part) => part.object === object)) object = object.parent;
    return visible.find((part) => part.object === object)?.name ?? null;
  }
  follow(name) {
    this.following = name && this.part(name)?.anchor ? name : null;
    this.lastAnchor = this.following ? this.part(name).anchor(new Vector3()) : null;
    this.emit("state");
  }
  keepFollowing() {
    if (!this.following) return;
    const now = this.part(this.following).anchor(new Vector3());
    this.stage.follow(now.clone().sub(this.lastAnchor));
    this.lastAnchor = now;
  }
  /** A body, or a marker, leaves its path behind. */
  setTrail(name, wanted) {
    if (!wanted) {
      const trail = this.trails.get(name);
      if (trail) this.stage.scene.remove(trail.object);
      this.trails.delete(name);
    } else if (!this.trails.has(name)) {
      const { bodies, markers } = this.page.geometry;
      const body = bodies.find((b) => b.name === name);
      const facts = body ? { node: body.node, at: body.position } : markers.find((marker) => marker.name === name);
      if (!facts) return;
      const color = this.part(name)?.color ?? "#f5c451";
      const trail = new Trail(this.motion, facts, color);
      this.trails.set(name, trail);
      this.stage.scene.add(trail.object);
    }
    this.moved();
    this.emit("state");
  }

  // ---- colours, deformation, modes ----
  setColoring(key) {
    const quantity = quantities.find((candidate) => candidate.key === key);
    this.coloring = quantity ? coloringOf(this.meshes, quantity) : null;
    this.view.legend = this.coloring && { ...this.coloring, title: quantity.label, unit: quantity.unit };
    if (!this.coloring) for (const mesh of this.meshes) mesh.paint(null);
    this.stage.setMargin(this.coloring ? 140 : 0);
    this.moved();
    this.emit("state");
  }
  availableColorings() {
    return quantities.filter((quantity) => this.meshes.some((mesh) => mesh.track[quantity.block]));
  }
  setExaggeration(factor, from = this.motion.exaggeration.from) {
    this.motion.exaggeration = { factor, from };
    this.refresh();
    this.emit("state");
  }
  setMode(index) {
    const { modes } = this.motion;
    const valid = modes && index !== null && index >= 0 && index < modes.count;
    const amplitude = this.motion.mode?.amplitude ?? 0.12 * this.stage.radius;
    this.motion.mode = valid ? { index, phase: 0, amplitude } : null;
    this.refresh();
    this.emit("state");
  }
  setPhase(phase) {
    this.motion.mode.phase = phase % (2 * Math.PI);
    this.refresh();
  }
  setAmplitude(amplitude) {
    this.motion.mode.amplitude = amplitude;
    this.refresh();
  }

  // ---- words ----
  labelled() {
    const order = { body: 0, beam: 1, spring: 2, joint: 3 };
    return this.parts
      .filter((part) => part.anchor && part.object.visible && (part.kind !== "joint" || this.view.jointLabels || part.gap || part.name === this.selected))
      .map((part) => ({
        text: part.length ? `${part.name}: ${shown(part.gap)} m apart, its length is ${shown(part.length)} m` : part.gap ? `${part.name}: ${shown(part.gap)} m apart` : part.name,
        at: part.anchor(new Vector3()),
        strong: part.name === this.selected || part.kind === "body" || part.kind === "beam",
        color: part.color ? `#${part.color.getHexString()}` : null,
        rank: part.name === this.selected ? -1 : order[part.kind],
      }))
      .concat([...this.trails.keys()].filter((name) => !this.part(name)).map((name) => this.trailLabel(name)))
      .sort((a, b) => a.rank - b.rank);
  }
  trailLabel(name) {
    const at = new Vector3();
    const marker = this.page.geometry.markers.find((candidate) => candidate.name === name);
    const arm = new Vector3(...marker.at).sub(this.motion.referencePosition(marker.node));
    this.motion.place({ node: marker.node, arm, turn: new Quaternion() }, at, new Quaternion());
    return { text: name, at, rank: 1, strong: true, color: "#f5c451" };
  }
  caption() {
    const { mode, modes, exaggeration } = this.motion;
    const words = [];
    if (mode) words.push(`mode ${mode.index + 1}: ${shown(modes.frequency[mode.index])} Hz, damping ${shown(modes.damping[mode.index])}`);
    else words.push(this.timeText());
    if (exaggeration.factor !== 1 && !mode) words.push(`deformation \u00d7${shown(exaggeration.factor)}`);
    return words.join("   ");
  }
  /** The time in words; of a static analysis what stands for it. */
  timeText() {
    const number = this.time.toFixed(this.digits());
    return this.page.time === "time" || !this.page.time ? `t = ${number} s` : `${this.page.time} ${number}`;
  }
  digits() {
    const span = this.end - this.start;
    return span > 0 ? Math.max(0, Math.min(9, 3 - Math.floor(Math.log10(span)))) : 3;
  }

  /** The picture as it is seen, with what is written on it. */
  picture() {
    this.stage.draw();
    const canvas = document.createElement("canvas");
    canvas.width = this.stage.canvas.width;
    canvas.height = this.stage.canvas.height;
    const context = canvas.getContext("2d");
    context.drawImage(this.stage.canvas, 0, 0);
    context.drawImage(this.overlay.canvas, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png");
  }
}
