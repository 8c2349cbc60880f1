"""Makes the values that outlier_scores_test.cpp compares with: numpy, scipy, scikit-learn."""

from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.decomposition import PCA
from sklearn.neighbors import NearestNeighbors

folder = Path(__file__).parent
random = np.random.default_rng(6)

mixing = random.normal(size=(4, 4))
reference = random.normal(size=(30, 4)) @ mixing
own = random.normal(size=(12, 4)) @ mixing + [0.5, 0, 0, 0]
for points in (reference, own):
    points[:, 1] = np.exp(points[:, 1])  # positive, so compared by its logarithm
own[3, 2] *= 40
own[7] = own[7, [1, 0, 2, 3]]


def fit(points):
    """Scaling and components as ComparisonSpace learns them."""

    def logarithm(x):
        least = reference[:, 1].min() / 1000
        return np.column_stack([x[:, 0], np.log(np.maximum(x[:, 1], least)), x[:, 2:]])

    low, centre, high = np.percentile(logarithm(points), [25, 50, 75], axis=0)

    def scale(x):
        return np.clip((logarithm(x) - centre) / ((high - low) / 1.349), -10, 10)

    return scale, PCA(whiten=True).fit(scale(points))


everyone = np.vstack([reference, own])
scale, pca = fit(everyone)
places = pca.transform(scale(everyone))
distances, _ = NearestNeighbors(n_neighbors=11).fit(places).kneighbors(places)
oddness = distances[:, 1:].mean(axis=1)
scores = (oddness[:30][None, :] < oddness[30:][:, None]).mean(axis=1)

centred = scale(own) - pca.mean_
precision = np.linalg.inv(np.cov(scale(everyone).T))
departures = centred @ precision / np.sqrt(np.diag(precision))

scale, pca = fit(reference)
a, b = (pca.transform(scale(x)) for x in (own, reference))
within = [cdist(x, x).sum() / (len(x) * (len(x) - 1)) for x in (a, b)]
energy = 1 - sum(within) / (2 * cdist(a, b).mean())

for name, values in {
    "reference": reference,
    "own": own,
    "scores": scores,
    "departures": departures,
    "energy": [energy],
}.items():
    np.savetxt(folder / f"{name}.txt", values, fmt="%.17g")
