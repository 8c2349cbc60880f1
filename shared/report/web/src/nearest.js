// The nearest of many: by selection, since sorting all is slow where there are thousands.

/// Returns the `count` candidates of the least distances, nearest first; of equal ones those that come first.
export function nearest(count, candidates, distance) {
  const found = []; // [distance, candidate], nearest first
  for (const candidate of candidates) {
    const far = distance(candidate);
    if (found.length === count && far >= found[count - 1][0]) continue;
    let at = found.length;
    while (at > 0 && found[at - 1][0] > far) --at;
    found.splice(at, 0, [far, candidate]);
    if (found.length > count) found.pop();
  }
  return found.map(([, candidate]) => candidate);
}

/// Returns the squared distance between two points on a map.
export function squaredDistance(places, a, b) {
  let sum = 0;
  for (const column of places) sum += (column[a] - column[b]) ** 2;
  return sum;
}
