"""Makes what the tests of method spectral-clustering compare with: Fed-SpeClust as it was published, everyone's affinities in one place
(numpy), with k-means on all subjects (scikit-learn)."""

from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans

FOLDER = Path(__file__).parent
SUBJECTS, LANDMARKS, FEATURES, CLUSTERS = 90, 10, 5, 3
KERNEL_WIDTH, RIDGE = 0.8, 1e-6


def squared_distances(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(axis=2)


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
print(values[::-1][:6], np.bincount(clusters))
