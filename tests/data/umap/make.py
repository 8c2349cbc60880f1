"""Makes what the tests in tests/unit/umap compare with: umap-learn's (0.5.12) stages, and how good its maps are.

points.npy has a point per row, two of them twice; graph.npy a pair and its membership per row; scales.npy each
point's distance to its nearest and its width; curves.npy min_dist, spread, a and b; eigenvectors.npy those of the graph's
normalised Laplacian (numpy), the largest entry of each positive; quality.npy, for 20 seeds, the cross-entropy of the map and
the share of the 15 nearest neighbours that it keeps; map_points.npy its points; quality_50.npy and quality_25.npy the same of
every ninth and every eighteenth point alone. For new points on a finished map: finished_map.npy
has the map of map_points, new_points.npy these, new_memberships.npy a new point, a point of the map and its membership per
row, and new_places.npy the new points' places, a column pair for each of 20 seeds.
"""

from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestNeighbors
from umap import UMAP
from umap.umap_ import compute_membership_strengths, find_ab_params, fuzzy_simplicial_set, smooth_knn_dist

FOLDER = Path(__file__).parent
RANDOM = np.random.default_rng(5)
NEIGHBOURS = 15


def save(name, values, kind=float):
    np.save(FOLDER / f"{name}.npy", np.asarray(values, dtype=kind))


def graph_of(points):
    distances = cdist(points, points)
    distances[distances < 1e-12] = 0  # of a point to its double
    graph, widths, nearest = fuzzy_simplicial_set(distances, NEIGHBOURS, np.random.RandomState(1), "precomputed")
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
graph, nearest, widths = graph_of(points)
pairs = graph.tocoo()
save("graph", np.column_stack([pairs.row, pairs.col, pairs.data]), np.float32)
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
a, b = find_ab_params(1, 0.1)


def quality(points):
    graph, _, _ = graph_of(points)
    maps = [UMAP(random_state=seed, n_jobs=1).fit_transform(points) for seed in range(20)]
    return [[cross_entropy(graph, places.astype(float), a, b), kept(points, places)] for places in maps]


save("quality", quality(map_points))
save("quality_50", quality(map_points[::9]))
save("quality_25", quality(map_points[::18]))

turn = RANDOM.uniform(1.5 * np.pi, 4.5 * np.pi, 20)
roll = np.column_stack([turn * np.cos(turn), RANDOM.uniform(0, 20, 20), turn * np.sin(turn)])
between = RANDOM.normal((33, 2, 1), 2, (20, 3))
new_points = np.concatenate([roll, between]).round(3)
save("new_points", new_points)
fitted = UMAP(random_state=0, n_jobs=1).fit(map_points)
save("finished_map", fitted.embedding_)
near = NearestNeighbors(n_neighbors=NEIGHBOURS).fit(map_points)
distances, indices = near.kneighbors(new_points)
distances = distances.astype(np.float32)
widths, nearest = smooth_knn_dist(distances, float(NEIGHBOURS), local_connectivity=0.0)
rows, columns, values, _ = compute_membership_strengths(indices.astype(np.int32), distances, widths, nearest, bipartite=True)
save("new_memberships", np.column_stack([rows, columns, values]), np.float32)


def placed(seed):
    fitted.transform_seed = seed
    return fitted.transform(new_points.astype(np.float32))


save("new_places", np.column_stack([placed(seed) for seed in range(20)]))
