"""Makes what the tests of method spectral-clustering compare with: Fed-SpeClust as it was published, everyone's affinities in one place
(numpy), with k-means on all subjects (scikit-learn); and its eigenvalues where three sites enter groups of subjects, each as its mean."""

from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans

FOLDER = Path(__file__).parent
SUBJECTS, LANDMARKS, FEATURES, CLUSTERS = 90, 10, 5, 3
SITES, GROUP = (25, 30, 35), 5
KERNEL_WIDTH, RIDGE = 0.8, 1e-6


def squared_distances(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(axis=2)


def groups_of(points):
    """Groups points: repeatedly takes the point furthest from the mean of those left, with its nearest ones."""
    left, groups = list(range(len(points))), []
    while len(left) >= 2 * GROUP:
        middle = points[left].mean(axis=0)
        furthest = max(left, key=lambda i: ((points[i] - middle) ** 2).sum())
        group = sorted(left, key=lambda i: ((points[i] - points[furthest]) ** 2).sum())[:GROUP]
        groups.append(group)
        left = [i for i in left if i not in group]
    return groups + [left]


def eigenvalues(kernel):
    degrees = kernel.sum(axis=1)
    assert (degrees > np.diag(kernel)).all()
    return np.linalg.eigvalsh(kernel / np.sqrt(np.outer(degrees, degrees)))[::-1]


def save(name, array, form="%.17g"):
    np.savetxt(FOLDER / f"{name}.txt", np.atleast_2d(array), fmt=form)


random = np.random.default_rng(3)
middles = 2.4 * random.normal(size=(CLUSTERS, FEATURES))
subjects = middles[random.integers(CLUSTERS, size=SUBJECTS)] + random.normal(size=(SUBJECTS, FEATURES))
landmarks = np.array([subjects[random.choice(SUBJECTS, 3, replace=False)].mean(axis=0) for _ in range(3)]
                     + [subjects[i] + 0.3 * random.normal(size=FEATURES) for i in range(LANDMARKS - 3)])

spacing = np.sort(squared_distances(landmarks, landmarks), axis=1)[:, 7]
width = KERNEL_WIDTH * np.sort(spacing)[LANDMARKS // 2]
c = np.exp(-squared_distances(subjects, landmarks) / width)
w = np.exp(-squared_distances(landmarks, landmarks) / width)
kernel = c @ np.linalg.solve(w + RIDGE * np.trace(w) / LANDMARKS * np.eye(LANDMARKS), c.T)
degrees = kernel.sum(axis=1)
assert (degrees > np.diag(kernel)).all()
values, vectors = np.linalg.eigh(kernel / np.sqrt(np.outer(degrees, degrees)))
rows = vectors[:, -CLUSTERS:]
rows /= np.linalg.norm(rows, axis=1, keepdims=True)
clusters = KMeans(CLUSTERS, n_init=50, random_state=1).fit_predict(rows)

save("subjects", subjects)
save("landmarks", landmarks)
save("eigenvalues", values[::-1][: CLUSTERS + 1])
save("clusters", clusters, "%d")
# Each subject as its group's mean: equal rows stand for a group's size.
entered = subjects.copy()
for site in np.split(np.arange(SUBJECTS), np.cumsum(SITES)[:-1]):
    for group in groups_of(subjects[site]):
        entered[site[group]] = subjects[site[group]].mean(axis=0)
c = np.exp(-squared_distances(entered, landmarks) / width)
save("grouped_eigenvalues", eigenvalues(c @ np.linalg.solve(w + RIDGE * np.eye(LANDMARKS), c.T))[: CLUSTERS + 1])
print(values[::-1][:6], np.bincount(clusters))
