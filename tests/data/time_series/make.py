"""Makes the files that time_series_test.cpp reads, and numpy's correlations of them."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
REGIONS = ["Vis:V1", "Vis:V2", "Default:PCC", "Default:mPFC"]

random = np.random.default_rng(4)
expected = []
files = []
for subject, times in enumerate([12, 9, 15]):
    series = random.normal(size=(4, times)) * [[1], [100], [1e-3], [5]] + [[0], [1e4], [1], [-7]]
    name = f"subject{subject}.csv"
    with open(FOLDER / name, "w") as file:
        for region, row in zip(REGIONS, series):
            file.write(",".join([region, *(f"{value:.17g}" for value in row)]) + "\n")
    files.append(name)
    np.save(FOLDER / f"subject{subject}.npy", series)
    expected.append(np.corrcoef(series)[np.triu_indices(4, 1)])
np.savetxt(FOLDER / "expected.txt", expected, fmt="%.17g")
(FOLDER / "list_csv.csv").write_text("\n".join(files) + "\n")
(FOLDER / "list_npy.csv").write_text("\n".join(name.replace("csv", "npy") for name in files) + "\n")
