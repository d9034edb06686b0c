// test_study.mjs TRAMMEL FOLDER: the page of `trammel report` for tables of studies, in a browser.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, folder, near, open, run } from "./pages.mjs";

const write = (name, text) => writeFileSync(join(folder, name), text);
write("swing.yaml", `trammel: 1
title: Swing
parameters: {L: 1, m: 1, constructor: 1}
gravity: [0, -9.81, 0]
bodies: {bob: {mass: m*constructor, inertia: 0.01, position: [L, 0, 0]}}
joints: {hinge: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 0, 1]}}
analysis: {until: 0.2, step: 0.02}
`);
const sections = (page) => page.locator("section h2").allTextContents();
const text = (page, id) => page.locator(`#${id}`).innerText();

// ---- one variable: curves; the numbers of the facts are those of the table
run("sweep", "swing.yaml", "-q", "-v", "L=1.5,0.5,1", "-c", "y=end(bob.position.y)", "-c", "product=L*2", "-o", "line.h5");
run("report", "line.h5");
{
  const page = await open("line-report.html");
  const names = await sections(page);
  check("a study has its sections", ["What varied", "What was collected", "Figures", "Failures", "Table", "How to repeat it"].every((name) => names.includes(name)), names.join(", "));
  check("a figure for each column", (await page.locator("#figures svg.figure").count()) === 2);
  const d = await page.locator("#figures svg.figure").nth(1).locator("path[stroke-linejoin]").getAttribute("d");
  const x = [...d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((place) => [Number(place[1]), Number(place[2])]);
  check("the curve is in the order of the variable, and straight", x.length === 3 && x[0][0] < x[1][0] && x[1][0] < x[2][0] && near(x[1][1], (x[0][1] + x[2][1]) / 2, 0.11), d);
  const facts = await page.evaluate(() => window.trammel.columns.find(({ name }) => name === "collect.product"));
  check("facts of a column", facts.low === 1 && facts.high === 3 && facts.mean === 2 && near(facts.deviation, 1, 1e-12) && facts.lowest === 1 && facts.highest === 0);
  check("its formula is told", (await text(page, "collected")).includes("end(bob.position.y)"));
  check("the study and the model can be read", (await page.locator("#repeat").textContent()).includes("vary:") && (await page.locator("#repeat").textContent()).includes("title: Swing"));
  await page.close();
}

// ---- a grid: maps, with a hole where a sample failed; names that JavaScript knows
write("grid.yaml", `study: 1
title: "</script><b>A grid"
model: swing.yaml
vary:
  constructor: {from: -0.5, to: 1.5, count: 9}
  L: {from: 0.5, to: 1.5, count: 11}
collect: {toString: end(bob.position.y)*constructor, __proto__: L}
`);
run("study", "grid.yaml", "-q");
run("report", "grid.h5");
{
  const page = await open("grid-report.html");
  check("titles are text", (await page.textContent("h1")) === "</script><b>A grid", await page.textContent("h1"));
  const cells = await page.locator("#figures svg.figure").first().locator("g rect").count();
  const holes = await page.locator("#figures svg.figure").first().locator("g path").count();
  check("a map has a cell for each sample, and holes where they failed", cells + holes === 99 && holes === 33, `${cells} and ${holes}`);
  check("failures are told with their reason and place", (await text(page, "failures")).includes("33") && (await text(page, "failures")).includes("constructor = -0.5"), await text(page, "failures"));
  check("two columns have two maps", (await page.locator("#figures svg.figure").count()) === 2);
  await page.close();
}

// ---- drawn samples: points, distributions, what depends on what
write("drawn.yaml", `study: 1
model: swing.yaml
vary: {L: {from: 0.5, to: 1.5}, m: {mean: 1, deviation: 0.1}}
samples: {method: sobol, count: 200, seed: 3}
collect: {along: L^3, against: -m, odd: (L - 1)^2 + 0*end(bob.position.y)}
`);
run("study", "drawn.yaml", "-q");
run("report", "drawn.h5");
{
  const page = await open("drawn-report.html");
  const cells = await page.locator("#relations td").allTextContents();
  check("rank correlations", cells[0] === "1.00" && cells[3] === "-1.00" && Math.abs(Number(cells[4])) < 0.25 && Math.abs(Number(cells[1])) < 0.25, cells.join(" "));
  check("distributions", (await page.locator("#distributions svg.figure").count()) === 3);
  const bars = await page.locator("#distributions svg.figure").first().locator("g rect").count();
  check("a histogram has bars", bars >= 10, bars);
  const before = await page.locator("#explorer svg").innerHTML();
  await page.selectOption("#up", "collect.odd");
  check("any column can be drawn", (await page.locator("#explorer svg").innerHTML()) !== before);
  await page.close();
}
run("report", "drawn.h5", "--plots", "collect.odd,vary.L", "-o", "chosen.html");
{
  const page = await open("chosen.html");
  check("--plots chooses", (await page.locator("#figures h3").allTextContents()).join() === "odd over L", (await page.locator("#figures h3").allTextContents()).join());
  await page.close();
}

// ---- a single sample, and none that worked
run("sweep", "swing.yaml", "-q", "-v", "L=1", "-c", "y=end(bob.position.y)", "-o", "one.h5");
try {
  run("sweep", "swing.yaml", "-q", "-v", "m=-1,-2", "-c", "y=end(bob.position.y)", "-o", "none.h5");
  check("a study of which all samples fail exits with 1", false, "0");
} catch (error) {
  check("a study of which all samples fail exits with 1", error.status === 1, String(error.status));
}
for (const name of ["one", "none"]) {
  run("report", `${name}.h5`);
  const page = await open(`${name}-report.html`);
  await page.close();
}
await finish();
