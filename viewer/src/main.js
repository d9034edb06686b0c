import { App } from "./app.js";
import { readPage } from "./data.js";
import { element } from "./dom.js";
import { Report } from "./report.js";
import { StudyReport } from "./study.js";
import css from "./style.css";
import plotCss from "uplot/dist/uPlot.min.css";

const fail = (title, text) =>
  document.body.append(element("div", { class: "failure" }, element("h1", {}, title), element("p", {}, text)));

/** Numbers that make no sense in a result that somebody made, or that a run left when it failed. */
const warn = (page) => {
  if (!page.lost) return;
  const text = `${page.lost} numbers of the positions in this result are not finite, or too large to be drawn: what is shown of them is wrong.`;
  document.body.append(element("div", { class: "notice" }, text));
};

const start = async () => {
  document.head.append(element("style", {}, plotCss), element("style", {}, css));
  if (!("DecompressionStream" in window)) {
    fail("This browser is too old for the page", "It cannot unpack the numbers (DecompressionStream). Firefox 113, Chrome 80, Safari 16.4 or later can.");
    return;
  }
  try {
    const page = await readPage();
    const kinds = { report: Report, study: StudyReport };
    window.trammel = new (kinds[page.kind] ?? App)(page);
    window.trammel.ready = true;
    warn(page);
  } catch (error) {
    fail("The page cannot be shown", `The result holds something that is not as trammel writes it: ${error.message}`);
  }
};

start();
