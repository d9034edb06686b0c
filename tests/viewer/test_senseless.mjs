// test_senseless.mjs TRAMMEL FOLDER: pages of results that make no sense say so, and of names that mean something to a browser, without script errors.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, folder, open, run } from "./pages.mjs";

// names that every object of JavaScript has
writeFileSync(join(folder, "names.yaml"), `trammel: 1
title: "</title><script>window.obeyed = 1</script><img src=x onerror='window.obeyed = 2'>"
gravity: [0, 0, -9.81]
sections: {valueOf: {shape: circle, diameter: 0.02, material: {E: 2e11, nu: 0.3, rho: 7800}}}
bodies: {toString: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}, hasOwnProperty: {mass: 1, position: [0, 2, 0]}}
beams: {prototype: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: valueOf, elements: 2}}
joints:
  constructor: {type: rigid, between: [ground, prototype.start]}
  isPrototypeOf: {type: rigid, between: [prototype.end, toString]}
springs: {toLocaleString: {between: [toString, hasOwnProperty], stiffness: 10}}
analysis: {until: 0.05, step: 0.01}
`);
run("run", "names.yaml", "-q");

/** A copy of the result with numbers of a dataset replaced, by h5py. */
const spoil = (name, dataset, where, value) =>
  execFileSync("/usr/bin/python3", ["-c", `
import h5py, numpy, shutil
shutil.copy("names.h5", "${name}.h5")
with h5py.File("${name}.h5", "r+") as file:
    values = file["${dataset}"][()]
    values[${where}] = numpy.${value}
    file["${dataset}"][...] = values
`], { cwd: folder });

const shows = async (name, notice) => {
  for (const kind of ["view", "report"]) {
    run(kind, `${name}.h5`, "--force", "-o", `${name}.html`);
    const page = await open(`${name}.html`);
    const failed = (await page.locator(".failure").allTextContents()).join();
    if (failed) console.log(failed);
    const text = (await page.locator(".notice").allTextContents()).join();
    check(`${name}: the ${kind} ${notice ? "says that numbers are missing" : "says nothing"}`, text.includes("not finite") === notice, text);
    check(`${name}: no name is obeyed`, (await page.evaluate(() => window.obeyed)) === undefined);
    await page.close();
  }
};

await shows("names", false);
spoil("lost", "channels/values", "2, :", "nan");
await shows("lost", true);
spoil("beams", "beams/position/values", "1:", "inf");
await shows("beams", true);
spoil("huge", "channels/values", "3", "float64(1e300)");
await shows("huge", true);
spoil("still", "time", ":", "float64(0.25)");
await shows("still", false);
await finish();
