// The page of `trammel report` for the table of a study.
import { element } from "./dom.js";
import { curvesFigure, extent, histogramFigure, mapFigure, scatterFigure, strokes } from "./figures.js";
import { shown } from "./numbers.js";

const mostFigures = 24; // collected columns that are drawn
const mostRows = 500; // of the table at the end
const mostGrid = 20000; // places of a map
const fewCurves = 6; // so many values of a second variable are curves, more are a map
const mostReasons = 30;

const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const short = (name) => name.slice(name.indexOf(".") + 1);
const own = (map, key) => (map && typeof map === "object" && Object.hasOwn(map, key) ? map[key] : undefined);
const text = (value) => (typeof value === "number" ? shown(value) : String(value));

/** How a variable was given, in words. */
const howVaried = (given) => {
  if (given === undefined || given === null) return "";
  if (Array.isArray(given)) return given.length > 8 ? `${given.length} values` : given.map(text).join(", ");
  if (typeof given !== "object") return text(given);
  const parts = [];
  if (Array.isArray(given.values)) parts.push(howVaried(given.values));
  if (given.mean !== undefined) parts.push(`normal, ${text(given.mean)} \u00b1 ${text(given.deviation ?? "")}`);
  if (given.from !== undefined) parts.push(`${given.mean !== undefined ? "cut off at " : ""}${text(given.from)} to ${text(given.to)}`);
  if (given.count !== undefined) parts.push(`${text(given.count)} values`);
  if (given.scale === "logarithmic") parts.push("equal ratios");
  return parts.join(", ");
};

/** Ranks from 0, the mean rank where values are equal. */
const ranks = (values) => {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const out = new Array(values.length);
  for (let i = 0; i < order.length; ) {
    let end = i;
    while (end + 1 < order.length && values[order[end + 1]] === values[order[i]]) end++;
    for (let k = i; k <= end; k++) out[order[k]] = (i + end) / 2;
    i = end + 1;
  }
  return out;
};

/** Spearman's rank correlation over the samples that have both; not a number where one of them does not change. */
export const correlation = (a, b) => {
  const both = a.map((_, i) => i).filter((i) => Number.isFinite(a[i]) && Number.isFinite(b[i]));
  if (both.length < 4) return NaN;
  const [p, q] = [ranks(both.map((i) => a[i])), ranks(both.map((i) => b[i]))];
  const mean = (both.length - 1) / 2;
  let [pq, pp, qq] = [0, 0, 0];
  for (let i = 0; i < both.length; i++) {
    pq += (p[i] - mean) * (q[i] - mean);
    pp += (p[i] - mean) ** 2;
    qq += (q[i] - mean) ** 2;
  }
  return pp > 0 && qq > 0 ? pq / Math.sqrt(pp * qq) : NaN;
};

const quantile = (sorted, share) => {
  if (!sorted.length) return NaN;
  const at = share * (sorted.length - 1);
  const i = Math.floor(at);
  return sorted[i] + (at - i) * ((sorted[i + 1] ?? sorted[i]) - sorted[i]);
};

export class StudyReport {
  constructor(page) {
    this.page = page;
    this.block = page.block("samples");
    document.documentElement.dataset.theme = "light";
    this.root = element("main", { class: "report" });
    document.body.append(this.root);
    this.read();
    this.addTitle();
    this.addVaried();
    this.addCollected();
    this.addSearch();
    this.addFigures();
    this.addRelations();
    this.addDistributions();
    this.addExplorer();
    this.addFailures();
    this.addTable();
    this.addRepeat();
  }
  read() {
    const { page, block } = this;
    this.numbers = Array.from({ length: block.rows }, (_, i) => block.at(i, 0));
    this.rows = this.numbers.map((_, i) => i);
    this.columns = page.channels.map((channel, c) => ({ ...channel, label: short(channel.name), values: this.rows.map((i) => block.at(i, c + 1)) }));
    const asked = new Set(page.plots);
    const wanted = (prefix) => {
      const all = this.columns.filter(({ name }) => name.startsWith(prefix));
      const some = all.filter(({ name }) => asked.has(name));
      return [all, some.length ? some : all];
    };
    [this.allVaried, this.varied] = wanted("vary.");
    [this.allCollected, this.collected] = wanted("collect.");
    for (const column of this.allVaried) column.distinct = [...new Set(column.values)].sort((a, b) => a - b);
    this.changing = this.varied.filter(({ distinct }) => distinct.length > 1);
    this.failures = (page.warnings ?? "").split("\n").map((line) => line.match(/^sample (\d+) failed: (.*)$/)).filter(Boolean);
    const goal = own(page.definition, "optimise");
    this.goal = own(goal, "minimise") ?? own(goal, "maximise");
    this.searches = this.goal !== undefined || own(page.definition, "fit") !== undefined;
    this.drawn = ["latin-hypercube", "sobol", "random"].includes(own(own(page.definition, "samples"), "method"));
  }
  section(title, id) {
    const part = element("section", { id }, element("h2", {}, title));
    this.root.append(part);
    return part;
  }
  figures(part, list) {
    const host = element("div", { class: "charts" });
    part.append(host);
    for (const [title, figure] of list) host.append(element("div", { class: "chart" }, element("h3", {}, title), figure));
    return host;
  }
  /** The columns from `numbers` on are numbers, at the right. */
  table(head, rows, numbers = 1) {
    const line = (cells, tag) => element("tr", {}, ...cells.map((cell, i) => element(i === 0 ? "th" : tag, { class: i >= numbers ? "number" : "" }, cell)));
    return element("div", { class: "scroll" }, element("table", { class: "facts" }, line(head, "th"), ...rows.map((cells) => line(cells, "td"))));
  }
  addTitle() {
    const { page } = this;
    const failed = this.failures.length;
    this.root.append(
      element("h1", {}, page.title || page.file),
      element("p", { class: "lead" }, `${page.file} \u00b7 trammel ${page.version} \u00b7 ${plural(page.samples, "sample")}`,
        ...(failed ? [" \u00b7 ", element("a", { href: "#failures", class: "bad" }, `${failed} failed`)] : [", none failed"]),
        ...(page.status === "finished" ? [] : [" \u00b7 ", element("span", { class: "bad" }, page.status || "status unknown")])),
    );
    if (this.numbers.length < page.samples)
      this.root.append(element("p", { class: "lead" }, `Figures show ${this.numbers.length} of the ${page.samples} samples, at equal distances; least, mean, deviation and largest are those of all.`));
  }
  addVaried() {
    const { definition } = this.page;
    const samples = own(definition, "samples");
    const part = this.section("What varied", "varied");
    const words = this.searches ? "Samples were asked for by the search." : samples?.method ? `${samples.method}${samples.seed !== undefined ? `, seed ${samples.seed}` : ""}.` : "Every value with every other.";
    part.append(element("p", { class: "lead" }, words));
    part.append(this.table(["variable", "where in the model", "given as", "least", "largest", "values"], this.allVaried.map((column) => {
      const given = own(definition.vary, column.label);
      return [column.label, own(given, "at") ?? "parameter", howVaried(given), shown(column.low), shown(column.high), String(column.distinct.length)];
    }), 3));
  }
  addCollected() {
    if (!this.allCollected.length) return;
    const { definition } = this.page;
    const part = this.section("What was collected", "collected");
    part.append(this.table(["column", "of each run", "least", "median", "mean", "deviation", "largest"], this.allCollected.map((column) => {
      const sorted = column.values.filter(Number.isFinite).sort((a, b) => a - b);
      const at = (value, row) => (column.count ? element("span", {}, shown(value), element("small", {}, ` #${row + 1}`)) : "\u2013");
      return [column.label, element("code", {}, text(own(definition.collect, column.label) ?? "")), at(column.low, column.lowest), shown(quantile(sorted, 0.5)), shown(column.mean), shown(column.deviation), at(column.high, column.highest)];
    }), 2));
    part.append(element("p", { class: "lead" }, "#: the number of the sample."));
  }
  /** Does a row meet the constraints of the search? As optimise.c sees it. */
  meets(row) {
    const constraints = own(own(this.page.definition, "optimise"), "constraints") ?? {};
    return Object.entries(constraints).every(([name, { "at-most": most, "at-least": least }]) => {
      const value = this.columns.find((column) => column.name === `collect.${name}`)?.values[row];
      const room = 1e-6;
      return Number.isFinite(value) && !(value - most > room * Math.abs(most)) && !(least - value > room * Math.abs(least));
    });
  }
  addSearch() {
    if (!this.searches) return;
    const column = this.columns.find(({ name }) => name === `collect.${this.goal}`);
    if (!column) {
      const runs = (variable) => scatterFigure({ x: this.numbers, y: variable.values, xName: "run", yName: variable.label, rows: this.rows });
      this.figures(this.section("Search", "search"), this.varied.map((variable) => [variable.label, runs(variable)]));
      return;
    }
    const sign = own(this.page.definition.optimise, "maximise") === undefined ? 1 : -1;
    let best = NaN;
    let winner = -1;
    const history = column.values.map((value, i) => {
      if (Number.isFinite(value) && this.meets(i) && !(sign * value >= sign * best)) [best, winner] = [value, i];
      return best;
    });
    const part = this.section("Search", "search");
    if (winner < 0) {
      part.append(element("p", { class: "bad" }, "No run meets the constraints."));
      return;
    }
    part.append(element("p", {}, `${sign > 0 ? "Least" : "Largest"} ${this.goal}: ${best.toPrecision(8)}, run ${this.numbers[winner]} of ${this.page.samples}.`));
    part.append(this.table(["variable", "best"], this.allVaried.map(({ label, values }) => [label, String(Number(values[winner].toPrecision(10)))])));
    const met = this.rows.filter((i) => this.meets(i));
    const others = this.rows.filter((i) => Number.isFinite(column.values[i]) && !this.meets(i));
    const top = extent(met.map((i) => column.values[i]));
    const near = (i) => sign * column.values[i] <= sign * (sign > 0 ? top[1] : top[0]) + (top[1] - top[0]);
    const runs = { x: this.numbers, xName: "run", yName: this.goal };
    const plot = scatterFigure({ ...runs, y: column.values, rows: met, faint: others.filter(near) });
    this.figures(part, [["The best so far", curvesFigure({ ...runs, y: history, curves: [{ label: "", rows: this.rows.filter((i) => Number.isFinite(history[i])) }] })], [others.length ? "Runs; grey ones violate a constraint" : "Runs", plot]]);
  }
  /** The grid that two columns are, with the rows of each place; null where they are none. */
  grid(a, b) {
    const [xs, ys] = [a.distinct, b.distinct];
    if (xs.length < 2 || ys.length < 2 || xs.length * ys.length > mostGrid || xs.length * ys.length > this.rows.length) return null;
    const [x, y] = [new Map(xs.map((value, i) => [value, i])), new Map(ys.map((value, i) => [value, i]))];
    const cells = Array.from({ length: xs.length * ys.length }, () => []);
    for (const i of this.rows) cells[y.get(b.values[i]) * xs.length + x.get(a.values[i])].push(i);
    return cells.every(({ length }) => length > 0) ? { xs, ys, cells } : null;
  }
  addFigures() {
    if (!this.changing.length || !this.collected.length || this.searches) return;
    const list = this.collected.slice(0, mostFigures);
    const part = this.section("Figures", "figures");
    const [a, b] = this.changing;
    const others = this.allVaried.filter((column) => column !== a && column !== b && column.distinct.length > 1);
    const grid = b && !this.drawn && !others.length ? this.grid(a, b) : null;
    if (this.changing.length === 1 && !others.length) this.addCurves(part, list, a, null);
    else if (grid && Math.min(grid.xs.length, grid.ys.length) <= fewCurves) this.addCurves(part, list, grid.ys.length <= grid.xs.length ? a : b, grid.ys.length <= grid.xs.length ? b : a);
    else if (grid) this.addMaps(part, list, a, b, grid);
    else this.addScatters(part, list);
    if (this.collected.length > list.length) part.append(element("p", { class: "lead" }, `The first ${list.length} columns are drawn; --plots chooses others.`));
  }
  addCurves(part, list, across, family) {
    const order = [...this.rows].sort((i, j) => across.values[i] - across.values[j]);
    const curves = family ? family.distinct.map((value) => ({ label: `${family.label} = ${shown(value)}`, rows: order.filter((i) => family.values[i] === value) })) : [{ label: "", rows: order }];
    this.figures(part, list.map((column) => [column.label, curvesFigure({ x: across.values, y: column.values, xName: across.label, yName: column.label, curves })]));
    if (family) part.append(element("p", { class: "legend" }, ...curves.flatMap(({ label }, k) => [element("span", { style: `color: ${strokes[k % strokes.length]}` }, `\u25cf ${label}`), " "])));
  }
  addMaps(part, list, a, b, { xs, ys, cells }) {
    this.figures(part, list.map((column) => {
      const z = cells.map((rows) => column.values[rows[0]]);
      return [column.label, mapFigure({ xs, ys, z, xName: a.label, yName: b.label, zName: column.label })];
    }));
  }
  /** Each column over the variables that it follows most. */
  addScatters(part, list) {
    const most = Math.max(1, Math.min(3, Math.floor(mostFigures / list.length)));
    const drawn = list.flatMap((column) => {
      const strength = new Map(this.changing.map((variable) => [variable, Math.abs(correlation(variable.values, column.values)) || 0]));
      return [...this.changing].sort((p, q) => strength.get(q) - strength.get(p)).slice(0, most)
        .map((variable) => [`${column.label} over ${variable.label}`, scatterFigure({ x: variable.values, y: column.values, xName: variable.label, yName: column.label, rows: this.rows })]);
    });
    this.figures(part, drawn);
  }
  addRelations() {
    if (this.changing.length < 2 || this.rows.length < 8 || this.searches) return;
    const list = this.collected.filter(({ low, high }) => high > low).slice(0, mostFigures);
    if (!list.length) return;
    const part = this.section("What depends on what", "relations");
    const cell = (value) => element("td", { class: "number", style: Number.isFinite(value) ? `background: rgba(${value > 0 ? "0,114,178" : "213,94,0"},${(0.55 * Math.abs(value)).toFixed(2)})` : "" }, Number.isFinite(value) ? value.toFixed(2) : "\u2013");
    const variables = this.changing.slice(0, 40);
    part.append(element("div", { class: "scroll" }, element("table", { class: "facts" },
      element("tr", {}, element("th", {}, ""), ...variables.map(({ label }) => element("th", { class: "number" }, label))),
      ...list.map((column) => element("tr", {}, element("th", {}, column.label), ...variables.map((variable) => cell(correlation(variable.values, column.values))))))));
    part.append(element("p", { class: "lead" }, "Rank correlations: 1 where a column always grows with the variable, \u22121 where it always falls, near 0 where it does neither."));
  }
  addDistributions() {
    if (!this.drawn || this.rows.length < 10) return;
    const list = this.collected.filter(({ low, high }) => high > low).slice(0, mostFigures);
    if (list.length) this.figures(this.section("Distributions", "distributions"), list.map((column) => [column.label, histogramFigure({ values: column.values, name: column.label })]));
  }
  /** Any column over any other, coloured by a third. */
  addExplorer() {
    if (this.columns.length < 2) return;
    const part = this.section("Any column over any other", "explorer");
    const choice = (id, label, first, none) => {
      const select = element("select", { id, "aria-label": label }, ...(none ? [element("option", { value: "" }, "one colour")] : []), ...this.columns.map(({ name }) => element("option", { value: name }, name)));
      select.value = first?.name ?? "";
      return select;
    };
    const x = choice("across", "across", this.changing[0] ?? this.columns[0]);
    const y = choice("up", "up", this.collected[0] ?? this.columns[1]);
    const z = choice("coloured", "colour", this.changing.length > 1 ? this.changing[1] : undefined, true);
    const host = element("div", { class: "chart wide explorer" });
    const draw = () => {
      const find = (select) => this.columns.find(({ name }) => name === select.value);
      const [a, b, c] = [find(x), find(y), find(z)];
      host.replaceChildren(scatterFigure({ x: a.values, y: b.values, z: c?.values, xName: a.label, yName: b.label, zName: c?.label, rows: this.rows }));
    };
    for (const select of [x, y, z]) select.addEventListener("change", draw);
    part.append(element("p", { class: "choices" }, "across ", x, " up ", y, " colour ", z), host);
    draw();
  }
  addFailures() {
    const part = this.section("Failures", "failures");
    if (!this.failures.length) {
      part.append(element("p", {}, "No sample failed."));
      return;
    }
    const reasons = new Map(); // one that tells numbers is the same with others
    for (const [, number, why] of this.failures) {
      const key = why.replace(/-?\b\d+(\.\d+)?(e[-+]?\d+)?/gi, "\u2026");
      const kind = reasons.get(key) ?? { why, numbers: [] };
      if (kind.why !== why) kind.why = key;
      kind.numbers.push(Number(number));
      reasons.set(key, kind);
    }
    const place = new Map(this.numbers.map((number, i) => [number, i]));
    const where = (number) => {
      const i = place.get(number);
      return i === undefined ? "" : this.allVaried.slice(0, 6).map(({ label, values }) => `${label} = ${shown(values[i])}`).join(", ");
    };
    const list = [...reasons.values()].sort((p, q) => q.numbers.length - p.numbers.length);
    part.append(this.table(["why", "samples", "the first of them"], list.slice(0, mostReasons).map(({ why, numbers }) => [element("span", { class: "why" }, why), String(numbers.length), `#${numbers[0]}: ${where(numbers[0])}`]), 3));
    if (list.length > mostReasons) part.append(element("p", { class: "lead" }, `${list.length - mostReasons} more reasons are in the table.`));
  }
  addTable() {
    const part = this.section("Table", "table");
    const rows = this.rows.slice(0, mostRows);
    const label = this.rows.length > mostRows || this.numbers.length < this.page.samples ? `the first ${rows.length} of the samples shown` : plural(rows.length, "sample");
    part.append(element("details", {}, element("summary", {}, label), this.table(["#", ...this.columns.map((column) => column.label)], rows.map((i) => [String(this.numbers[i]), ...this.columns.map(({ values }) => shown(values[i]))]))));
  }
  addRepeat() {
    const { page } = this;
    const part = this.section("How to repeat it", "repeat");
    const file = /\.ya?ml$/.test(page.source) ? page.source : "study.yaml";
    const model = own(page.definition, "model") ?? "the model";
    part.append(element("pre", {}, `trammel ${this.searches ? "optimise" : "study"} ${file}`));
    part.append(element("p", { class: "lead" }, `with the two texts below as ${file} and ${model}, and trammel ${page.version}: the same samples give the same numbers. "keep: [17]" in the study writes the whole result of sample 17.`));
    part.append(element("details", {}, element("summary", {}, "the study"), element("pre", {}, (page.study || "this table was written by a version that did not keep it").trimEnd())));
    part.append(element("details", {}, element("summary", {}, "the model"), element("pre", {}, page.model.trimEnd())));
  }
}
