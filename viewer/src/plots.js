// Plots of channels over time: one chart for each unit, with the time cursor of the view, zoom, and CSV of what is shown.
import uPlot from "uplot";
import { element } from "./dom.js";
import { shown } from "./numbers.js";

const strokes = ["#4f8ff7", "#f0913d", "#4fb86a", "#e5566d", "#35b7b0", "#b083e8", "#d9b43a", "#ef8fb3", "#a98467", "#8fa3bd"];

const axes = (theme, unit) => {
  const ink = theme === "dark" ? "#9fb0c3" : "#4a586b";
  const grid = { stroke: theme === "dark" ? "rgba(140, 160, 185, 0.16)" : "rgba(60, 80, 110, 0.14)", width: 1 };
  const font = "11px system-ui, sans-serif";
  const common = { stroke: ink, grid, ticks: grid, font, labelFont: font };
  return [
    { ...common, size: 30, values: (_, list) => list.map(shown) },
    { ...common, size: 58, label: unit === "1" ? "" : unit, labelSize: 16, values: (_, list) => list.map(shown) },
  ];
};

/** A line at the time of the view. */
const cursorOf = (viewer) => ({
  hooks: {
    draw: (u) => {
      const x = u.valToPos(viewer.time, "x", true);
      if (x < u.bbox.left - 1 || x > u.bbox.left + u.bbox.width + 1) return;
      u.ctx.save();
      u.ctx.strokeStyle = "#f5c451";
      u.ctx.lineWidth = 1.5 * devicePixelRatio;
      u.ctx.beginPath();
      u.ctx.moveTo(x, u.bbox.top);
      u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
      u.ctx.stroke();
      u.ctx.restore();
    },
  },
});

/** One chart; names are channels of one unit. onZoom(from, to) is told when the user zooms. */
export const chart = (host, viewer, names, { width, height, theme, onZoom, range }) => {
  const { series } = viewer;
  const real = (viewer.page.time || "time") === "time";
  const options = {
    width,
    height,
    scales: { x: { time: false } },
    axes: axes(theme, series.unit(names[0])),
    legend: { show: true, live: true },
    cursor: { drag: { x: true, y: false, uni: 20 }, points: { size: 6 } },
    series: [
      { label: real ? "t" : viewer.page.time, value: (_, v) => (v === null ? "\u2013" : `${shown(v)}${real ? " s" : ""}`) },
      ...names.map((name, i) => ({ label: name, stroke: strokes[i % strokes.length], width: 1.6, points: { show: false }, value: (_, v) => shown(v) })),
    ],
    plugins: [cursorOf(viewer)],
    hooks: { setSelect: [(u) => u.select.width > 3 && onZoom?.(u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x"))] },
  };
  const plot = new uPlot(options, [series.time, ...names.map((name) => series.values(name))], host);
  if (range) plot.setScale("x", { min: range[0], max: range[1] });
  let down = null;
  plot.over.addEventListener("mousedown", (event) => (down = event.clientX));
  plot.over.addEventListener("mouseup", (event) => {
    if (down !== null && Math.abs(event.clientX - down) < 4) viewer.setTime(plot.posToVal(event.offsetX, "x"));
  });
  plot.over.addEventListener("dblclick", () => onZoom?.(null));
  return plot;
};

/** The panel of the view: chosen channels, grouped by unit. */
export class Plots {
  constructor(host, viewer) {
    this.host = host;
    this.viewer = viewer;
    this.names = [];
    this.charts = [];
    this.range = null;
    this.area = element("div", { class: "charts" });
    this.chosen = element("div", { class: "chips" });
    this.makePicker();
    host.append(this.picker, this.chosen, this.area);
    viewer.on("time", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(host);
  }
  makePicker() {
    const { page } = this.viewer;
    this.list = element("div", { class: "channel-list", role: "listbox" });
    this.search = element("input", {
      type: "search", placeholder: `Search ${page.channels.length} channels \u2026`, "aria-label": "Search channels", id: "channel-search",
    });
    this.search.addEventListener("input", () => this.showList());
    this.search.addEventListener("focus", () => this.showList());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault(); // which would empty the field, and so open the list again
        this.hideList();
        this.search.blur();
      }
      if (event.key === "Enter") this.list.querySelector("button")?.click();
    });
    const csv = element("button", { class: "small", id: "csv", title: "Save what is shown as comma-separated values" }, "CSV");
    csv.addEventListener("click", () => this.save());
    const clear = element("button", { class: "small", title: "Remove all channels" }, "Clear");
    clear.addEventListener("click", () => this.set([]));
    this.picker = element("div", { class: "picker" }, this.search, csv, clear, this.list);
    document.addEventListener("pointerdown", (event) => !this.picker.contains(event.target) && this.hideList());
  }
  showList() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.viewer.page.channels.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    this.list.replaceChildren(
      ...found.slice(0, 300).map(({ name, unit, low, high }) => {
        const row = element("button", { class: this.names.includes(name) ? "on" : "", role: "option", "data-channel": name },
          element("span", {}, name), element("small", {}, `${shown(low)} \u2026 ${shown(high)} ${unit === "1" ? "" : unit}`));
        row.addEventListener("click", () => {
          this.toggle(name);
          row.classList.toggle("on");
        });
        return row;
      }),
    );
    if (!found.length) this.list.append(element("p", {}, "No channel has these words in its name."));
    this.list.classList.add("open");
  }
  hideList() {
    this.list.classList.remove("open");
  }
  toggle(name) {
    this.set(this.names.includes(name) ? this.names.filter((other) => other !== name) : [...this.names, name]);
  }
  set(names) {
    this.names = names.filter((name) => this.viewer.series.has(name));
    this.build();
  }
  build() {
    for (const plot of this.charts) plot.destroy();
    this.charts = [];
    this.chosen.replaceChildren(
      ...this.names.map((name) => {
        const chip = element("button", { class: "chip", title: "Remove" }, `${name} \u00d7`);
        chip.addEventListener("click", () => this.toggle(name));
        return chip;
      }),
    );
    this.area.replaceChildren();
    if (!this.names.length) {
      this.area.append(element("p", { class: "hint" }, "Search for a channel, or click a part and then one of its channels. Click in a plot to go to a time, drag to zoom, double click to see all."));
      return;
    }
    const groups = Map.groupBy ? Map.groupBy(this.names, (name) => this.viewer.series.unit(name)) : grouped(this.names, (name) => this.viewer.series.unit(name));
    for (const names of groups.values()) {
      const host = element("div", { class: "chart" });
      this.area.append(host);
      this.charts.push(
        chart(host, this.viewer, names, {
          width: this.width(), height: 200, theme: this.viewer.stage.theme, range: this.range,
          onZoom: (from, to) => this.zoom(from, to),
        }),
      );
    }
  }
  zoom(from, to) {
    const { time } = this.viewer.series;
    this.range = from === null ? null : [from, to];
    for (const plot of this.charts) plot.setScale("x", { min: from ?? time[0], max: to ?? time[time.length - 1] });
  }
  width() {
    return Math.max(200, this.host.clientWidth - 20);
  }
  resize() {
    for (const plot of this.charts) plot.setSize({ width: this.width(), height: 200 });
  }
  redraw() {
    if (this.host.offsetParent === null) return;
    for (const plot of this.charts) plot.redraw(false, false);
  }
  csv() {
    const { series } = this.viewer;
    const columns = this.names.map((name) => series.values(name));
    const lines = [`${(this.viewer.page.time || "time") === "time" ? "time [s]" : this.viewer.page.time},${this.names.map((name) => `${name} [${series.unit(name)}]`).join(",")}`];
    series.time.forEach((t, i) => {
      if (this.range && (t < this.range[0] || t > this.range[1])) return;
      lines.push([t, ...columns.map((column) => column[i])].join(","));
    });
    return lines.join("\n") + "\n";
  }
  save() {
    if (!this.names.length) return;
    const link = element("a", { download: "channels.csv", href: URL.createObjectURL(new Blob([this.csv()], { type: "text/csv" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

const grouped = (list, key) => {
  const groups = new Map();
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};
