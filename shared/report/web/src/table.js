// The table of a site's own subjects: found by id or label, filtered, sorted, a page at a time.
import { byId, counted, element } from "./dom.js";
import { reasonsText, scoreText } from "./subject.js";

const rowsPerPage = 50;
const natural = new Intl.Collator("en", { numeric: true });

export function makeTable(data, state) {
  const own = data.own;
  const columns = columnsOf(own);
  let page = 0;

  function listed() {
    const sought = state.get("search").trim().toLowerCase();
    const region = state.get("region");
    const inRegion = new Set(region ?? []);
    const filter = state.get("filter");
    const { column, down } = state.get("order");
    const subjects = [];
    for (let subject = 0; subject < own.count; ++subject) {
      if (filter === "flagged" && !own.isFlagged(subject)) continue;
      if (filter === "region" && !inRegion.has(own.point(subject))) continue;
      if (sought && !own.id(subject).toLowerCase().includes(sought) && !own.label(subject).toLowerCase().includes(sought)) continue;
      subjects.push(subject);
    }
    const sign = down ? -1 : 1;
    return subjects.sort((a, b) => sign * columns[column].compare(a, b) || a - b);
  }

  function row(subject) {
    const chosen = state.get("chosen") === subject;
    const choose = element("button", { type: "button", class: "link" }, own.id(subject));
    const cells = columns.map(({ text }, i) => element(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {},
      i === 0 ? choose : text(subject)));
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
    const subjects = listed();
    const pages = Math.max(1, Math.ceil(subjects.length / rowsPerPage));
    page = Math.min(page, pages - 1);
    const table = byId("subjects");
    const focused = table.tBodies[0].contains(document.activeElement) ? document.activeElement.textContent : null;
    table.tHead.rows[0].replaceChildren(...columns.map(heading));
    table.tBodies[0].replaceChildren(...subjects.slice(page * rowsPerPage, (page + 1) * rowsPerPage).map(row));
    if (focused !== null) [...table.tBodies[0].querySelectorAll("button")].find((b) => b.textContent === focused)?.focus();
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
    const [first] = listed();
    if (event.key === "Enter" && first !== undefined) state.set({ chosen: first });
  });
  byId("page-back").addEventListener("click", () => turn(-1));
  byId("page-next").addEventListener("click", () => turn(1));
  for (const button of byId("filters").querySelectorAll("button")) {
    button.addEventListener("click", () => state.set({ filter: button.dataset.filter }));
    button.hidden = button.dataset.filter === "flagged" && !own.hasScores;
  }
  state.subscribe(["filter"], () => {
    for (const button of byId("filters").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.filter === state.get("filter")));
    }
  });
  state.subscribe(["region"], () => {
    const filter = state.get("region") ? "region" : state.get("filter") === "region" ? "all" : state.get("filter");
    if (filter !== state.get("filter")) state.set({ filter });
  });
  state.subscribe(["search", "filter", "region", "order"], () => {
    page = 0;
    draw();
  });
  state.subscribe(["chosen"], draw);
}

/// What the table shows, the id first; `compare` orders two subjects upwards.
function columnsOf(own) {
  const byText = (text) => (a, b) => natural.compare(text(a), text(b));
  const columns = [{ name: "Subject", text: own.id, compare: byText(own.id), downFirst: false }];
  if (own.hasLabels) columns.push({ name: "Label", text: own.label, compare: byText(own.label), downFirst: false });
  if (!own.hasScores) return columns;
  const flag = (subject) => (own.isFlagged(subject) ? "flagged" : "");
  const reasons = (subject) => reasonsText(own, subject);
  const byScore = (a, b) => own.score(a) - own.score(b);
  const byFlag = (a, b) => own.isFlagged(a) - own.isFlagged(b) || byScore(a, b);
  return [...columns,
    { name: "Outlier score", text: (subject) => scoreText(own.score(subject)), compare: byScore, downFirst: true },
    { name: "Flag", text: flag, compare: byFlag, downFirst: true },
    { name: "Odd measures", text: reasons, compare: byText(reasons), downFirst: true }];
}

/// The order at the start: flagged subjects first.
export function firstOrder(own) {
  const flag = columnsOf(own).findIndex(({ name }) => name === "Flag");
  return { column: Math.max(flag, 0), down: flag > 0 };
}
