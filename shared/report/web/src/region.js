// The region drawn on the map: who is in it, in which measures it differs from the rest, what lies next to it, and its export.
import { shownColouring } from "./colourings.js";
import { csvText } from "./csv.js";
import { button, byId, counted, element, whenOpened } from "./dom.js";
import { countGroups, countText } from "./legend.js";
import { nearest, squaredDistance } from "./nearest.js";
import { chooseMeasure } from "./range.js";
import { copyText, saveText } from "./workbench.js";

const mostMeasures = 8;
const mostNeighbours = 8;
const chance = 3; // standard errors of the difference of two medians, which is 1.25 times that of means

export function makeRegion(data, state) {
  const summary = byId("region");

  const content = element("ul");
  function drawContent() {
    const colouring = shownColouring(data, state);
    const counts = countGroups(colouring, state.get("region") ?? [], data, state);
    content.replaceChildren(...colouring.groups.flatMap((group, i) => (counts[i].points > 0 ? [element("li", {}, `${group.name}: ${countText(counts[i])}`)] : [])));
  }

  function tools(subjects) {
    const told = element("output", { "aria-live": "polite" });
    const copy = async () => {
      const done = await copyText(subjects.map(data.own.id).join("\n"));
      told.textContent = done ? `Copied: ${counted(subjects.length, "id")}.` : "This browser does not let the page copy.";
    };
    const save = () => saveText("region.csv", csvText(tableOf(data.own, subjects)));
    const clear = button({}, () => state.set({ region: null }), "Clear the region");
    return element("div", { class: "toolbar" }, clear, ...(subjects.length > 0 ? [button({}, copy, "Copy its ids"), button({}, save, "Save as region.csv")] : []), told);
  }

  function differences(subjects) {
    const found = data.own ? differing(data.own, subjects) : [];
    if (found.length === 0) return [];
    const rows = found.slice(0, mostMeasures).map(({ index, difference, isSure }) => element("tr", { class: isSure ? undefined : "muted" },
      element("th", { scope: "row" }, button({ class: "link", title: "Colour the map by it" }, () => chooseMeasure(data, state, index), data.own.strips[index].name)),
      element("td", {}, signed(difference))));
    const who = data.own.comparedWith === "reference" ? "the reference" : "this site";
    const note = `Its median against that of this site's other subjects, in typical spreads of ${who}. ${found.some(({ isSure }) => !isSure) ? "Grey may be chance." : ""}`;
    return [element("h3", {}, "Differs most in"), element("table", { id: "differences" }, element("tbody", {}, ...rows)), element("p", { class: "note" }, note)];
  }

  function beside(region) {
    const item = (point) => {
      const subject = data.own?.subject(point);
      return element("li", {}, subject === undefined ? data.siteName(point) : button({ class: "link" }, () => state.set({ chosen: subject }), data.own.id(subject)));
    };
    if (region.length === 0 || region.length === data.points) return [];
    return [whenOpened("Nearest outside it", () => [element("ol", {}, ...nearestOutside(data.places, region).map(item))])];
  }

  function draw() {
    const region = state.get("region");
    if (region === null) return summary.replaceChildren();
    const subjects = region.map((point) => data.own?.subject(point)).filter((subject) => subject !== undefined);
    summary.replaceChildren(element("h3", {}, `Region: ${counted(region.length, "point")}`), tools(subjects), content,
      ...differences(subjects), ...beside(region));
  }

  state.subscribe(["region"], draw);
  state.subscribe(["region", "colouring", "measure"], drawContent);
}

const signed = (value) => `${value < 0 ? "\u2212" : "+"}${Math.abs(value).toFixed(1)}`;

/// Returns the measures by how far a region's median is from that of the site's other subjects, the furthest first.
function differing(own, subjects) {
  const inside = new Set(subjects);
  const others = [...Array(own.count).keys()].filter((subject) => !inside.has(subject));
  return own.strips.flatMap((strip, index) => {
    const here = known(subjects.map(strip.deviation));
    const there = known(others.map(strip.deviation));
    if (here.length === 0 || there.length === 0) return [];
    const difference = median(here) - median(there);
    return [{ index, difference, isSure: Math.abs(difference) > chance * 1.25 * Math.sqrt(1 / here.length + 1 / there.length) }];
  }).sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

const known = (values) => values.filter((value) => !Number.isNaN(value));

function median(values) {
  const sorted = Float64Array.from(values).sort();
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/// Returns the points nearest to any of a region's, nearest first.
function nearestOutside(places, region) {
  const inside = new Set(region);
  const others = [...places[0].keys()].filter((point) => !inside.has(point));
  return nearest(mostNeighbours, others, (point) => region.reduce((least, each) => Math.min(least, squaredDistance(places, point, each)), Infinity));
}

/// The rows of region.csv: each subject's id, label, list and measures.
function tableOf(own, subjects) {
  const row = (subject) => [own.id(subject), own.label(subject), own.flagName(subject),
    ...own.strips.map((strip) => (Number.isNaN(strip.value(subject)) ? "" : String(strip.value(subject))))];
  return [["id", "label", "list", ...own.strips.map(({ feature }) => feature)], ...subjects.map(row)];
}
