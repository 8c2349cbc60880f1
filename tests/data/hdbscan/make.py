"""Makes the labels that hdbscan_test.cpp compares with: the hdbscan package's (0.8.44).

Each file holds points: x, y and the label, -1 for noise.
"""

from pathlib import Path

import hdbscan
import numpy as np
from scipy.spatial.distance import cdist

FOLDER = Path(__file__).parent
RANDOM = np.random.default_rng(11)


def clump(points, x, y, deviation):
    return RANDOM.normal([x, y], deviation, (points, 2))


def make(name, *clumps):
    points = RANDOM.permutation(np.concatenate(clumps)).round(3)
    clusterer = hdbscan.HDBSCAN(metric="precomputed", allow_single_cluster=True)
    labels = clusterer.fit_predict(cdist(points, points))
    np.savetxt(FOLDER / f"{name}.txt", np.column_stack([points, labels]), fmt="%.10g")


make("clumps_and_noise", clump(20, 0, 0, 1), clump(15, 12, 0, 2), clump(10, 5, 9, 0.5),
     RANDOM.uniform(-10, 20, (15, 2)))
make("nested", clump(15, 0, 0, 0.3), clump(15, 2, 0, 0.3), clump(12, 1, 9, 0.6),
     clump(12, 4, 9, 0.6), clump(20, 30, 30, 5))
make("one_clump", clump(40, 0, 0, 1))
make("few", clump(4, 0, 0, 1), clump(3, 5, 5, 1))
