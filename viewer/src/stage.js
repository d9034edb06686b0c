// The scene: renderer, camera with its presets, lights, floor. Draws when something has changed.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const themes = {
  dark: { top: "#1b2330", bottom: "#0d1118", grid: "#2c3747", floor: 0.32 },
  light: { top: "#f7f9fc", bottom: "#d9e0ea", grid: "#b4c0d0", floor: 0.16 },
};

/** Which way is up: against gravity; without it the axis that makes the picture flat in the eye's plane. */
export const upward = (gravity, size) => {
  const g = new THREE.Vector3(...(gravity ?? [0, 0, 0]));
  if (g.length() > 0) return g.negate().normalize();
  return size.z < 0.2 * Math.max(size.x, size.y) ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1);
};

/** The direction from which the mechanism is seen best: square to its thinnest extent, a little from the side and above. */
const bestView = (up, size) => {
  const flat = [size.x, size.y, size.z];
  const most = Math.max(...flat);
  const upright = [0, 1, 2].filter((k) => Math.abs(up.getComponent(k)) < 0.8 && flat[k] < 0.45 * most); // better seen from there than from above
  const thin = upright.length ? upright.reduce((a, b) => (flat[b] < flat[a] ? b : a)) : flat.indexOf(Math.min(...flat));
  const normal = new THREE.Vector3().setComponent(thin, thin === 1 ? -1 : 1);
  if (flat[thin] > 0.45 * Math.max(...flat) || Math.abs(normal.dot(up)) > 0.8) normal.set(0, 0, 0);
  const side = new THREE.Vector3(Math.abs(up.x) > 0.8 ? 0 : 0.75, Math.abs(up.y) > 0.8 ? 0 : -1, Math.abs(up.z) > 0.8 ? 0 : 0.85);
  const lying = flat[thin] < 0.45 * Math.max(...flat) && Math.abs(new THREE.Vector3().setComponent(thin, 1).dot(up)) > 0.8;
  if (normal.length() === 0) return side.addScaledVector(up, lying ? 1.15 : 0.65).normalize();
  const right = new THREE.Vector3().crossVectors(up, normal).normalize();
  return normal.addScaledVector(right, 0.32).addScaledVector(up, 0.3).normalize();
};

/** The shape of the mechanism without what is only drawn (feet, glyphs), unless all of it is on a line. */
const aspectOf = (box, inner) => {
  const size = inner.getSize(new THREE.Vector3());
  const [, middle, longest] = size.toArray().sort((a, b) => a - b);
  return middle > 0.05 * longest ? size : box.getSize(size);
};

export class Stage {
  constructor(host, box, gravity, options) {
    this.host = host;
    this.box = box;
    this.cloud = [...(options.cloud ?? []), ...(options.cloud?.length ? [] : [box.min, box.max])];
    this.center = box.getCenter(new THREE.Vector3());
    this.radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 1e-6);
    const size = aspectOf(box, options.inner ?? box);
    this.up = upward(gravity, size);
    this.best = bestView(this.up, size);
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(options.pixelRatio ?? window.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = options.shadows;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.canvas = this.renderer.domElement;
    host.append(this.canvas);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(28, 1, this.radius / 200, this.radius * 400);
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.invalidate());
    this.controls.addEventListener("start", () => (this.preset = null)); // from now on the camera is the user's
    this.margin = 0;
    this.listeners = [];
    this.addLights(options.shadows);
    this.addFloor(options.shadows);
    this.setTheme(options.theme ?? "dark");
    this.resize();
    this.look("best");
    new ResizeObserver(() => this.resize()).observe(host);
  }
  addLights(shadows) {
    this.scene.add(new THREE.HemisphereLight("#ffffff", "#8a90a0", 1.5));
    this.sun = new THREE.DirectionalLight("#ffffff", 2.1);
    const side = this.best.clone().cross(this.up).normalize();
    this.sun.position.copy(this.center).addScaledVector(this.up, 3 * this.radius);
    this.sun.position.addScaledVector(this.best, 2 * this.radius).addScaledVector(side, -1.2 * this.radius);
    this.sun.target.position.copy(this.center);
    this.scene.add(this.sun, this.sun.target);
    if (!shadows) return;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    const { camera } = this.sun.shadow;
    const r = 1.5 * this.radius;
    Object.assign(camera, { left: -r, right: r, top: r, bottom: -r, near: 0.1 * this.radius, far: 9 * this.radius });
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.003 * this.radius;
  }
  addFloor(shadows) {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new THREE.Vector3(
      i & 1 ? this.box.max.x : this.box.min.x, i & 2 ? this.box.max.y : this.box.min.y, i & 4 ? this.box.max.z : this.box.min.z));
    const lowest = Math.min(...corners.map((corner) => corner.dot(this.up)));
    const floor = new THREE.Group();
    floor.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), this.up);
    floor.position.copy(this.center).addScaledVector(this.up, lowest - this.center.dot(this.up) - 0.12 * this.radius);
    const raw = (2.4 * this.radius) / 12;
    const decade = 10 ** Math.floor(Math.log10(raw));
    this.cell = decade * [1, 2, 5, 10].find((k) => k * decade >= raw * 0.99);
    this.grid = new THREE.GridHelper(this.cell * 24, 24);
    this.grid.material.transparent = true;
    floor.add(this.grid);
    if (shadows) {
      this.shade = new THREE.Mesh(new THREE.PlaneGeometry(8 * this.radius, 8 * this.radius), new THREE.ShadowMaterial({ opacity: 0.3 }));
      this.shade.rotateX(-Math.PI / 2);
      this.shade.receiveShadow = true;
      floor.add(this.shade);
    }
    this.floor = floor;
    this.scene.add(floor);
  }
  setTheme(name) {
    this.theme = name;
    const theme = themes[name];
    const canvas = document.createElement("canvas");
    canvas.width = 4;
    canvas.height = 256;
    const context = canvas.getContext("2d");
    const gradient = context.createLinearGradient(0, 0, 0, 256);
    gradient.addColorStop(0, theme.top);
    gradient.addColorStop(1, theme.bottom);
    context.fillStyle = gradient;
    context.fillRect(0, 0, 4, 256);
    this.scene.background?.dispose?.();
    this.scene.background = new THREE.CanvasTexture(canvas);
    this.scene.background.colorSpace = THREE.SRGBColorSpace;
    this.grid.material.color.set(theme.grid);
    this.grid.material.vertexColors = false;
    this.grid.material.opacity = name === "dark" ? 0.55 : 0.75;
    this.grid.material.needsUpdate = true;
    if (this.shade) this.shade.material.opacity = theme.floor;
    this.invalidate();
  }
  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    // what stands at the right edge (the legend) gets its own strip: the scene moves aside by half of it
    this.camera.setViewOffset(width, height, Math.min(this.margin, width / 3) / 2, 0, width, height);
    if (this.preset) this.look(this.preset);
    this.invalidate();
  }
  setMargin(margin) {
    if (margin === this.margin) return;
    this.margin = margin;
    this.resize();
  }

  /** Presets: best, front, back, left, right, top, bottom, oblique. */
  look(name) {
    const { up } = this;
    const front = Math.abs(up.y) > 0.8 ? new THREE.Vector3(0, 0, 1) : Math.abs(up.z) > 0.8 ? new THREE.Vector3(0, -1, 0) : new THREE.Vector3(0, 0, 1);
    const right = new THREE.Vector3().crossVectors(up, front).normalize();
    const directions = {
      best: this.best, front, back: front.clone().negate(), right, left: right.clone().negate(),
      top: up.clone().addScaledVector(front, 1e-3), bottom: up.clone().negate().addScaledVector(front, 1e-3),
      oblique: front.clone().add(right).addScaledVector(up, 0.9),
    };
    this.preset = name;
    const direction = (directions[name] ?? this.best).clone().normalize();
    this.camera.position.copy(this.center).addScaledVector(direction, this.fittingDistance(direction));
    this.controls.target.copy(this.center);
    this.controls.update();
    this.invalidate();
  }
  /** So that all that moves is in the picture. */
  fittingDistance(direction) {
    const right = new THREE.Vector3().crossVectors(this.up, direction).normalize();
    const above = new THREE.Vector3().crossVectors(direction, right).normalize();
    const t = Math.tan((this.camera.fov * Math.PI) / 360);
    const width = this.host.clientWidth || 1;
    const aspect = (this.camera.aspect * (width - Math.min(this.margin, width / 3))) / width;
    let distance = 0;
    const corner = new THREE.Vector3();
    for (const point of this.cloud) {
      corner.copy(point).sub(this.center);
      const depth = corner.dot(direction);
      distance = Math.max(distance, depth + Math.abs(corner.dot(above)) / t, depth + Math.abs(corner.dot(right)) / (t * aspect));
    }
    return Math.max(1.16 * distance, 0.8 * this.radius);
  }
  /** Moves camera and target alike, to keep a body in the middle. */
  follow(offset) {
    this.camera.position.add(offset);
    this.controls.target.add(offset);
    this.controls.update();
  }
  onDraw(listener) {
    this.listeners.push(listener);
  }
  invalidate() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }
  draw() {
    this.renderer.render(this.scene, this.camera);
    for (const listener of this.listeners) listener();
  }
  /** Where a point is on the canvas, in CSS pixels; z > 1: behind the eye. */
  project(point, out) {
    out.copy(point).project(this.camera);
    out.x = ((out.x + 1) / 2) * this.host.clientWidth;
    out.y = ((1 - out.y) / 2) * this.host.clientHeight;
    return out;
  }
}
