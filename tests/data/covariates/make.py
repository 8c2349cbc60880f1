"""Makes the files of measure_files_test.cpp: COINSTAC's convention of one FreeSurfer file per subject, with invented volumes.

A file is a column of asegstats2table's output, as coinstac-regression-fsl takes it: a header, then a region and its volume per line,
separated by a tab. Subject 2's regions come in another order, subject 3 lacks one; expected.csv is pandas' join of all.
"""

from pathlib import Path

import numpy as np
import pandas as pd

FOLDER = Path(__file__).parent
REGIONS = ["Left-Lateral-Ventricle", "Left-Hippocampus", "Right-Hippocampus", "3rd-Ventricle", "BrainSegVol", "MaskVol-to-eTIV"]

generator = np.random.default_rng(7)
files = [f"subject{i}_aseg_stats.txt" for i in range(4)]
columns = []
for i, name in enumerate(files):
    volumes = pd.Series(generator.lognormal(8, 1, len(REGIONS)).round(3), index=REGIONS, name=name)
    if i == 2:
        volumes = volumes.iloc[::-1]
    if i == 3:
        volumes = volumes.drop("3rd-Ventricle")
    volumes.rename(f"subject{i}").to_csv(FOLDER / name, sep="\t", index_label="Measure:volume")
    columns.append(volumes)
pd.concat(columns, axis=1).T[REGIONS].to_csv(FOLDER / "expected.csv", index=False, header=False, na_rep="NA")
pd.DataFrame({"file": files, "isControl": [True, False, True, True], "age": [22, 47, 56, 31]}).to_csv(
    FOLDER / "covariates.csv", index=False)
