// The page's numbers: undoes what cli/page_pack.c does (base64, deflate, byte planes, differences between rows).

const bytesOfBase64 = (text) => {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
};

const inflate = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

// words of 4 byte planes, each the folded difference to the row before
const floats = (bytes, rows, width) => {
  const count = rows * width;
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const word = (bytes[i] | (bytes[count + i] << 8) | (bytes[2 * count + i] << 16) | (bytes[3 * count + i] << 24)) >>> 0;
    const difference = (word >>> 1) ^ -(word & 1);
    words[i] = difference + (i >= width ? words[i - width] : 0);
  }
  return new Float32Array(words.buffer);
};

const shorts = (bytes, rows, width, scales) => {
  const count = rows * width;
  const words = new Int16Array(count);
  for (let i = 0; i < count; i++) {
    const word = bytes[i] | (bytes[count + i] << 8);
    words[i] = ((word >>> 1) ^ -(word & 1)) + (i >= width ? words[i - width] : 0);
  }
  const factors = (scales.length ? scales : [1]).map((scale) => scale / 32767);
  return { words, factors };
};

/** A matrix of the page: at(row, column) and, where it is stored in floating point, the numbers themselves. */
class Block {
  constructor(facts, bytes) {
    Object.assign(this, facts);
    if (facts.type === "double") this.numbers = new Float64Array(bytes.buffer, 0, facts.rows * facts.width);
    if (facts.type === "float") this.numbers = floats(bytes, facts.rows, facts.width);
    if (facts.type === "short") {
      const { words, factors } = shorts(bytes, facts.rows, facts.width, facts.scales);
      this.words = words;
      this.factors = factors;
    }
  }
  at(row, column) {
    const i = row * this.width + column;
    return this.numbers ? this.numbers[i] : this.words[i] * this.factors[column % this.factors.length];
  }
}

/** A name as it stands in the path of an array. */
export const escaped = (name) => name.replace(/%/g, "%25").replace(/\//g, "%2F");

/** Row i + u of a matrix, linear between rows, into `out`. */
export const rowAt = (block, i, u, out) => {
  const { width, numbers, words, factors } = block;
  const from = i * width;
  const source = numbers ?? words;
  const count = factors?.length ?? 1;
  if (u > 0) for (let c = 0; c < width; c++) out[c] = source[from + c] + u * (source[from + width + c] - source[from + c]);
  else for (let c = 0; c < width; c++) out[c] = source[from + c];
  if (!numbers) for (let c = 0; c < width; c++) out[c] *= factors[count === 1 ? 0 : c % count];
  return out;
};

/** Everything on the page: its description, with `block(name)` for the numbers (undefined where there are none). */
export const readPage = async () => {
  const page = JSON.parse(document.getElementById("page").textContent);
  const blocks = new Map();
  await Promise.all(
    page.blocks.map(async (facts, i) => {
      const element = document.getElementById(`block-${i}`);
      const text = element.textContent;
      element.remove(); // the text is not needed any more
      blocks.set(facts.name, new Block(facts, await inflate(bytesOfBase64(text))));
    }),
  );
  for (const map of page.scene ? [page.scene.joints, page.scene.springs, page.scene.couplings] : []) Object.setPrototypeOf(map, null); // a joint may be called "constructor"
  page.block = (name) => blocks.get(name);
  page.channelIndex = new Map(page.channels.map((channel, i) => [channel.name, i]));
  return page;
};

/** Channels over the points of the plots. */
export class Series {
  constructor(page) {
    this.page = page;
    this.time = page.block("time.plot").numbers;
    this.matrix = page.block("channels");
  }
  has(name) {
    return this.page.channelIndex.has(name);
  }
  unit(name) {
    return this.page.channels[this.page.channelIndex.get(name)].unit;
  }
  values(name) {
    const c = this.page.channelIndex.get(name);
    const { offset } = this.page.channels[c];
    const out = new Float64Array(this.time.length);
    for (let i = 0; i < out.length; i++) out[i] = this.matrix.at(i, c) + (offset ?? 0);
    return out;
  }
  /** Linear between the points. */
  at(name, t) {
    const c = this.page.channelIndex.get(name);
    if (c === undefined) return 0;
    const { time, matrix } = this;
    const offset = this.page.channels[c].offset ?? 0;
    const [i, u] = locate(time, t);
    const a = matrix.at(i, c);
    return offset + (u > 0 ? a + u * (matrix.at(i + 1, c) - a) : a);
  }
}

/** The interval of an increasing list in which t lies, and where in it (0 to 1). */
export const locate = (times, t) => {
  let low = 0;
  let high = times.length - 1;
  if (high <= 0 || t <= times[0]) return [0, 0];
  if (t >= times[high]) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  return [low, span > 0 ? (t - times[low]) / span : 0];
};
