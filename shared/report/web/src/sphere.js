// The page of a group's network on its sphere. Its data are written by shared/report/sphere_page.cpp.
import { byId, element, makeChoice } from "./dom.js";
import { onGround, onThemeChange, pageColours } from "./theme.js";

const palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a6761d", "#7570b3", "#1b7f9c", "#666666", "#b3003c", "#5a8f00", "#4d4dff", "#8c564b"];
const data = JSON.parse(byId("data").textContent);
const names = [...new Set(data.networks)].sort();
const state = { pitch: 0.4, yaw: 0.6, turning: false, colour: 0, edges: 0, hidden: new Set(), found: "", hovered: null, subject: null };

const colourings = [
  { name: "Network", values: null },
  ...(data.distances ? [{ name: "Distance of subjects", values: data.distances }] : []),
  ...(data.density ? [{ name: "Density of regions", values: data.density }] : []),
];
const edgeLists = [
  { name: "No edges", list: [] },
  ...(data.fit ? [{ name: "Strongest", list: data.fit.strongest }] : []),
  ...(data.fit && data.fit.varying.length > 0 ? [{ name: "Most variable", list: data.fit.varying }] : []),
];
state.edges = edgeLists.length > 1 ? 1 : 0;

/// From yellow to violet.
function scaleColour(share) {
  const ends = [[230, 200, 60], [40, 130, 130], [70, 20, 110]];
  const at = Math.max(0, Math.min(1, share)) * 2;
  const from = Math.min(1, Math.floor(at));
  return `rgb(${ends[from].map((value, i) => Math.round(value + (ends[from + 1][i] - value) * (at - from))).join(",")})`;
}

const networkColour = (name) => onGround(palette[names.indexOf(name) % palette.length]);

function regionColour(region) {
  const { values } = colourings[state.colour];
  if (!values) return networkColour(data.networks[region]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return scaleColour(high > low ? (values[region] - low) / (high - low) : 0);
}

const isShown = (region) => !state.hidden.has(data.networks[region]);
const isFound = (region) => state.found !== "" && `${data.regions[region]} ${data.networks[region]}`.toLowerCase().includes(state.found);

/// A place as it is seen: to the right, upwards, towards the eye.
function turned([x, y, z]) {
  const [side, depth] = [x * Math.cos(state.yaw) - y * Math.sin(state.yaw), x * Math.sin(state.yaw) + y * Math.cos(state.yaw)];
  return [side, z * Math.cos(state.pitch) - depth * Math.sin(state.pitch), -z * Math.sin(state.pitch) - depth * Math.cos(state.pitch)];
}

const placeIn = (places, region) => [places[0][region], places[1][region], places[2][region]];

/// Points of the great circle's shorter arc between two places.
function arc(a, b) {
  const cosine = Math.max(-1, Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
  const angle = Math.acos(cosine);
  if (!(Math.sin(angle) > 1e-6)) return [a, b];
  const steps = Math.max(2, Math.ceil(angle * 12));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps;
    const [one, other] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)];
    return a.map((value, i) => one * value + other * b[i]);
  });
}

/// The canvas in the size that it has on the screen. @return its context and its side
function prepared(canvas) {
  const side = canvas.clientWidth;
  const height = canvas.clientHeight || side;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = side * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, side, height);
  return { context, width: side, height };
}

let seen = []; // where regions are on the canvas

function strokeArc(context, points, toScreen) {
  context.beginPath();
  points.map((point) => toScreen(turned(point))).forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
}

function drawSphere() {
  const { context, width, height } = prepared(byId("sphere"));
  const colours = pageColours();
  const radius = Math.min(width, height) / 2 - 14;
  const toScreen = ([x, y]) => [width / 2 + x * radius, height / 2 - y * radius];
  context.strokeStyle = colours.line;
  context.beginPath();
  context.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
  context.stroke();

  context.lineWidth = 1;
  for (const [from, to] of edgeLists[state.edges].list) {
    if (!isShown(from) || !isShown(to)) continue;
    const points = arc(placeIn(data.places, from), placeIn(data.places, to));
    const front = turned(points[Math.floor(points.length / 2)])[2] > 0;
    context.globalAlpha = front ? 0.55 : 0.12;
    context.strokeStyle = colours.soft;
    strokeArc(context, points, toScreen);
  }

  const own = state.subject === null ? null : data.own.places[state.subject];
  seen = data.regions.map((_, region) => ({ region, at: turned(placeIn(data.places, region)) })).filter(({ region }) => isShown(region));
  seen.sort((a, b) => a.at[2] - b.at[2]);
  for (const point of seen) {
    const { region, at } = point;
    [point.x, point.y] = toScreen(at);
    context.globalAlpha = at[2] > 0 ? 1 : 0.28;
    context.fillStyle = regionColour(region);
    const marked = region === state.hovered || isFound(region);
    context.beginPath();
    context.arc(point.x, point.y, marked ? 7 : 3 + 1.5 * (at[2] + 1) / 2, 0, 2 * Math.PI);
    context.fill();
    if (marked) {
      context.strokeStyle = colours.text;
      context.stroke();
    }
    if (!own || own[0][region] === null) continue;
    const place = placeIn(own, region);
    context.strokeStyle = regionColour(region);
    strokeArc(context, arc(placeIn(data.places, region), place), toScreen);
    const [x, y] = toScreen(turned(place));
    context.strokeRect(x - 2.5, y - 2.5, 5, 5);
  }
  context.globalAlpha = 1;
}

function drawShepard() {
  if (!data.fit) return;
  const { context, width } = prepared(byId("shepard"));
  const colours = pageColours();
  const { pairs } = data.fit.shepard;
  const cell = width / pairs.length;
  const most = Math.max(...pairs.flat());
  pairs.forEach((row, wanted) => row.forEach((count, shown) => {
    if (!count) return;
    context.fillStyle = scaleColour(Math.log1p(count) / Math.log1p(most));
    context.fillRect(wanted * cell, width - (shown + 1) * cell, cell + 0.5, cell + 0.5);
  }));
  context.strokeStyle = colours.text;
  context.beginPath();
  context.moveTo(0, width);
  context.lineTo(width, 0);
  context.stroke();
}

function draw() {
  drawSphere();
  drawShepard();
}

function describe(region) {
  state.hovered = region;
  const lines = region === null ? ["Point at a region to read its name."] : [data.regions[region], data.networks[region], data.distances ? `Mean distance of subjects: ${data.distances[region]}` : ""];
  byId("about").replaceChildren(...lines.filter((line) => line !== "").map((line) => element("p", {}, line)));
}

/// The region in front that is nearest to a place on the canvas, if one is near.
function regionAt(x, y) {
  const near = seen.filter((point) => point.at[2] > -0.1 && Math.hypot(point.x - x, point.y - y) < 12);
  near.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
  return near.length ? near[0].region : null;
}

function makeSphere() {
  const canvas = byId("sphere");
  let last = null;
  canvas.addEventListener("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
    setTurning(false);
  });
  canvas.addEventListener("pointerup", () => { last = null; });
  canvas.addEventListener("pointermove", (event) => {
    if (last) {
      turnBy((event.clientX - last[0]) / 150, (event.clientY - last[1]) / 150);
      last = [event.clientX, event.clientY];
    }
    const box = canvas.getBoundingClientRect();
    describe(regionAt(event.clientX - box.left, event.clientY - box.top));
    drawSphere();
  });
  canvas.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (!steps) return;
    event.preventDefault();
    turnBy(...steps);
    drawSphere();
  });
}

function turnBy(side, up) {
  state.yaw += side;
  state.pitch = Math.max(-1.5, Math.min(1.5, state.pitch + up));
}

function setTurning(turning) {
  if (turning && !state.turning) requestAnimationFrame(turn);
  state.turning = turning;
  byId("turn").setAttribute("aria-pressed", String(turning));
}

function turn() {
  if (!state.turning) return;
  turnBy(0.006, 0);
  drawSphere();
  requestAnimationFrame(turn);
}

function makeLegend() {
  byId("legend").replaceChildren(...names.map((name) => {
    const mark = element("span", { class: "name" }, name || "no network");
    const button = element("button", { type: "button", "aria-pressed": "true" }, mark, element("span", { class: "count" }, String(data.networks.filter((each) => each === name).length)));
    button.style.borderLeft = `6px solid ${networkColour(name)}`;
    button.addEventListener("click", () => {
      const hide = !state.hidden.has(name);
      state.hidden[hide ? "add" : "delete"](name);
      button.setAttribute("aria-pressed", String(!hide));
      drawSphere();
    });
    return element("li", {}, button);
  }));
}

function makeChoices() {
  const choose = (id, key, list) => {
    const press = makeChoice(byId(id), list.map((each) => each.name), (index) => {
      state[key] = index;
      press(index);
      drawSphere();
    });
    press(state[key]);
  };
  choose("colours", "colour", colourings);
  choose("edges", "edges", edgeLists);
  byId("find").addEventListener("input", (event) => {
    state.found = event.target.value.trim().toLowerCase();
    drawSphere();
  });
  byId("turn").addEventListener("click", () => setTurning(!state.turning));
}

function makeRegions() {
  byId("regions-section").hidden = false;
  byId("regions").tBodies[0].replaceChildren(...data.regions.map((name, region) =>
    element("tr", {}, element("td", {}, name), element("td", {}, data.networks[region]), element("td", {}, data.distances ? String(data.distances[region]) : ""))));
}

function makeSubjects() {
  if (!data.own) return;
  byId("subjects-section").hidden = false;
  const order = data.own.ids.map((_, subject) => subject).sort((a, b) => data.own.distance[b] - data.own.distance[a]);
  const rows = order.map((subject) => {
    const show = element("button", { type: "button", "aria-pressed": "false" }, data.own.ids[subject]);
    show.disabled = !data.own.places[subject];
    show.addEventListener("click", () => {
      state.subject = state.subject === subject ? null : subject;
      for (const button of byId("subjects").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === show && state.subject !== null));
      drawSphere();
    });
    return element("tr", {}, element("td", {}, show), element("td", {}, String(data.own.distance[subject])), element("td", {}, String(data.own.score[subject])),
      element("td", {}, data.own.flagged[subject] ? "flagged" : ""));
  });
  byId("subjects").tBodies[0].replaceChildren(...rows);
}

byId("sphere-section").hidden = false;
byId("shepard-section").hidden = !data.fit;
makeSphere();
makeLegend();
makeChoices();
makeRegions();
makeSubjects();
describe(null);
draw();
onThemeChange(() => { makeLegend(); draw(); });
addEventListener("resize", draw);
setTurning(!matchMedia("(prefers-reduced-motion: reduce)").matches);
