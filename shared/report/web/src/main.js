import { makeCard } from "./card.js";
import { readData } from "./data.js";
import { makeDecisions } from "./decisions.js";
import { firstDensity, makeDensities } from "./densities.js";
import { byId } from "./dom.js";
import { makeKeys } from "./keys.js";
import { makeLegend } from "./legend.js";
import { makeMap } from "./map.js";
import { showMixing } from "./mixing.js";
import { makeRange } from "./range.js";
import { makeRegion } from "./region.js";
import { makeState } from "./state.js";
import { makeStrips } from "./strips.js";
import { firstOrder, makeTable } from "./table.js";
import { onPrint } from "./theme.js";
import { makeWorkbench } from "./workbench.js";

const data = readData();
const state = makeState({
  colouring: 0,            // index of data.colourings
  hidden: new Set(),       // its groups that are not shown
  measure: null,           // the number of the measure that points may be coloured by
  range: null,             // [low, high] of that measure's values: only who is in it is in view
  onlyOwn: false,          // whether other sites' points are hidden
  large: !data.own,        // whether the map is large
  fitted: true,            // whether the map is fitted to its frame, where it has one
  near: [],                // the points nearest to the chosen subject's
  density: firstDensity(data), // the site whose noisy counts are over the map
  view: 0,                 // from which side a map of three dimensions is seen
  chosen: null,            // one of the site's own subjects
  region: null,            // the points in the region drawn
  pictures: false,         // whether the list is of pictures
  search: "",
  filter: "all",           // all, a list (odd, inconsistent, like_excluded), also (to check) or region
  decision: "any",         // any, open, or one of the choices
  decided: 0,              // how often something was decided
  noted: 0,                // how often a note changed
  link: "",                // the template of the subjects' own pages
  order: data.own ? firstOrder(data.own) : null,
});

onPrint((on) => { byId("about").open = on; });
byId("map-section").hidden = false;
document.body.classList.toggle("desk", data.own !== null);
const decisions = data.own ? makeDecisions(data.own, state) : null;
makeLegend(data, state);
makeMap(data, state, decisions);
makeRegion(data, state);
makeDensities(data, state);
if (!data.own) showMixing(data);
if (data.own) {
  byId("subjects-section").hidden = byId("skip").hidden = false;
  const table = makeTable(data, state, decisions);
  makeCard(data, state, decisions, table.go);
  makeWorkbench(data, state, decisions, table.listed);
  makeStrips(data, state);
  makeRange(data, state);
  makeKeys(state, decisions, table);
  // The work begins with the first of the list. On a phone the card would cover the list.
  if (data.own.flagged.length > 0 && !matchMedia("(max-width: 48rem)").matches) table.go(1);
}
