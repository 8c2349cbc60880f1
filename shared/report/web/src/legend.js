// The legend: a button for each group, which hides and shows its points; and the selected region's content.
import { shownColouring } from "./colourings.js";
import { button, byId, counted, element, makeChoice, makeSwitch, onPress } from "./dom.js";
import { markIcon } from "./marks.js";
import { isInRange } from "./range.js";
import { onGround, onThemeChange } from "./theme.js";

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
        markIcon(data.shapes[group.shape], onGround(group.colour, group.behind)),
        element("span", { class: "name" }, group.name),
        ...(index === ownGroup(data, state) ? [element("span", { class: "own" }, "this site")] : []),
        element("span", { class: "count" }, countText(count))));
  }

  function draw() {
    const counts = countGroups(colouring(), data.places[0].keys(), data, state);
    byId("legend").replaceChildren(...colouring().groups.map((group, index) => entry(group, index, counts[index])));
  }

  const choose = (index) => state.set({ colouring: index, hidden: new Set() });
  const headings = () => [...data.colourings.map(({ heading }) => heading), ...(state.get("measure") === null ? [] : [`By ${data.own.strips[state.get("measure")].name}`])];
  let press;
  state.subscribe(["measure"], () => {
    press = makeChoice(byId("colourings"), headings(), choose);
    press(state.get("colouring"));
  });
  onPress("legend-all", () => state.set({ hidden: new Set() }));
  onPress("legend-none", () => state.set({ hidden: new Set(colouring().groups.keys()) }));
  state.subscribe(["colouring"], () => press(state.get("colouring")));
  byId("only-own").hidden = !data.own;
  makeSwitch("only-own", state, "onlyOwn");
  state.subscribe(["colouring", "measure", "range", "hidden", "onlyOwn"], draw);
  onThemeChange(draw);
  makeRegionSummary(data, state);
}

/// Returns the legend's entry of this site's own points, or -1.
function ownGroup(data, state) {
  if (!data.own || data.own.count === 0 || state.get("colouring") !== 0) return -1;
  return data.colourings[0].group[data.own.point(0)];
}

/// A number of points; "12 groups" of such as stand for several subjects each.
const countText = ({ points, several }) => (several > 0 && several === points ? counted(points, "group") : points.toLocaleString("en"));

/// The number of points of each group that are shown, and of those that stand for several subjects.
function countGroups(colouring, points, data, state) {
  const counts = colouring.groups.map(() => ({ points: 0, several: 0 }));
  for (const point of points) {
    const subject = data.own?.subject(point);
    const isHidden = (state.get("onlyOwn") && data.isOthers(point)) || (subject !== undefined && !isInRange(data, state, subject));
    if (isHidden) continue;
    ++counts[colouring.group[point]].points;
    if (data.subjects(point) > 1) ++counts[colouring.group[point]].several;
  }
  return counts;
}

/// Counts the region's points by group.
function makeRegionSummary(data, state) {
  const summary = byId("region");

  function draw() {
    const region = state.get("region");
    if (region === null) return summary.replaceChildren();
    const colouring = shownColouring(data, state);
    const counts = countGroups(colouring, region, data, state);
    const items = colouring.groups.map((group, i) => [group.name, counts[i]]).filter(([, count]) => count.points > 0);
    const clear = button({}, () => state.set({ region: null }), "Clear the region");
    summary.replaceChildren(element("h3", {}, `Region: ${counted(region.length, "point")}`),
      element("ul", {}, ...items.map(([name, count]) => element("li", {}, `${name}: ${countText(count)}`))), clear);
  }

  state.subscribe(["region", "colouring", "measure"], draw);
}
