#!/usr/bin/env python3
"""Makes the federation of digits from the data set that scikit-learn ships (see README.md beside this script).

Usage: make.py [FOLDER]; needs numpy and scikit-learn.
"""

import csv
import json
import pathlib
import sys

import numpy as np
from sklearn.datasets import load_digits

REFERENCE_POINTS = 300
SITE_POINTS = [300, 260, 220]
# Sites see the digits in different proportions, as clinics see different patients.
SITE_DIGITS = [{0, 1, 2, 3, 4}, {4, 5, 6, 7}, {7, 8, 9, 0}]


def split(labels):
    """Returns the rows of the reference and of each site; about 70 % of a site's rows are of its own digits."""
    rng = np.random.default_rng(2026)
    order = rng.permutation(len(labels))
    reference, rest = order[:REFERENCE_POINTS], list(order[REFERENCE_POINTS:])
    sites = []
    for count, digits in zip(SITE_POINTS, SITE_DIGITS):
        own = [row for row in rest if labels[row] in digits][: int(0.7 * count)]
        other = [row for row in rest if labels[row] not in digits][: count - len(own)]
        taken = set(own) | set(other)
        sites.append(sorted(taken))
        rest = [row for row in rest if row not in taken]
    return np.sort(reference), sites


def write_csv(file, header, rows, delimiter=","):
    with open(file, "w", newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_inputspec(file, inputs):
    spec = [{name: {"value": value} for name, value in site.items()} for site in inputs]
    file.write_text(json.dumps(spec, indent=2) + "\n")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    digits = load_digits()
    values, labels = digits.data.astype(int), digits.target
    names = [f"pixel_{row}_{column}" for row in range(8) for column in range(8)]
    reference, sites = split(labels)
    folders = [folder / "input" / f"local{i}" / "simulatorRun" for i in range(3)]
    for each in folders:
        each.mkdir(parents=True, exist_ok=True)

    write_csv(folders[0] / "reference_digits.csv", ["digit", *names],
              [[labels[r], *values[r]] for r in reference])
    write_csv(folders[0] / "subjects.csv", ["subject", "digit", *names],
              [[f"north-{k:03}", labels[r], *values[r]] for k, r in enumerate(sites[0], 1)])
    write_csv(folders[1] / "subjects.tsv", ["subject", *names],
              [[f"south-{k:03}", *values[r]] for k, r in enumerate(sites[1], 1)], "\t")
    np.savetxt(folders[2] / "subjects.txt", values[sites[2]], fmt="%d", header=" ".join(names), comments="")

    settings = [{"label_column": "digit", "id_column": "subject", "share_labels": True, "share_places": True},
                {"id_column": "subject", "share_places": True}]
    for each, said in zip(folders, settings):
        (each / "settings.json").write_text(json.dumps(said, indent=2) + "\n")
    inputs = [
        {"site_data": ["subjects.csv"], "reference_data": ["reference_digits.csv"],
         "site_settings": ["settings.json"]},
        {"site_data": ["subjects.tsv"], "site_settings": ["settings.json"]},
        {"site_data": ["subjects.txt"]},
    ]
    write_inputspec(folder / "inputspec.json", inputs)
    del inputs[0]["reference_data"]
    write_inputspec(folder / "no_reference.json", inputs)


if __name__ == "__main__":
    main()
