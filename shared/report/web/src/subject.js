// What is known of one subject, in words and, where there is one, a picture.
import { element } from "./dom.js";

/// A subject's flag as it follows its name: ", flagged", ", odd and unfit", ", also check" or "".
export const flagText = (own, subject) => (own.flag(subject) ? `, ${own.flagName(subject)}` : "");

/// What makes a subject odd that is flagged or also to check, in one line; "" for others.
export const reasonsText = (own, subject) => own.reasons(subject).join(", ");

export const signed = (deviation) => {
  const size = Math.abs(deviation);
  const digits = size < 100 ? size.toFixed(1) : size < 1e5 ? String(Math.round(size)) : size.toExponential(1);
  return (deviation < 0 ? "\u2212" : "+") + digits;
};

/// A measure's value with four digits.
export const shortNumber = (value) => String(Number(value.toPrecision(4))).replace("-", "\u2212");

export const scoreText = (score) => (score === undefined ? "" : score.toFixed(3));

/// The lines that a tooltip or the card of a point shows.
export function describePoint(data, point) {
  const own = data.own;
  const subject = own?.subject(point);
  const lines = [];
  if (subject !== undefined) lines.push(element("strong", {}, own.id(subject)));
  lines.push(element("div", {}, `Site: ${data.siteName(point)}`));
  if (data.subjects(point) > 1) lines.push(element("div", {}, `A row of ${data.subjects(point)} subjects`));
  if (data.label(point)) lines.push(element("div", {}, `Label: ${data.label(point)}`));
  if (subject === undefined) return lines;
  if (own.hasScores) {
    lines.push(element("div", {}, `Outlier score: ${scoreText(own.score(subject))}${flagText(own, subject)}`));
  }
  if (own.reasons(subject).length > 0) {
    lines.push(element("div", {}, "Odd in: ", reasonsText(own, subject)));
  }
  if (own.thumbnail(subject)) {
    lines.push(element("img", { src: own.thumbnail(subject), alt: "Middle slices of the scan", class: "thumbnail" }));
  }
  return lines;
}

const mostNamed = 12;

/// What a tooltip shows of the points that are drawn at one place: the first, and who else is there.
export function describePlace(data, [point, ...others]) {
  if (others.length === 0) return describePoint(data, point);
  const subjects = others.map((other) => data.own?.subject(other)).filter((subject) => subject !== undefined);
  const named = subjects.slice(0, mostNamed).map((subject) => element("div", {}, data.own.id(subject) + flagText(data.own, subject)));
  const counts = new Map();
  if (subjects.length > mostNamed) counts.set("this site's", subjects.length - mostNamed);
  for (const other of others) {
    if (data.own?.subject(other) === undefined) counts.set(data.siteName(other), (counts.get(data.siteName(other)) ?? 0) + 1);
  }
  const rest = [...counts].map(([name, count]) => `${name}: ${count}`).join(", ");
  return [...describePoint(data, point), element("div", { class: "here" }, `Also here: ${others.length}`), ...named,
    ...(rest ? [element("div", {}, rest)] : [])];
}
