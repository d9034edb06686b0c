// Makes dist/viewer.js: one classic script with everything in it. The result depends on the sources and the lock file alone.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const folder = new URL(".", import.meta.url).pathname;
const output = process.argv[2] ?? folder + "dist/viewer.js";

// what is bundled keeps its licence with it
const licences = ["three", "uplot"].map((name) => `${name}\n\n${readFileSync(`${folder}node_modules/${name}/LICENSE`, "utf8").trim()}`);

await build({
  absWorkingDir: folder,
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2020"],
  charset: "ascii", // the page may be read in any encoding, and </script> cannot arise from another one
  legalComments: "none",
  footer: { js: `/*! This file contains\n\n${licences.join("\n\n")}\n*/` },
  loader: { ".css": "text" },
  outfile: output,
  logLevel: "warning",
});
