// The control for a subject's decision, in the table and below its thumbnail.
import { choices } from "./decisions.js";
import { element } from "./dom.js";

export function decisionField(own, decisions, subject) {
  const select = element("select", { "aria-label": `Decision of ${own.id(subject)}`, "data-key": `decide ${subject}` },
    ...["", ...choices].map((each) => element("option", { value: each }, each || "open")));
  select.value = decisions.of(subject).choice;
  select.addEventListener("change", () => decisions.change(subject, { choice: select.value }));
  select.addEventListener("click", (event) => event.stopPropagation());
  return select;
}
