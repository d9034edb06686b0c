// A headless browser for tests and pictures: Debian's Chromium, drawing in software so that pictures do not depend on the machine.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const candidates = [process.env.TRM_BROWSER, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const openBrowser = async () => {
  const executablePath = candidates.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("no Chromium found (apt-get install chromium, or TRM_BROWSER=path)");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--no-first-run", "--hide-scrollbars",
    ],
  });
};
