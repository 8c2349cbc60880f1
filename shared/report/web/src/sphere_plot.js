// The regions on the sphere and on the Poincaré disk: where they are in the view (right, up, towards the eye), and their drawing.
import { byId } from "./dom.js";
import { drawLabel, prepared, strokeLine, trace } from "./drawing.js";
import { greatCircle, hyperbolicLine } from "./lines.js";
import { colourings, data, edgeLists, isMarked, isShown, placeIn, regionColour, state, valueColour } from "./sphere_data.js";
import { pageColours } from "./theme.js";

const mostLabels = 12;

/// Returns a rotated point of the sphere; only the first three coordinates are visible.
function turned([x, y, z]) {
  const [side, depth] = [x * Math.cos(state.yaw) - y * Math.sin(state.yaw), x * Math.sin(state.yaw) + y * Math.cos(state.yaw)];
  return [side, z * Math.cos(state.pitch) - depth * Math.sin(state.pitch), -z * Math.sin(state.pitch) - depth * Math.cos(state.pitch)];
}

/// Returns the point with this longitude and latitude.
const onSphere = (longitude, latitude) => [Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude)];

const sphere = {
  name: "Sphere",
  turns: true,
  at: (region) => turned(placeIn(data.places, region)),
  line: (from, to) => greatCircle(placeIn(data.places, from), placeIn(data.places, to)).map(turned),
};

const inFront = ([x, y]) => [x, y, 1];
const disk = data.fit && {
  name: "Poincar\u00e9 disk",
  turns: false,
  at: (region) => inFront(placeIn(data.fit.disk, region)),
  line: (from, to) => hyperbolicLine(placeIn(data.fit.disk, from), placeIn(data.fit.disk, to)).map(inFront),
};

export const shapes = disk ? [sphere, disk] : [sphere];
export const shape = () => shapes[state.shape];

const tenths = (count, whole) => Array.from({ length: count + 1 }, (_, i) => (i / count) * whole);

/// Meridians and parallels, 30° apart.
const grid = [
  ...tenths(12, 2 * Math.PI).slice(1).map((longitude) => tenths(36, Math.PI).map((angle) => onSphere(longitude, angle - Math.PI / 2))),
  ...tenths(6, Math.PI).slice(1, -1).map((angle) => tenths(72, 2 * Math.PI).map((longitude) => onSphere(longitude, angle - Math.PI / 2))),
];

/// The surface's patches: a row for each parallel, from the south pole.
const patches = (data.surface ?? []).flatMap((row, band, rows) => row.map((value, sector) => {
  const corner = (right, up) => onSphere(((sector + right) / row.length) * 2 * Math.PI, ((band + up) / rows.length - 0.5) * Math.PI);
  return { value, corners: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] };
}));

let seen = []; // where regions are on the canvas

export function drawSphere() {
  const drawing = prepared(byId("sphere"));
  if (!drawing) return;
  const { context, width, height } = drawing;
  const radius = Math.min(width, height) / 2 - 14;
  const plot = { context, width, radius, colours: pageColours(), toScreen: ([x, y]) => [width / 2 + x * radius, height / 2 - y * radius] };
  drawGround(plot);
  drawEdges(plot);
  drawRegions(plot);
  for (const { region, x, y } of seen.filter(({ region, at }) => at[2] > -0.1 && isMarked(region)).slice(-mostLabels)) drawLabel(context, data.regions[region], x, y, width, plot.colours);
}

function drawGround(plot) {
  const { context, colours, radius, toScreen } = plot;
  if (colourings[state.colour].shaded && shape().turns) drawSurface(plot);
  context.strokeStyle = colours.line;
  if (shape().turns) for (const line of grid) drawFront(plot, line.map(turned));
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(...toScreen([0, 0]), radius, 0, 2 * Math.PI);
  context.stroke();
  context.lineWidth = 1;
}

/// Returns the part of a line on the visible side.
function drawFront({ context, toScreen }, points) {
  let part = [];
  for (const point of [...points, [0, 0, -1]]) {
    if (point[2] >= 0) {
      part.push(toScreen(point));
    } else if (part.length) {
      strokeLine(context, part);
      part = [];
    }
  }
}

/// The density on the sphere.
function drawSurface({ context, toScreen }) {
  context.globalAlpha = 0.4;
  for (const { value, corners } of patches) {
    const places = corners.map(turned);
    if (places.some((each) => each[2] < -0.1)) continue;
    context.fillStyle = valueColour(colourings[state.colour], value);
    trace(context, places.map(toScreen));
    context.fill();
  }
  context.globalAlpha = 1;
}

function drawEdges({ context, colours, toScreen }) {
  context.strokeStyle = colours.soft;
  for (const [from, to] of edgeLists[state.edges].list) {
    if (!isShown(from) || !isShown(to)) continue;
    const points = shape().line(from, to);
    context.globalAlpha = points[Math.floor(points.length / 2)][2] > 0 ? 0.55 : 0.12;
    strokeLine(context, points.map(toScreen));
  }
}

function drawRegions({ context, colours, toScreen }) {
  const own = state.subject === null || !shape().turns ? null : data.own.places[state.subject];
  seen = data.regions.map((_, region) => ({ region, at: shape().at(region) })).filter(({ region }) => isShown(region));
  seen.sort((a, b) => a.at[2] - b.at[2]);
  for (const point of seen) {
    const { region, at } = point;
    [point.x, point.y] = toScreen(at);
    context.globalAlpha = at[2] > 0 ? 1 : 0.28;
    context.fillStyle = regionColour(region);
    context.strokeStyle = colours.text;
    const marked = isMarked(region);
    context.beginPath();
    context.arc(point.x, point.y, marked ? 7 : 3.5 + 1.5 * (at[2] + 1) / 2, 0, 2 * Math.PI);
    context.fill();
    if (marked || colourings[state.colour].shaded) context.stroke();
    if (own && own[0][region] !== null) drawOwn(context, region, placeIn(own, region), toScreen);
  }
  context.globalAlpha = 1;
}

function drawOwn(context, region, place, toScreen) {
  context.strokeStyle = regionColour(region);
  strokeLine(context, greatCircle(placeIn(data.places, region), place).map(turned).map(toScreen));
  const [x, y] = toScreen(turned(place));
  context.strokeRect(x - 2.5, y - 2.5, 5, 5);
}

/// Returns the visible region nearest to a position on the canvas, if one is near.
export function regionAt(x, y) {
  const near = seen.filter((point) => point.at[2] > -0.1 && Math.hypot(point.x - x, point.y - y) < 12);
  near.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
  return near.length ? near[0].region : null;
}
