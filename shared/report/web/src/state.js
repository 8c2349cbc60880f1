/// The choices of the person at the page, shared by all plots.
/// `subscribe(names, react)` calls react at once and after each change of one of these values.
export function makeState(values) {
  const listeners = [];
  return {
    get: (name) => values[name],
    set(changes) {
      Object.assign(values, changes);
      for (const { names, react } of listeners) {
        if (names.some((name) => name in changes)) react();
      }
    },
    subscribe(names, react) {
      listeners.push({ names, react });
      react();
    },
  };
}
