import { makeCard } from "./card.js";
import { readData } from "./data.js";
import { makeDecisions } from "./decisions.js";
import { firstDensity, makeDensities } from "./densities.js";
import { byId } from "./dom.js";
import { makeEvolution } from "./evolution.js";
import { makeLegend } from "./legend.js";
import { makeMap } from "./map.js";
import { makeMeasures } from "./measures.js";
import { makeState } from "./state.js";
import { makeStrips } from "./strips.js";
import { firstOrder, makeTable } from "./table.js";
import { makeWorkbench } from "./workbench.js";

/// Escape takes back what is chosen and the region; in a field it leaves that.
function makeEscape(state) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (event.target.matches?.("input, textarea, select")) return event.target.blur();
    state.set({ chosen: null, region: null });
  });
}

const data = readData();
const state = makeState({
  colouring: 0,            // index of data.colourings
  hidden: new Set(),       // its groups that are not shown
  round: data.maps.length - 1, // index of data.maps
  measure: null,           // the number of the measure that points may be coloured by
  onlyOwn: false,          // whether other sites' points are hidden
  fitted: true,            // whether the map is fitted to its frame, where it has one
  near: [],                // the points nearest to the chosen subject's
  density: firstDensity(data), // the site whose noisy counts are over the map
  view: 0,                 // from which side a map of three dimensions is seen
  chosen: null,            // one of the site's own subjects
  region: null,            // the points in the region drawn
  pictures: false,         // whether the list is of pictures
  search: "",
  filter: "all",           // all, flagged, odd, unfit, also (to check) or region
  decision: "any",         // any, open, or one of the choices
  decided: 0,              // how often something was decided
  link: "",                // the template of the subjects' own pages
  order: data.own ? firstOrder(data.own) : null,
});

byId("map-section").hidden = false;
makeLegend(data, state);
makeMap(data, state);
makeDensities(data, state);
makeEvolution(data, state);
makeEscape(state);
if (data.own) {
  byId("subjects-section").hidden = false;
  const decisions = makeDecisions(data.own, state);
  makeCard(data, state, decisions);
  const table = makeTable(data, state, decisions);
  makeWorkbench(data, state, decisions, table.listed);
  makeMeasures(data, state);
  makeStrips(data, state);
}
