#!/usr/bin/env python3
"""What a file that the coordinator delivers tells of a site's own files.

The attacker is the coordinator. He has a guess of one subject's record, or just of a subject's id, and wants to know whether it is
right. Files' names follow the study's convention, so he knows what a subject's file would be called.

What the coordinator sends arrives in the folder of the site's own inputs, over whatever is there by that name. He delivers his guess
under the subject's file name. The site finds that its data have changed since the run began, and fails in its first round, unless the
guess says what the file said. So one run tells whether a guess is right to the last digit; and whether any of a thousand ids is at the
site at all, by a file of nonsense for each of them. No ledger knows of it: single-shot is said to release nothing, and with dp-density
a run that ends so is charged nothing.
"""

import numpy as np

from attacking import telling
from attacking.data import abide, parts
from attacking.federation import Federation, Site, StepFailed

NAME = "delivered_files"
VICTIM = "hospital"
STUDY = [f"sub-{number:04d}" for number in range(1, 401)]


def add_options(parser):
    parser.add_argument("--subjects", type=int, default=10, help="at the site under attack (%(default)s)")
    parser.add_argument("--guesses", type=int, default=10, help="right ones, and as many wrong ones (%(default)s)")


def file_of(subject):
    return f"{subject}_measures.txt"


def measures(features, values):
    """Returns the text of a subject's file: a measure and its value on every line."""
    return "".join(f"{name}\t{value!r}\n" for name, value in zip(features, values.tolist())).encode("ascii")


class Oracle:
    """Answers whether a site's inputs stay the same when files are delivered over them. Each question costs a run."""

    def __init__(self, options):
        self.programs = telling.programs_of(options)
        rng = np.random.default_rng(options.seed)
        records = abide(options.data, "functional_temporal")
        self.reference, self.records, self.others = parts(records, [100, options.subjects, 30], rng)
        self.ids = sorted(rng.choice(STUDY, options.subjects, replace=False))
        self.runs = 0
        self.lines = set()

    def file(self, subject):
        return measures(self.records.features, self.records.values[self.ids.index(subject)])

    def sites(self):
        inputs = {
            "method": "single-shot",
            "normalization": "robust",
            "site_data": "subjects.csv",
            "site_settings": {"share_places": False},
        }
        own = {file_of(subject): self.file(subject) for subject in self.ids}
        names = "\n".join(["file", *own])
        public = {"subjects.csv": self.others.csv(), "reference.csv": self.reference.csv()}
        return {
            VICTIM: Site(inputs | {"subject_files": list(own)}, own | {"subjects.csv": names.encode("ascii")}),
            "other": Site(inputs | {"reference_data": "reference.csv"}, public),
        }

    def unchanged_by(self, delivered):
        self.runs += 1
        with Federation(self.programs, self.sites()) as federation:
            try:
                for turn in federation.turns():
                    if turn.phase == "reference" and "sha256" in turn.message:
                        turn.tell(VICTIM, files=delivered)
                    if turn.phase == "collect":
                        return True
            except StepFailed as failure:
                if VICTIM not in failure.node:
                    raise
                self.lines.add(str(failure))
                return False


def last_digit_off(record):
    """Returns the nearest wrong guess: one value differs in its last bit."""
    values = record.copy()
    values[2] = np.nextafter(values[2], np.inf)
    return values


def confirmed(options):
    oracle = Oracle(options)
    subjects = oracle.ids[: options.guesses]
    records = [oracle.records.values[oracle.ids.index(subject)] for subject in subjects]
    features = oracle.records.features
    right = [oracle.unchanged_by({file_of(s): measures(features, r)}) for s, r in zip(subjects, records)]
    wrong = [oracle.unchanged_by({file_of(s): measures(features, last_digit_off(r))}) for s, r in zip(subjects, records)]
    figures = {
        "right guesses": len(right),
        "of these confirmed": sum(right),
        "wrong guesses": len(wrong),
        "of these refuted": len(wrong) - sum(wrong),
        "what a refuted guess ends with": "; ".join(sorted(oracle.lines)),
    }
    return figures, all(right) and not any(wrong)


def ids_at_site(oracle, candidates):
    """Finds which of the ids the site has, by asking for half of them at a time."""
    nonsense = measures(oracle.records.features, np.zeros(len(oracle.records.features)))
    if oracle.unchanged_by({file_of(subject): nonsense for subject in candidates}):
        return []
    if len(candidates) == 1:
        return candidates
    middle = len(candidates) // 2
    return ids_at_site(oracle, candidates[:middle]) + ids_at_site(oracle, candidates[middle:])


def who_is_there(options):
    oracle = Oracle(options)
    found = ids_at_site(oracle, STUDY)
    figures = {
        "ids tried": len(STUDY),
        "ids at the site": len(oracle.ids),
        "of these found": len(set(found) & set(oracle.ids)),
        "found in error": len(set(found) - set(oracle.ids)),
        "runs": oracle.runs,
    }
    return figures, found == oracle.ids


def cases(options):
    setting = f"single-shot, {options.subjects} subjects, a file each"
    yield telling.Case("coordinator", f"{setting}; guesses of a record", lambda: confirmed(options))
    yield telling.Case("coordinator", f"{setting}; guesses of ids", lambda: who_is_there(options))


if __name__ == "__main__":
    telling.main(__name__)
