// node tools/picture.mjs page.html picture.png [options after #] [width x height]: a picture of the page.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "./browser.mjs";

const [file, output, options = "", size = "1280x760"] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width, height } });
page.on("console", (message) => message.type() === "error" && console.error(message.text()));
page.on("pageerror", (error) => console.error(error.stack));
await page.goto(`${pathToFileURL(resolve(file))}#${options}`);
await page.waitForFunction(() => window.trammel?.ready || document.querySelector(".failure"), null, { timeout: 60000 });
await page.waitForTimeout(300);
await page.screenshot({ path: output, fullPage: options.includes("full") });
await browser.close();
