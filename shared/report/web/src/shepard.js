// The Shepard diagram: pairs of regions by the network's angle and the angle on the sphere.
import { byId } from "./dom.js";
import { prepared, scaleColour, strokeLine } from "./drawing.js";
import { pageColours } from "./theme.js";

const edge = 22; // for the axes' numbers

export function drawShepard({ name, correlation, stress, largest, pairs }) {
  byId("shepard-said").textContent = `${name}: correlation ${correlation.toFixed(2)}, stress ${stress.toFixed(2)}`;
  const drawing = prepared(byId("shepard"));
  if (!drawing) return;
  const { context, width } = drawing;
  const colours = pageColours();
  const side = width - 2 * edge;
  const cell = side / pairs.length;
  const most = Math.max(...pairs.flat());
  pairs.forEach((row, wanted) => row.forEach((count, shown) => {
    if (!(count > 0)) return;
    context.fillStyle = scaleColour(Math.log1p(count) / Math.log1p(most));
    context.fillRect(edge + wanted * cell, width - edge - (shown + 1) * cell, cell + 0.5, cell + 0.5);
  }));
  context.strokeStyle = colours.line;
  context.strokeRect(edge, edge, side, side);
  context.strokeStyle = colours.text;
  strokeLine(context, [[edge, width - edge], [width - edge, edge]]);
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = colours.soft;
  context.fillText("0", edge, width - 6);
  context.textAlign = "right";
  context.fillText(`${largest.toFixed(2)} rad`, width - edge, width - 6);
}
