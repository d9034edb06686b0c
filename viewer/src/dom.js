/** An element with attributes and children; texts become text. */
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
};

/** Line icons, drawn on 24 x 24. */
const paths = {
  play: "M7 4l13 8-13 8z",
  pause: "M7 4h4v16H7zM14 4h4v16h-4z",
  first: "M6 5v14M19 5l-10 7 10 7z",
  back: "M18 5L8 12l10 7z",
  next: "M6 5l10 7-10 7z",
  loop: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8",
  theme: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8",
  help: "M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8M12 17v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
  plot: "M4 4v16h16M7 15l4-5 3 3 5-7",
  tree: "M5 5h6M5 12h6M5 19h6M15 5h4M15 12h4M15 19h4",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  hidden: "M4 4l16 16M9 6.5A10 10 0 0 1 12 6c6 0 10 6 10 6a17 17 0 0 1-3 3.4M6 8a17 17 0 0 0-4 4s4 6 10 6c1 0 2-.2 3-.5",
};

export const icon = (name) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  if (["play", "pause", "back", "next"].includes(name)) svg.classList.add("solid");
  return svg;
};

export const button = (name, title, action, id) => {
  const made = element("button", { class: "icon", title, "aria-label": title, id }, icon(name));
  made.addEventListener("click", action);
  return made;
};
