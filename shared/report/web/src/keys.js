// The keys: J and K move through the list, O opens a subject's own report, P, R and E decide, N writes a note, Escape goes back.
import { byId } from "./dom.js";

const decisionKeys = { p: "keep", r: "recheck", e: "exclude" };
const isField = (target) => Boolean(target.matches?.("input, textarea, select"));

/// @param table the table of subjects: `go` and `focusRow`
export function makeKeys(state, decisions, table) {
  function escape(target) {
    if (isField(target)) {
      const inCard = byId("chosen").contains(target);
      target.blur();
      if (inCard) byId("chosen").focus({ preventScroll: true });
      return;
    }
    const subject = state.get("chosen");
    state.set({ chosen: null, region: null });
    if (subject !== null) table.focusRow(subject);
  }

  function act(key) {
    const subject = state.get("chosen");
    if (key === "j") return table.go(1);
    if (key === "k") return table.go(-1);
    if (subject === null) return false;
    if (key === "o") return byId("chosen").querySelector(".facts-line a")?.click() ?? false;
    if (key in decisionKeys) return decisions.toggle(subject, decisionKeys[key]);
    if (key === "n") return byId("chosen").querySelector("textarea").focus();
    return false;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return escape(event.target);
    if (isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (act(event.key.toLowerCase()) !== false) event.preventDefault();
  });
}
