// The current colouring of the points: one of the data's, or one by a measure: of the site's own subjects, and of others' groups where it is known.
import { shortNumber } from "./subject.js";

const bounds = [-3, -2, -1, 1, 2, 3]; // deviations from the median
const colours = ["#2166ac", "#4f94c4", "#92c0dd", "#a3a8ad", "#f0a783", "#dd6a4b", "#b2182b"];

/// The state's `colouring` is an index of the data's colourings; their number means the state's measure.
export function shownColouring(data, state) {
  return data.colourings[state.get("colouring")] ?? byMeasure(data, shownMeasure(data, state));
}

/// Returns the measure that points are coloured by; null if it is none.
export const shownMeasure = (data, state) => (state.get("colouring") < data.colourings.length ? null : data.own.strips[state.get("measure")]);

const made = new Map(); // by measure

function byMeasure(data, strip) {
  if (!made.has(strip)) made.set(strip, makeByMeasure(data, strip));
  return made.get(strip);
}

function makeByMeasure(data, strip) {
  const marks = bounds.map((bound) => shortNumber(strip.measured(bound)));
  const name = (index) => (index === 0 ? `below ${marks[0]}` : index === bounds.length ? `${marks.at(-1)} and more` : `${marks[index - 1]} to ${marks[index]}`);
  const groups = colours.map((colour, index) => ({ name: name(index), colour, shape: "circle", behind: false, full: true }));
  groups.push({ name: "without a value here", colour: "#b0b0b4", shape: "cross", behind: true }); // the middle is grey, too
  const group = Array.from({ length: data.points }, (_, point) => {
    const deviation = strip.units(strip.at(point));
    return Number.isNaN(deviation) ? colours.length : bounds.filter((bound) => deviation >= bound).length;
  });
  return { groups, group };
}
