// The field in which a subject's decision is made, in the table and under its picture.
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
