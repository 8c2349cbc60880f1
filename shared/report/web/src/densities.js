// Sites' noisy counts over the map, one site at a time; possible noise is faint.
import { byId, element } from "./dom.js";
import { pageColours } from "./theme.js";

export function makeDensities(data, state) {
  if (!data.densities) return;
  const { sites } = data.densities;
  const field = byId("density-site");
  field.replaceChildren(element("option", { value: "" }, "none"), ...sites.map(({ name }, index) => element("option", { value: String(index) }, name)));
  field.addEventListener("change", () => state.set({ density: field.value === "" ? null : Number(field.value) }));
  byId("density-choice").hidden = false;
  state.subscribe(["density"], () => {
    field.value = String(state.get("density") ?? "");
    byId("density-note").textContent = state.get("density") === null ? "" : densityNote(sites[state.get("density")]);
  });
}

/// Returns the first site to show: one with a significant count, if there is one.
export function firstDensity(data) {
  if (!data.densities) return null;
  return Math.max(0, data.densities.sites.findIndex(({ counts }) => counts.some(({ apart }) => apart)));
}

function densityNote({ name, points, counts }) {
  const known = counts.filter(({ isNoise }) => !isNoise).length;
  const apart = counts.filter((count) => count.apart).length;
  return `Of ${name}'s ${points} subjects: noisy counts in ${counts.length} cells, darker where there are more. ${known} of them are more than noise alone; the others, in ` +
    `grey, may be nothing. ${apart === 0 ? "None is" : apart === 1 ? "One, framed in orange, is" : `${apart}, framed in orange, are`} larger than expected from the other sites.`;
}

/// Returns a cell's tooltip.
export function describeCell(data, state, cell) {
  const { name, counts } = data.densities.sites[state.get("density")];
  const { count, low, high, expected, isNoise, apart } = counts[cell];
  return [element("strong", {}, name), element("div", {}, `about ${Math.round(count)} here (${Math.ceil(low)} to ${Math.floor(high)})`),
    element("div", {}, `${expected.toFixed(1)} expected by the other sites`),
    ...(apart ? [element("div", {}, "more than chance and noise explain")] : isNoise ? [element("div", {}, "may be noise alone")] : [])];
}

/// @param drawnPlace maps coordinates to where they are drawn
export function densitySeries(data, state, drawnPlace) {
  const shown = state.get("density") === null ? null : data.densities.sites[state.get("density")];
  const { odd, link, soft, text } = pageColours();
  return {
    id: "density", name: "density", type: "custom", z: 1, zlevel: 0, data: shown === null ? [] : shown.counts.map((_, cell) => [cell]), encode: {}, cursor: "default",
    renderItem: (params, api) => {
      const cell = api.value(0);
      const { count, opacity, isNoise, apart } = shown.counts[cell];
      const [left, low, right, high] = data.densities.cells[cell];
      const [x1, y1] = api.coord(drawnPlace([left, low]));
      const [x2, y2] = api.coord(drawnPlace([right, high]));
      const shape = { x: x1 + 1, y: y2 + 1, width: x2 - x1 - 2, height: y1 - y2 - 2 };
      const fill = opacity > 0 ? link : "transparent";
      const children = [{ type: "rect", shape, style: { fill, fillOpacity: opacity, stroke: apart ? odd : "transparent", lineWidth: apart ? 3 : 0 } }];
      if (shape.width > 26 && (!isNoise || count >= 0.5)) {
        children.push({ type: "text", silent: true, style: { text: String(Math.round(count)), x: shape.x + 4, y: shape.y + 4, fontSize: 11, opacity: isNoise ? 0.6 : 1,
          fontWeight: isNoise ? "normal" : "bold", fill: isNoise ? soft : text } });
      }
      return { type: "group", children };
    },
  };
}
