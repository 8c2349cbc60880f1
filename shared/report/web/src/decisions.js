// The decisions on subjects: kept in this browser, saved to a CSV file and loaded from one.
import { csvRows, csvText } from "./csv.js";
import { reasonsText } from "./subject.js";

export const choices = ["keep", "recheck", "exclude"];
export const longestNote = 500;
const mostBytes = 10_000_000;
const mostRows = 200_000;
const none = { choice: "", note: "" };
const isMade = ({ choice, note }) => choice !== "" || note !== "";

const cleanNote = (note) => String(note).replace(/[\u0000-\u001f\u007f-\u009f]/g, " ").slice(0, longestNote);

/// Makes a decision from outside texts. @return null if they are not one
function checked(choice, note) {
  const word = String(choice).trim().toLowerCase();
  if (word !== "" && !choices.includes(word)) return null;
  return { choice: word, note: cleanNote(note) };
}

/// The browser's storage under a name; `works` is false if it keeps nothing, as in a restricted frame.
export function makeStore(name) {
  const store = {
    works: true,
    read() {
      try {
        return JSON.parse(localStorage.getItem(name));
      } catch {
        store.works = false;
        return null;
      }
    },
    write(value) {
      try {
        localStorage.setItem(name, JSON.stringify(value));
        store.works = true;
      } catch {
        store.works = false;
      }
    },
  };
  return store;
}

export function makeDecisions(own, state) {
  const store = makeStore(`dsne decisions ${own.key}`);
  const made = new Map(); // by subject; no entry is undecided, without a note
  const given = new Set(own.decisions.map(([subject]) => own.id(subject))); // by a file beside the page
  const elsewhere = new Map(); // by ids that are not on this page: what is saved has them, too
  const subjectsOf = new Map(); // by id
  for (let subject = 0; subject < own.count; ++subject) {
    subjectsOf.set(own.id(subject), [...(subjectsOf.get(own.id(subject)) ?? []), subject]);
  }

  /// Sets the decision of every subject with the id. @return false if there is none on this page
  function take(id, decision) {
    const subjects = subjectsOf.get(id) ?? [];
    for (const subject of subjects) {
      if (!isMade(decision) && !given.has(id)) made.delete(subject);
      else made.set(subject, decision);
    }
    if (subjects.length === 0) elsewhere.set(id, decision);
    return subjects.length > 0;
  }

  const byIds = () => [...[...made].map(([subject, decision]) => [own.id(subject), decision]), ...elsewhere];
  const keep = () => store.write(byIds().map(([id, { choice, note }]) => [id, choice, note]));

  for (const [subject, choice, note] of own.decisions) take(own.id(subject), checked(choice, note) ?? none);
  for (const [id, choice, note] of own.decisionsElsewhere) take(id, checked(choice, note) ?? none);
  const kept = store.read();
  for (const entry of Array.isArray(kept) ? kept : []) {
    if (!Array.isArray(entry)) continue;
    const decision = checked(entry[1] ?? "", entry[2] ?? "");
    if (decision) take(String(entry[0]), decision);
  }

  return {
    of: (subject) => made.get(subject) ?? none,
    isKept: () => store.works,

    /// Changes a subject's choice or note.
    change(subject, changes) {
      const decision = { ...(made.get(subject) ?? none), ...changes };
      take(own.id(subject), { choice: decision.choice, note: cleanNote(decision.note) });
      keep();
      const changed = "choice" in changes ? "decided" : "noted";
      state.set({ [changed]: state.get(changed) + 1 });
    },

    /// Sets a decision, or removes it if it is set already.
    toggle(subject, choice) {
      this.change(subject, { choice: this.of(subject).choice === choice ? "" : choice });
    },

    /// How many decisions there are of subjects who are not on this page.
    elsewhere: () => [...elsewhere.values()].filter(isMade).length,

    /// Writes as CSV all subjects that are flagged, to check, decided or have a note, with the reasons, and decisions on others.
    text() {
      const rows = [["id", "decision", "note", "flag", "outlier_score", "odd_measures"]];
      for (let subject = 0; subject < own.count; ++subject) {
        const { choice, note } = made.get(subject) ?? none;
        if (!own.flag(subject) && !choice && !note) continue;
        rows.push([own.id(subject), choice, note, own.flag(subject), String(own.score(subject) ?? ""), reasonsText(own, subject)]);
      }
      for (const [id, decision] of elsewhere) {
        if (isMade(decision)) rows.push([id, decision.choice, decision.note, "", "", ""]);
      }
      return csvText(rows);
    },

    /// The ids of who is excluded, each once.
    excluded: () => [...new Set(byIds().filter(([, { choice }]) => choice === "exclude").map(([id]) => id))],

    /// Reads a file written by `text`; other subjects do not change.
    /// @return the result in a sentence
    async load(file) {
      if (file.size > mostBytes) return "Nothing was loaded: the file is too large.";
      let rows;
      try {
        rows = csvRows(await file.text(), mostRows);
      } catch (error) {
        return `Nothing was loaded: ${error.message}.`;
      }
      const names = (rows.shift() ?? []).map((name) => name.trim().toLowerCase());
      const [id, choice, note] = ["id", "decision", "note"].map((name) => names.indexOf(name));
      if (id < 0 || choice < 0) return "Nothing was loaded: the first line must name the columns id and decision.";
      const count = { taken: 0, strangers: 0, wrong: 0 };
      for (const row of rows) {
        const decision = checked(row[choice] ?? "", note < 0 ? "" : row[note] ?? "");
        if (!decision) ++count.wrong;
        else if (take(row[id] ?? "", decision)) ++count.taken;
        else ++count.strangers;
      }
      keep();
      state.set({ decided: state.get("decided") + 1, chosen: state.get("chosen") });
      return `Loaded: ${count.taken}.` +
        (count.strangers > 0 ? ` Not in this report, and kept: ${count.strangers}.` : "") +
        (count.wrong > 0 ? ` Not understood (a decision is keep, recheck, exclude or empty): ${count.wrong}.` : "");
    },
  };
}
