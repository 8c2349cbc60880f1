// Which part of the map is drawn in its true proportions: that of the reference. What lies beyond it is drawn in a rim around
// it, in its direction and order, but nearer: one group far out would make all others a spot.

export const side = 10000; // of the square that the places are in
const rim = 0.2; // its width, as a share of half the frame
const fewest = 20; // reference points that tell where the map is; with fewer, all points do
const least = 0.7; // of the map's side: a frame as wide as that leaves out nothing worth a rim

/// The frame of a map seen along two axes: its middle and half its side. @return null where the whole map is as good
export function frameOf(columns, data) {
  const placed = [...columns[0].keys()].filter((point) => columns[0][point] >= 0);
  const reference = placed.filter(data.isReference);
  const isGiven = reference.length >= fewest;
  const ranges = columns.map((column) => range(column, isGiven ? reference : placed, isGiven ? 0.01 : 0.05));
  const half = Math.max(...ranges.map(([low, high]) => high - low)) * (isGiven ? 0.55 : 0.75);
  const frame = { middle: ranges.map(([low, high]) => (low + high) / 2), half };
  if (half === 0 || 2 * half > least * side) return null;
  const beyond = placed.filter((point) => distance(columns.map((column) => column[point]), frame) > 1).length;
  return beyond > 0 ? { ...frame, beyond } : null;
}

/// Where all but this share of the points lie, on either side.
function range(column, points, share) {
  const sorted = Float64Array.from(points, (point) => column[point]).sort();
  if (sorted.length === 0) return [0, 0];
  const at = Math.floor(share * (sorted.length - 1));
  return [sorted[at], sorted[sorted.length - 1 - at]];
}

/// From the frame's middle, 1 on its border.
const distance = (place, { middle, half }) => Math.max(...place.map((x, axis) => Math.abs(x - middle[axis]) / half));

/// Half the frame's side as it is drawn.
export const drawnHalf = side / 2 / (1 + rim);

/// Where a place is drawn.
export function framed(place, frame) {
  if (frame === null) return place;
  const far = distance(place, frame);
  const share = far <= 1 ? 1 : (1 + rim * (1 - 1 / far)) / far;
  return place.map((x, axis) => side / 2 + ((x - frame.middle[axis]) / frame.half) * share * drawnHalf);
}
