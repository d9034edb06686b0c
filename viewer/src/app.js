// The page of `trammel view`: title, parts, scene, plots, timeline, keys.
import { equationOf } from "./couplings.js";
import { button, element, icon } from "./dom.js";
import { shown } from "./numbers.js";
import { Plots } from "./plots.js";
import { Viewer } from "./viewer.js";

const keys = [
  ["Space", "play, pause"],
  ["\u2190 \u2192", "one position back, forward (Shift: ten)"],
  ["Home, End", "to the start, to the end"],
  ["[ ]", "slower, faster"],
  ["R", "repeat or stop at the end"],
  ["1 \u2026 8", "camera: best, front, back, left, right, top, bottom, oblique"],
  ["G", "follow the selected part, or stop following"],
  ["L", "labels: all, parts, none"],
  ["F, M", "arrows of loads, of reactions"],
  ["C", "next colouring of the beams"],
  ["T", "trail of the selected body"],
  ["H", "hide or show the selected part"],
  ["V, P", "panels of parts and of plots"],
  ["S", "save a picture"],
  ["D", "dark or light"],
  ["?", "this help"],
];
const views = ["best", "front", "back", "left", "right", "top", "bottom", "oblique"];

// what deformation is exaggerated from
const references = [["written", "relative to the model as written"], ["start", "relative to each beam's start"], ["chord", "relative to each beam's chord"]];

// words of links that other versions of the page wrote
const formerly = { iso: "oblique", reference: "written", root: "start" };
const kindNames = { ground: "Ground", body: "Bodies", beam: "Beams", joint: "Joints", spring: "Springs" };

export class App {
  constructor(page) {
    this.page = page;
    this.options = new URLSearchParams(location.hash.slice(1));
    this.theme = this.options.get("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    document.documentElement.dataset.theme = this.theme;
    this.makeLayout();
    this.viewer = new Viewer(this.scene, page, { theme: this.theme });
    this.plots = new Plots(this.plotPanel, this.viewer);
    this.makeHeader();
    this.makeParts();
    this.makeTimeline();
    this.makeHelp();
    this.viewer.on("time", () => this.showTime());
    this.viewer.on("state", () => this.showState());
    document.addEventListener("keydown", (event) => this.key(event));
    this.pickable();
    this.applyOptions();
    this.showState();
    this.showTime();
  }
  makeLayout() {
    this.header = element("header");
    this.side = element("aside", { id: "parts" });
    this.scene = element("div", { id: "scene" });
    this.plotPanel = element("aside", { id: "plots" });
    this.footer = element("footer");
    this.root = element("div", { id: "app" }, this.header, this.side, this.scene, this.plotPanel, this.footer);
    document.body.append(this.root);
    this.togglePanel("side", innerWidth > 900);
    this.togglePanel("plots", false);
  }
  togglePanel(name, open = !this.root.classList.contains(name)) {
    this.root.classList.toggle(name, open);
    if (name === "plots" && open) this.plots?.build();
  }

  // ---- header ----
  makeHeader() {
    const { page } = this;
    const status = page.status === "finished" ? "" : page.status;
    const facts = `${page.file}${status ? ` \u00b7 ${status}` : ""}`;
    this.viewMenu = select("view", "Camera", views.map((name) => [name, name]), (name) => this.setView(name));
    this.colorMenu = select("coloring", "Beams coloured by", [["", "no colouring"], ...this.viewer.availableColorings().map((q) => [q.key, `${q.label} [${q.unit}]`])], (key) => this.viewer.setColoring(key));
    this.header.append(
      button("tree", "Parts (V)", () => this.togglePanel("side"), "toggle-parts"),
      element("h1", {}, page.title || page.file, element("small", {}, facts)),
      this.viewMenu,
    );
    if (this.viewer.meshes.length) this.header.append(this.colorMenu);
    this.header.append(
      button("camera", "Save a picture (S)", () => this.savePicture(), "picture"),
      button("theme", "Dark or light (D)", () => this.setTheme(this.theme === "dark" ? "light" : "dark"), "theme"),
      button("help", "Keys (?)", () => this.toggleHelp(), "help-button"),
      button("plot", "Plots (P)", () => this.togglePanel("plots"), "toggle-plots"),
    );
  }

  // ---- parts ----
  makeParts() {
    const { viewer } = this;
    this.rows = new Map();
    const groups = Object.keys(kindNames).filter((kind) => viewer.parts.some((part) => part.kind === kind));
    for (const kind of groups) {
      const parts = viewer.parts.filter((part) => part.kind === kind);
      const details = element("details", { open: parts.length <= 40 });
      const all = button("eye", `Show or hide all`, (event) => {
        event.preventDefault();
        const show = !parts.some((part) => part.object.visible);
        viewer.setVisible(parts.map((part) => part.name), show);
        this.showState();
      });
      details.append(element("summary", {}, kindNames[kind], element("small", {}, String(parts.length)), all));
      for (const part of parts) details.append(this.partRow(part));
      this.side.append(details);
    }
    this.side.append(this.displayOptions());
    this.details = element("div", { class: "part-details" });
    this.side.append(this.details);
  }
  partRow(part) {
    const { viewer } = this;
    const dot = element("i", { class: `dot ${part.kind}` });
    if (part.color) dot.style.background = `#${part.color.getHexString()}`;
    const name = element("button", { class: "name", title: part.type ?? part.kind }, dot, part.name, element("small", {}, part.type ?? ""));
    name.addEventListener("click", () => viewer.select(part.name));
    const eye = button("eye", "Show or hide", () => {
      viewer.setVisible(part.name, !part.object.visible);
      this.showState();
    });
    const row = element("div", { class: "part", "data-part": part.name }, name, eye);
    this.rows.set(part.name, { row, eye, part });
    return row;
  }
  displayOptions() {
    const { viewer } = this;
    const { motion } = viewer;
    const box = element("div", { class: "options" }, element("h2", {}, "Display"));
    this.checks = {
      labels: check("Labels", () => this.setLabels(viewer.view.labels ? 0 : 2)),
      loads: check("Loads", () => this.setArrows("load", !viewer.arrows.kinds.load)),
      reactions: check("Reactions", () => this.setArrows("reaction", !viewer.arrows.kinds.reaction)),
    };
    box.append(this.checks.labels.label);
    if (viewer.arrows.has("load")) box.append(this.checks.loads.label);
    if (viewer.arrows.has("reaction")) box.append(this.checks.reactions.label);
    if (viewer.arrows.has("load") || viewer.arrows.has("reaction"))
      box.append(slider("Arrows", -1, 1, 0.05, 0, (v) => `\u00d7${shown(10 ** v)}`, (v) => {
        viewer.arrows.factor = 10 ** v;
        viewer.moved();
      }));
    if (motion.beams.length && !motion.modes) {
      this.deformation = slider("Deformation", 0, 4, 0.05, 0, (v) => `\u00d7${shown(10 ** v)}`, (v) => viewer.setExaggeration(10 ** v), "deformation");
      this.deformedFrom = select("deformation-from", "relative to", references, (from) => viewer.setExaggeration(motion.exaggeration.factor, from));
      box.append(this.deformation, this.deformedFrom);
    }
    if (motion.modes) this.addModes(box);
    return box;
  }
  addModes(box) {
    const { viewer } = this;
    const { modes } = viewer.motion;
    const names = modes.frequency.map((f, i) => [String(i), `mode ${i + 1}: ${shown(f)} Hz`]);
    this.modeMenu = select("mode", "Mode shape", [["-1", "no mode shape"], ...names], (i) => viewer.setMode(Number(i)));
    box.append(element("h2", {}, "Modes"), this.modeMenu);
    box.append(slider("Amplitude", 0.01, 1, 0.01, 0.12, (v) => `${Math.round(100 * v)} %`, (v) => viewer.motion.mode && viewer.setAmplitude(v * viewer.stage.radius)));
  }
  showDetails() {
    const { viewer, page } = this;
    const part = viewer.selected && viewer.part(viewer.selected);
    this.details.replaceChildren();
    this.values = [];
    if (!part) {
      this.shownPart = null;
      return;
    }
    this.details.append(element("h2", {}, part.name));
    const follow = element("button", { class: viewer.following === part.name ? "small on" : "small" }, "Follow");
    follow.addEventListener("click", () => viewer.follow(viewer.following === part.name ? null : part.name));
    this.details.append(follow);
    if (part.kind === "body") {
      const trail = element("button", { class: viewer.trails.has(part.name) ? "small on" : "small" }, "Trail");
      trail.addEventListener("click", () => viewer.setTrail(part.name, !viewer.trails.has(part.name)));
      this.details.append(trail);
    }
    const facts = factsOf(page.geometry, part);
    if (facts.length) this.details.append(element("dl", {}, ...facts.flatMap(([key, text]) => [element("dt", {}, key), element("dd", {}, text)])));
    const list = element("div", { class: "channels" });
    for (const { name, unit, low, high } of page.channels.filter((channel) => channel.name.startsWith(`${part.name}.`))) {
      const value = element("output", { "data-value": name });
      const item = element("button", { class: `channel${this.plots.names.includes(name) ? " on" : ""}${low === 0 && high === 0 ? " quiet" : ""}`, title: `${name}: plot it or not` },
        element("span", {}, name.slice(part.name.length + 1)), value, element("small", {}, unit === "1" ? "" : unit));
      item.addEventListener("click", () => {
        this.togglePanel("plots", true);
        this.plots.toggle(name);
        this.showDetails();
      });
      this.values.push({ name, value });
      list.append(item);
    }
    this.details.append(list);
    this.showValues();
    if (this.shownPart !== part.name) this.details.scrollIntoView({ block: "nearest" });
    this.shownPart = part.name;
  }
  /** The numbers of the selected part at this time. */
  showValues() {
    for (const { name, value } of this.values ?? []) {
      const number = this.viewer.series.at(name, this.viewer.time);
      value.textContent = name.endsWith(".friction.slips") ? (number > 0.5 ? "slips" : "sticks") : shown(number);
    }
  }
  /** A click on a part of the scene selects it. */
  pickable() {
    let at = null;
    const { canvas } = this.viewer.stage;
    canvas.addEventListener("pointerdown", (event) => (at = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => {
      if (!at || Math.hypot(event.clientX - at[0], event.clientY - at[1]) > 4) return;
      const name = this.viewer.pick(event.offsetX, event.offsetY);
      if (name) this.viewer.select(name);
    });
  }

  // ---- timeline ----
  makeTimeline() {
    const { viewer } = this;
    this.playButton = button("play", "Play or pause (Space)", () => viewer.setPlaying(!viewer.playing), "play");
    this.slider = element("input", { type: "range", min: 0, max: 1, step: "any", value: 0, id: "time", "aria-label": "Time" });
    this.slider.addEventListener("input", () => {
      viewer.setPlaying(false);
      const share = Number(this.slider.value);
      if (viewer.motion.mode) viewer.setPhase(2 * Math.PI * share);
      else viewer.setTime(viewer.start + share * (viewer.end - viewer.start));
    });
    this.clock = element("output", { id: "clock" });
    const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
    if (!speeds.includes(viewer.speed)) speeds.push(viewer.speed);
    this.speeds = speeds.sort((a, b) => a - b);
    this.speedMenu = select("speed", "Speed", this.speeds.map((s) => [String(s), `\u00d7 ${shown(s)}`]), (s) => this.setSpeed(Number(s)));
    this.loopButton = button("loop", "Repeat (R)", () => this.setLoop(!viewer.loop), "loop");
    this.footer.append(
      button("first", "To the start (Home)", () => viewer.setTime(viewer.start)),
      button("back", "Back (\u2190)", () => viewer.step(-1)),
      this.playButton,
      button("next", "Forward (\u2192)", () => viewer.step(1)),
      this.slider, this.clock, this.speedMenu, this.loopButton,
    );
    const note = this.page.rows > viewer.motion.times.length ? `${viewer.motion.times.length} of ${this.page.rows} rows` : "";
    if (note) this.footer.append(element("small", { title: "The page holds so many of the positions that the file has" }, note));
  }
  showTime() {
    const { viewer } = this;
    const { mode } = viewer.motion;
    const share = mode ? mode.phase / (2 * Math.PI) : (viewer.time - viewer.start) / (viewer.end - viewer.start || 1);
    this.slider.value = share;
    this.showValues();
    this.clock.textContent = mode ? `${Math.round(360 * share)}\u00b0` : viewer.timeText().replace(/^t = /, "");
  }
  setSpeed(speed) {
    this.viewer.speed = speed;
    this.showState();
  }
  setLoop(loop) {
    this.viewer.loop = loop;
    this.showState();
  }

  // ---- state on the controls ----
  showState() {
    const { viewer } = this;
    this.playButton.replaceChildren(icon(viewer.playing ? "pause" : "play"));
    this.loopButton.classList.toggle("on", viewer.loop);
    this.speedMenu.querySelector("select").value = String(viewer.speed);
    this.colorMenu.querySelector("select").value = viewer.coloring?.quantity.key ?? "";
    if (this.modeMenu) this.modeMenu.querySelector("select").value = String(viewer.motion.mode?.index ?? -1);
    if (this.deformation) this.showDeformation(viewer.motion.exaggeration);
    this.checks.labels.box.checked = viewer.view.labels;
    this.checks.loads.box.checked = viewer.arrows.kinds.load;
    this.checks.reactions.box.checked = viewer.arrows.kinds.reaction;
    for (const [name, { row, eye, part }] of this.rows) {
      row.classList.toggle("selected", viewer.selected === name);
      row.classList.toggle("off", !part.object.visible);
      eye.replaceChildren(icon(part.object.visible ? "eye" : "hidden"));
    }
    this.showDetails();
  }
  showDeformation({ factor, from }) {
    this.deformation.querySelector("input").value = String(Math.log10(Math.max(factor, 1)));
    this.deformation.querySelector("output").textContent = `\u00d7${shown(factor)}`;
    this.deformedFrom.querySelector("select").value = from;
  }
  setLabels(level) {
    const { view, stage } = this.viewer;
    view.labels = level > 0;
    view.jointLabels = level > 1;
    stage.invalidate();
    this.showState();
  }
  setArrows(kind, wanted) {
    this.viewer.arrows.kinds[kind] = wanted;
    this.viewer.moved();
    this.showState();
  }
  setView(wanted) {
    const name = [formerly[wanted] ?? wanted].find((word) => views.includes(word)) ?? views[0];
    this.viewer.stage.look(name);
    this.viewMenu.querySelector("select").value = name;
  }
  setTheme(theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.viewer.stage.setTheme(theme);
    this.plots.build();
  }
  savePicture() {
    const link = element("a", { download: `${this.page.file.replace(/.*\//, "").replace(/\.h5$/, "")}.png`, href: this.viewer.picture() });
    link.click();
  }

  // ---- help, keys, options in the address ----
  makeHelp() {
    const rows = keys.map(([key, text]) => element("tr", {}, element("th", {}, key), element("td", {}, text)));
    const close = element("button", { class: "small" }, "Close");
    close.addEventListener("click", () => this.toggleHelp(false));
    this.help = element("div", { id: "help", role: "dialog", "aria-label": "Keys" },
      element("div", {}, element("h2", {}, "Keys"), element("table", {}, ...rows),
        element("p", {}, "Drag turns the scene, the right button moves it, the wheel zooms. A click selects a part."), close));
    document.body.append(this.help);
  }
  toggleHelp(open) {
    this.help.classList.toggle("open", open);
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=range]):not([type=checkbox]), select, textarea")) return;
    const { viewer } = this;
    const speedBy = (by) => this.setSpeed(this.speeds[Math.max(0, Math.min(this.speeds.length - 1, this.speeds.indexOf(viewer.speed) + by))]);
    const actions = {
      " ": () => viewer.setPlaying(!viewer.playing),
      ArrowLeft: () => viewer.step(event.shiftKey ? -10 : -1),
      ArrowRight: () => viewer.step(event.shiftKey ? 10 : 1),
      Home: () => viewer.setTime(viewer.start),
      End: () => viewer.setTime(viewer.end),
      "[": () => speedBy(-1),
      "]": () => speedBy(1),
      r: () => this.setLoop(!viewer.loop),
      g: () => viewer.follow(viewer.following ? null : viewer.selected),
      l: () => this.setLabels(!viewer.view.labels ? 2 : viewer.view.jointLabels ? 1 : 0),
      f: () => this.setArrows("load", !viewer.arrows.kinds.load),
      m: () => this.setArrows("reaction", !viewer.arrows.kinds.reaction),
      c: () => this.nextColoring(),
      t: () => viewer.selected && viewer.setTrail(viewer.selected, !viewer.trails.has(viewer.selected)),
      h: () => {
        if (!viewer.selected) return;
        viewer.setVisible(viewer.selected, !viewer.part(viewer.selected).object.visible);
        this.showState();
      },
      v: () => this.togglePanel("side"),
      p: () => this.togglePanel("plots"),
      s: () => this.savePicture(),
      d: () => this.setTheme(this.theme === "dark" ? "light" : "dark"),
      "?": () => this.toggleHelp(),
      Escape: () => this.toggleHelp(false),
    };
    const action = actions[event.key] ?? actions[event.key.toLowerCase()] ?? (/^[1-8]$/.test(event.key) ? () => this.setView(views[event.key - 1]) : null);
    if (!action) return;
    event.preventDefault();
    action();
  }
  nextColoring() {
    const list = ["", ...this.viewer.availableColorings().map((quantity) => quantity.key)];
    const now = list.indexOf(this.viewer.coloring?.quantity.key ?? "");
    this.viewer.setColoring(list[(now + 1) % list.length]);
  }
  /** #t=0.5&view=front&plots=a,b&color=moment.z&labels=0&theme=light&panel=0&play=1&reactions=1&deformation=20&mode=2 */
  applyOptions() {
    const { options, viewer } = this;
    const given = (key, action) => options.has(key) && action(options.get(key));
    given("view", (name) => this.setView(name));
    given("color", (key) => viewer.setColoring(key));
    given("labels", (level) => this.setLabels(Number(level)));
    given("panel", (open) => this.togglePanel("side", open !== "0"));
    given("reactions", (wanted) => this.setArrows("reaction", wanted !== "0"));
    given("loads", (wanted) => this.setArrows("load", wanted !== "0"));
    given("deformation", (factor) => Number(factor) > 0 && Number.isFinite(Number(factor)) && viewer.setExaggeration(Number(factor)));
    given("from", (wanted) => {
      const from = formerly[wanted] ?? wanted;
      if (references.some(([word]) => word === from)) viewer.setExaggeration(viewer.motion.exaggeration.factor, from);
    });
    given("mode", (number) => viewer.setMode(Number(number) - 1));
    given("select", (name) => viewer.select(name));
    given("t", (t) => viewer.setTime(Number(t)));
    const plots = options.get("plots")?.split(",") ?? this.page.plots;
    if (plots.length) {
      this.togglePanel("plots", true);
      this.plots.set(plots);
    }
    given("play", (play) => viewer.setPlaying(play !== "0"));
  }
}

/** What the file says about a part, in words: pairs of a heading and a text. */
const factsOf = (geometry, part) => {
  const joint = part.kind === "joint" && geometry.joints.find(({ name }) => name === part.name);
  if (!joint) return [];
  const facts = [["type", joint.type]];
  if (joint.terms) facts.push([joint.laws.length ? "sum" : "held", equationOf(joint)]);
  else if (joint.track) facts.push(["slides on", joint.track.join(", ")], ["slider", joint.sides[1].body]);
  else facts.push(["between", joint.sides.map((side) => side.body).join(" \u2013 ")]);
  const laws = joint.laws ?? [];
  for (const coordinate of [...new Set(laws.map((law) => law.coordinate))])
    facts.push([coordinate, laws.filter((law) => law.coordinate === coordinate).map((law) => law.kind).join(", ")]);
  return facts;
};

const select = (id, label, choices, action) => {
  const menu = element("select", { id, title: label, "aria-label": label }, ...choices.map(([value, text]) => element("option", { value }, text)));
  menu.addEventListener("change", () => {
    action(menu.value);
    menu.blur();
  });
  return element("label", { class: "select" }, menu);
};

const check = (text, action) => {
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", action);
  return { box, label: element("label", { class: "check" }, box, text) };
};

const slider = (text, min, max, step, value, words, action, id) => {
  const input = element("input", { type: "range", min, max, step, value, id });
  const output = element("output", {}, words(value));
  input.addEventListener("input", () => {
    output.textContent = words(Number(input.value));
    action(Number(input.value));
  });
  return element("label", { class: "slider" }, element("span", {}, text), input, output);
};
