// The chosen measure: it colours points, and the table shows it. Its range is drawn on its strip or typed: all views show only what is in it.
import { byId, onPress } from "./dom.js";
import { measureTitle } from "./subject.js";

/// Returns whether a subject is in the range; all are if none is set.
export const isInRange = (data, state, subject) => isPointInRange(data, state, data.own.point(subject));

/// Returns whether views show a point of the map: in the range, and own where only these are shown.
export const isPointShown = (data, state, point) => !(state.get("onlyOwn") && data.isOthers(point)) && isPointInRange(data, state, point);

/// Returns whether a point of the map is in the range. Of other sites' points those without a value here are.
function isPointInRange(data, state, point) {
  const range = state.get("range");
  if (range === null) return true;
  const value = data.own.strips[state.get("measure")].at(point);
  if (Number.isNaN(value)) return data.own.subject(point) === undefined;
  return range[0] <= value && value <= range[1];
}

export function chooseMeasure(data, state, index) {
  const colouring = index !== null ? data.colourings.length : state.get("colouring") === data.colourings.length ? 0 : state.get("colouring");
  state.set({ measure: index, range: null, colouring, hidden: new Set() });
}

export function makeRange(data, state) {
  const [from, to] = [byId("range-from"), byId("range-to")];
  const read = (field, open) => (field.value === "" ? open : Number(field.value));

  function use() {
    const range = [read(from, -Infinity), read(to, Infinity)];
    state.set({ range: range.every((end) => Math.abs(end) === Infinity) ? null : range });
  }

  from.addEventListener("input", use);
  to.addEventListener("input", use);
  onPress("range-clear", () => state.set({ range: null }));
  state.subscribe(["measure", "range"], () => {
    const index = state.get("measure");
    byId("range").hidden = index === null;
    if (index === null) return;
    byId("range-name").textContent = measureTitle(data.own.strips[index]);
    [from, to].forEach((field, end) => {
      if (document.activeElement === field) return;
      const value = state.get("range")?.[end];
      field.value = Number.isFinite(value) ? String(Number(value.toPrecision(4))) : "";
    });
  });
}
