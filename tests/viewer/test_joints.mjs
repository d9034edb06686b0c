// test_joints.mjs TRAMMEL FOLDER: how the page draws curves, surfaces, sliding contacts and couplings, and what it says about them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, csv, finish, folder, near, open, pixels, run, source, viewerOf } from "./pages.mjs";

const example = (model, name) => {
  run("run", join(source, "examples", model), "-o", `${name}.h5`, "--quiet");
  run("view", `${name}.h5`);
};
const model = (name, text) => {
  writeFileSync(join(folder, `${name}.yaml`), `trammel: 1\n${text}`);
  run("run", `${name}.yaml`, "--quiet");
  run("view", `${name}.h5`);
};
const text = (page, selector) => page.locator(selector).allTextContents().then((list) => list.join(" "));

/** Points of the curve or surface of a joint as they are drawn now, in the world. */
const guide = (page, name) =>
  page.evaluate((joint) => {
    const part = window.trammel.viewer.part(joint);
    part.guide.updateWorldMatrix(true, true);
    const { guide: shape } = window.trammel.viewer.page.geometry.joints.find((candidate) => candidate.name === joint);
    const used = shape.triangles ? [...new Set(shape.triangles)].map((i) => shape.points[i]) : shape.points;
    return { closed: shape.closed, points: used.map((point) => point.clone().applyMatrix4(part.guide.inner.matrixWorld).toArray()) };
  }, name);
const nearest = (points, [x, y, z]) => Math.min(...points.map((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z)));

// ---- a curve that a moving body carries ----

example("curve-sliding/ellipse.yaml", "ellipse");
{
  const page = await open("ellipse.html", "t=1&select=wire");
  const [phi, s, x, y, z] = csv("ellipse.h5", ["hinge.phi", "wire.s", "bead.position.*"], 1);
  const { closed, points } = await guide(page, "wire");
  // the ellipse, turned with the frame about the hinge at z = 0.5: x/0.9, and along the turned z axis
  const off = points.map(([a, b, c]) => {
    const up = Math.cos(phi) * (c - 0.5) - Math.sin(phi) * b + 0.5;
    const out = Math.sin(phi) * (c - 0.5) + Math.cos(phi) * b;
    return Math.max(Math.abs((a / 0.9) ** 2 + (up / 0.5) ** 2 - 1), Math.abs(out));
  });
  check("a curve moves with its carrier", closed && points.length > 60 && Math.max(...off) < 1e-5, `${points.length} points, off by ${Math.max(...off).toExponential(1)}`);
  check("the bead is on it", nearest(points, [x, y, z]) < 0.05, nearest(points, [x, y, z]).toFixed(3));
  const mark = await viewerOf(page, "viewer.part('wire').mark.position.toArray()");
  check("its mark is at s", near(mark[0], x, 1e-5) && near(mark[1], y, 1e-5) && near(mark[2], z, 1e-5));
  const along = await viewerOf(page, "viewer.part('wire').mark.localToWorld(viewer.part('wire').mark.position.clone().set(0, 0, 1)).sub(viewer.part('wire').mark.position).toArray()");
  const i = points.findIndex((p) => Math.hypot(p[0] - x, p[1] - y, p[2] - z) === nearest(points, [x, y, z]));
  const [from, to] = [points.at(i - 1), points[(i + 1) % points.length]];
  const chord = [0, 1, 2].map((k) => to[k] - from[k]);
  const cosine = chord.reduce((sum, c, k) => sum + c * along[k], 0) / Math.hypot(...chord);
  check("and turned along the curve", Math.abs(cosine) > 0.995 && near(Math.hypot(...along), 1, 1e-5), cosine.toFixed(4));
  check("the selected joint's numbers are those of the time", near(Number(await page.textContent('[data-value="wire.s"]')), s, 1e-3 * s), await page.textContent('[data-value="wire.s"]'));
  await viewerOf(page, "viewer.setTime(0.5)");
  const later = csv("ellipse.h5", ["wire.s"], 0.5)[0];
  check("and change with it", near(Number(await page.textContent('[data-value="wire.s"]')), later, 1e-3 * later));
  await pixels(page);
  await page.click('[data-part="wire"] .icon');
  check("hiding the joint hides its curve", (await pixels(page)).changed > 1000);
  await page.close();
}

// ---- surfaces: closed ones are whole, endless ones are cut ----

example("point-on-surface/ellipsoid.yaml", "ellipsoid");
{
  const page = await open("ellipsoid.html", "t=2");
  const [phi, x, y, z] = csv("ellipsoid.h5", ["hinge.phi", "bead.position.*"], 2);
  const { closed, points } = await guide(page, "shell");
  const off = points.map(([a, b, c]) => {
    const [u, v] = [Math.cos(phi) * a + Math.sin(phi) * b - 0.8, Math.cos(phi) * b - Math.sin(phi) * a];
    return Math.abs((u / 0.5) ** 2 + (v / 0.6) ** 2 + ((c - 0.1) / 0.3) ** 2 - 1);
  });
  check("an ellipsoid turns with its carrier", closed && Math.max(...off) < 1e-5, `${points.length} points, off by ${Math.max(...off).toExponential(1)}`);
  check("the bead is on it", nearest(points, [x, y, z]) < 0.06, nearest(points, [x, y, z]).toFixed(3));
  await page.close();
}
model("torus", `gravity: [0, 0, -9.81]
bodies: {bead: {mass: 1, position: [1.2, 0, 0], velocity: [0, 2, 0]}}
joints: {ring: {type: on-surface, between: [ground, bead], f: "(sqrt(x^2 + y^2) - 1)^2 + z^2 - 0.2^2"}}
analysis: {until: 1, step: 0.005, output: {every: 0.05}}
`);
model("plane", `gravity: [0, 0, -9.81]
bodies: {puck: {mass: 1, position: [0, 1, 0], velocity: [0.5, 0, -0.05]}}
joints: {slope: {type: on-surface, between: [ground, puck], f: "z + 0.1*x"}}
analysis: {until: 1, step: 0.01, output: {every: 0.1}}
`);
{
  const page = await open("torus.html");
  const { closed, points } = await guide(page, "ring");
  const off = points.map(([a, b, c]) => Math.abs(Math.hypot(Math.hypot(a, b) - 1, c) - 0.2));
  check("a torus is whole", closed && Math.max(...off) < 1e-6 && nearest(points, [-1, 0, -0.2]) < 0.1, `${points.length} points, closed ${closed}, off by ${Math.max(...off).toExponential(1)}, the far side by ${nearest(points, [-1, 0, -0.2]).toFixed(3)}`);
  await page.close();
  const flat = await open("plane.html", "t=1");
  const { closed: ends, points: slope } = await guide(flat, "slope");
  const [x, y, z] = csv("plane.h5", ["puck.position.*"], 1);
  check("a plane is cut around the motion", !ends && slope.every(([a, b]) => Math.hypot(a, b - 1) < 2.1) && nearest(slope, [x, y, z]) < 0.2, `${slope.length} points`);
  await flat.close();
}

// ---- a contact that slides along a beam which bends ----

model("sliding", `gravity: [0, 0, -9.81]
sections: {round: {shape: circle, diameter: 0.03, material: {E: 5e9, nu: 0.3, rho: 1000}}}
beams: {wire: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, elements: 6, order: 3, section: round}}
bodies: {bead: {mass: 1, position: [0.4, 0, 0], velocity: [1, 0, 0]}}
joints:
  left: {type: rigid, between: [ground, wire.start]}
  right: {type: revolute, between: [ground, wire.end], axis: [0, 1, 0]}
  ring: {type: sliding, slider: bead, along: wire, coordinates: {s: {friction: {coefficient: 0.1, stiffness: 1e5}}}}
analysis: {until: 0.5, scheme: energy-decaying, step: 0.005, output: {every: 0.05}}
`);
{
  const page = await open("sliding.html", "t=0.5&select=ring");
  const [x, y, z, s] = csv("sliding.h5", ["bead.position.*", "ring.s"], 0.5);
  const mark = await viewerOf(page, "viewer.part('ring').mark.position.toArray()");
  check("a ring moves along the beam with the contact", s > 0.2 && Math.hypot(mark[0] - x, mark[1] - y, mark[2] - z) < 1e-5, `s = ${s.toFixed(3)} m`);
  const off = await viewerOf(page, `(() => {
    const { mark } = viewer.part("ring");
    const track = viewer.motion.beams[0];
    let n = 0;
    while (track.x[3 * n + 3] < mark.position.x) n++;
    const d = [0, 1, 2].map((k) => track.x[3 * n + 3 + k] - track.x[3 * n + k]);
    const axis = mark.position.clone().set(0, 0, 1).applyQuaternion(mark.quaternion);
    return 1 - (axis.x * d[0] + axis.y * d[1] + axis.z * d[2]) / Math.hypot(...d);
  })()`);
  check("and lies along it", Math.abs(off) < 2e-3, off.toExponential(1));
  const words = await text(page, ".part-details");
  check("friction is told in words", words.includes("slips") && words.includes("friction") && words.includes("slides on"), words.slice(0, 120));
  await page.close();
}

// ---- a load per length ----

model("wind", `sections: {bar: {shape: circle, diameter: 0.02, material: {E: 2e11, nu: 0.3}}}
beams: {mast: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, elements: 4, order: 2, section: bar}}
joints: {wall: {type: rigid, between: [ground, mast.start]}}
loads: {wind: {on: mast, force-per-length: [0, 0, 8*xi]}}
analysis: {type: static, increments: 2}
`);
{
  const page = await open("wind.html", "t=1");
  const combs = await viewerOf(page, `viewer.arrows.combs.map((comb) => ({
    visible: comb.object.visible,
    arrows: comb.places.map(({ mesh, tail }) => ({ shown: mesh.visible, tail: tail.toArray(), up: tail.clone().set(0, 0, 1).applyQuaternion(mesh.quaternion).z, length: mesh.children[0].scale.z + 1.5 * mesh.children[1].scale.z * viewer.arrows.g * 0.6 })),
  }))`);
  const [{ arrows, visible }] = combs;
  const middle = arrows[(arrows.length - 1) / 2];
  const last = arrows[arrows.length - 1];
  check("a load per length is a comb of arrows", combs.length === 1 && visible && arrows.length === 9 && near(middle.tail[0], 1, 1e-5) && near(last.tail[0], 2, 1e-4));
  check("their lengths are those of the load", near(middle.length / last.length, 0.5, 1e-3) && !arrows[0].shown && last.up > 0.999, `${middle.length.toFixed(4)} m of ${last.length.toFixed(4)} m`);
  await viewerOf(page, "viewer.setTime(0.5)");
  const half = await viewerOf(page, "(() => { const { mesh } = viewer.arrows.combs[0].places[8]; return mesh.children[0].scale.z + 1.5 * mesh.children[1].scale.z * viewer.arrows.g * 0.6; })()");
  check("and grow with it", near(half / last.length, 0.5, 1e-3), half.toFixed(4));
  await page.keyboard.press("f");
  check("F hides loads", !(await viewerOf(page, "viewer.arrows.combs[0].object.visible")));
  await page.close();
}

// ---- couplings ----

example("gears/gear.yaml", "gear");
{
  const page = await open("gear.html", "t=0.5&select=mesh");
  const [one, two] = csv("gear.h5", ["axle1.phi", "axle2.phi"], 0.5);
  const wheels = await viewerOf(page, `viewer.part("mesh").object.children.map((wheel) => {
    const rim = wheel.children[0];
    rim.geometry.computeBoundingSphere();
    return { at: wheel.position.toArray(), angle: 2 * Math.atan2(wheel.quaternion.z, wheel.quaternion.w), radius: rim.geometry.boundingSphere.radius };
  })`);
  const turned = (a, b) => Math.abs(Math.sin((a - b) / 2)) < 1e-4;
  check("wheels turn as the joints do", wheels.length === 2 && turned(wheels[0].angle, one) && turned(wheels[1].angle, two), JSON.stringify(wheels.map((w) => w.angle)));
  // pitch radii 0.1 and 0.2 for 20 and 40 teeth on axes 0.3 apart, and a module of 0.01 m beyond
  check("their radii follow from the factors", near(wheels[0].radius, 0.11, 2e-3) && near(wheels[1].radius, 0.21, 2e-3) && near(wheels[1].at[0] - wheels[0].at[0], 0.3, 1e-6));
  check("the coupling is told by its terms", (await text(page, ".part-details")).replace(/\s+/g, " ").includes("20 axle1.phi + 40 axle2.phi = 0"), await text(page, ".part-details dd"));
  await page.close();
}
example("gears/rack-and-pulley.yaml", "rack");
{
  const page = await open("rack.html", "t=1&select=rope");
  check("any coupling is listed", (await page.locator('[data-part="tooth"], [data-part="rope"]').count()) === 2);
  const ends = await viewerOf(page, "Array.from(viewer.part('rope').object.geometry.attributes.instanceStart.array.slice(0, 6))");
  const [x, z] = csv("rack.h5", ["rack.position.x", "hook.position.z"], 1);
  check("one without wheels is a line between what it couples", near(ends[0], x, 1e-5) && near(ends[5], z, 1e-5), ends.map((v) => v.toFixed(3)).join(" "));
  await page.close();
}

await finish();
