// The card of the chosen subject beside the map: what is known of it, whom it lies near, and what is decided.
import { choices, longestNote } from "./decisions.js";
import { byId, element, makeChoice } from "./dom.js";
import { subjectLink } from "./links.js";
import { nearestInMeasures, nearestOnMap } from "./neighbours.js";
import { describePoint, flagText } from "./subject.js";

export function makeCard(data, state, decisions) {
  const own = data.own;
  let press = () => {};

  function decisionButtons(subject) {
    const group = element("div", { class: "choices", role: "group", "aria-label": "Decision on this subject" });
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

  function chooser(subject) {
    const button = element("button", { type: "button", class: "link" }, own.id(subject));
    button.addEventListener("click", () => state.set({ chosen: subject }));
    return element("li", {}, button, flagText(own, subject));
  }

  /// The points that lie nearest on the map: own subjects to choose, others by their site.
  function nearOnMap(points) {
    return points.map((point) => {
      const subject = own.subject(point);
      if (subject !== undefined) return chooser(subject);
      return element("li", {}, data.siteName(point) + (data.label(point) ? `, ${data.label(point)}` : ""));
    });
  }

  function neighbours(subject) {
    const inMeasures = own.strips.length > 0 ? nearestInMeasures(own, subject).map(chooser) : [];
    return element("details", { class: "near" }, element("summary", {}, "Nearest to it"),
      element("h4", {}, "On the map (ringed)"), element("ol", {}, ...nearOnMap(state.get("near"))),
      ...(inMeasures.length === 0 ? [] : [element("h4", {}, "At this site, by the measures below"), element("ol", {}, ...inMeasures)]));
  }

  function pressDecided() {
    const subject = state.get("chosen");
    if (subject !== null) press(choices.indexOf(decisions.of(subject).choice));
  }

  let wasOpen = false; // of the neighbours: who looks at them goes on from one to the next
  function draw() {
    const subject = state.get("chosen");
    wasOpen = byId("chosen").querySelector("details")?.open ?? wasOpen;
    if (subject === null) {
      byId("chosen").replaceChildren();
      return state.set({ near: [] });
    }
    state.set({ near: nearestOnMap(data.maps[state.get("round")].places, own.point(subject)) });
    const clear = element("button", { type: "button", class: "clear" }, "Clear");
    clear.addEventListener("click", () => state.set({ chosen: null }));
    const link = subjectLink(own, state, subject, "Its own page");
    const near = neighbours(subject);
    near.open = wasOpen;
    byId("chosen").replaceChildren(element("h3", {}, "Chosen subject"), ...describePoint(data, own.point(subject)),
      ...(link === null ? [] : [element("div", {}, link)]), decisionButtons(subject), noteField(subject), near, clear);
    pressDecided();
  }

  state.subscribe(["chosen", "link", "round"], draw);
  state.subscribe(["decided"], pressDecided);
}
