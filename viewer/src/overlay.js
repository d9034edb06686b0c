// What is written over the scene, on a canvas of its own so that pictures can contain it: labels, axes, gravity, the legend, the time.
import { Vector3 } from "three";
import { mapAnchors } from "./colors.js";
import { shown } from "./numbers.js";

const axisColors = ["#e5534b", "#57ab5a", "#539bf5"];
const inks = {
  dark: { text: "#e6ebf2", soft: "#9fb0c3", back: "rgba(13, 17, 24, 0.72)", line: "rgba(160, 176, 196, 0.5)" },
  light: { text: "#1c2430", soft: "#5b6b80", back: "rgba(255, 255, 255, 0.8)", line: "rgba(90, 106, 128, 0.45)" },
};

const mixedColor = (anchors, share) => {
  const x = Math.max(0, Math.min(1, share)) * (anchors.length - 1);
  const k = Math.min(Math.floor(x), anchors.length - 2);
  const part = (text, i) => parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round(part(anchors[k], i) + (x - k) * (part(anchors[k + 1], i) - part(anchors[k], i))));
  return `rgb(${mixed.join(",")})`;
};

export class Overlay {
  constructor(stage, view) {
    this.stage = stage;
    this.view = view; // what to write: see draw
    this.canvas = document.createElement("canvas");
    this.canvas.className = "overlay";
    stage.host.append(this.canvas);
    stage.onDraw(() => this.draw());
  }
  draw() {
    const { host, renderer } = this.stage;
    const ratio = renderer.getPixelRatio();
    const [width, height] = [host.clientWidth, host.clientHeight];
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.context = context;
    this.ink = inks[this.stage.theme];
    this.taken = [];
    if (this.view.legend) this.drawLegend(this.view.legend, width, height);
    this.drawCompass(height);
    if (this.view.labels) this.drawLabels();
    if (this.view.caption) this.drawCaption(this.view.caption(), height);
  }
  font(size, weight = 500) {
    this.context.font = `${weight} ${size}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
  }
  free(box) {
    return !this.taken.some((t) => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]);
  }

  /** Names beside their parts; one that would cover another is left out, the selected first. */
  drawLabels() {
    const { context, ink } = this;
    const point = new Vector3();
    const list = this.view.labelled();
    for (const { text, at, strong, color } of list) {
      this.stage.project(at, point);
      if (point.z > 1 || point.x < 0 || point.y < 0 || point.x > this.stage.host.clientWidth || point.y > this.stage.host.clientHeight) continue;
      this.font(strong ? 13 : 12, strong ? 650 : 500);
      const width = context.measureText(text).width + (color ? 15 : 10);
      const places = [[12, -24], [12, 8], [-12 - width, -24], [-12 - width, 8], [-width / 2, -34], [-width / 2, 18]];
      const box = places.map(([dx, dy]) => [point.x + dx, point.y + dy, point.x + dx + width, point.y + dy + 18])
        .find((candidate) => this.free(candidate) && candidate[0] > 0 && candidate[2] < this.stage.host.clientWidth);
      if (!box) continue;
      this.taken.push(box);
      context.strokeStyle = ink.line;
      context.beginPath();
      context.moveTo(point.x, point.y);
      context.lineTo(Math.max(box[0], Math.min(point.x, box[2])), box[1] < point.y ? box[3] : box[1]);
      context.stroke();
      context.fillStyle = ink.back;
      context.beginPath();
      context.roundRect(box[0], box[1], width, 18, 5);
      context.fill();
      if (color) {
        context.fillStyle = color;
        context.fillRect(box[0] + 4, box[1] + 4, 2.5, 10);
      }
      context.fillStyle = strong ? ink.text : ink.soft;
      if (color) context.fillStyle = ink.text;
      context.textBaseline = "middle";
      context.fillText(text, box[0] + (color ? 9.5 : 5.5), box[1] + 9.5);
    }
  }

  drawCompass(height) {
    const { context, ink } = this;
    const inverse = this.stage.camera.quaternion.clone().invert();
    const [cx, cy, length] = [46, height - 46, 28];
    const draw = (direction, color, text, dashed) => {
      const d = direction.clone().normalize().applyQuaternion(inverse);
      context.strokeStyle = context.fillStyle = color;
      context.lineWidth = 2;
      context.setLineDash(dashed ? [3, 2] : []);
      const [tx, ty] = [cx + d.x * length, cy - d.y * length];
      context.beginPath();
      context.moveTo(cx, cy);
      context.lineTo(tx, ty);
      context.stroke();
      context.setLineDash([]);
      context.textBaseline = "middle";
      context.textAlign = "center";
      this.font(11, 650);
      const reach = Math.hypot(d.x, d.y) > 0.2 ? 9 / Math.hypot(d.x, d.y) / length : 0.4;
      context.fillText(text, tx + d.x * length * reach, ty - d.y * length * reach);
      context.textAlign = "left";
      return d.z;
    };
    const axes = [0, 1, 2].map((k) => ({ k, d: new Vector3().setComponent(k, 1) }));
    for (const { k, d } of axes) draw(d, axisColors[k], "xyz"[k]);
    const gravity = new Vector3(...(this.view.gravity ?? [0, 0, 0]));
    if (gravity.length() > 0) {
      const d = gravity.clone().normalize().applyQuaternion(inverse);
      const [gx, gy] = [96, height - 46];
      context.strokeStyle = context.fillStyle = ink.soft;
      context.lineWidth = 2.5;
      context.beginPath();
      context.moveTo(gx - d.x * 16, gy + d.y * 16);
      context.lineTo(gx + d.x * 14, gy - d.y * 14);
      context.stroke();
      const angle = Math.atan2(-d.y, d.x);
      context.beginPath();
      for (const [r, turn] of [[20, 0], [9, 2.5 * 0.25], [9, -2.5 * 0.25]])
        context.lineTo(gx + r * Math.cos(angle + turn), gy + r * Math.sin(angle + turn));
      context.fill();
      this.font(11, 650);
      context.textBaseline = "middle";
      context.fillText("g", gx + 10, gy - 2);
      this.taken.push([gx - 24, gy - 24, gx + 24, gy + 24]);
    }
    this.taken.push([cx - 40, cy - 40, cx + 40, cy + 40]);
  }

  drawLegend({ title, unit, map, low, high, from, to }, width, height) {
    const { context, ink } = this;
    const [x, top, tall] = [width - 128, 64, Math.min(200, height - 170)];
    const anchors = mapAnchors(map);
    const gradient = context.createLinearGradient(0, top + tall, 0, top);
    anchors.forEach((color, i) => {
      const stop = (i / (anchors.length - 1) - from) / (to - from || 1); // the map's part between low and high
      if (stop >= 0 && stop <= 1) gradient.addColorStop(stop, color);
    });
    gradient.addColorStop(0, mixedColor(anchors, from));
    gradient.addColorStop(1, mixedColor(anchors, to));
    context.fillStyle = ink.back;
    context.beginPath();
    context.roundRect(x - 14, top - 48, 132, tall + 66, 8);
    context.fill();
    context.fillStyle = gradient;
    context.fillRect(x, top, 16, tall);
    context.fillStyle = ink.text;
    this.font(11.5, 650);
    context.textBaseline = "middle";
    const words = title.split(", ");
    context.fillText(words[0], x - 4, top - 34);
    this.font(11);
    context.fillStyle = ink.soft;
    context.fillText(`${words[1] ? words[1] + ", " : ""}${unit}`, x - 4, top - 18);
    context.fillStyle = ink.text;
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const y = top + tall * (1 - share);
      context.fillRect(x + 16, y - 0.5, 5, 1);
      context.fillText(shown(low + share * (high - low)), x + 25, y);
    }
    this.taken.push([x - 14, top - 48, width, top + tall + 18]);
  }

  drawCaption(text, height) {
    this.font(12.5, 600);
    const { context, ink } = this;
    const x = 134;
    context.fillStyle = ink.soft;
    context.textBaseline = "middle";
    context.fillText(text, x, height - 24);
  }
}
