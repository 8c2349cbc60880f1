// The list of subjects as thumbnails of their scans.
import { decisionField } from "./decision_field.js";
import { element } from "./dom.js";

/// Returns one subject's thumbnail, if any, id and decision.
export function tile(own, state, decisions, subject) {
  const flag = own.flag(subject);
  const picture = own.thumbnail(subject)
    ? element("img", { src: own.thumbnail(subject), alt: "Middle slices of the scan", loading: "lazy" })
    : element("div", { class: "note" }, "no picture");
  const choose = element("button", { type: "button", class: "tile", "data-key": `choose ${subject}` }, picture, own.id(subject),
    flag ? `, ${flag}` : "");
  choose.addEventListener("click", () => state.set({ chosen: subject }));
  return element("li", { class: flag.replace(" ", "-") || undefined, "aria-current": state.get("chosen") === subject ? "true" : undefined },
    choose, decisionField(own, decisions, subject));
}
