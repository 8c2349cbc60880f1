#!/usr/bin/python3
"""How well scores and flags find scans that raters exclude, on summaries and with a reference: verdicts.py DSNE COMPSPEC ABIDE.TSV DS030.TSV.

Prints for runs of ABIDE's sites the area under the ROC curve against exclusion by any rater / by most, of the score and of the
flag (1 or 0), and how many scans are flagged, of these by any and by most; numpy and scipy are needed."""

import sys
import tempfile

import numpy as np

from federation import both, excluded, excluded_reference, read, read_sites, run

dsne, compspec, abide, ds030 = sys.argv[1:]
sites, known = read_sites(abide), read(ds030)
truth = np.array([excluded(row) for table in sites.values() for row in table])
for name, reference, with_verdicts in (
    ("on summaries", [], False),
    ("ds030 with verdicts", known, True),
    ("ds030, accepted scans", [row for row in known if not excluded_reference(row)], False),
    ("ds030, all scans, no verdicts", known, False),
):
    with tempfile.TemporaryDirectory() as folder:
        parameters = {"method": "single-shot", "reference": "given" if reference else "summaries"}
        outputs = run(dsne, compspec, folder, sites, parameters, reference, with_verdicts)
    rows = [row for table in outputs for row in table]
    flagged = np.array([row["flagged"] == "true" for row in rows])
    scores = np.array([float(row["outlier_score"]) for row in rows])
    print(f"{name}: score {both(truth, scores, 3)}, flag {both(truth, flagged, 3)}, "
          f"flags {flagged.sum()}, {truth[flagged, 0].sum()}, {truth[flagged, 1].sum()}", flush=True)
