"""Makes the values that the tests of quality/ compare with, by scikit-learn.

`data` are three clouds in five dimensions, `places` their first two coordinates with noise: a map
that is neither perfect nor random.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.manifold import trustworthiness
from sklearn.neighbors import NearestNeighbors


def neighbours(points, k):
    found = NearestNeighbors(n_neighbors=k).fit(points)
    return found.kneighbors(return_distance=False)


def preservation(data, places, k):
    pairs = zip(neighbours(data, k), neighbours(places, k))
    return np.mean([len(set(a) & set(b)) / k for a, b in pairs])


random = np.random.default_rng(11)
classes = np.repeat([0, 1, 2], [15, 20, 25])
centres = random.normal(0, 3, (3, 5))
data = np.round(centres[classes] + random.normal(0, 1, (60, 5)), 3)
places = np.round(data[:, :2] + random.normal(0, 0.5, (60, 2)), 3)

json.dump(
    {
        "data": data.tolist(),
        "places": places.tolist(),
        "neighbourhoods": [
            {
                "rank_neighbours": k,
                "shared_neighbours": shared,
                "trustworthiness": trustworthiness(data, places, n_neighbors=k),
                "preservation": preservation(data, places, shared),
            } for k, shared in [(1, 1), (7, 10), (29, 59)]
        ],
    },
    (Path(__file__).parent / "quality.json").open("w"),
)
