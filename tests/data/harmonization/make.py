"""Makes the reference and the site of harmonization_test.cpp: eight measures of different units, the site shifted and spread apart."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent


def save(name, array):
    np.savetxt(FOLDER / f"{name}.txt", array, fmt="%.17g")


random = np.random.default_rng(7)
reference = random.normal(2, 3, (30, 8)) * [1, 2, 3, 4, 5, 6, 7, 8]
site = random.normal(5, 4, (9, 8)) * [1, 2, 3, 4, 5, 6, 7, 8] * random.uniform(0.5, 2, 8)
save("reference", reference)
save("site", site)
