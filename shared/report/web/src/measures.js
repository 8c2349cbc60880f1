// The chosen measure: it colours points, the table shows it, and its strip can set a range.

export function chooseMeasure(data, state, index) {
  const colouring = index !== null ? data.colourings.length : state.get("colouring") === data.colourings.length ? 0 : state.get("colouring");
  state.set({ measure: index, range: null, colouring, hidden: new Set() });
}
