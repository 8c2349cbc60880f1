// Which sites mix on the joint map and which stand alone: whose points are nearest to each site's.
import { byId, element } from "./dom.js";
import { nearest, squaredDistance } from "./nearest.js";

const neighbours = 5;
const mostPoints = 3000; // all pairs are compared
const mostNamed = 3;
const [mixedUpTo, aloneFrom] = [0.25, 0.75]; // of the way from mixed to alone

const percent = (share) => `${Math.round(100 * share)}\u00A0%`;

/// Returns how many of the nearest of all sites' points belong to which site, a count per site for each site.
function countNeighbours(places, sites, points) {
  const counts = new Map();
  for (const point of points) {
    const own = counts.get(sites[point]) ?? new Map();
    const near = nearest(neighbours, points, (other) => (other === point ? Infinity : squaredDistance(places, point, other)));
    for (const other of near) own.set(sites[other], (own.get(sites[other]) ?? 0) + 1);
    counts.set(sites[point], own);
  }
  return counts;
}

function verdict(own, mixed) {
  const alone = (own - mixed) / (1 - mixed);
  return alone >= aloneFrom ? "stands alone" : alone <= mixedUpTo ? "mixes" : "partly apart";
}

/// Shows the table of sites that mix; there is none with one site, few points or very many. The reference plays no part.
export function showMixing(data) {
  const points = [...Array(data.points).keys()].filter((point) => !data.isReference(point));
  if (points.length <= neighbours || points.length > mostPoints) return;
  const sizes = new Map();
  const sites = Array.from({ length: data.points }, (_, point) => data.siteName(point));
  for (const point of points) sizes.set(sites[point], (sizes.get(sites[point]) ?? 0) + 1);
  if (sizes.size < 2) return;
  const counts = countNeighbours(data.places, sites, points);
  const rows = [...sizes].map(([site, size]) => {
    const share = (other) => (counts.get(site).get(other) ?? 0) / (neighbours * size);
    const mixed = (size - 1) / (points.length - 1);
    const others = [...sizes.keys()].filter((other) => other !== site && share(other) > 0).sort((a, b) => share(b) - share(a)).slice(0, mostNamed);
    const cells = [verdict(share(site), mixed), percent(share(site)), percent(mixed), others.map((other) => `${other} ${percent(share(other))}`).join(", ") || "none"];
    return element("tr", {}, element("th", { scope: "row" }, site), ...cells.map((text, i) => element("td", { class: i % 3 === 0 ? "words" : undefined }, text)));
  });
  const heading = (text, kind) => element("th", { scope: "col", class: kind }, text);
  const names = element("tr", {}, heading("Site"), heading("On this map it", "words"), heading("Its own"), heading("If all were mixed"), heading("Other sites'", "words"));
  const table = element("table", { class: "counts" }, element("thead", {}, names), element("tbody", {}, ...rows));
  byId("mixing").hidden = false;
  byId("mixing").replaceChildren(element("h2", {}, "Which sites mix"), element("p", {}, "Whose points are the five nearest to each point of a site on this map."),
    element("div", { class: "scroll wide", tabindex: "0", role: "region", "aria-label": "Which sites mix" }, table));
}
