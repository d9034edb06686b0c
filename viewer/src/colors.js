import { Color } from "three";

// Anchors of two maps, evenly spaced: from dark to light for magnitudes, blue - pale - red for signed values.
const maps = {
  magnitude: ["#5661c9", "#3f8bd8", "#35b4c2", "#5ccd86", "#b3da58", "#f4d23f", "#f5843a"],
  signed: ["#2b4bb8", "#5f8fe0", "#a9c7ee", "#e8e4dc", "#f2b193", "#dd6a55", "#a81c35"],
};

const steps = 256;
const tables = new Map();

/** 256 colours of a map as three.js wants them at vertices: linear r g b, 0 to 1. */
export const mapTable = (name) => {
  if (tables.has(name)) return tables.get(name);
  const anchors = maps[name].map((text) => new Color().setStyle(text, "srgb-linear")); // the numbers as written
  const table = new Float32Array(3 * steps);
  for (let i = 0; i < steps; i++) {
    const x = (i / (steps - 1)) * (anchors.length - 1);
    const k = Math.min(Math.floor(x), anchors.length - 2);
    const color = anchors[k].clone().lerp(anchors[k + 1], x - k);
    color.setRGB(color.r, color.g, color.b, "srgb");
    table.set([color.r, color.g, color.b], 3 * i);
  }
  tables.set(name, table);
  return table;
};

export const mapCss = (name) => `linear-gradient(to top, ${maps[name].join(", ")})`;
export const mapAnchors = (name) => maps[name];
