#!/usr/bin/python3
"""How well scores and flags find scans that raters exclude, without a reference and with one: reference_free.py DSNE COMPSPEC ABIDE.TSV DS030.TSV.

Runs federations of ABIDE's sites by MRIQC's measures and prints, for each, the area under the ROC curve against exclusion by any
rater / by most, of the score and of the flag (1 or 0), and how many scans are flagged, of these by any and by most. The tables are
mriqc-learn's (docs/worked-example.md has the commands); numpy and scipy are needed."""

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

dsne, compspec, abide, ds030 = sys.argv[1:]
RATERS = ["rater_1", "rater_2", "rater_3"]


def read(file):
    with open(file, newline="") as text:
        return list(csv.DictReader(text, delimiter="\t"))


def write(file, rows):
    with open(file, "w", newline="") as text:
        table = csv.DictWriter(text, rows[0].keys(), delimiter="\t")
        table.writeheader()
        table.writerows(rows)


def auc(truth, score):
    ranks = rankdata(score)
    return (ranks[truth].sum() - truth.sum() * (truth.sum() + 1) / 2) / (truth.sum() * (~truth).sum())


def excluded(row):
    """By any rater, and by more than half of them."""
    verdicts = [row[name] for name in RATERS if row[name] not in ("", "n/a")]
    bad = sum(float(verdict) == -1 for verdict in verdicts)
    return bad > 0, 2 * bad > len(verdicts)


def run(folder, sites, reference, with_verdicts):
    """All sites' subjects with their scores and flags, in the sites' order."""
    inputs = []
    for number, rows in enumerate(sites):
        own = Path(folder, "input", f"local{number}", "simulatorRun")
        own.mkdir(parents=True)
        write(own / "group_T1w.tsv", rows)
        given = {"site_data": ["group_T1w.tsv"], "method": "single-shot", "site_settings": {"id_column": "subject_id"}}
        if reference and number == 0:
            write(own / "reference.tsv", reference)
            given["reference_data"] = ["reference.tsv"]
        if with_verdicts and number == 0:
            (own / "verdicts.txt").write_text("".join("exclude\n" if bad(row) else "accept\n" for row in reference))
            given["reference_label"] = ["verdicts.txt"]
        inputs.append({key: {"value": value} for key, value in given.items()})
    Path(folder, "inputspec.json").write_text(json.dumps(inputs))
    subprocess.run([dsne, "simulate", "-s", compspec, "-d", folder], check=True, capture_output=True)
    outputs = [Path(folder, "output", f"local{number}", "simulatorRun", "embedding.csv") for number in range(len(sites))]
    return [row for file in outputs for row in csv.DictReader(open(file, newline=""))]


def bad(row):
    return row["rater_1"] == "-1"


scans, known = read(abide), read(ds030)
sites = [[row for row in scans if row["site"] == name] for name in sorted({row["site"] for row in scans})]
truth = np.array([excluded(row) for rows in sites for row in rows])
for name, reference, with_verdicts in (
    ("without a reference", [], False),
    ("ds030 with verdicts", known, True),
    ("ds030, accepted scans", [row for row in known if not bad(row)], False),
    ("ds030, all scans, no verdicts", known, False),
):
    with tempfile.TemporaryDirectory() as folder:
        rows = run(folder, sites, reference, with_verdicts)
    flagged = np.array([row["flagged"] == "true" for row in rows])
    both = lambda values: " / ".join(f"{auc(truth[:, i], values):.3f}" for i in (0, 1))
    scores = np.array([float(row["outlier_score"]) for row in rows])
    print(f"{name}: score {both(scores)}, flag {both(flagged)}, flags {flagged.sum()}, {truth[flagged, 0].sum()}, {truth[flagged, 1].sum()}", flush=True)
