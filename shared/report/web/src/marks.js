// The shapes of marks, the same in the map and in the legend.

const paths = {
  square: "M1,1H9V9H1Z",
  triangle: "M5,0.5L10,9.3H0Z",
  diamond: "M5,0L10,5L5,10L0,5Z",
  "inverted triangle": "M5,9.5L0,0.7H10Z",
  plus: "M4,0H6V4H10V6H6V10H4V6H0V4H4Z",
  cross: "M1.4,0L5,3.6L8.6,0L10,1.4L6.4,5L10,8.6L8.6,10L5,6.4L1.4,10L0,8.6L3.6,5L0,1.4Z",
};

/// ECharts' name of a shape.
export const symbolOf = (shape) => (shape in paths ? `path://${paths[shape]}` : "circle");

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
