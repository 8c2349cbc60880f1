#!/usr/bin/env python3
"""Makes the federation of digits: make.py FOLDER. README.md beside this script says what is in it."""

import csv
import gzip
import json
import pathlib
import sys

IMAGES = pathlib.Path(__file__).with_name("digits.csv.gz")


def write_json(file, value):
    file.write_text(json.dumps(value, indent=2) + "\n")


def write_table(file, header, rows, delimiter=","):
    with open(file, "w", newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main():
    folder = pathlib.Path(sys.argv[1])
    folders = [folder / "input" / f"local{i}" / "simulatorRun" for i in range(3)]
    for each in folders:
        each.mkdir(parents=True, exist_ok=True)
    with gzip.open(IMAGES, "rt") as stream:
        (label, *pixels), *images = csv.reader(stream)
    # The images of the reference and of each site, in this order.
    reference, north, south, west = images[:300], images[300:600], images[600:860], images[860:]
    write_table(folders[0] / "reference_digits.csv", [label, *pixels], reference)
    write_table(folders[0] / "subjects.csv", ["subject", label, *pixels], [[f"north-{k:03}", *image] for k, image in enumerate(north, 1)])
    write_table(folders[1] / "subjects.tsv", ["subject", *pixels], [[f"south-{k:03}", *image[1:]] for k, image in enumerate(south, 1)], "\t")
    write_table(folders[2] / "subjects.txt", pixels, [image[1:] for image in west], " ")

    write_json(folders[0] / "settings.json", {"label_column": label, "id_column": "subject", "share_labels": True, "share_places": True})
    write_json(folders[1] / "settings.json", {"id_column": "subject", "share_places": True})
    inputs = [
        {"site_data": ["subjects.csv"], "reference_data": ["reference_digits.csv"], "site_settings": ["settings.json"]},
        {"site_data": ["subjects.tsv"], "site_settings": ["settings.json"]},
        {"site_data": ["subjects.txt"]},
    ]
    spec = [{name: {"value": value} for name, value in site.items()} for site in inputs]
    write_json(folder / "inputspec.json", spec)


if __name__ == "__main__":
    main()
