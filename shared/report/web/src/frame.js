// The frame: the part of the map with most subjects is drawn in true proportions. Points beyond it are drawn in a rim around
// it, in their direction and order, but nearer; otherwise one distant group would shrink all others to a dot.

const rim = 0.2; // its width, as a share of half the frame
const apart = 0.01; // the share of subjects on either side of an axis that may be beyond
const room = 1.1; // the frame's size, in that of the subjects it is made for
const slimmest = 0.6; // its shorter side, in its longer one
const least = 0.7; // in the map's sides: a frame as large as that leaves out nothing worth a rim

/// Returns the range of the points: [low, high] of each axis.
export function wholeBox(columns) {
  if (columns[0].length === 0) return columns.map(() => [0, 1]);
  return columns.map((column) => column.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]));
}

/// Returns the frame of a map along two axes: its centre and half its sides. @return null if the whole map serves as well
export function frameOf(columns, data) {
  const points = [...columns[0].keys()];
  const subjects = points.filter((point) => !data.isReference(point));
  const ranges = columns.map((column) => range(column, subjects.length > 0 ? subjects : points, data.subjects));
  const longest = Math.max(...ranges.map(([low, high]) => high - low));
  const halves = ranges.map(([low, high]) => (room / 2) * Math.max(high - low, slimmest * longest));
  if (longest === 0) return null;
  if (wholeBox(columns).every(([low, high], axis) => 2 * halves[axis] >= least * (high - low))) return null;
  const frame = { middle: ranges.map(([low, high]) => (low + high) / 2), halves };
  const beyond = points.filter((point) => distance(columns.map((column) => column[point]), frame) > 1).length;
  return { ...frame, beyond };
}

/// Returns the range of all but a share of the subjects on either side.
function range(column, points, subjects) {
  const sorted = [...points].sort((a, b) => column[a] - column[b]);
  const most = apart * sorted.reduce((sum, point) => sum + subjects(point), 0);
  const end = (order) => {
    let passed = 0;
    return column[order.find((point) => (passed += subjects(point)) > most)] ?? 0;
  };
  return [end(sorted), end(sorted.reverse())];
}

/// Returns the distance from the frame's centre, 1 on its border.
const distance = (place, { middle, halves }) => Math.max(...place.map((x, axis) => Math.abs(x - middle[axis]) / halves[axis]));

/// Returns the visible area: the frame and its rim.
export const framedBox = ({ middle, halves }) => middle.map((x, axis) => [x - (1 + rim) * halves[axis], x + (1 + rim) * halves[axis]]);

/// Returns where a point is drawn.
export function framed(place, frame) {
  if (frame === null) return place;
  const far = distance(place, frame);
  if (far <= 1) return place;
  const share = (1 + rim * (1 - 1 / far)) / far;
  return place.map((x, axis) => frame.middle[axis] + (x - frame.middle[axis]) * share);
}
