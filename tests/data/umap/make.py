"""Makes what the tests in tests/unit/umap compare with: umap-learn's (0.5.12) stages, and how good its maps are.

points.txt has a point per line, two of them twice; graph_<metric>.txt a pair and its membership per line; scales.txt each
point's distance to its nearest and its width; curves.txt min_dist, spread, a and b; eigenvectors.txt those of the graph's
normalised Laplacian (numpy), the largest entry of each positive; quality.txt, for 20 seeds, the cross-entropy of the map and
the share of the 15 nearest neighbours that it keeps; map_points.txt its points.
"""

from pathlib import Path

import numpy as np
from sklearn.neighbors import NearestNeighbors
from umap import UMAP
from umap.umap_ import find_ab_params, fuzzy_simplicial_set

FOLDER = Path(__file__).parent
RANDOM = np.random.default_rng(5)
NEIGHBOURS = 15


def save(name, values, form="%.9g"):
    np.savetxt(FOLDER / f"{name}.txt", values, fmt=form)


def graph_of(points, metric):
    # The points themselves would be compared in single precision.
    graph, widths, nearest = fuzzy_simplicial_set(points, NEIGHBOURS, np.random.RandomState(1), metric)
    return graph, nearest, widths


def cross_entropy(graph, places, a, b):
    strength = graph.toarray().astype(float)
    squared = ((places[:, None] - places[None]) ** 2).sum(-1)
    on_map = 1 / (1 + a * squared**b)
    others = ~np.eye(len(places), dtype=bool)
    p, q = strength[others], np.clip(on_map[others], 1e-4, 1 - 1e-4)
    attraction = np.where(p > 0, -p * np.log(q), 0).sum()
    return attraction - ((1 - p) * np.log(1 - q)).sum()


def kept(points, places):
    def nearest(of):
        return NearestNeighbors(n_neighbors=NEIGHBOURS).fit(of).kneighbors(return_distance=False)

    return np.mean([len(np.intersect1d(a, b)) for a, b in zip(nearest(points), nearest(places))]) / NEIGHBOURS


points = np.concatenate([RANDOM.normal(centre, 1, (60, 6)) for centre in (0, 1.5, 3)]).round(3)
points[1] = points[0]
points[70] = points[71]
save("points", points)
for metric in "euclidean", "cosine", "correlation":
    graph, nearest, widths = graph_of(points, metric)
    pairs = graph.tocoo()
    save(f"graph_{metric}", np.column_stack([pairs.row, pairs.col, pairs.data]))
    if metric == "euclidean":
        save("scales", np.column_stack([nearest, widths]))
        dense = graph.toarray().astype(float)
        root = np.sqrt(dense.sum(0))
        vectors = np.linalg.eigh(np.eye(len(points)) - dense / np.outer(root, root))[1][:, 1:4]
        save("eigenvectors", vectors * np.sign(vectors[np.abs(vectors).argmax(0), range(3)]))
save("curves", [[d, s, *find_ab_params(s, d)] for d, s in [(0.1, 1), (0, 1), (0.5, 1), (0.99, 1), (0.25, 2), (0.05, 0.5)]])

turn = RANDOM.uniform(1.5 * np.pi, 4.5 * np.pi, 300)
roll = np.column_stack([turn * np.cos(turn), RANDOM.uniform(0, 20, 300), turn * np.sin(turn)])
clumps = np.concatenate([RANDOM.normal(centre, 1, (50, 3)) for centre in ((30, 0, 0), (30, 6, 0), (36, 3, 3))])
map_points = np.concatenate([roll, clumps]).round(3)
save("map_points", map_points)
graph, _, _ = graph_of(map_points, "euclidean")
a, b = find_ab_params(1, 0.1)
maps = [UMAP(random_state=seed, n_jobs=1).fit_transform(map_points) for seed in range(20)]
save("quality", [[cross_entropy(graph, places.astype(float), a, b), kept(map_points, places)] for places in maps])
