"""Makes the values that normalization_test.cpp compares with: scikit-learn's scalers."""

from pathlib import Path

import numpy as np
from sklearn.preprocessing import RobustScaler, StandardScaler

FOLDER = Path(__file__).parent


def save(name, array):
    np.savetxt(FOLDER / f"{name}.txt", array, fmt="%.17g")


random = np.random.default_rng(11)
reference = random.normal(3, 2, (10, 3)) * [1, 10, 100]
points = random.normal(0, 5, (4, 3))
save("reference", reference)
save("points", points)
save("zscore", StandardScaler().fit(reference).transform(points))
# RobustScaler divides by the interquartile range, we by that range / 1.349.
save("robust", RobustScaler().fit(reference).transform(points) * 1.349)
