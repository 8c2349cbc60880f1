// The table of a site's own subjects: found by id or label, filtered, sorted, a page at a time.
import { choices } from "./decisions.js";
import { byId, counted, element } from "./dom.js";
import { subjectLink } from "./links.js";
import { reasonsText, scoreText } from "./subject.js";

const rowsPerPage = 50;
const natural = new Intl.Collator("en", { numeric: true });

export function makeTable(data, state, decisions) {
  const own = data.own;
  const columns = columnsOf(own, state, decisions);
  let subjects = []; // listed
  let page = 0;

  function isListed(subject, sought, inRegion) {
    const filter = state.get("filter");
    if (filter === "flagged" && !own.isFlagged(subject)) return false;
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
    subjects = [];
    for (let subject = 0; subject < own.count; ++subject) {
      if (isListed(subject, sought, inRegion)) subjects.push(subject);
    }
    subjects.sort((a, b) => sign * columns[column].compare(a, b) || a - b);
  }

  function row(subject) {
    const chosen = state.get("chosen") === subject;
    const cells = columns.map(({ cell }, i) => element(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {}, ...cell(subject)));
    const node = element("tr", { "aria-current": chosen ? "true" : undefined, class: own.isFlagged(subject) ? "flagged" : undefined }, ...cells);
    node.addEventListener("click", () => state.set({ chosen: subject }));
    return node;
  }

  function heading({ name }, index) {
    const { column, down } = state.get("order");
    const sorted = column === index ? (down ? "descending" : "ascending") : "none";
    const button = element("button", { type: "button" }, name,
      element("span", { "aria-hidden": "true" }, sorted === "none" ? "" : down ? " \u25BC" : " \u25B2"));
    button.addEventListener("click", () => {
      state.set({ order: { column: index, down: column === index ? !down : columns[index].downFirst } });
      byId("subjects").tHead.rows[0].cells[index].firstChild.focus();
    });
    return element("th", { scope: "col", "aria-sort": sorted }, button);
  }

  function draw() {
    const pages = Math.max(1, Math.ceil(subjects.length / rowsPerPage));
    page = Math.min(page, pages - 1);
    const table = byId("subjects");
    const focused = table.tBodies[0].contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    table.tHead.rows[0].replaceChildren(...columns.map(heading));
    table.tBodies[0].replaceChildren(...subjects.slice(page * rowsPerPage, (page + 1) * rowsPerPage).map(row));
    if (focused !== undefined) table.tBodies[0].querySelector(`[data-key="${focused}"]`)?.focus();
    byId("found").textContent = counted(subjects.length, "subject");
    byId("pages").hidden = pages === 1;
    byId("page-name").textContent = `Page ${page + 1} of ${pages}`;
    byId("page-back").disabled = page === 0;
    byId("page-next").disabled = page === pages - 1;
  }

  function turn(pages) {
    page += pages;
    draw();
  }

  byId("search").addEventListener("input", (event) => state.set({ search: event.target.value }));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && subjects.length > 0) state.set({ chosen: subjects[0] });
  });
  byId("page-back").addEventListener("click", () => turn(-1));
  byId("page-next").addEventListener("click", () => turn(1));
  byId("decision-filter").addEventListener("change", (event) => state.set({ decision: event.target.value }));
  for (const button of byId("filters").querySelectorAll("button")) {
    button.addEventListener("click", () => state.set({ filter: button.dataset.filter }));
    button.hidden = button.dataset.filter === "flagged" && !own.hasScores;
  }
  byId("score-note").textContent = scoreNote(own);
  state.subscribe(["filter"], () => {
    for (const button of byId("filters").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.filter === state.get("filter")));
    }
  });
  state.subscribe(["region"], () => {
    const filter = state.get("region") ? "region" : state.get("filter") === "region" ? "all" : state.get("filter");
    if (filter !== state.get("filter")) state.set({ filter });
  });
  state.subscribe(["search", "filter", "decision", "region", "order"], () => {
    page = 0;
    list();
    draw();
  });
  state.subscribe(["chosen", "decided", "link"], draw); // who is decided of stays in the list until it is made anew
}

/// What the table shows, the id first: the nodes of a subject's cell, and `compare`, which orders two subjects upwards.
function columnsOf(own, state, decisions) {
  const texts = (name, text, downFirst = false) =>
    ({ name, cell: (subject) => [text(subject)], compare: (a, b) => natural.compare(text(a), text(b)), downFirst });
  const byScore = (a, b) => own.score(a) - own.score(b);
  const choiceOf = (subject) => choices.indexOf(decisions.of(subject).choice);
  const columns = [{ ...texts("Subject", own.id), cell: (subject) => idCell(own, state, subject) }];
  if (own.hasLabels) columns.push(texts("Label", own.label));
  if (own.hasScores) {
    columns.push(
      { name: "Outlier score", cell: (subject) => [scoreText(own.score(subject))], compare: byScore, downFirst: true },
      { name: "Flag", cell: (subject) => [own.isFlagged(subject) ? "flagged" : ""], downFirst: true,
        compare: (a, b) => own.isFlagged(a) - own.isFlagged(b) || byScore(a, b) },
      texts("Odd measures", (subject) => reasonsText(own, subject), true));
  }
  columns.push({ name: "Decision", cell: (subject) => decisionCell(own, decisions, subject),
    compare: (a, b) => choiceOf(a) - choiceOf(b), downFirst: true });
  return columns;
}

function idCell(own, state, subject) {
  const choose = element("button", { type: "button", class: "link", "data-key": `choose ${subject}` }, own.id(subject));
  const link = subjectLink(own, state, subject, "page");
  link?.addEventListener("click", (event) => event.stopPropagation());
  return link === null ? [choose] : [choose, " ", link];
}

function decisionCell(own, decisions, subject) {
  const { choice, note } = decisions.of(subject);
  const select = element("select", { "aria-label": `Decision of ${own.id(subject)}`, "data-key": `decide ${subject}` },
    ...["", ...choices].map((each) => element("option", { value: each }, each || "open")));
  select.value = choice;
  select.addEventListener("change", () => decisions.change(subject, { choice: select.value }));
  select.addEventListener("click", (event) => event.stopPropagation());
  return note ? [select, element("div", { class: "noted" }, note)] : [select];
}

/// What the score is, in a few words.
function scoreNote(own) {
  if (!own.hasScores) return "";
  const whom = own.comparedWith === "reference" ? "of the reference's subjects" : "of ordinary subjects of all sites";
  return `Outlier score: the share ${whom} that are less odd than this one, from 0 to 1. A flag is for who is odder than nearly all of them; ` +
    "it is no verdict, and many bad scans have none: look at the scan, and go on down the scores.";
}

/// The order at the start: flagged subjects first.
export function firstOrder(own) {
  return own.hasScores ? { column: own.hasLabels ? 3 : 2, down: true } : { column: 0, down: false };
}
