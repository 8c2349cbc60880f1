"""Makes the values that isolation_forest_test.cpp compares with: scikit-learn's anomaly scores.

The last five points are planted outliers. Many trees, so that the scores hardly depend on the seed.
"""

from pathlib import Path

import numpy as np
from sklearn.ensemble import IsolationForest

FOLDER = Path(__file__).parent
SUBSAMPLE = 64

random = np.random.default_rng(11)
ordinary = np.vstack(
    [random.normal([0, 0, 0], [1, 2, 0.5], (75, 3)), random.normal([6, 3, -2], 0.7, (40, 3))]
)
planted = [[15, 0, 0], [-9, -9, 4], [3, 20, 1], [2, -3, 11], [12, 14, -9]]
points = np.round(np.vstack([ordinary, planted]), 3)
forest = IsolationForest(n_estimators=4000, max_samples=SUBSAMPLE, random_state=1).fit(points)
np.savetxt(FOLDER / "points.txt", points, fmt="%.3f")
np.savetxt(FOLDER / "scores.txt", -forest.score_samples(points), fmt="%.5f")
