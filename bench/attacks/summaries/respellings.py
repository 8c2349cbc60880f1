#!/usr/bin/env python3
"""A second summary of the same persons in the same folder, by mistake: ids, columns, values or files written in another way.

    respellings.py DSNE_SUMMARIZE DATA_FOLDER      (numpy, pandas)

DSNE_SUMMARIZE is the command, words separated by blanks; DATA_FOLDER holds mriqc/abide-8-sites.tsv. Each attempt begins with a folder in which the
command made a summary of sixty scans. It got through if the command then ends well and a summary of these persons is there that was not before. A refusal
must say what was recognised and what to do. Prints Markdown."""
import argparse
import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from making import rounded

PERSONS = 60
RECOGNISED = re.compile(
    r"60 persons of these data are in .*(leave them out|newcomers wait|give it the name)|summary without its private file: restore|private file of the summary is missing: restore"
)
PRIVATE = "summary_private.json"


def ids(form):
    return [form(i) for i in range(1, PERSONS + 1)]


IDS = {
    "S001": ids(lambda i: f"S{i:03}"),
    "sub-1": ids(lambda i: f"sub-{i}"),
    "SUB-001": ids(lambda i: f"SUB-{i:03}"),
    "001": ids(lambda i: f"{i:03}"),
    "1": ids(str),
    "sub_001": ids(lambda i: f"sub_{i:03}"),
    "renamed": ids(lambda i: f"case-{7919 * i % 9973}"),
}


def digits(table, count):
    return pd.DataFrame(rounded(table.to_numpy(float), count), columns=table.columns)


def columns(table, names):
    return table.set_axis(names, axis=1)


def forms(table):
    """Returns tables with the same persons, by what was done to them."""
    half = table.columns[: len(table.columns) // 2]
    return {
        "as it is": table,
        "columns in capitals": columns(table, [name.upper() for name in table]),
        "columns renamed": columns(table, [f"m{i}" for i in range(table.shape[1])]),
        "a column less": table.iloc[:, 1:],
        "half of the columns": table[half],
        "columns in another order": table[sorted(table, key=lambda name: hashlib.md5(name.encode()).hexdigest())],
        "float32": table.astype(np.float32).astype(float),
        "six digits": digits(table, 6),
        "four digits": digits(table, 4),
        "three digits": digits(table, 3),
        "three decimals": table.round(3),
        "two decimals": table.round(2),
        "rows in another order": table.iloc[::-1],
    }


class Folder:
    """A folder in which a summary of the sixty was made."""

    def __init__(self, command, scratch, table):
        self.command, self.kept, self.scratch, self.told = command, scratch / "kept", scratch, ""
        if not self.run(self.write("first.tsv", table, ids(lambda i: f"sub-{i:03}"))):
            raise SystemExit("no first summary was made")
        self.before = self.summaries()

    def write(self, name, table, persons):
        file = self.scratch / name
        table.set_axis(range(len(table)), axis=0).assign(id=persons).to_csv(file, sep="\t", index=False)
        return file

    def run(self, file, *options):
        ids = ["--id-column", "id"] if file.suffix == ".tsv" else []
        done = subprocess.run([*self.command, file, "-o", self.kept, *ids, *options], capture_output=True, text=True)
        self.told = done.stdout + done.stderr
        return done.returncode == 0

    def summaries(self):
        return {file.read_bytes() for file in self.kept.glob("*") if file.suffix in (".csv", ".npy", ".npz")}

    def got_through(self, file, *options):
        return self.run(file, *options) and not self.summaries() <= self.before


def attempts(table):
    """Returns attempts by name: each takes a folder and tells whether it got through."""
    all_forms = forms(table)
    tries = {}

    def settings(folder, form):
        file = folder.scratch / "settings.json"
        file.write_text('{"feature_columns": [' + ", ".join(f'"{name}"' for name in form) + "]}")
        return "-s", file

    def attempt(persons, form, *options):
        def made(folder):
            order = persons[::-1] if form is all_forms["rows in another order"] else persons
            return folder.got_through(folder.write("again.tsv", form, order), *options, *settings(folder, form))

        return made

    for spelling, persons in IDS.items():
        for option in ("--renew", "--add"):
            tries[f"ids {spelling}, {option}"] = attempt(persons, table, option)
        tries[f"ids {spelling}, --data-set b"] = attempt(persons, columns(table, [f"m{i}" for i in range(table.shape[1])]), "--data-set", "b")
    for name in all_forms:
        for option in (["--renew"], ["--add"], ["--data-set", "b"]):
            if option == ["--add"] and set(all_forms[name]) != set(table):
                continue
            tries[f"ids renamed, {name}, {' '.join(option)}"] = attempt(IDS["renamed"], all_forms[name], *option)
        tries[f"{name}, --data-set b"] = attempt(ids(lambda i: f"sub-{i:03}"), all_forms[name], "--data-set", "b")

    def array(part):
        def made(folder):
            file = folder.scratch / "array.npy"
            np.save(file, part.to_numpy(float))
            return folder.got_through(file, "--data-set", "images")

        return made

    tries["an array beside the table"] = array(table)
    tries["an array less a column"] = array(table.iloc[:, 1:])

    def files(change, *options):
        def made(folder):
            change(folder.kept)
            again = folder.write("again.tsv", table, ids(lambda i: f"sub-{i:03}"))
            return folder.got_through(again, *options)

        return made

    def without_private(kept):
        (kept / PRIVATE).unlink()

    def renamed(kept):
        (kept / "summary.csv").rename(kept / "for the consortium.csv")

    def both(kept):
        without_private(kept)
        renamed(kept)

    def both_renamed(kept):
        renamed(kept)
        (kept / PRIVATE).rename(kept / "keep.json")

    def both_deleted(kept):
        without_private(kept)
        (kept / "summary.csv").unlink()

    for name, change in {
        "private file deleted": without_private,
        "summary renamed": renamed,
        "private file deleted, summary renamed": both,
        "both renamed": both_renamed,
        "both deleted": both_deleted,
    }.items():
        for options in ([], ["--data-set", "b"]):
            tries[f"{name}{', ' + ' '.join(options) if options else ''}"] = files(change, *options)
    return tries


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=str.split)
    parser.add_argument("data", type=Path)
    options = parser.parse_args()
    table = pd.read_csv(options.data / "mriqc" / "abide-8-sites.tsv", sep="\t")
    table = table.drop(columns=["subject_id", "site", "rater_1", "rater_2", "rater_3"]).iloc[:PERSONS]
    ends = {"a second summary": [], "refused as recognised": [], "nothing changed": [], "refused for another reason": []}
    tries = attempts(table)
    with tempfile.TemporaryDirectory() as scratch:
        first = Folder(options.command, Path(scratch), table)
        shutil.copytree(first.kept, first.scratch / "copy")
        for name, got_through in tries.items():
            shutil.rmtree(first.kept)
            shutil.copytree(first.scratch / "copy", first.kept)
            if got_through(first):
                end = "a second summary"
            elif RECOGNISED.search(first.told):
                end = "refused as recognised"
            else:
                end = "nothing changed" if "nothing has changed" in first.told else "refused for another reason"
            ends[end].append(f"{name}: {first.told.strip().splitlines()[-1]}" if "other" in end else name)
    print("| end | attempts |\n|---|---|")
    for end, names in ends.items():
        print(f"| {end} | {len(names)} of {len(tries)} |")
    print()
    for end in ("a second summary", "refused for another reason"):
        for name in ends[end]:
            print(f"- {end}: {name}")


if __name__ == "__main__":
    main()
