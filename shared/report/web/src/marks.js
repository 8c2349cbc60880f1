// The marks of the map and its legend: their shapes, and the series that the map draws.
import { onGround, pageColours } from "./theme.js";

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
  const several = [...Array(data.points).keys()].filter((point) => data.subjects(point) > 1).length;
  const shrunk = Math.min(1, Math.sqrt(roomFor / Math.max(several, 1)));
  const [plain, ...odd] = flags.map((flag) => byFlag.get(flag).filter(isVisible).map((group) => withWidths(data, group, shrunk)));
  const isOwn = (point) => data.own?.subject(point) !== undefined;
  const depth = ({ behind, widths, points }) => (behind ? 0 : widths ? 1 : points.every(isOwn) ? 3 : 2);
  return [...plain.sort((a, b) => depth(a) - depth(b)), ...odd.flat()];
}

const roomFor = 60; // marks of groups that do not hide the others; more are drawn smaller

/// How much wider a mark is that stands for so many subjects, as in the figure (shared/report/mark.cpp).
const markWidth = (subjects) => (subjects > 1 ? Math.max(1, 0.7 * Math.sqrt(Math.min(subjects, 40))) : 1);

/// Points that stand for several subjects have marks of their own widths.
function withWidths(data, group, shrunk) {
  return group.points.some((point) => data.subjects(point) > 1) ? { ...group, widths: group.points.map((point) => shrunk * markWidth(data.subjects(point))) } : group;
}

/// @param place returns where a point is drawn
export function groupSeries(groups, place) {
  const large = groups.reduce((sum, { points }) => sum + points.length, 0) > largeFrom;
  return groups.map((group) => series(group, place, large && !group.widths && (!group.flag || group.points.length > largeFrom)));
}

function series({ points, colour, shape, behind, flag, widths }, place, large) {
  const flat = new Float32Array(2 * points.length);
  points.forEach((point, i) => flat.set(place(point), 2 * i));
  const ring = flag && !large ? { borderColor: pageColours().odd, borderWidth: flag === "flagged" ? 2 : 1 } : {};
  return {
    type: "scatter",
    dimensions: ["x", "y"],
    data: flat,
    large,
    largeThreshold: 0,
    progressive: 0,
    symbol: large ? "rect" : symbolOf(shape),
    symbolSize: widths ? (value, { dataIndex }) => (behind ? 5 : 8) * widths[dataIndex] : large ? 3 : behind ? 5 : flag ? 10 : 8,
    itemStyle: { color: onGround(colour, behind), opacity: behind ? 0.6 : flag ? 1 : widths ? 0.45 : 0.8, ...ring },
    emphasis: { disabled: true },
    cursor: "default",
  };
}

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

const paths = {
  square: "M1,1H9V9H1Z",
  triangle: "M5,0.5L10,9.3H0Z",
  diamond: "M5,0L10,5L5,10L0,5Z",
  "inverted triangle": "M5,9.5L0,0.7H10Z",
  plus: "M4,0H6V4H10V6H6V10H4V6H0V4H4Z",
  cross: "M1.4,0L5,3.6L8.6,0L10,1.4L6.4,5L10,8.6L8.6,10L5,6.4L1.4,10L0,8.6L3.6,5L0,1.4Z",
};

/// ECharts' name of a shape.
const symbolOf = (shape) => (shape in paths ? `path://${paths[shape]}` : "circle");

/// Returns a small drawing of a mark.
export function markIcon(shape, colour) {
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  icon.setAttribute("viewBox", "0 0 10 10");
  icon.setAttribute("aria-hidden", "true");
  const mark = document.createElementNS(space, shape in paths ? "path" : "circle");
  if (shape in paths) {
    mark.setAttribute("d", paths[shape]);
  } else {
    mark.setAttribute("cx", "5");
    mark.setAttribute("cy", "5");
    mark.setAttribute("r", "4.5");
  }
  mark.setAttribute("fill", colour);
  icon.append(mark);
  return icon;
}
