// A subject's neighbours: on the map, and in the page's measures.
import { limited } from "./dom.js";

export const neighbourCount = 8;
const mostDeviation = 8; // a measure's share in a distance has a limit

/// Returns the points nearest to one on a map, nearest first.
export function nearestOnMap(places, point) {
  return nearest(places[0].length, point, (other) => places.reduce((sum, column) => sum + (column[other] - column[point]) ** 2, 0));
}

/// Returns the site's subjects most similar to one in the measures, in robust standard deviations.
export function nearestInMeasures(own, subject) {
  const deviation = (strip, each) => limited(strip.deviation(each), mostDeviation);
  const mine = own.strips.map((strip) => deviation(strip, subject));
  return nearest(own.count, subject, (other) => own.strips.reduce((sum, strip, i) => {
    const difference = deviation(strip, other) - mine[i];
    return Number.isNaN(difference) ? sum : sum + difference ** 2; // a missing value tells nothing
  }, 0));
}

function nearest(count, self, distance) {
  const found = []; // of [distance, index], sorted
  for (let other = 0; other < count; ++other) {
    if (other === self) continue;
    const far = distance(other);
    if (!(far < (found.length < neighbourCount ? Infinity : found.at(-1)[0]))) continue;
    const at = found.findIndex(([known]) => known > far);
    found.splice(at < 0 ? found.length : at, 0, [far, other]);
    if (found.length > neighbourCount) found.pop();
  }
  return found.map(([, other]) => other);
}
