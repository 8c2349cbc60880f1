#!/usr/bin/python3
"""What harmonization does to a map of real sites: abide.py DSNE COMPSPEC ABIDE.TSV DS030.TSV FOLDER.

Runs a federation of ABIDE's sites by MRIQC's measures, with ds030 and its verdicts as reference and without a reference,
and prints for each: the share of a scan's ten nearest on the map that are of its own site, and how well the map's density
and the outlier score tell the scans that raters excluded (AUC, by any rater / by most). The tables are mriqc-learn's
(docs/worked-example.md has the commands); numpy and scipy are needed."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree
from scipy.stats import rankdata

dsne, compspec, abide, ds030, folder = sys.argv[1:]
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
    bad = np.asarray(truth)
    return (ranks[bad].sum() - bad.sum() * (bad.sum() + 1) / 2) / (bad.sum() * (~bad).sum())


def excluded(row):
    """By any rater, and by more than half of them."""
    verdicts = [row[name] for name in RATERS if row[name] not in ("", "n/a")]
    bad = sum(float(verdict) == -1 for verdict in verdicts)
    return bad > 0, 2 * bad > len(verdicts)


def run(name, sites, parameters, with_reference):
    inputs = []
    for number, (site, rows) in enumerate(sites.items()):
        own = Path(folder, name, "input", f"local{number}", "simulatorRun")
        own.mkdir(parents=True)
        write(own / "group_T1w.tsv", rows)
        given = {"site_data": ["group_T1w.tsv"], **parameters,
                 "site_settings": {"site_name": site, "id_column": "subject_id"}}
        if with_reference and number == 0:
            reference = read(ds030)
            write(own / "reference.tsv", reference)
            labels = ["exclude" if row["rater_1"] == "-1" else "accept" for row in reference]
            (own / "verdicts.txt").write_text("\n".join(labels) + "\n")
            given |= {"reference_data": ["reference.tsv"], "reference_label": ["verdicts.txt"]}
        inputs.append({key: {"value": value} for key, value in given.items()})
    Path(folder, name, "inputspec.json").write_text(json.dumps(inputs))
    subprocess.run([dsne, "simulate", "-s", compspec, "-d", Path(folder, name)], check=True, stdout=subprocess.DEVNULL)
    outputs = [Path(folder, name, "output", f"local{i}", "simulatorRun", "embedding.csv") for i in range(len(sites))]
    return [list(csv.DictReader(open(file, newline=""))) for file in outputs]


def judge(sites, outputs):
    rows = [row for table in outputs for row in table]
    site = np.repeat(np.arange(len(outputs)), [len(table) for table in outputs])
    verdicts = np.array([excluded(row) for table in sites.values() for row in table])
    places = np.array([[float(row["x"]), float(row["y"])] for row in rows])
    distances, nearest = cKDTree(places).query(places, 11)
    density, score = -distances[:, 1:].mean(axis=1), np.array([float(row["outlier_score"]) for row in rows])
    both = lambda values: " / ".join(f"{auc(verdicts[:, i], values):.2f}" for i in (0, 1))
    return f"own site {np.mean(site[nearest[:, 1:]] == site[:, None]):.2f}, low density {both(-density)}, score {both(score)}"


scans = [row for row in read(abide)]
sites = {name: [row for row in scans if row["site"] == name] for name in sorted({row["site"] for row in scans})}
for with_reference, more in ((True, {}), (False, {"perplexity": 15})):
    for method in ("dsne", "joint"):
        for harmonization in ("none", "site", "combat"):
            parameters = {"method": method, "harmonization": harmonization, **more}
            name = f"{'ds030' if with_reference else 'learned'}-{method}-{harmonization}"
            print(name, judge(sites, run(name, sites, parameters, with_reference)), flush=True)
