// What tests of pages share: a folder, the program, a browser that reports errors and requests as failures.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../../viewer/tools/browser.mjs";

export const [trammel, base, ...others] = process.argv.slice(2);
export const folder = join(base, `pages-${basename(process.argv[1], ".mjs")}`);
export const source = new URL("../..", import.meta.url).pathname;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

let failures = 0;
export const check = (what, good, detail = "") => {
  console.log(`${good ? "ok  " : "FAIL"}  ${what}${detail === "" ? "" : `: ${detail}`}`);
  if (!good) failures++;
};
export const near = (a, b, tolerance) => Math.abs(a - b) <= tolerance;
export const run = (...words) => execFileSync(trammel, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }).toString();

/** The values of channels at a stored time, from `trammel csv`. */
export const csv = (file, channels, at) =>
  run("csv", file, "--channels", channels.join(","), "--at", String(at)).trim().split("\n").pop().split(",").slice(1).map(Number);

const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, acceptDownloads: true });

/** Opens a page as a file; errors and requests are failures. */
export const open = async (name, options = "") => {
  const page = await context.newPage();
  const address = `${pathToFileURL(join(folder, name))}#${options}`;
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !message.text().includes("GPU stall") && check(`${name}: console`, false, message.text()));
  page.on("pageerror", (error) => check(`${name}: exception`, false, error.message));
  page.on("request", (request) => !request.url().startsWith(address.split("#")[0]) && !request.url().startsWith("blob:") && !request.url().startsWith("data:") && check(`${name}: request`, false, request.url()));
  await page.goto(address);
  await page.waitForFunction(() => window.trammel?.ready || document.querySelector(".failure"), null, { timeout: 30000 });
  check(`${name} opens from a file`, await page.evaluate(() => Boolean(window.trammel?.ready)));
  return page;
};

export const viewerOf = (page, action, argument) =>
  page.evaluate(([body, value]) => new Function("viewer", "value", `return (${body})`)(window.trammel.viewer, value), [action, argument]);

/** How many of the scene's pixels differ from the one at the corner, and from an earlier picture. */
export const pixels = (page) =>
  page.evaluate(() => {
    const { stage } = window.trammel.viewer;
    stage.draw();
    const copy = document.createElement("canvas");
    copy.width = stage.canvas.width;
    copy.height = stage.canvas.height;
    const c = copy.getContext("2d");
    c.drawImage(stage.canvas, 0, 0);
    const now = c.getImageData(0, 0, copy.width, copy.height).data;
    const before = window.picture;
    window.picture = now;
    const colors = new Set();
    let changed = 0;
    for (let i = 0; i < now.length; i += 4) {
      colors.add((now[i] << 16) | (now[i + 1] << 8) | now[i + 2]);
      if (before && Math.abs(now[i] - before[i]) + Math.abs(now[i + 1] - before[i + 1]) + Math.abs(now[i + 2] - before[i + 2]) > 30) changed++;
    }
    return { colors: colors.size, changed };
  });

/** Closes the browser and ends with the number of failures. */
export const finish = async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
  console.log(failures ? `${failures} failed` : "all passed");
  process.exit(failures ? 1 : 0);
};
