// What the person at the page decides of each subject: kept in this browser, saved to a CSV file and loaded from one.
import { csvRows, csvText } from "./csv.js";
import { reasonsText } from "./subject.js";

export const choices = ["keep", "recheck", "exclude"];
export const longestNote = 500;
const mostBytes = 10_000_000;
const mostRows = 200_000;
const none = { choice: "", note: "" };

const cleanNote = (note) => String(note).replace(/[\u0000-\u001f\u007f-\u009f]/g, " ").slice(0, longestNote);

/// A decision made of texts from outside. @return null when it is none
function checked(choice, note) {
  const word = String(choice).trim().toLowerCase();
  if (word !== "" && !choices.includes(word)) return null;
  return { choice: word, note: cleanNote(note) };
}

/// The browser's store under a name; where it keeps nothing, as in a frame without rights, `works` is false.
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
  const subjectsOf = new Map(); // by id
  for (let subject = 0; subject < own.count; ++subject) {
    subjectsOf.set(own.id(subject), [...(subjectsOf.get(own.id(subject)) ?? []), subject]);
  }

  /// Takes a decision of everyone with the id. @return false when there is nobody
  function take(id, decision) {
    const subjects = subjectsOf.get(id) ?? [];
    for (const subject of subjects) {
      if (decision.choice === "" && decision.note === "") made.delete(subject);
      else made.set(subject, decision);
    }
    return subjects.length > 0;
  }

  const keep = () => store.write([...made].map(([subject, { choice, note }]) => [own.id(subject), choice, note]));

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
      state.set({ decided: state.get("decided") + 1 });
    },

    /// Decides so, or takes the same decision back.
    toggle(subject, choice) {
      this.change(subject, { choice: this.of(subject).choice === choice ? "" : choice });
    },

    /// Everyone who is flagged, also to check, decided of or has a note, with the reasons, as a CSV file's text.
    text() {
      const rows = [["id", "decision", "note", "flag", "outlier_score", "odd_measures"]];
      for (let subject = 0; subject < own.count; ++subject) {
        if (!own.flag(subject) && !made.has(subject)) continue;
        const { choice, note } = made.get(subject) ?? none;
        rows.push([own.id(subject), choice, note, own.flag(subject), String(own.score(subject) ?? ""), reasonsText(own, subject)]);
      }
      return csvText(rows);
    },

    /// Takes what a file that `text` made says; subjects that it does not name stay as they are.
    /// @return what came of it, in a sentence
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
        (count.strangers > 0 ? ` Not in this report: ${count.strangers}.` : "") +
        (count.wrong > 0 ? ` Not understood (a decision is keep, recheck, exclude or empty): ${count.wrong}.` : "");
    },
  };
}
