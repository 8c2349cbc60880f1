// What is known of one subject, in words and, where there is one, a picture.
import { element } from "./dom.js";

/// "Contrast-to-noise ratio 2.31 on average".
const valueText = ({ name, unit }, value, isMean) =>
  (Number.isNaN(value) ? `${name}: no value here` : `${name} ${shortNumber(value)}${unit ? ` ${unit}` : ""}${isMean ? " on average" : ""}`);

/// A subject's flag as it follows its name: ", flagged", ", odd and inconsistent", ", also check" or "".
export const flagText = (own, subject) => (own.flag(subject) ? `, ${own.flagName(subject)}` : "");

/// Returns a subject's reasons in one line; "" if there are none.
export const reasonsText = (own, subject) => own.reasons(subject).join("; ");

/// A measure's name with its unit.
export const measureTitle = ({ name, unit }) => (unit ? `${name}, ${unit}` : name);

/// A measure's value with four digits.
export const shortNumber = (value) => String(Number(value.toPrecision(4))).replace("-", "\u2212");

/// A subject's scores, one of each list; "" without scores.
export const scoresText = (own, subject) => own.lists.map(({ scoreSentence }) => scoreSentence(subject)).join(", ");

/// Returns the lines of a point's tooltip or card.
/// @param measure that points are coloured by, null for none
function describePoint(data, point, measure) {
  const own = data.own;
  const subject = own?.subject(point);
  const lines = [];
  if (subject !== undefined) lines.push(element("strong", {}, own.id(subject)));
  lines.push(element("div", {}, `Site: ${data.siteName(point)}`));
  if (data.subjects(point) > 1) lines.push(element("div", {}, `A group of ${data.subjects(point)} subjects`));
  if (measure) lines.push(element("div", {}, valueText(measure, measure.at(point), data.subjects(point) > 1)));
  if (data.label(point)) lines.push(element("div", {}, `Label: ${data.label(point)}`));
  if (subject === undefined) return lines;
  if (own.hasScores) lines.push(element("div", {}, scoresText(own, subject) + flagText(own, subject)));
  lines.push(...own.reasons(subject).map((reason) => element("div", {}, reason)));
  if (own.thumbnail(subject)) {
    lines.push(element("img", { src: own.thumbnail(subject), alt: "Middle slices of the scan", class: "thumbnail" }));
  }
  return lines;
}

const mostNamed = 12;

/// Returns the tooltip of points drawn at one position: the first, and the others' names.
export function describePlace(data, [point, ...others], measure) {
  if (others.length === 0) return describePoint(data, point, measure);
  const subjects = others.map((other) => data.own?.subject(other)).filter((subject) => subject !== undefined);
  const named = subjects.slice(0, mostNamed).map((subject) => element("div", {}, data.own.id(subject) + flagText(data.own, subject)));
  const counts = new Map();
  if (subjects.length > mostNamed) counts.set("this site's", subjects.length - mostNamed);
  for (const other of others) {
    if (data.own?.subject(other) === undefined) counts.set(data.siteName(other), (counts.get(data.siteName(other)) ?? 0) + 1);
  }
  const rest = [...counts].map(([name, count]) => `${name}: ${count}`).join(", ");
  return [...describePoint(data, point, measure), element("div", { class: "here" }, `Also here: ${others.length}`), ...named,
    ...(rest ? [element("div", {}, rest)] : [])];
}
