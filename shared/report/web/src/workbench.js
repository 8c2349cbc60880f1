// The tools over the table: copy, save and load, what is decided so far, and links to the subjects' own pages.
import { choices, makeStore } from "./decisions.js";
import { byId, counted, element, onPress } from "./dom.js";
import { templateFault } from "./links.js";

/// @param listed gives the subjects in the table's list
export function makeWorkbench(data, state, decisions, listed) {
  const own = data.own;
  const ofOthers = () => (decisions.elsewhere() > 0 ? ` ${counted(decisions.elsewhere(), "decision")} on subjects who are not on this page went with it.` : "");
  const tell = (sentence) => { byId("told").textContent = sentence; };

  async function copy(subjects, what) {
    const done = await copyText(subjects.map(own.id).join("\n"));
    tell(done ? `Copied: ${counted(subjects.length, what)}.` : "This browser does not let the page copy.");
  }

  byId("copy-flagged").hidden = !own.hasScores;
  onPress("copy-flagged", () => copy(own.flagged, "listed id"));
  onPress("copy-listed", () => copy(listed(), "id"));
  byId("save-decisions").hidden = false;
  onPress("save-decisions", () => {
    saveText("decisions.csv", decisions.text());
    tell(`Saved as decisions.csv, in the browser's folder for downloads. Move it beside this page, and later pages begin with it.${ofOthers()}`);
  });
  onPress("save-excluded", () => {
    const ids = decisions.excluded();
    saveText("exclude.txt", ids.map((id) => `${id}\n`).join(""), "");
    tell(`Saved as exclude.txt: ${counted(ids.length, "id")}. How to use it is said under More.${ofOthers()}`);
  });
  onPress("load-decisions", () => byId("decisions-file").click());
  byId("decisions-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) tell(await decisions.load(file));
    event.target.value = ""; // so that the same file can be loaded again
  });
  state.subscribe(["decided", "noted"], () => {
    byId("headline").textContent = progress(own, decisions);
    byId("save-excluded").hidden = decisions.excluded().length === 0;
  });
  makeLinks(own, state);
}

/// "8 of 120 to look at (2 new), 2 to check, 4 decided: 3 exclude, 1 keep."
function progress(own, decisions) {
  const counts = new Map(choices.map((choice) => [choice, 0]));
  for (let subject = 0; subject < own.count; ++subject) {
    const { choice } = decisions.of(subject);
    if (choice) counts.set(choice, counts.get(choice) + 1);
  }
  const made = [...counts].filter(([, count]) => count > 0);
  const decided = made.reduce((sum, [, count]) => sum + count, 0);
  const toCheck = own.alsoCheck.length > 0 ? `${own.alsoCheck.length} to check, ` : "";
  const fresh = own.flagged.filter(own.isNew).length;
  const ofThese = fresh > 0 ? ` (${fresh} new)` : "";
  const lists = own.hasScores ? `${own.flagged.length} of ${own.count} to look at${ofThese}, ${toCheck}` : "";
  const which = made.length > 0 ? `: ${made.map(([choice, count]) => `${count} ${choice}`).join(", ")}` : "";
  const where = decisions.isKept() ? "" : ". This browser keeps nothing: save the decisions before you close the page";
  return `${lists}${decided} decided${which}${where}`;
}

/// The field for the template of the subjects' own pages, kept in this browser.
function makeLinks(own, state) {
  const store = makeStore(`dsne link ${own.key}`);
  const field = byId("link-template");
  const kept = store.read();
  field.value = typeof kept === "string" && kept !== "" ? kept.slice(0, field.maxLength) : own.link;

  function use() {
    const template = field.value.trim();
    const fault = templateFault(template);
    byId("link-fault").textContent = fault;
    if (fault) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    state.set({ link: fault ? "" : template });
  }

  use();
  field.addEventListener("input", () => {
    use();
    store.write(field.value);
  });
}

/// @return whether the browser let it
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

/// The way of browsers and frames that have no clipboard for scripts.
function copyBySelecting(text) {
  const area = element("textarea", { "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/// @param mark before the text: a byte order mark, by which spreadsheets know UTF-8
export function saveText(name, text, mark = "\uFEFF") {
  const address = URL.createObjectURL(new Blob([mark, text], { type: "text/csv;charset=utf-8" }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
