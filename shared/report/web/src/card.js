// The card of the chosen subject: its decision, reasons, note and nearest neighbours.
import { choices, longestNote } from "./decisions.js";
import { button, byId, element, limited, makeChoice, whenOpened } from "./dom.js";
import { subjectLink } from "./links.js";
import { nearest, squaredDistance } from "./nearest.js";
import { flagText, scoresText } from "./subject.js";

const names = { keep: "Keep", recheck: "Recheck", exclude: "Exclude" };

/// @param next selects the next subject of the list
export function makeCard(data, state, decisions, next) {
  const own = data.own;
  const card = byId("chosen");
  let press = () => {};

  function decisionButtons(subject) {
    const group = element("div", { class: "choices", role: "group", "aria-label": "Decision on this subject" });
    press = makeChoice(group, choices.map((choice) => names[choice]), (index) => decisions.toggle(subject, choices[index]));
    return group;
  }

  function noteField(subject) {
    const area = element("textarea", { rows: "2", maxlength: String(longestNote), placeholder: "Note", "aria-label": "Note",
      input: () => decisions.change(subject, { note: area.value }) });
    area.value = decisions.of(subject).note;
    return area;
  }

  const chooser = (subject) =>
    element("li", {}, button({ class: "link" }, () => state.set({ chosen: subject }), own.id(subject)), flagText(own, subject));

  /// Returns the nearest points on the map: own subjects to choose, others by their site.
  function nearOnMap(points) {
    return points.map((point) => {
      const subject = own.subject(point);
      if (subject !== undefined) return chooser(subject);
      return element("li", {}, data.siteName(point) + (data.label(point) ? `, ${data.label(point)}` : ""));
    });
  }

  function neighbours(subject) {
    const listed = (title, items) => (items.length === 0 ? [] : [element("h3", {}, title), element("ol", {}, ...items)]);
    const details = whenOpened("Nearest to it", () => [...listed("On the map (ringed)", nearOnMap(state.get("near"))),
      ...(own.strips.length > 0 ? listed("At this site, in the measures", nearestInMeasures(own, subject).map(chooser)) : [])]);
    details.className = "near";
    return details;
  }

  function reasons(subject) {
    const list = own.reasons(subject).map((reason) => element("li", {}, reason));
    return list.length > 0 ? element("ul", { class: "reasons" }, ...list) : element("p", { class: "note" }, "No measure stands out.");
  }

  function facts(subject) {
    const label = own.label(subject);
    const text = [own.isNew(subject) ? "new" : "", own.flagName(subject), scoresText(own, subject), label ? `label ${label}` : ""].filter((part) => part !== "").join(" \u00B7 ");
    const link = subjectLink(own, state, subject, "Open its report");
    return element("p", { class: "facts-line" }, text, ...(link === null ? [] : [" ", link]));
  }

  function picture(subject) {
    return own.thumbnail(subject) ? [element("img", { src: own.thumbnail(subject), alt: "Middle slices of the scan", class: "thumbnail" })] : [];
  }

  function pressDecided() {
    const subject = state.get("chosen");
    if (subject !== null) press(choices.indexOf(decisions.of(subject).choice));
  }

  let wasOpen = false; // of the neighbours: who looks at them goes on from one to the next
  function draw() {
    const subject = state.get("chosen");
    wasOpen = card.querySelector("details")?.open ?? wasOpen;
    card.hidden = false;
    if (subject === null) {
      card.replaceChildren(element("p", { class: "note" }, "Choose a subject: in the table, on the map, or with the key J."));
      return state.set({ near: [] });
    }
    state.set({ near: nearestOnMap(data.places, own.point(subject)) });
    const hadFocus = card.contains(document.activeElement);
    const near = neighbours(subject);
    near.open = wasOpen;
    card.replaceChildren(
      element("div", { class: "card-head" }, element("h2", {}, own.id(subject)), button({ title: "Escape" }, () => state.set({ chosen: null }), "Close")),
      element("div", { class: "toolbar" }, decisionButtons(subject), button({ title: "Key J" }, () => next(1), "Next")),
      facts(subject), reasons(subject), noteField(subject), ...picture(subject), near,
      element("p", { class: "note keys" }, "Keys: J next, K previous, O its report, P keep, R recheck, E exclude, N note, Escape back."));
    card.scrollTop = 0;
    if (hadFocus) card.focus({ preventScroll: true });
    pressDecided();
  }

  state.subscribe(["chosen", "link"], draw);
  state.subscribe(["decided"], pressDecided);
}

const neighbourCount = 8;
const mostDeviation = 8; // a measure's share in a distance has a limit

/// Returns the points nearest to one on a map, nearest first.
function nearestOnMap(places, point) {
  return others(places[0].length, point, (other) => squaredDistance(places, point, other));
}

/// Returns the site's subjects most similar to one in the measures, in robust standard deviations.
function nearestInMeasures(own, subject) {
  const deviation = (strip, each) => limited(strip.deviation(each), mostDeviation);
  const mine = own.strips.map((strip) => deviation(strip, subject));
  return others(own.count, subject, (other) => own.strips.reduce((sum, strip, i) => {
    const difference = deviation(strip, other) - mine[i];
    return Number.isNaN(difference) ? sum : sum + difference ** 2; // a missing value tells nothing
  }, 0));
}

/// Returns the nearest of `count` things but one.
const others = (count, self, distance) => nearest(neighbourCount, [...Array(count).keys()].filter((each) => each !== self), distance);
