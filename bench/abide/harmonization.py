#!/usr/bin/python3
"""What harmonization does to a map of real sites: harmonization.py DSNE COMPSPEC ABIDE.TSV DS030.TSV FOLDER.

For ABIDE's sites with ds030 and its verdicts as reference: the share of a scan's ten nearest on the
map that are of its own site, and how well the map's density and the outlier score tell the scans that raters excluded (AUC,
by any rater / by most). The runs stay in FOLDER; numpy and scipy are needed."""

import sys
from pathlib import Path

import numpy as np
from scipy.spatial import cKDTree

from federation import both, excluded, read, read_sites, run

dsne, compspec, abide, ds030, folder = sys.argv[1:]
sites, known = read_sites(abide), read(ds030)
verdicts = np.array([excluded(row) for table in sites.values() for row in table])


def judge(outputs):
    rows = [row for table in outputs for row in table]
    site = np.repeat(np.arange(len(outputs)), [len(table) for table in outputs])
    places = np.array([[float(row["x"]), float(row["y"])] for row in rows])
    distances, nearest = cKDTree(places).query(places, 11)
    sparsity, score = distances[:, 1:].mean(axis=1), np.array([float(row["outlier_score"]) for row in rows])
    own = np.mean(site[nearest[:, 1:]] == site[:, None])
    return f"own site {own:.2f}, low density {both(verdicts, sparsity, 2)}, score {both(verdicts, score, 2)}"


for method in ("single-shot", "dsne"):
    for harmonization in ("none", "site"):
        parameters = {"method": method, "harmonization": harmonization}
        name = f"ds030-{method}-{harmonization}"
        outputs = run(dsne, compspec, Path(folder, name), sites, parameters, known, True)
        print(name, judge(outputs), flush=True)
