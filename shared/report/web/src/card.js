// The card of the chosen subject beside the map: what is known of it, and what is decided.
import { choices, longestNote } from "./decisions.js";
import { byId, element, makeChoice } from "./dom.js";
import { subjectLink } from "./links.js";
import { describePoint } from "./subject.js";

export function makeCard(data, state, decisions) {
  const own = data.own;
  let press = () => {};

  function decisionButtons(subject) {
    const group = element("div", { class: "choices", role: "group", "aria-label": "What is decided of this subject" });
    press = makeChoice(group, choices, (index) => {
      const choice = choices[index];
      decisions.change(subject, { choice: decisions.of(subject).choice === choice ? "" : choice });
    });
    return group;
  }

  function noteField(subject) {
    const area = element("textarea", { rows: "2", maxlength: String(longestNote), placeholder: "Note", "aria-label": "Note" });
    area.value = decisions.of(subject).note;
    area.addEventListener("input", () => decisions.change(subject, { note: area.value }));
    return area;
  }

  function pressDecided() {
    const subject = state.get("chosen");
    if (subject !== null) press(choices.indexOf(decisions.of(subject).choice));
  }

  function draw() {
    const subject = state.get("chosen");
    if (subject === null) return byId("chosen").replaceChildren();
    const clear = element("button", { type: "button", class: "clear" }, "Clear");
    clear.addEventListener("click", () => state.set({ chosen: null }));
    const link = subjectLink(own, state, subject, "Its own page");
    byId("chosen").replaceChildren(element("h3", {}, "Chosen subject"), ...describePoint(data, own.point(subject)),
      ...(link === null ? [] : [element("div", {}, link)]),
      decisionButtons(subject), noteField(subject), clear);
    pressDecided();
  }

  state.subscribe(["chosen", "link"], draw);
  state.subscribe(["decided"], pressDecided);
}
