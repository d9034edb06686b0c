// Numbers as people read them.

/** Four significant digits, with an exponent where it would be long otherwise. */
export const shown = (value) => {
  if (value === null || !Number.isFinite(value)) return "\u2013";
  if (value === 0 || Math.abs(value) < 1e-300) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(4)));
  return value.toExponential(3).replace(/\.?0+e/, "e").replace("e+", "e");
};

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
