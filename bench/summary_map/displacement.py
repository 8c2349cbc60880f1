#!/usr/bin/env python3
"""How far a site's subjects lie from its own rows on a map by mail: ABIDE's eight sites make their summaries, `dsne map` the frame, and
each site places its subjects. The distance is that of the subjects' middle from the rows' middle, in deviations of the subjects.

    displacement.py DSNE DATA_FOLDER [draws of the summaries] [option of dsne map...]        (numpy, pandas)"""
import json
import pathlib
import sys
import tempfile

import numpy as np
import pandas as pd
from figures import run


def distance(subjects, rows, weights):
    middle = subjects.mean(0)
    deviation = np.sqrt(((subjects - middle) ** 2).sum(1).mean() / 2)
    return np.linalg.norm(middle - np.average(rows, axis=0, weights=weights)) / deviation


def distances(dsne, table, options, folder):
    for name, rows in table.groupby("site"):
        (folder / name).mkdir()
        rows = rows.drop(columns=["site", "rater_1", "rater_2", "rater_3"]).rename(columns={"subject_id": "bids_name"})
        rows.assign(bids_name=[f"sub-{v}" for v in rows.bids_name]).to_csv(folder / name / "data.tsv", sep="\t", index=False, na_rep="n/a")
        run(dsne, "summarize", folder / name / "data.tsv", "--output", folder / name)
    run(dsne, "map", *sorted(folder.glob("*/summary.csv")), "--output", folder / "frame.json", *options)
    frame = json.loads((folder / "frame.json").read_text())
    positions, found = np.array(frame["positions"]), {}
    for site in frame["sites"]:
        home, weights = folder / site["site"], np.array(site["subjects"])
        own, positions = positions[: len(weights)], positions[len(weights) :]
        run(dsne, "place", "--frame", folder / "frame.json", "--data", home / "data.tsv", "--summary", home, "--output", home / "placed")
        found[site["site"]] = distance(pd.read_csv(home / "placed/embedding.csv")[["x", "y"]].to_numpy(float), own, weights)
    return found


def main():
    dsne, data = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    table = pd.read_csv(data / "mriqc/abide-8-sites.tsv", sep="\t", na_values="n/a")
    found = []
    for _ in range(int((sys.argv[3:] + ["3"])[0])):
        with tempfile.TemporaryDirectory() as folder:
            found.append(distances(dsne, table, sys.argv[4:], pathlib.Path(folder)))
    found = pd.DataFrame(found)
    print(" ".join(f"{site} {found[site].mean():.2f}" for site in found), f"mean {found.to_numpy().mean():.2f} largest {found.to_numpy().max():.2f}")


if __name__ == "__main__":
    main()
