// The legend: what points are coloured by, a button for each group, which hides and shows its points, and what the marks are.
import { shownColouring, shownMeasure } from "./colourings.js";
import { button, byId, counted, element, makeSwitch, onPress } from "./dom.js";
import { decisionOutlines, icon, markIcon } from "./marks.js";
import { chooseMeasure, isPointShown } from "./range.js";
import { onThemeChange, pageColours } from "./theme.js";

export function makeLegend(data, state) {
  const colouring = () => shownColouring(data, state);

  function toggle(index) {
    const hidden = new Set(state.get("hidden"));
    if (!hidden.delete(index)) hidden.add(index);
    state.set({ hidden });
  }

  function entry(group, index, count) {
    const press = () => {
      toggle(index);
      byId("legend").querySelectorAll("button")[index].focus();
    };
    return element("li", { hidden: group.behind && count.points === 0 ? "" : undefined },
      button({ "aria-pressed": String(!state.get("hidden").has(index)) }, press,
        markIcon(data.shapes[group.shape], group, count.several > 0 && count.several === count.points),
        element("span", { class: "name" }, group.name),
        ...(index === ownGroup(data, state) ? [element("span", { class: "own" }, "this site")] : []),
        element("span", { class: "count" }, countText(count))));
  }

  function draw() {
    const counts = countGroups(colouring(), data.places[0].keys(), data, state);
    byId("legend").replaceChildren(...colouring().groups.map((group, index) => entry(group, index, counts[index])));
  }

  function drawMarks() {
    const colours = shownMeasure(data, state) ? [element("li", {}, `Colours: as measured${data.groupSizes ? "; a group by its mean" : ""}`)] : [];
    byId("marks").replaceChildren(...colours, ...marks(data).map(([drawing, text]) => element("li", {}, drawing, text)));
  }

  makeColourChoice(data, state);
  onPress("legend-all", () => state.set({ hidden: new Set() }));
  onPress("legend-none", () => state.set({ hidden: new Set(colouring().groups.keys()) }));
  byId("only-own").hidden = !data.own;
  makeSwitch("only-own", state, "onlyOwn");
  state.subscribe(["colouring", "measure", "range", "hidden", "onlyOwn"], draw);
  state.subscribe(["colouring"], drawMarks);
  onThemeChange(() => {
    draw();
    drawMarks();
  });
}

/// Fills the field that says what points are coloured by: the data's colourings, then the measures.
function makeColourChoice(data, state) {
  const field = byId("colouring");
  const option = (value, text) => element("option", { value }, text);
  field.append(...data.colourings.map(({ heading }, index) => option(String(index), heading)));
  const strips = data.own?.strips ?? [];
  if (strips.length > 0) field.append(element("optgroup", { label: "By a measure" }, ...strips.map(({ name }, index) => option(`measure ${index}`, `By ${name}`))));
  field.addEventListener("change", () => {
    const [, measure] = field.value.split(" ");
    if (measure !== undefined) chooseMeasure(data, state, Number(measure));
    else state.set({ colouring: Number(field.value), hidden: new Set() });
  });
  state.subscribe(["colouring", "measure"], () => {
    const colouring = state.get("colouring");
    field.value = colouring < data.colourings.length ? String(colouring) : `measure ${state.get("measure")}`;
  });
}

/// What the marks on the map are: a drawing and a text each.
function marks({ own, groupSizes }) {
  const { odd, text, soft } = pageColours();
  const ring = (colour, width) => icon("", { fill: "none", stroke: colour, "stroke-width": width });
  const glyph = (choice) => icon(decisionOutlines[choice], { fill: "none", stroke: text, "stroke-width": 0.45 });
  const found = [];
  if (groupSizes) {
    const [least, most] = groupSizes;
    found.push([icon("", { fill: `${soft}55`, stroke: soft, "stroke-width": 0.3 }), `a group of ${least === most ? least : `${least} to ${most}`} subjects${least === most ? "" : ", larger for more"}`]);
  }
  if (own === null) return found;
  if (groupSizes) found.push([icon("", { fill: soft, transform: "scale(0.6)" }), "one subject"]);
  if (own.flagged.length > 0) found.push([ring(odd, 0.6), "to look at"]);
  if (own.alsoCheck.length > 0) found.push([ring(odd, 0.25), "to check"]);
  found.push([ring(text, 0.45), "chosen"], [ring(text, 0.15), "nearest to it"]);
  return [...found, ...Object.keys(decisionOutlines).map((choice) => [glyph(choice), choice])];
}

/// Returns the legend's entry of this site's own points, or -1.
function ownGroup(data, state) {
  if (!data.own || data.own.count === 0 || state.get("colouring") !== 0) return -1;
  return data.colourings[0].group[data.own.point(0)];
}

/// A number of points; "12 groups" of such as stand for several subjects each, "20 and 12 groups" of both.
export function countText({ points, several }) {
  if (several === 0) return points.toLocaleString("en");
  const single = points > several ? `${(points - several).toLocaleString("en")} and ` : "";
  return single + counted(several, "group");
}

/// The number of points of each group that are shown, and of those that stand for several subjects.
export function countGroups(colouring, points, data, state) {
  const counts = colouring.groups.map(() => ({ points: 0, several: 0 }));
  for (const point of points) {
    if (!isPointShown(data, state, point)) continue;
    ++counts[colouring.group[point]].points;
    if (data.subjects(point) > 1) ++counts[colouring.group[point]].several;
  }
  return counts;
}
