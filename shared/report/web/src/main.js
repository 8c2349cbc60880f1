import { byId, element } from "./dom.js";
import { readData } from "./data.js";
import { makeEvolution } from "./evolution.js";
import { makeLegend } from "./legend.js";
import { makeMap } from "./map.js";
import { makeState } from "./state.js";
import { makeStrips } from "./strips.js";
import { describePoint } from "./subject.js";
import { firstOrder, makeTable } from "./table.js";

/// The card of the chosen subject beside the map.
function makeCard(data, state) {
  state.subscribe(["chosen"], () => {
    const subject = state.get("chosen");
    if (subject === null) return byId("chosen").replaceChildren();
    const clear = element("button", { type: "button" }, "Clear");
    clear.addEventListener("click", () => state.set({ chosen: null }));
    byId("chosen").replaceChildren(element("h3", {}, "Chosen subject"), ...describePoint(data, data.own.point(subject)), clear);
  });
}

const data = readData();
const state = makeState({
  colouring: 0,            // index of data.colourings
  hidden: new Set(),       // its groups that are not shown
  round: data.maps.length - 1, // index of data.maps
  view: 0,                 // from which side a map of three dimensions is seen
  chosen: null,            // one of the site's own subjects
  region: null,            // the points in the region drawn
  search: "",
  filter: "all",
  order: data.own ? firstOrder(data.own) : null,
});

byId("map-section").hidden = false;
makeLegend(data, state);
makeMap(data, state);
makeEvolution(data, state);
if (data.own) {
  byId("subjects-section").hidden = false;
  makeCard(data, state);
  makeTable(data, state);
  makeStrips(data, state);
}
