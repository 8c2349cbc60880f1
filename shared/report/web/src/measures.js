// The field that names the measure by which the map is coloured, which the table then shows, too.
import { byId, element } from "./dom.js";

export function makeMeasures(data, state) {
  const { strips } = data.own;
  if (strips.length === 0) return;
  const field = byId("measure");
  byId("measure-names").replaceChildren(...strips.map(({ feature }) => element("option", { value: feature })));
  byId("measure-choice").hidden = false;

  field.addEventListener("input", () => {
    const index = strips.findIndex(({ feature }) => feature === field.value);
    if (index >= 0) chooseMeasure(data, state, index);
    else if (field.value === "") chooseMeasure(data, state, null);
  });
  state.subscribe(["measure"], () => {
    const index = state.get("measure");
    if (document.activeElement !== field) field.value = index === null ? "" : strips[index].feature;
  });
}

export function chooseMeasure(data, state, index) {
  const colouring = index !== null ? data.colourings.length : state.get("colouring") === data.colourings.length ? 0 : state.get("colouring");
  state.set({ measure: index, colouring, hidden: new Set() });
}
