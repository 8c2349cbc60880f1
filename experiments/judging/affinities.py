"""Affinities of t-SNE over nearest neighbours, and the KL divergence of a map."""

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.neighbors import NearestNeighbors

TOLERANCE = 1e-5
STEPS = 200


def largest_perplexity(points):
    return (points - 1) / 3


def conditional(squares, perplexity):
    """Returns rows of Gaussian weights whose entropy is log(perplexity), by bisection of all rows at once."""
    excess = squares - squares[:, :1]
    span = excess[:, -1:]
    excess = np.divide(excess, span, out=np.zeros_like(excess), where=span > 0)
    low, high = np.zeros(len(squares)), np.full(len(squares), np.inf)
    precision = np.ones(len(squares))
    for _ in range(STEPS):
        weights = np.exp(-precision[:, None] * excess)
        total = weights.sum(axis=1)
        entropy = np.log(total) + precision * (weights * excess).sum(axis=1) / total
        difference = entropy - np.log(perplexity)
        if (np.abs(difference) < TOLERANCE).all():
            break
        low = np.where(difference > 0, precision, low)
        high = np.where(difference > 0, high, precision)
        precision = np.where(np.isinf(high), np.minimum(4 * precision, 1e300), (low + np.minimum(high, 1e300)) / 2)
    return weights / total[:, None]


def joint_affinities(points, perplexity, neighbours=None):
    """Returns P = (C + Cᵀ)/2N over each point's nearest neighbours, by default 3·perplexity: symmetric, sparse, of sum 1."""
    count = len(points)
    asked = min(int(np.ceil(3 * perplexity if neighbours is None else neighbours)), count - 1)
    distances, indices = NearestNeighbors(n_neighbors=asked).fit(points).kneighbors()
    rows = conditional(distances**2, perplexity)
    one_way = csr_matrix((rows.ravel(), indices.ravel(), np.arange(0, asked * count + 1, asked)), shape=(count, count))
    joint = (one_way + one_way.T) / (2 * count)
    joint.sort_indices()
    return joint.tocsr()


def weights_total(places, block=1000):
    """Returns Σ 1/(1 + d²) over all ordered pairs."""
    total = -float(len(places))
    for start in range(0, len(places), block):
        part = places[start : start + block]
        squares = sum((part[:, c, None] - places[None, :, c]) ** 2 for c in range(places.shape[1]))
        total += (1 / (1 + squares)).sum()
    return total


def kl_divergence(affinities, places):
    """Returns Σ p ln(p/q) in nats."""
    pairs = affinities.tocoo()
    kept = pairs.data > 0
    p, i, j = pairs.data[kept], pairs.row[kept], pairs.col[kept]
    squares = ((places[i] - places[j]) ** 2).sum(axis=1)
    return float((p * (np.log(p) + np.log1p(squares))).sum() + p.sum() * np.log(weights_total(places)))
