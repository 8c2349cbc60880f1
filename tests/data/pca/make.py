"""Makes the values that pca_test.cpp compares with: principal components by numpy's SVD."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent


def save(name, array):
    np.savetxt(FOLDER / f"{name}.txt", array, fmt="%.17g")


def make(name, points):
    centred = points - points.mean(axis=0)
    _, singular, components = np.linalg.svd(centred, full_matrices=False)
    kept = singular**2 > 1e-12 * singular[0] ** 2
    components = components[kept].T
    largest = np.abs(components).argmax(axis=0)
    components *= np.sign(components[largest, range(components.shape[1])])
    save(f"{name}_points", points)
    save(f"{name}_components", components)
    save(f"{name}_variances", singular[kept] ** 2 / (len(points) - 1))
    save(f"{name}_projected", centred @ components)


random = np.random.default_rng(7)
make("tall", random.normal(5, 2, (12, 5)) * [1, 2, 3, 4, 5])
make("wide", random.normal(-3, 1, (6, 9)) * range(1, 10))
