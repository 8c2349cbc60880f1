// The measure that is chosen: points are coloured by it, the table shows it, and its strip takes a range.

export function chooseMeasure(data, state, index) {
  const colouring = index !== null ? data.colourings.length : state.get("colouring") === data.colourings.length ? 0 : state.get("colouring");
  state.set({ measure: index, range: null, colouring, hidden: new Set() });
}
