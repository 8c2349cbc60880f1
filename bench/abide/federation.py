"""Federations of ABIDE's sites by MRIQC's measures, with ds030 as their reference or none, and how well a number tells the
scans that raters excluded. The tables are mriqc-learn's; docs/worked-example.md has the commands that fetch them."""

import csv
import json
import subprocess
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

RATERS = ["rater_1", "rater_2", "rater_3"]


def read(file):
    with open(file, newline="") as text:
        return list(csv.DictReader(text, delimiter="\t"))


def write(file, rows):
    with open(file, "w", newline="") as text:
        table = csv.DictWriter(text, rows[0].keys(), delimiter="\t")
        table.writeheader()
        table.writerows(rows)


def read_sites(abide):
    """Returns each site's scans by the site's name."""
    scans = read(abide)
    return {name: [row for row in scans if row["site"] == name] for name in sorted({row["site"] for row in scans})}


def excluded(row):
    """Returns whether any of ABIDE's raters excluded each scan, and whether more than half of them did."""
    verdicts = [row[name] for name in RATERS if row[name] not in ("", "n/a")]
    bad = sum(float(verdict) == -1 for verdict in verdicts)
    return bad > 0, 2 * bad > len(verdicts)


def excluded_reference(row):
    """Returns whether ds030's one rater excluded each scan."""
    return row["rater_1"] == "-1"


def auc(truth, score):
    ranks = rankdata(score)
    return (ranks[truth].sum() - truth.sum() * (truth.sum() + 1) / 2) / (truth.sum() * (~truth).sum())


def run(dsne, compspec, folder, sites, parameters, reference=(), with_verdicts=False):
    """Runs the federation and returns every site's embedding.csv. The first site brings the reference; its rater's verdicts are the labels."""
    inputs = []
    for number, (name, rows) in enumerate(sites.items()):
        own = Path(folder, "input", f"local{number}", "simulatorRun")
        own.mkdir(parents=True)
        write(own / "group_T1w.tsv", rows)
        given = {"site_data": ["group_T1w.tsv"], "site_settings": {"site_name": name, "id_column": "subject_id", "allow": ["dsne"]}, **parameters}
        if reference and number == 0:
            write(own / "reference.tsv", reference)
            given["reference_data"] = ["reference.tsv"]
        if with_verdicts and number == 0:
            labels = ["exclude" if excluded_reference(row) else "accept" for row in reference]
            (own / "verdicts.txt").write_text("\n".join(labels) + "\n")
            given["reference_label"] = ["verdicts.txt"]
        inputs.append({key: {"value": value} for key, value in given.items()})
    Path(folder, "inputspec.json").write_text(json.dumps(inputs))
    subprocess.run([dsne, "simulate", "-s", compspec, "-d", folder], check=True, stdout=subprocess.DEVNULL)
    outputs = [Path(folder, "output", f"local{number}", "simulatorRun", "embedding.csv") for number in range(len(sites))]
    return [list(csv.DictReader(open(file, newline=""))) for file in outputs]


def both(verdicts, values, digits):
    """Returns the AUC against exclusion by any rater and by most, as text."""
    return " / ".join(f"{auc(verdicts[:, i], values):.{digits}f}" for i in (0, 1))
