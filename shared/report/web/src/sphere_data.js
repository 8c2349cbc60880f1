// The data of the sphere's page, written by shared/report/sphere_page.cpp, and the reader's choices.
import { byId, limited } from "./dom.js";
import { scaleColour } from "./drawing.js";
import { onGround } from "./theme.js";

const palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a6761d", "#7570b3", "#b3003c", "#5a8f00", "#666666", "#4d4dff", "#8c564b", "#1b7f9c"];

export const data = JSON.parse(byId("data").textContent);
export const names = [...new Set(data.networks)].sort();
export const placeIn = (places, region) => places.map((column) => column[region]);

/// The reader's choices; the first view faces most regions.
export const state = { ...towards(data.places), turning: false, shape: 0, colour: 0, edges: data.fit ? 1 : 0, hidden: new Set(), found: "", hovered: null, subject: null };

function towards(places) {
  const [x, y, z] = places.map((column) => column.reduce((sum, value) => sum + value, 0));
  return { yaw: Math.atan2(x, y) + Math.PI, pitch: limited(Math.atan2(-z, Math.hypot(x, y)), 1.5) };
}

const extent = (values) => [Math.min(...values), Math.max(...values)];

export const colourings = [
  { name: "Network" },
  ...(data.distances ? [{ name: "Distance of subjects", values: data.distances, range: extent(data.distances), unit: "rad" }] : []),
  ...(data.density ? [{ name: "Density of regions", values: data.density, range: [0, Math.max(...data.density, ...data.surface.flat())], unit: "times an even spread", shaded: true }] : []),
];

export const edgeLists = [
  { name: "No edges", list: [] },
  ...(data.fit ? [{ name: "Strongest", list: data.fit.strongest }] : []),
  ...(data.fit && data.fit.varying.length > 0 ? [{ name: "Most variable", list: data.fit.varying }] : []),
];

export const networkColour = (name) => onGround(palette[names.indexOf(name) % palette.length]);

export function valueColour({ range: [low, high] }, value) {
  return scaleColour(high > low ? (value - low) / (high - low) : 0);
}

export function regionColour(region) {
  const colouring = colourings[state.colour];
  return colouring.values ? valueColour(colouring, colouring.values[region]) : networkColour(data.networks[region]);
}

export const isShown = (region) => !state.hidden.has(data.networks[region]);
export const isMarked = (region) => region === state.hovered || (state.found !== "" && `${data.regions[region]} ${data.networks[region]}`.toLowerCase().includes(state.found));
