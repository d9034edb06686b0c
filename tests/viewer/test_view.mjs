// test_view.mjs TRAMMEL FOLDER MAKE_LARGE_RESULT: pages of `trammel view` and `trammel report` in a browser, opened as files.
import { execFileSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, csv, finish, folder, near, open, others, pixels, run, source, trammel, viewerOf } from "./pages.mjs";

const [makeLarge] = others;

// ---- a mechanism: motion, controls, plots ----

run("run", join(source, "examples/flexible-four-bar/model.yaml"), "-o", "bar.h5", "--quiet");
run("view", "bar.h5");
let refused = "";
try {
  run("view", "bar.h5");
} catch (error) {
  refused = error.stderr.toString();
}
check("an existing page is not replaced without --force", refused.includes("exists already"), refused.trim());
{
  const page = await open("bar.html");
  const first = await pixels(page);
  check("the scene is not blank", first.colors > 200, `${first.colors} colours`);
  await viewerOf(page, "viewer.setTime(0.5)");
  const second = await pixels(page);
  check("the scene at another time is another picture", second.changed > 500, `${second.changed} pixels`);

  const bodies = await viewerOf(page, "({ time: viewer.time, x: viewer.motion.bodies[0].x.toArray(), q: viewer.motion.bodies[0].q.toArray() })");
  const [x, y, w, z] = csv("bar.h5", ["wheel.position.x", "wheel.position.y", "wheel.quaternion.w", "wheel.quaternion.z"], 0.5);
  check("a body is where the file says", near(bodies.x[0], x, 1e-6) && near(bodies.x[1], y, 1e-6));
  check("a body is turned as the file says", near(Math.abs(bodies.q[3]), Math.abs(w), 1e-6) && near(Math.abs(bodies.q[2]), Math.abs(z), 1e-6));

  await page.click("#play");
  await page.waitForTimeout(700);
  const played = await viewerOf(page, "viewer.time");
  check("play advances the time", played > 0.5 && played !== 0.5, played);
  await page.keyboard.press("Space");
  const stopped = await viewerOf(page, "viewer.time");
  await page.waitForTimeout(200);
  check("Space stops it", (await viewerOf(page, "viewer.time")) === stopped && !(await viewerOf(page, "viewer.playing")));

  await page.evaluate(() => {
    const slider = document.getElementById("time");
    slider.value = 0.25;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  check("scrubbing sets the time", near(await viewerOf(page, "viewer.time"), 0.25, 1e-9), await page.textContent("#clock"));
  const box = await page.locator("#time").boundingBox();
  await page.mouse.click(box.x + 0.75 * box.width, box.y + box.height / 2);
  check("a click on the time line, too", near(await viewerOf(page, "viewer.time"), 0.75, 0.02), await page.textContent("#clock"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  check("keys step through the positions", near(await viewerOf(page, "viewer.time"), await viewerOf(page, "viewer.motion.times[1]"), 1e-12));
  await page.keyboard.press("?");
  check("help opens", await page.isVisible("#help"));
  await page.keyboard.press("Escape");
  check("help closes", !(await page.isVisible("#help")));
  await page.keyboard.press("d");
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.keyboard.press("d");
  check("the theme changes", theme !== (await page.evaluate(() => document.documentElement.dataset.theme)), theme);

  await pixels(page);
  await page.click('[data-part="link"] .icon');
  check("hiding a part changes the picture", (await pixels(page)).changed > 200);
  await page.click('[data-part="link"] .icon');
  await pixels(page);
  await page.selectOption("#view", "top");
  check("the camera has presets", (await pixels(page)).changed > 500);
  await viewerOf(page, "viewer.stage.look('best')");
  await page.click('[data-part="wheel"] .name');
  check("a part can be selected", (await viewerOf(page, "viewer.selected")) === "wheel");
  await page.keyboard.press("t");
  check("a body can leave a trail", (await viewerOf(page, "viewer.trails.size")) === 1);
  await viewerOf(page, "viewer.follow('link')");
  const target = await viewerOf(page, "viewer.stage.controls.target.toArray()");
  await viewerOf(page, "viewer.setTime(0.6)");
  const moved = await viewerOf(page, "viewer.stage.controls.target.toArray()");
  check("the camera follows a part", Math.hypot(moved[0] - target[0], moved[1] - target[1]) > 0.01);

  // plots
  await page.click("#toggle-plots");
  await page.fill("#channel-search", "wheel position");
  await page.click('[data-channel="wheel.position.x"]');
  await page.fill("#channel-search", "energy total");
  await page.press("#channel-search", "Enter");
  await page.press("#channel-search", "Escape");
  const charts = await page.locator(".chart canvas").count();
  check("channels are plotted, one chart for each unit", charts === 2 && (await page.textContent(".u-legend")).includes("wheel.position.x"), `${charts} charts`);
  const line = await page.evaluate(() => {
    const canvas = document.querySelectorAll(".chart canvas")[1];
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 2] > 200 && data[i] < 130 && data[i + 3] > 200) count++;
    return count;
  });
  check("the plot has a line", line > 100, `${line} blue pixels`);
  const over = await page.locator(".chart .u-over").first().boundingBox();
  await page.mouse.click(over.x + over.width / 2, over.y + over.height / 2);
  check("a click in a plot goes to its time", near(await viewerOf(page, "viewer.time"), 0.5, 0.02), await page.textContent("#clock"));
  await page.mouse.move(over.x + 0.25 * over.width, over.y + 50);
  await page.mouse.down();
  await page.mouse.move(over.x + 0.5 * over.width, over.y + 50, { steps: 4 });
  await page.mouse.up();
  const range = await page.evaluate(() => window.trammel.plots.range);
  check("dragging zooms", range && near(range[0], 0.25, 0.02) && near(range[1], 0.5, 0.02), String(range));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#csv")]);
  const text = await (await import("node:fs/promises")).readFile(await download.path(), "utf8");
  const rows = text.trim().split("\n");
  const [t0, x0, e0] = rows[1].split(",").map(Number);
  const [x1, e1] = csv("bar.h5", ["wheel.position.x", "energy.total"], t0);
  check("CSV holds what is shown", rows[0] === "time [s],wheel.position.x [m],energy.total [J]" && t0 >= range[0] && near(x0, x1, 1e-7) && near(e0, e1, 1e-6 * Math.abs(e1) + 1e-9), rows[1]);
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#picture")]);
  check("a picture is saved", statSync(await picture.path()).size > 20000, picture.suggestedFilename());
  await page.close();
}

// ---- colours: a cantilever whose root moment is known ----

writeFileSync(join(folder, "cantilever.yaml"), `trammel: 1
title: Cantilever
sections: {bar: {stiffness: {EA: 1e9, GKy: 1e9, GKz: 1e9, GJ: 1e6, EIy: 1e6, EIz: 1e6}}}
beams: {boom: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], elements: 4, section: bar}}
joints: {wall: {type: rigid, between: [ground, boom.start]}}
parameters: {pull: 5}
loads: {pull: {on: boom.end, force: [0, pull, 0]}}
analysis: {type: static, increments: 4}
`);
run("run", "cantilever.yaml", "--quiet");
run("view", "cantilever.h5");
{
  const page = await open("cantilever.html", "t=1");
  await page.selectOption("#coloring", "moment.z");
  const legend = await viewerOf(page, "({ low: viewer.view.legend.low, high: viewer.view.legend.high, title: viewer.view.legend.title })");
  check("the legend shows the right maximum: F L = 10 N m", near(legend.high, 10, 1e-4), JSON.stringify(legend));
  const written = await page.evaluate(() => {
    const { overlay } = window.trammel.viewer;
    const texts = [];
    const context = overlay.canvas.getContext("2d");
    const original = context.fillText.bind(context);
    context.fillText = (text, ...rest) => (texts.push(text), original(text, ...rest));
    overlay.draw();
    delete context.fillText;
    return texts;
  });
  check("the legend is written on the picture", written.includes("10") && written.includes("bending moment z"), written.join(" | "));
  const colors = await viewerOf(page, "(() => { const m = viewer.meshes[0]; const c = (ring) => Array.from(m.colors.slice(3 * ring * m.sides, 3 * ring * m.sides + 3)); return [c(0), c(m.ringCount - 1)]; })()");
  check("root and tip have different colours", Math.hypot(...colors[0].map((v, i) => v - colors[1][i])) > 0.2);
  await viewerOf(page, "viewer.setExaggeration(1000)");
  const tip = await viewerOf(page, "viewer.motion.beams[0].x[viewer.motion.beams[0].x.length - 2]");
  check("deformation is scaled: 1000 F L^3 / 3 EI", near(tip, (1000 * 5 * 8) / 3e6, 2e-4), tip);
  await page.close();
}

// ---- links: the documented names, the controls show them ----
for (const [link, view, factor, from] of [["view=oblique&deformation=100&from=start", "oblique", 100, "start"], ["view=left&deformation=5&from=chord", "left", 5, "chord"],
  ["view=iso&from=reference", "oblique", 1, "written"], ["view=nothing&deformation=none&from=nowhere", "best", 1, "written"]]) {
  const page = await open("cantilever.html", link);
  const controls = await page.evaluate(() => ["#view", "#deformation", "#deformation-from"].map((id) => document.querySelector(id).value));
  const drawn = await viewerOf(page, "({ view: viewer.stage.preset, ...viewer.motion.exaggeration })");
  check(`#${link}`, controls[0] === view && near(10 ** controls[1], factor, 0.06 * factor) && controls[2] === from && drawn.view === view && drawn.factor === factor && drawn.from === from, JSON.stringify([controls, drawn]));
  await page.close();
}

// ---- forces of the size of round-off are no reason for colours ----
run("run", "cantilever.yaml", "--quiet", "--set", "pull=1e-12", "-o", "idle.h5");
run("view", "idle.h5");
{
  const page = await open("idle.html", "t=1");
  check("beams are not coloured by round-off", await viewerOf(page, "viewer.meshes.length > 0 && !viewer.coloring"));
  await page.close();
}

// ---- a beam that bends a lot: where its end is and how its section stands ----

writeFileSync(join(folder, "bent.yaml"), `trammel: 1
sections: {round: {shape: circle, diameter: 0.02, material: {E: 2e9, nu: 0.3}}}
beams: {wire: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, normal: [0, 1, 0], elements: 8, section: round}}
joints: {wall: {type: rigid, between: [ground, wire.start]}}
loads: {pull: {on: wire.end, force: [0, 12, 8]}}
outputs: {tip: {of: wire.end, quantity: position}, turn: {of: wire.end, quantity: quaternion}}
analysis: {type: static, increments: 5}
`);
run("run", "bent.yaml", "--quiet");
run("view", "bent.h5");
{
  const page = await open("bent.html", "t=1");
  const [x, y, z, qw, qx, qy, qz] = csv("bent.h5", ["tip.position.*", "turn.quaternion.*"], 1);
  const end = await viewerOf(page, "({ x: Array.from(viewer.motion.beams[0].x.slice(-3)), q: Array.from(viewer.motion.beams[0].q.slice(-4)) })");
  check("the end of a beam is where the file says", Math.hypot(end.x[0] - x, end.x[1] - y, end.x[2] - z) < 1e-6, `${y.toFixed(3)} m up`);
  const sign = Math.sign(qw * end.q[3]);
  check("its section stands as the file says", Math.hypot(end.q[0] - sign * qx, end.q[1] - sign * qy, end.q[2] - sign * qz, end.q[3] - sign * qw) < 1e-4, `turned by ${(2 * Math.acos(Math.abs(qw))).toFixed(2)} rad`);
  check("a static analysis has no seconds", (await page.textContent("#clock")).includes("share of the loads"));
  await page.close();
}

// ---- modes and report ----

run("modes", join(source, "examples/cantilever-modes/model.yaml"), "-n", "3", "-o", "modes.h5");
run("view", "modes.h5");
{
  const page = await open("modes.html");
  const before = await viewerOf(page, "Array.from(viewer.motion.beams[0].x)");
  await viewerOf(page, "viewer.setPhase(Math.PI)");
  const after = await viewerOf(page, "Array.from(viewer.motion.beams[0].x)");
  check("a mode shape moves the beam", Math.max(...before.map((v, i) => Math.abs(v - after[i]))) > 0.02);
  check("the modes are listed", (await page.locator("#mode option").count()) === 4, await page.locator("#mode option").nth(1).textContent());
  await page.close();
}
run("report", "bar.h5");
{
  const page = await open("bar-report.html");
  const sections = await page.locator("section h2").allTextContents();
  check("the report has its sections", ["Model", "Findings of the model doctor", "Run", "Energy ledger", "Steps", "Results", "Model text"].every((name) => sections.includes(name)), sections.join(", "));
  const titles = await page.locator(".chart h3").allTextContents();
  check("equal steps are not drawn, the iterations are", !titles.includes("Step size at the rows") && titles.includes("Iterations of the step"), titles.join(", "));
  check("the report has plots and the scene", (await page.locator(".chart canvas").count()) >= 4 && (await pixels(page)).colors > 200);
  await page.close();
}

run("new", "slider-crank");
run("run", "slider-crank.yaml", "--quiet");
run("report", "slider-crank.h5");
{
  const page = await open("slider-crank-report.html");
  const titles = await page.locator(".chart h3").allTextContents();
  const [driven, drive] = titles.slice(titles.indexOf("Iterations of the step") + 1);
  check("what is driven comes first, with what drives it", driven === "shaft.phi" && drive === "shaft.phi.drive", `${driven}, ${drive}`);
  await page.close();
}

// ---- a model that cannot be assembled yet: what does not meet is marked ----
writeFileSync(join(folder, "apart.yaml"), `trammel: 2
bodies: {crank: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}, rod: {mass: 1, inertia: [1, 1, 1], position: [2, 0.3, 0]}}
markers: {m: {on: crank, at: [1, 0, 0]}, n: {on: rod, at: [1.4, 0.3, 0]}}
joints: {base: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}, pin: {type: revolute, between: [m, n], axis: [0, 0, 1]},
  short: {type: distance, between: [crank, n], length: 0.25}, arm: {type: revolute-spherical, between: [ground, n], at: [1.4, 0, 0], axis: [0, 0, 1]}}
analysis: {until: 1, step: 0.01}
`);
run("view", "apart.yaml");
{
  const page = await open("apart.html");
  const labels = await viewerOf(page, "viewer.labelled().map(({ text }) => text)");
  check("a joint that does not meet is marked, the others are not", labels.includes("pin: 0.5 m apart") && labels.includes("base") && labels.includes("arm"), labels.join(", "));
  check("a link that has not its length is marked", labels.some((text) => /^short: 0\.9487 m apart, its length is 0\.25 m$/.test(text)), labels.join(", "));
  await page.close();
}

// ---- large files ----

/** Milliseconds in which the page moves everything to another time: the best of twenty, since the machine may be busy. */
const fastest = (page) =>
  page.evaluate(() => {
    const { viewer } = window.trammel;
    let best = Infinity;
    for (let i = 0; i < 20; i++) {
      const start = performance.now();
      viewer.setTime(0.1 * i + 0.0123);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });

/** CPU seconds of a command, which do not depend on what else the machine does. */
const timed = (...words) => {
  const line = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const output = execFileSync("bash", ["-c", `{ ${line}; } 2>&1`, "bash", trammel, ...words], { cwd: folder }).toString();
  return output.trim().split(" ").reduce((sum, part) => sum + Number(part), 0);
};
execFileSync(makeLarge, [join(folder, "large.h5"), "1000", "1", "333"]);
const seconds = timed("view", "large.h5");
const size = statSync(join(folder, "large.html")).size / 1e6;
check("1000 rows of 1000 nodes: page in under 5 s", seconds < 5, `${seconds.toFixed(2)} s`);
check("1000 rows of 1000 nodes: page under 60 MB", size < 60, `${size.toFixed(1)} MB`);
{
  const page = await open("large.html");
  const frame = await fastest(page);
  check("1000 nodes: positions in under 20 ms", frame < 20, `${frame.toFixed(1)} ms`);
  await page.close();
}
execFileSync(makeLarge, [join(folder, "long.h5"), "100000", "1", "2"]);
run("view", "long.h5");
execFileSync(makeLarge, [join(folder, "wide.h5"), "60", "30", "111"]);
run("view", "wide.h5");
{
  const page = await open("long.html");
  const facts = await viewerOf(page, "({ frames: viewer.motion.times.length, points: viewer.series.time.length, spike: Math.max(...viewer.series.values('wave.spike')) })");
  check("100 000 rows are decimated, and no spike is lost", facts.frames === 2000 && facts.points <= 8192 && facts.spike === 123.25, JSON.stringify(facts));
  check("the page says so", (await page.textContent("footer")).includes("2000 of 100000 rows"));
  await page.close();
  const wide = await open("wide.html");
  const frame = await fastest(wide);
  check("10 000 nodes: positions in under 100 ms", frame < 100, `${frame.toFixed(1)} ms`);
  await wide.close();
}

await finish();
