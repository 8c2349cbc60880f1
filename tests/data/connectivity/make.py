"""Makes the files of connectivity_test.cpp: correlation matrices of invented time series, as CSV with and without names and as .npy.

expected.txt holds what numpy takes from above the diagonal.
"""

from pathlib import Path

import numpy as np
import pandas as pd

FOLDER = Path(__file__).parent
REGIONS = ["PCC", "mPFC", "LPar", "RPar"]

generator = np.random.default_rng(8)
matrices = [np.corrcoef(generator.normal(size=(len(REGIONS), 20))) for _ in range(3)]
np.savetxt(FOLDER / "expected.txt", [m[np.triu_indices(len(REGIONS), 1)] for m in matrices])
for i, matrix in enumerate(matrices):
    np.savetxt(FOLDER / f"subject{i}.csv", matrix, delimiter=",", fmt="%.17g")
    pd.DataFrame(matrix, index=REGIONS, columns=REGIONS).to_csv(FOLDER / f"named{i}.tsv", sep="\t")
    np.save(FOLDER / f"subject{i}.npy", matrix.astype(np.float32 if i == 2 else np.float64))
for name, ending in [("subject", "csv"), ("named", "tsv"), ("subject", "npy")]:
    files = [f"{name}{i}.{ending}" for i in range(3)]
    pd.DataFrame({"matrix": files, "group": ["patient", "control", ""]}).to_csv(FOLDER / f"list_{name}_{ending}.csv", index=False)
