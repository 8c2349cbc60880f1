"""Makes the values that the tests of shared/sphere compare with: numpy's and scipy's."""

from pathlib import Path

import numpy as np
from scipy.linalg import orthogonal_procrustes
from scipy.optimize import minimize
from scipy.special import sph_harm_y

FOLDER = Path(__file__).parent
REGIONS = 24


def save(name, array):
    np.savetxt(FOLDER / f"{name}.txt", np.atleast_2d(array), fmt="%.17g")


def pairs(matrix):
    return matrix[np.triu_indices(len(matrix), 1)]


def correlations(random, regions, sources=4, times=60):
    """Returns correlations of time series that share a few sources."""
    return np.corrcoef(random.normal(size=(regions, sources)) @ random.normal(size=(sources, times)) + random.normal(size=(regions, times)))


def closed_form(matrix, dimensions):
    values, vectors = np.linalg.eigh(matrix)
    rows = vectors[:, -dimensions - 1 :] * np.sqrt(np.maximum(values[-dimensions - 1 :], 0))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def angles(points):
    return np.arccos(np.clip(points @ points.T, -1, 1))


def spherical_loss(flat, wanted):
    points = flat.reshape(len(wanted), -1)
    points = points / np.linalg.norm(points, axis=1, keepdims=True)
    return ((pairs(wanted) - pairs(angles(points))) ** 2).sum()


def fit(wanted, shown):
    wanted, shown = pairs(wanted), pairs(shown)
    return np.corrcoef(wanted, shown)[0, 1], np.sqrt(((wanted - shown) ** 2).sum() / (wanted**2).sum())


def hyperbolic_distances(points):
    height = np.sqrt(1 + (points**2).sum(axis=1))
    cosh = np.outer(height, height) - points @ points.T
    return np.arccosh(np.maximum(cosh, 1))


def hydra(distances):
    """Returns Keller-Ressel and Nargang's closed form."""
    values, vectors = np.linalg.eigh(np.cosh(distances))
    up = np.abs(vectors[:, -1]) * np.sqrt(values[-1])
    flat = vectors[:, :2] * np.sqrt(np.maximum(-values[:2], 0))
    lowest = min(1, up.min())
    radius = np.sqrt((up - lowest) / (up + lowest))
    disk = flat / np.linalg.norm(flat, axis=1, keepdims=True) * radius[:, None]
    return 2 * disk / (1 - (disk**2).sum(axis=1, keepdims=True))


def hyperbolic_loss(flat, wanted):
    return ((pairs(wanted) - pairs(hyperbolic_distances(flat.reshape(len(wanted), 2)))) ** 2).sum()


def least(loss, start, wanted):
    return minimize(loss, start.ravel(), args=(wanted,), method="L-BFGS-B", options={"maxiter": 20000, "maxfun": 10**7, "ftol": 1e-14, "gtol": 1e-9}).fun


random = np.random.default_rng(25)
matrix = correlations(random, REGIONS)
wanted = np.arccos(np.clip(matrix, -1, 1))
np.fill_diagonal(wanted, 0)
save("correlations", matrix)
figures = []
for dimensions in range(2, 6):
    points = closed_form(matrix, dimensions)
    shown = angles(points)
    np.fill_diagonal(shown, 0)
    save(f"closed_{dimensions}_cosines", points @ points.T)
    figures.append([*fit(wanted, shown), spherical_loss(points.ravel(), wanted), least(spherical_loss, points, wanted)])
save("spherical_fit", figures)

start = hydra(wanted)
shown = hyperbolic_distances(start)
np.fill_diagonal(shown, 0)
save("hydra_distances", shown)
save("hyperbolic_fit", [*fit(wanted, shown), hyperbolic_loss(start.ravel(), wanted), least(hyperbolic_loss, start, wanted)])

points = closed_form(matrix, 2)
others = closed_form(correlations(random, REGIONS), 2)
save("others", others)
save("points", points)
save("turned", points @ orthogonal_procrustes(points, others)[0])

DEGREE, TIME = 5, 0.1
polar, azimuth = np.arccos(points[:, 2]), np.arctan2(points[:, 1], points[:, 0])
harmonics = []
for l in range(DEGREE + 1):
    for m in range(-l, l + 1):
        value = sph_harm_y(l, abs(m), polar, azimuth) * (-1) ** m * (1 if m == 0 else np.sqrt(2))
        harmonics.append(value.imag if m < 0 else value.real)
harmonics = np.array(harmonics).T
save("harmonics", harmonics)
degrees = np.concatenate([[l] * (2 * l + 1) for l in range(DEGREE + 1)])
save("density", harmonics @ (np.exp(-degrees * (degrees + 1) * TIME) * harmonics.mean(axis=0)))

# A symmetric matrix with negative eigenvalues, and the correlation matrix that replaces it.
upper = np.triu(np.random.default_rng(26).uniform(-1, 1, (12, 12)), 1)
improper = upper + upper.T + np.eye(12)
save("improper", improper)
points = closed_form(improper, 2)
save("improper_closed_cosines", points @ points.T)
values, vectors = np.linalg.eigh(improper)
assert values[0] < -0.5
positive = vectors @ np.diag(np.maximum(values, 0)) @ vectors.T
roots = np.sqrt(np.diag(positive))
save("proper", positive / np.outer(roots, roots))
