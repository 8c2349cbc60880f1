// The table of a site's own subjects: found by id or label, filtered, sorted, a page at a time.
import { choices } from "./decisions.js";
import { button, byId, counted, element, makeSwitch, onPress, setPressed } from "./dom.js";
import { subjectLink } from "./links.js";
import { isInRange } from "./range.js";
import { measureTitle, reasonsText, shortNumber } from "./subject.js";
import { onPrint } from "./theme.js";

const rowsPerPage = matchMedia("(max-width: 48rem)").matches ? 5 : 50; // on a phone the map stands below
const mostPrinted = 200;
const natural = new Intl.Collator("en", { numeric: true });

/// @return `listed`, which returns the subjects in the list, on all its pages; `go`, which moves through them; `focusRow`
export function makeTable(data, state, decisions) {
  const own = data.own;
  let columns = [];
  let subjects = []; // listed
  let page = 0;
  let printing = false;

  const listOf = (key) => own.lists.find((list) => list.key === key);

  function isListed(subject, sought, inRegion) {
    const filter = state.get("filter");
    if (filter === "also" && own.flag(subject) !== "also check") return false;
    if (filter === "new" && !own.isNew(subject)) return false;
    if (listOf(filter) && !listOf(filter).has(subject)) return false;
    if (!isInRange(data, state, subject)) return false;
    if (filter === "region" && !inRegion.has(own.point(subject))) return false;
    const decision = state.get("decision");
    if (decision !== "any" && decisions.of(subject).choice !== (decision === "open" ? "" : decision)) return false;
    return !sought || [own.id(subject), own.label(subject), decisions.of(subject).note].some((text) => text.toLowerCase().includes(sought));
  }

  function list() {
    const sought = state.get("search").trim().toLowerCase();
    const inRegion = new Set(state.get("region") ?? []);
    const { column, down } = state.get("order");
    const sign = down ? -1 : 1;
    const { compare } = columns.find(({ key }) => key === column) ?? columns[0];
    subjects = [];
    for (let subject = 0; subject < own.count; ++subject) {
      if (isListed(subject, sought, inRegion)) subjects.push(subject);
    }
    subjects.sort((a, b) => sign * compare(a, b) || a - b);
  }

  function row(subject) {
    const chosen = state.get("chosen") === subject;
    const cells = columns.map(({ key, name, cell }, i) =>
      element(i === 0 ? "th" : "td", { class: key, scope: i === 0 ? "row" : undefined, "data-name": i === 0 ? undefined : name }, ...cell(subject)));
    return element("tr", { "aria-current": chosen ? "true" : undefined, class: own.flag(subject).replace(" ", "-") || undefined,
      click: () => state.set({ chosen: subject }) }, ...cells);
  }

  function heading({ key, name, title, downFirst }, index) {
    const { column, down } = state.get("order");
    const sorted = column === key ? (down ? "descending" : "ascending") : "none";
    const sort = () => {
      state.set({ order: { column: key, down: column === key ? !down : downFirst } });
      byId("subjects").tHead.rows[0].cells[index].firstChild.focus();
    };
    return element("th", { scope: "col", class: key, "aria-sort": sorted },
      button({ title }, sort, name, element("span", { "aria-hidden": "true" }, sorted === "none" ? "" : down ? " \u25BC" : " \u25B2")));
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(subjects.length / rowsPerPage));
    page = Math.min(page, pages - 1);
    const table = byId("subjects");
    const list = byId("subjects-list");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    table.tHead.rows[0].replaceChildren(...columns.map(heading));
    const shown = printing ? printed() : subjects.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
    const asPictures = state.get("pictures") && !printing;
    byId("table").hidden = asPictures;
    byId("gallery").hidden = !asPictures;
    table.tBodies[0].replaceChildren(...(asPictures ? [] : shown.map(row)));
    byId("gallery").replaceChildren(...(asPictures ? shown.map((subject) => tile(own, state, decisions, subject)) : []));
    if (focused !== undefined) list.querySelector(`[data-key="${focused}"]`)?.focus();
    byId("found").textContent = counted(subjects.length, "subject");
    byId("pages").hidden = pages === 1;
    byId("page-name").textContent = `Page ${page + 1} of ${pages}`;
    byId("page-back").disabled = page === 0;
    byId("page-next").disabled = page === pages - 1;
  }

  /// Returns the subjects to print: all that are flagged, to check, decided or have a note; if there are none, the first of the list.
  function printed() {
    const noted = (subject) => own.flag(subject) || decisions.of(subject).choice || decisions.of(subject).note;
    const all = [...Array(own.count).keys()].filter(noted).sort(own.hasScores ? (a, b) => own.compareFlags(b, a) : () => 0);
    const rows = (all.length > 0 ? all : subjects.slice(0, rowsPerPage)).slice(0, mostPrinted);
    const who = all.length > 0 ? "those flagged, also to check, decided or with a note" : "the first of the list";
    const left = all.length - rows.length;
    byId("printed").textContent = `${rows.length} of ${counted(own.count, "subject")}: ${who}.${left > 0 ? ` ${left} more are in the saved decisions.csv.` : ""}`;
    return rows;
  }

  function turn(pages) {
    page += pages;
    draw();
  }

  /// Moves the choice by a number of subjects in the list; without a choice, to the first.
  function go(steps) {
    if (subjects.length === 0) return;
    const at = subjects.indexOf(state.get("chosen"));
    const to = at < 0 ? 0 : Math.max(0, Math.min(subjects.length - 1, at + steps));
    state.set({ chosen: subjects[to] });
  }

  /// Shows the page of the chosen subject and scrolls the table, never the report, to its row.
  function showChosen() {
    const at = subjects.indexOf(state.get("chosen"));
    if (at >= 0) page = Math.floor(at / rowsPerPage);
    draw();
    const row = byId("subjects").querySelector("tr[aria-current]");
    if (row === null) return;
    const box = byId("table");
    const head = byId("subjects").tHead.offsetHeight;
    if (row.offsetTop - head < box.scrollTop) box.scrollTop = row.offsetTop - head;
    else if (row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight;
  }

  function focusRow(subject) {
    byId("subjects-list").querySelector(`[data-key="choose ${subject}"]`)?.focus({ preventScroll: true });
  }

  byId("search").addEventListener("input", (event) => state.set({ search: event.target.value }));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || subjects.length === 0) return;
    state.set({ chosen: subjects[0] });
    byId("chosen").focus({ preventScroll: true });
  });
  onPress("page-back", () => turn(-1));
  onPress("page-next", () => turn(1));
  byId("decision-filter").addEventListener("change", (event) => state.set({ decision: event.target.value }));
  const filters = [...byId("filters").querySelectorAll("button")];
  for (const each of filters) {
    const { filter, list: ofList } = each.dataset;
    each.addEventListener("click", () => state.set({ filter }));
    each.hidden = (filter === "also" && own.alsoCheck.length === 0) || (filter === "new" && own.newcomers === 0) || (ofList !== undefined && !listOf(filter));
    if (filter === "new") each.title = `New since ${own.since}`;
  }
  byId("score-note").textContent = scoreNote(own);
  state.subscribe(["filter"], () => filters.forEach((each) => setPressed(each, each.dataset.filter === state.get("filter"))));
  state.subscribe(["region"], () => {
    filters.find((each) => each.dataset.filter === "region").hidden = state.get("region") === null;
    const filter = state.get("region") ? "region" : state.get("filter") === "region" ? "all" : state.get("filter");
    if (filter !== state.get("filter")) state.set({ filter });
  });
  byId("as-pictures").hidden = !own.hasThumbnails;
  makeSwitch("as-pictures", state, "pictures");
  state.subscribe(["search", "filter", "decision", "region", "order", "measure", "range", "pictures"], () => {
    page = 0;
    columns = columnsOf(own, state, decisions);
    list();
    draw();
  });
  onPrint((on) => {
    printing = on;
    draw();
  });
  state.subscribe(["decided", "noted", "link"], draw); // who is decided of stays in the list until it is made anew
  state.subscribe(["chosen"], showChosen);
  return { listed: () => subjects, go, focusRow };
}

/// What the table shows, the id first: the nodes of a subject's cell, and `compare`, which orders two subjects upwards.
function columnsOf(own, state, decisions) {
  const texts = (key, name, text, downFirst = false) =>
    ({ key, name, cell: (subject) => [text(subject)], compare: (a, b) => natural.compare(text(a), text(b)), downFirst });
  const choiceOf = (subject) => choices.indexOf(decisions.of(subject).choice);
  const columns = [{ ...texts("id", "Subject", own.id), cell: (subject) => idCell(own, state, subject) }];
  if (own.hasLabels) columns.push(texts("label", "Label", own.label));
  if (own.hasScores) {
    columns.push(
      { key: "flag", name: "List", cell: (subject) => [own.flagName(subject)], compare: own.compareFlags, downFirst: true },
      ...own.lists.map(listColumn),
      { ...texts("reasons", "Reasons", (subject) => reasonsText(own, subject), true), cell: (subject) => reasonsCell(own, subject) });
  }
  if (state.get("measure") !== null) columns.push(measureColumn(own.strips[state.get("measure")]));
  columns.push({ key: "decision", name: "Decision", cell: (subject) => decisionCell(own, decisions, subject),
    compare: (a, b) => choiceOf(a) - choiceOf(b), downFirst: true });
  return columns;
}

const longestUnbroken = 20; // characters of an id, or of what is between its underscores, on one line
const mostReasons = 2; // in the list; the card has them all
const mostOnPaper = 4; // so that two pages hold the answer, the map and some twenty subjects

function reasonsCell(own, subject) {
  const reasons = own.reasons(subject);
  const part = (from, to) => reasons.slice(from, to).map((reason, i) => (from + i > 0 ? `; ${reason}` : reason)).join("");
  const more = (kind, shown, where) => (reasons.length > shown ? [element("span", { class: kind }, ` and ${reasons.length - shown} more${where}`)] : []);
  return [part(0, mostReasons), element("span", { class: "rest" }, part(mostReasons, mostOnPaper), ...more("more-reasons", mostOnPaper, " in flagged.csv")),
    ...more("more-reasons on-screen", mostReasons, "")];
}

/// The scores of one of the lists.
function listColumn({ key, heading, title, score, scoreText: text }) {
  return { key, name: heading, title, downFirst: true,
    cell: (subject) => [text(subject)], compare: (a, b) => score(a) - score(b) };
}

/// A measure that was chosen; who has no value comes last upwards and first downwards.
function measureColumn(strip) {
  const value = (subject) => (Number.isNaN(strip.value(subject)) ? Infinity : strip.value(subject));
  return { key: "measure", name: measureTitle(strip), downFirst: true,
    cell: (subject) => [Number.isNaN(strip.value(subject)) ? "" : shortNumber(strip.value(subject))],
    compare: (a, b) => (value(a) === value(b) ? 0 : value(a) - value(b)) };
}

/// An id that breaks into lines behind underscores only, as BIDS' names are read.
function idParts(id) {
  const parts = id.length <= longestUnbroken ? [id] : id.split(/(?<=_)/);
  return parts.map((part) => element("span", { class: part.length <= longestUnbroken ? "whole" : undefined }, part));
}

function idCell(own, state, subject) {
  const choose = button({ class: "link", "data-key": `choose ${subject}` }, (event) => {
    event.stopPropagation();
    state.set({ chosen: subject });
    if (event.detail === 0) byId("chosen").focus({ preventScroll: true }); // pressed by a key
  }, ...idParts(own.id(subject)));
  const link = subjectLink(own, state, subject, "report");
  link?.addEventListener("click", (event) => event.stopPropagation());
  const mark = own.isNew(subject) ? [" ", element("span", { class: "new" }, "new")] : [];
  return [choose, ...mark, ...(link === null ? [] : [" ", link])];
}

function decisionCell(own, decisions, subject) {
  const { note } = decisions.of(subject);
  const field = decisionField(own, decisions, subject);
  return note ? [field, element("div", { class: "noted" }, note)] : [field];
}

/// The control for a subject's decision.
function decisionField(own, decisions, subject) {
  const select = element("select", { "aria-label": `Decision of ${own.id(subject)}`, "data-key": `decide ${subject}`,
    change: () => decisions.change(subject, { choice: select.value }), click: (event) => event.stopPropagation() },
  ...["", ...choices].map((each) => element("option", { value: each }, each || "open")));
  select.value = decisions.of(subject).choice;
  return select;
}

/// Returns one subject in the list of pictures: its scan's thumbnail, if any, id and decision.
function tile(own, state, decisions, subject) {
  const flag = own.flag(subject);
  const picture = own.thumbnail(subject)
    ? element("img", { src: own.thumbnail(subject), alt: "Middle slices of the scan", loading: "lazy" })
    : element("div", { class: "note" }, "no picture");
  const choose = button({ class: "tile", "data-key": `choose ${subject}` }, () => state.set({ chosen: subject }), picture, own.id(subject), flag ? `, ${flag}` : "");
  return element("li", { class: flag.replace(" ", "-") || undefined, "aria-current": state.get("chosen") === subject ? "true" : undefined },
    choose, decisionField(own, decisions, subject));
}

/// What the scores are, in a few words.
function scoreNote(own) {
  if (!own.hasScores) return "";
  const raters = own.lists.some(({ key }) => key === "like_excluded") ? "As raters: of such scans, the share that raters at other sites excluded. " : "";
  return "Odd subjects are far from this site's ordinary ones. Inconsistent ones have measures that do not go together. Scores say how far, in typical spreads above this site's median. " +
    `${raters}A list is not a verdict, and many bad scans are on none: look at the scan, and go on down the scores.`;
}

/// The order at the start: flagged subjects first, then those also to check.
export function firstOrder(own) {
  return own.hasScores ? { column: "flag", down: true } : { column: "id", down: false };
}
