// The page of `trammel report`: what was computed, on one sheet.
import { equationOf } from "./couplings.js";
import { button, element, icon } from "./dom.js";
import { shown } from "./numbers.js";
import { chart } from "./plots.js";
import { Viewer } from "./viewer.js";

/** Name, words, and a number at the right. */
const row = (name, ...cells) =>
  element("tr", {}, element("th", {}, name), ...cells.map((cell, i) => element("td", { class: i === cells.length - 1 ? "number" : "" }, cell)));
const table = (rows) => element("table", {}, ...rows);

const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const ledgerTerms = [
  ["kinetic", "ledger_kinetic", "energy of motion at the end"],
  ["potential", "ledger_potential", "of gravity"],
  ["spring", "ledger_spring", "in springs"],
  ["strain", "ledger_strain", "in beams"],
  ["at the start", "ledger_start", "all of these"],
  ["loads", "ledger_load_work", "work of loads and actuators"],
  ["drives", "ledger_drive_work", "work of prescribed motions"],
  ["dissipated", "ledger_dissipated", "by dampers, friction, stops"],
  ["numerical", "ledger_numerical", "taken by the time integration"],
  ["constraints", "ledger_constraint_work", "work of constraint forces: zero but for round-off"],
  ["residual", "ledger_residual", "what does not close"],
];

export class Report {
  constructor(page) {
    this.page = page;
    document.documentElement.dataset.theme = "light";
    this.root = element("main", { class: "report" });
    document.body.append(this.root);
    this.addTitle();
    this.addScene();
    this.addModel();
    this.addWarnings();
    this.addDoctor();
    this.addRun();
    this.addEnergy();
    this.addSteps();
    this.addModes();
    this.addPlots();
    this.addText();
  }
  section(title, id) {
    const part = element("section", { id }, element("h2", {}, title));
    this.root.append(part);
    return part;
  }
  addTitle() {
    const { page } = this;
    const done = page.status === "finished";
    this.root.append(
      element("h1", {}, page.title || page.file),
      element("p", { class: "lead" }, `${page.file} \u00b7 trammel ${page.version} \u00b7 ${plural(page.rows, "row")} \u00b7 `,
        element("span", { class: done ? "" : "bad" }, page.status || "status unknown")),
    );
  }
  addScene() {
    const host = element("div", { id: "scene" });
    this.root.append(host);
    const viewer = (this.viewer = new Viewer(host, this.page, { theme: "light" }));
    viewer.setTime(viewer.start + 0.3 * (viewer.end - viewer.start));
    const slider = element("input", { type: "range", min: 0, max: 1, step: "any", id: "time", "aria-label": "Time" });
    const play = button("play", "Play or pause", () => viewer.setPlaying(!viewer.playing), "play");
    const clock = element("output", { id: "clock" });
    slider.addEventListener("input", () => {
      viewer.setPlaying(false);
      if (viewer.motion.mode) viewer.setPhase(2 * Math.PI * slider.value);
      else viewer.setTime(viewer.start + slider.value * (viewer.end - viewer.start));
    });
    const show = () => {
      slider.value = viewer.motion.mode ? viewer.motion.mode.phase / 2 / Math.PI : (viewer.time - viewer.start) / (viewer.end - viewer.start || 1);
      clock.textContent = viewer.motion.mode ? "" : viewer.timeText();
    };
    viewer.on("time", show);
    viewer.on("state", () => play.replaceChildren(icon(viewer.playing ? "pause" : "play")));
    show();
    this.root.append(element("div", { class: "controls" }, play, slider, clock));
  }
  addModel() {
    const { geometry } = this.page;
    const part = this.section("Model", "model");
    const counts = [
      [geometry.bodies.length, "rigid body", "rigid bodies"],
      [geometry.beams.length, "beam"],
      [geometry.joints.length, "joint"],
      [geometry.springs.length, "spring"],
      [geometry.loads.length + (geometry.beam_loads?.length ?? 0), "load"],
    ];
    part.append(element("p", {}, `${counts.filter(([n]) => n).map(([n, one, many]) => plural(n, one, many)).join(", ")}; ${geometry.planar ? "planar" : "spatial"}; gravity (${geometry.gravity.map(shown).join(", ")}) m/s\u00b2.`));
    const columns = element("div", { class: "columns" });
    const left = [...geometry.bodies.map((b) => row(b.name, b.point ? "point mass" : "rigid body", `${shown(b.mass)} kg`)),
      ...geometry.beams.map((b) => row(b.name, `beam, ${plural(b.elements, "element")} of order ${b.order}`, `${shown(b.length)} m`))];
    const right = geometry.joints.map((j) => row(j.name, j.type, j.terms ? equationOf(j) : j.sides.map((side) => side.body).join(" \u2013 ")));
    columns.append(element("div", {}, table(left.slice(0, 60))), element("div", {}, table(right.slice(0, 60))));
    part.append(columns);
    if (left.length > 60 || right.length > 60) part.append(element("p", { class: "lead" }, "The first 60 of each are listed."));
  }
  addWarnings() {
    if (!this.page.warnings) return;
    const list = element("ul", {});
    for (const line of this.page.warnings.trimEnd().split("\n")) list.append(element("li", {}, line));
    this.section("Warnings", "warnings").append(list);
  }
  addDoctor() {
    if (!this.page.doctor) return;
    this.section("Findings of the model doctor", "doctor").append(element("pre", {}, this.page.doctor.trimEnd()));
  }
  addRun() {
    const s = this.page.summary;
    if (s.steps === undefined) return;
    const part = this.section("Run", "run");
    const columns = element("div", { class: "columns" });
    columns.append(
      element("div", {}, table([
        row("steps", shown(s.steps)), row("retried steps", shown(s.retries)),
        row("iterations a step", shown(s.steps ? s.iterations / s.steps : 0)), row("factorizations", shown(s.factorizations)),
      ])),
      element("div", {}, table([
        row("largest violation of a constraint", `${shown(s.largest_violation)} m or rad`),
        row("moved by the assembly", `${shown(s.moved_position)} m, ${shown(s.moved_angle)} rad`),
        row("CPU time", `${shown(s.seconds_total)} s`),
        row("of it assembly, linear solver, output", `${shown(s.seconds_assembly)}, ${shown(s.seconds_linear)}, ${shown(s.seconds_output)} s`),
      ])),
    );
    part.append(columns);
  }
  addEnergy() {
    const s = this.page.summary;
    if (s.ledger_residual === undefined) return;
    const part = this.section("Energy ledger", "energy");
    part.append(element("div", { class: "columns" },
      table(ledgerTerms.slice(0, 6).map(([name, key, words]) => row(name, words, `${shown(s[key])} J`))),
      table(ledgerTerms.slice(6).map(([name, key, words]) => row(name, words, `${shown(s[key])} J`)))));
    const relevant = ["kinetic", "potential", "spring", "strain", "total", "load-work", "drive-work", "dissipated", "numerical"]
      .map((name) => `energy.${name}`).filter((name) => this.changes(name));
    this.charts(part, [["Energies and works", relevant], ["What does not close", ["energy.residual"].filter((name) => this.viewer.series.has(name))]]);
  }
  addSteps() {
    if (!this.changes("solver.step")) return;
    const sizes = this.stepsDiffer() ? [["Step size at the rows", ["solver.step"]]] : [];
    this.charts(this.section("Steps", "steps"), [...sizes, ["Iterations of the step", ["solver.iterations"]]]);
  }
  /** The first row has no step behind it; the last one may be cut short by the end. */
  stepsDiffer() {
    const { series } = this.viewer;
    const sizes = Array.from(series.values("solver.step")).slice(1, -1).filter((size) => size > 0);
    return sizes.length > 0 && Math.max(...sizes) - Math.min(...sizes) > 1e-6 * Math.max(...sizes);
  }
  addModes() {
    const { modes } = this.viewer.motion;
    if (!modes) return;
    const part = this.section("Modes", "modes");
    part.append(table([
      element("tr", {}, ...["mode", "frequency, Hz", "damping ratio"].map((text) => element("th", {}, text))),
      ...modes.frequency.map((f, i) => row(String(i + 1), shown(f), shown(modes.damping[i]))),
    ]));
  }
  addPlots() {
    const names = this.page.plots.length ? this.page.plots : this.usualPlots();
    if (!names.length || this.viewer.series.time.length < 2) return;
    const groups = new Map(); // channels of one quantity of one entry belong together
    for (const name of names) {
      const key = this.page.plots.length ? this.viewer.series.unit(name) : name.replace(/\.[xyzw]$/, "");
      groups.set(key, [...(groups.get(key) ?? []), name]);
    }
    this.charts(this.section("Results", "results"), [...groups].map(([key, list]) => [this.page.plots.length ? `in ${key}` : key, list]));
  }
  /** What the model is about: its outputs, then coordinates that are driven, with what drives them, those on which other laws act, the other relative motions, and the
      positions of bodies: a dozen quantities that change. */
  usualPlots() {
    const { geometry, channels } = this.page;
    const known = new Set([...geometry.bodies, ...geometry.joints, ...geometry.springs, ...geometry.loads].map((part) => part.name));
    const system = new Set(["energy", "momentum", "solver", "load", "input"]);
    const owner = ({ name }) => name.slice(0, name.indexOf("."));
    const outputs = channels.filter((c) => !known.has(owner(c)) && !system.has(owner(c)));
    const isDriven = (name) => this.page.channelIndex.has(`${name}.drive`);
    const hasLaw = (joint, c) => (joint.laws ?? []).some((law) => law.coordinate === c);
    const weigh = (joint, c) => (isDriven(`${joint.name}.${c}`) ? 0 : hasLaw(joint, c) ? 1 : 2);
    const coordinates = geometry.joints.flatMap((joint) => joint.coordinates.map((c) => ({ name: `${joint.name}.${c}`, weight: weigh(joint, c) })));
    coordinates.sort((a, b) => a.weight - b.weight); // stable: otherwise in the order of the model
    const joints = coordinates.flatMap(({ name, weight }) => (weight === 0 ? [{ name }, { name: `${name}.drive` }] : [{ name }]));
    const bodies = geometry.bodies.flatMap((body) => ["x", "y", "z"].map((k) => ({ name: `${body.name}.position.${k}` })));
    const picked = [];
    const quantities = new Set();
    for (const { name } of [...outputs, ...joints, ...bodies]) {
      if (!this.changes(name)) continue;
      const quantity = name.replace(/\.[xyzw]$/, "");
      if (!quantities.has(quantity) && quantities.size >= 12) break;
      quantities.add(quantity);
      picked.push(name);
    }
    return picked;
  }
  changes(name) {
    const channel = this.page.channels[this.page.channelIndex.get(name)];
    if (!channel || channel.low === null || this.viewer.series.time.length < 2) return false;
    return channel.high - channel.low > 1e-12 * Math.max(Math.abs(channel.high), Math.abs(channel.low));
  }
  charts(part, list) {
    const host = element("div", { class: "charts" });
    part.append(host);
    for (const [title, names] of list) {
      if (!names.length) continue;
      const box = element("div", { class: "chart" }, element("h3", {}, title));
      host.append(box);
      const plot = chart(box, this.viewer, names, {
        width: box.clientWidth, height: 210, theme: "light",
        onZoom: (from) => {
          const { time } = this.viewer.series;
          if (from === null) plot.setScale("x", { min: time[0], max: time[time.length - 1] });
        },
      });
      new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: 210 })).observe(box);
      this.viewer.on("time", () => plot.redraw(false, false));
    }
  }
  addText() {
    const part = this.section("Model text", "text");
    part.append(element("details", {}, element("summary", {}, "as it was run"), element("pre", {}, this.page.model.trimEnd())));
    part.append(element("details", {}, element("summary", {}, "conventions"), element("pre", {}, this.page.conventions)));
  }
}
