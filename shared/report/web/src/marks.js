// The marks of the map and its legend: their shapes, and the series that the map draws.
import { onGround, outlineColour, pageColours } from "./theme.js";

const largeFrom = 3000; // points from which they are drawn small and all at once

/// Returns a colouring's visible groups: the background first, then other sites, this one, those also to check and those flagged.
/// @param isShown of a point
/// @return groups with their points
export function markGroups(data, colouring, hidden, isShown) {
  const flags = ["", "also check", "flagged"];
  const byFlag = new Map(flags.map((flag) => [flag, colouring.groups.map((group) => ({ ...group, flag, points: [] }))]));
  for (let point = 0; point < data.points; ++point) {
    if (isShown(point)) byFlag.get(data.flag(point))[colouring.group[point]]?.points.push(point);
  }
  const isVisible = ({ points }, index) => points.length > 0 && !hidden.has(index);
  const [plain, ...odd] = flags.map((flag) => byFlag.get(flag).filter(isVisible).flatMap((group) => byKind(data, group)));
  const depth = ({ behind, kind }) => (behind ? -1 : kinds.indexOf(kind));
  return [...plain.sort((a, b) => depth(a) - depth(b)), ...odd.flat()];
}

const kinds = ["several", "reference", "others", "own"]; // from back to front

/// Divides a group by what its points are. Those that stand for several subjects have marks of their own widths.
function byKind(data, group) {
  const kindOf = (point) => (data.subjects(point) > 1 ? "several" : data.isReference(point) ? "reference" : data.isOthers(point) ? "others" : "own");
  return kinds.map((kind) => ({ ...group, kind, points: group.points.filter((point) => kindOf(point) === kind) }))
    .filter(({ points }) => points.length > 0)
    .map((part) => (part.kind === "several" ? { ...part, widths: part.points.map(data.width) } : part));
}

/// @param place returns where a point is drawn
export function groupSeries(groups, shapes, place) {
  const large = groups.reduce((sum, { points }) => sum + points.length, 0) > largeFrom;
  return groups.map((group) => series(group, shapes[group.shape], place, large && !group.widths && (!group.flag || group.points.length > largeFrom)));
}

function series({ points, colour, behind, full, flag, kind, widths }, corners, place, large) {
  const flat = new Float32Array(2 * points.length);
  points.forEach((point, i) => flat.set(place(point), 2 * i));
  const radius = behind || kind === "reference" ? 2.5 : flag && !widths ? 5 : 4;
  const ring = flag && !large ? { borderColor: pageColours().odd, borderWidth: flag === "flagged" ? 2 : 1 } : {};
  const style = widths ? groupStyle(colour, behind, full) : { color: onGround(colour, behind), opacity: behind ? 0.6 : flag ? 1 : 0.8, ...ring };
  return {
    type: "scatter",
    dimensions: ["x", "y"],
    data: flat,
    large,
    largeThreshold: 0,
    progressive: 0,
    symbol: large ? "rect" : corners ? `path://${outline(corners)}` : "circle",
    symbolSize: widths ? (value, { dataIndex }) => extent(corners, radius * widths[dataIndex]) : large ? 3 : extent(corners, radius),
    itemStyle: style,
    emphasis: { disabled: true },
    cursor: "default",
  };
}

/// Groups are quiet discs with an outline that can be seen. Where their colour is a value, it is `full`.
const groupStyle = (colour, behind, full) => ({ color: `${onGround(colour, behind)}${full ? "cc" : "55"}`, borderColor: outlineColour(colour), borderWidth: 1.5, opacity: 1 });

/// The outlines of what stands beside a decided subject, from -1 to 1.
export const decisionOutlines = {
  keep: "M-1,0.1L-0.3,0.8L1,-0.8",
  recheck: "M-0.6,-0.5C-0.6,-1.2 0.7,-1.2 0.7,-0.45C0.7,0 0,0 0,0.45M0,0.8L0,1",
  exclude: "M-1,-1L1,1M-1,1L1,-1",
};

/// What stands beside the places of subjects with one decision.
export const decisionSeries = (choice, places) => ({
  id: choice,
  type: "scatter",
  data: places,
  symbol: `path://${decisionOutlines[choice]}`,
  symbolSize: choice === "recheck" ? [6, 10] : 9,
  symbolOffset: [8, -8],
  silent: true,
  z: 11,
  itemStyle: { color: "transparent", borderColor: pageColours().text, borderWidth: 2 },
});

/// A ring around each of these places.
export const ringSeries = (id, places, size, width) => ({
  id,
  type: "scatter",
  data: places,
  symbol: "circle",
  symbolSize: size,
  silent: true,
  z: 10,
  itemStyle: { color: "transparent", borderColor: pageColours().mark, borderWidth: width },
});

/// A dashed rectangle from corner to corner, or nothing.
export const rectangleSeries = (id, corners) => ({
  id,
  type: "custom",
  silent: true,
  z: 0,
  zlevel: 0,
  data: corners ? [corners.flat()] : [],
  renderItem: (params, api) => {
    const [x1, y1] = api.coord([api.value(0), api.value(1)]);
    const [x2, y2] = api.coord([api.value(2), api.value(3)]);
    return { type: "rect", shape: { x: x1, y: y2, width: x2 - x1, height: y1 - y2 },
      style: { fill: "transparent", stroke: pageColours().soft, lineWidth: 1, lineDash: [5, 5] } };
  },
});

/// Returns a shape's outline, in radii around its middle; "" for a circle.
const outline = (corners) => (corners ? `M${corners.map((corner) => corner.join(",")).join("L")}Z` : "");

/// Returns how wide and high a shape of this radius is.
const extent = (corners, radius) => [0, 1].map((axis) => {
  const at = corners?.map((corner) => corner[axis]) ?? [-1, 1];
  return radius * (Math.max(...at) - Math.min(...at));
});

/// Returns a small drawing of a group of the legend's mark, with `several` of such as stand for several subjects.
export const markIcon = (corners, { colour, behind }, several) =>
  icon(outline(corners), several ? { fill: `${onGround(colour, behind)}55`, stroke: outlineColour(colour), "stroke-width": 0.3 } : { fill: onGround(colour, behind) });

/// Returns a small drawing of an outline, by default of a circle.
export function icon(path, attributes) {
  const node = (name, all) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(all)) made.setAttribute(key, value);
    return made;
  };
  const drawing = node("svg", { viewBox: "-1.1 -1.1 2.2 2.2", overflow: "visible", "aria-hidden": "true" });
  drawing.append(node(path ? "path" : "circle", { ...(path ? { d: path } : { r: 1 }), ...attributes }));
  return drawing;
}
