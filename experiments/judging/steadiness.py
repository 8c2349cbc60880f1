"""Steadiness and cohesiveness of Jeon, Ko, Jo, Kim and Seo, "Measuring and Explaining the Inter-Cluster Reliability of Multidimensional
Projections" (IEEE TVCG 28(1), 2022).

Groups of points are gathered in one space (the map for steadiness, the data for cohesiveness) by random walks along shared nearest
neighbours. Each group is clustered in the other space (HDBSCAN; each point of noise is a cluster of its own). A pair of its clusters that is
farther apart there than in the space of the group is distorted, by the difference of the two distances over the largest such difference
among all pairs of points. The measure is 1 less the mean distortion of such pairs, weighted by the product of the clusters' sizes; 1 if there
are no such pairs. Similarity weights and clustering are those of the authors' program (snc 0.2.1).
"""

import warnings

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.neighbors import NearestNeighbors

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)  # of hdbscan's own text
    import hdbscan

ITERATIONS = 150
WALK_SHARE = 0.3
OFFSET = 0.1  # the authors' α: distance = 1/(similarity + offset)
SMALLEST_CLUSTER = 5
BLOCK = 500


class Space:
    """Holds shared-nearest-neighbour similarities (Jarvis & Patrick 1973): the m-th nearest of a point's k neighbours weighs k + 1 − m, m from 0;
    two points' similarity is the sum, over their shared neighbours, of the product of both weights, over a point's similarity to itself."""

    def __init__(self, points, k):
        self.neighbours = NearestNeighbors(n_neighbors=k).fit(points).kneighbors(return_distance=False)
        ranks = np.tile(np.arange(k + 1, 1, -1, dtype=float), len(points))
        self.weights = csr_matrix((ranks, self.neighbours.ravel(), np.arange(0, k * len(points) + 1, k)), shape=(len(points),) * 2)
        self.self_similarity = float((np.arange(2, k + 2) ** 2.0).sum())
        every = np.repeat(np.arange(len(points)), k)
        self.similarities = np.concatenate([
            np.asarray(self.weights[every[at : at + 100000]].multiply(self.weights[self.neighbours.ravel()[at : at + 100000]]).sum(axis=1))
            .ravel() for at in range(0, len(every), 100000)]).reshape(-1, k) / self.self_similarity

    def distances(self, groups):
        """Returns distances between groups of points, from the mean similarity of their points."""
        sizes = [len(group) for group in groups]
        rows = np.repeat(np.arange(len(groups)), sizes)
        shape = (len(groups), self.weights.shape[0])
        means = csr_matrix((1 / np.repeat(sizes, sizes), (rows, np.concatenate(groups))), shape=shape) @ self.weights
        return 1 / ((means @ means.T).toarray() / self.self_similarity + OFFSET)


def walk(space, start, steps, rng):
    """Returns the points that a walk from `start` meets: breadth first, it steps to a neighbour with a probability equal to the similarity, and ends
    after `steps` or when it has nowhere to go."""
    visits, at = [start], 0
    while at < len(visits) and len(visits) <= steps:
        point = visits[at]
        visits += space.neighbours[point][rng.random(space.neighbours.shape[1]) < space.similarities[point]].tolist()
        at += 1
    return np.unique(visits)


def split(space, group):
    """Returns the group's parts in a space: its clusters there, and its points of noise one by one."""
    between = space.distances([[point] for point in group])
    np.fill_diagonal(between, 0)
    labels = hdbscan.HDBSCAN(metric="precomputed", min_cluster_size=SMALLEST_CLUSTER, allow_single_cluster=True).fit(between).labels_
    return [group[labels == label] for label in range(labels.max() + 1)] + [group[[i]] for i in np.flatnonzero(labels < 0)]


def largest_growth(near, far):
    """Returns the largest growth of a distance between two points from `near` to `far`."""
    largest = 0.0
    for start in range(0, near.weights.shape[0], BLOCK):
        rows = slice(start, start + BLOCK)

        def distances(space):
            return 1 / ((space.weights[rows] @ space.weights.T).toarray() / space.self_similarity + OFFSET)

        largest = max(largest, float((distances(far) - distances(near)).max()))
    return largest


def reliability(near, far, seed):
    """Returns how well groups gathered in `near` stay together in `far`; None where no walk can start."""
    starts = np.flatnonzero((near.similarities > 0).any(axis=1))
    if len(starts) == 0:
        return None
    rng = np.random.default_rng(seed)
    steps = max(1, int(WALK_SHARE * near.weights.shape[0]))
    total = weight = 0.0
    for _ in range(ITERATIONS):
        start, group = int(rng.choice(starts)), ()
        while len(group) < 2:
            group = walk(near, start, steps, rng)
        parts = split(far, group)
        growths = np.tril(far.distances(parts) - near.distances(parts), -1)
        sizes = np.array([len(part) for part in parts], dtype=float)
        weights = np.outer(sizes, sizes) * (growths > 0)
        total += (growths * weights).sum()
        weight += weights.sum()
    # Means over clusters can grow more than any of their points.
    return 1.0 if weight == 0 else max(0.0, 1 - total / weight / largest_growth(near, far))


def steadiness_and_cohesiveness(data, places, seed=1):
    """Returns both, or (None, None) where there are too few points."""
    k = int(np.sqrt(len(data)))
    if len(data) <= k or len(data) < 2:
        return None, None
    in_data, on_map = Space(data, k), Space(places, k)
    both = reliability(on_map, in_data, seed), reliability(in_data, on_map, seed)
    return both if None not in both else (None, None)
