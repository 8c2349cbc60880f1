"""Measures how far MRIQC's versions are apart on the same scans.

    mriqc_versions.py MRIQC TABLES     (pandas; git)

MRIQC is a clone of nipreps/mriqc, whose tests keep the measures of four of ABIDE's scans as each version computed them; TABLES is the folder of
mriqc-learn's tables, which has the same scans by version 0.9.6. Prints for each measure the mean difference from the public table and its standard
deviation over the scans, in the sites' typical deviations: a measure with a large mean moved, one with a large deviation is another measure.
"""

import io
import pathlib
import subprocess
import sys

import numpy as np
import pandas as pd

COMMITS = {"0.15.0": "1f695c9c", "0.15.2": "ab9de793", "0.16.0": "ec32c226", "22.0.0": "d1e81822", "23.0.0": "42914604", "23.1.1": "dee8b285"}
ANOTHER = 3


def bent(values, of):
    """Replaces values by their logarithms where all of a measure's are positive, else by asinh of their typical size."""
    return np.log(values) if (of > 0).all() else np.arcsinh(values / np.median(np.abs(of[of != 0])))


def main(mriqc, tables):
    public = pd.read_csv(pathlib.Path(tables, "abide.tsv"), sep="\t", na_values="n/a", dtype={"subject_id": str}).set_index("subject_id")
    versions = {}
    for version, commit in COMMITS.items():
        text = subprocess.run(["git", "-C", mriqc, "show", f"{commit}:mriqc/data/testdata/group_T1w.tsv"], check=True, capture_output=True, text=True)
        versions[version] = pd.read_csv(io.StringIO(text.stdout), sep="\t").set_index("bids_name")
    scans = [name.split("_")[0].removeprefix("sub-") for name in versions["0.15.0"].index]
    print("| measure | " + " | ".join(COMMITS) + " |\n|---|" + "---|" * len(COMMITS))
    others = []
    for measure in versions["0.15.0"]:
        values = public[measure].dropna().to_numpy(float)
        deviation = np.median([np.subtract(*np.percentile(bent(p[measure].dropna(), values), [75, 25])) / 1.349 for _, p in public.groupby("site")])
        if not deviation > 0:
            continue
        cells = []
        for version, table in versions.items():
            with np.errstate(divide="ignore", invalid="ignore"):
                later = bent(table.loc[[f"sub-{scan}_T1w" for scan in scans], measure].to_numpy(float), values)
                moved = (later - bent(public.loc[scans, measure].to_numpy(float), values)) / deviation
            cells.append(f"{moved.mean():.1f} ± {moved.std():.1f}")
            if not moved.std() <= ANOTHER and version >= "22":
                others.append(measure)
        print(f"| {measure} | " + " | ".join(cells) + " |")
    print(f"\nanother measure in 22.0.0 or later (deviation above {ANOTHER}):", *dict.fromkeys(others))


if __name__ == "__main__":
    main(*sys.argv[1:])
