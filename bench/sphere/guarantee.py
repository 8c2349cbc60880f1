"""What would be left of a group's sphere if the sum of its matrices had a guarantee: each subject's
upper triangle clipped to a Euclidean norm, Gaussian noise for one release by zCDP, subjects replaced.

    guarantee.py FILE…    each file a group's correlation matrix (CSV, no header)

A simulation in numpy of the closed form: no method of ours does this yet. Subjects are the group's
matrix and deviations of their own, 0.12 a pair (0.09 to 0.13 in the subjects that BrainSpace ships),
so that clipping at the group's own norm shrinks many.
"""

import sys

import numpy as np

DELTA = 1e-5
DEVIATION = 0.12
REPEATS = 5


def rho_of(epsilon):
    """The largest ρ with ρ + 2√(ρ ln(1/δ)) <= ε."""
    root = np.log(1 / DELTA)
    return (np.sqrt(root + epsilon) - np.sqrt(root)) ** 2


def closed_form(matrix):
    values, vectors = np.linalg.eigh(matrix)
    rows = vectors[:, -3:] * np.sqrt(np.maximum(values[-3:], 0))
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)


def turned(points, others):
    left, _, right = np.linalg.svd(points.T @ others)
    return points @ left @ right


def measure(matrix, subjects, epsilon, random):
    upper = np.triu_indices(len(matrix), 1)
    pairs = matrix[upper]
    clip = np.linalg.norm(pairs)
    mean_norm = np.sqrt(clip**2 + DEVIATION**2 * len(pairs))
    sensitivity = 2 * clip
    noise = sensitivity / np.sqrt(2 * rho_of(epsilon)) / subjects
    # The mean of so many clipped subjects: shrunk, and with what is left of their own deviations.
    mean = pairs * clip / mean_norm + random.normal(size=len(pairs)) * np.hypot(DEVIATION / np.sqrt(subjects), noise)
    noisy = np.eye(len(matrix))
    noisy[upper] = mean * mean_norm / clip
    noisy[upper[1], upper[0]] = noisy[upper]
    exact, found = closed_form(matrix), closed_form(noisy)
    between = np.arccos(np.clip((turned(found, exact) * exact).sum(axis=1), -1, 1))
    angles = [np.arccos(np.clip((points @ points.T)[upper], -1, 1)) for points in (exact, found)]
    wanted = np.arccos(np.clip(pairs, -1, 1))
    return np.degrees(np.sqrt((between**2).mean())), np.corrcoef(angles[1], wanted)[0, 1], np.corrcoef(angles[0], wanted)[0, 1]


random = np.random.default_rng(1)
print("regions,epsilon,subjects,degrees_from_exact,shepard_correlation,shepard_without_noise")
for file in sys.argv[1:]:
    matrix = np.loadtxt(file, delimiter=",")
    np.fill_diagonal(matrix, 1)
    for epsilon in (1, 4):
        for subjects in (50, 100, 200, 500, 1000, 2000, 5000):
            degrees, shepard, exact = np.mean([measure(matrix, subjects, epsilon, random) for _ in range(REPEATS)], axis=0)
            print(f"{len(matrix)},{epsilon},{subjects},{degrees:.1f},{shepard:.2f},{exact:.2f}")
