"""The program's formulas for affinities and forces, as its source has them (shared/tsne).

An attacker knows them all; he does not know the data.
"""

from dataclasses import dataclass

import numpy as np

ENTROPY_TOLERANCE = 1e-5
MOST_STEPS = 200
LEAST_GAIN = 0.01


def squared_distances(a, b):
    """Returns the squared distances between the rows of two matrices, as a sum of squared differences."""
    result = np.zeros((len(a), len(b)))
    for left, right in zip(a.T, b.T):
        result += (left[:, None] - right) ** 2
    return result


def conditional_rows(sorted_squared, perplexity, counts=1.0, tolerance=ENTROPY_TOLERANCE):
    """Returns Gaussian affinities of each row with entropy log(perplexity); each column stands for `counts` points.

    The search ends at the same step as the program's, so both give the same numbers up to rounding; a smaller tolerance makes the
    affinities smooth in the distances.
    """
    excess = sorted_squared - sorted_squared[:, :1]
    span = excess[:, -1:]
    excess = np.divide(excess, span, out=np.zeros_like(excess), where=span > 0)
    rows = len(excess)
    beta, low, high = np.ones(rows), np.zeros(rows), np.full(rows, np.inf)
    values = np.empty_like(excess)
    counts = np.broadcast_to(counts, excess.shape)
    active = np.arange(rows)
    for _ in range(MOST_STEPS):
        near, b = excess[active], beta[active]
        weights = counts[active] * np.exp(-b[:, None] * near)
        total = weights.sum(axis=1)
        values[active] = weights / total[:, None]
        mean = (weights * near).sum(axis=1) / total
        variance = (weights * near**2).sum(axis=1) / total - mean**2
        difference = np.log(total) + b * mean - np.log(perplexity)
        wide = np.abs(difference) >= tolerance
        active, b, difference, variance = active[wide], b[wide], difference[wide], variance[wide]
        if not len(active):
            break
        low[active] = np.where(difference > 0, b, low[active])
        high[active] = np.where(difference > 0, high[active], b)
        with np.errstate(divide="ignore", invalid="ignore"):
            newton = b + difference / (b * variance)
        known = (newton > low[active]) & (newton < high[active]) & (newton < 4 * b)
        halved = np.where(np.isinf(high[active]), 4 * b, (low[active] + high[active]) / 2)
        beta[active] = np.where(known, newton, halved)
    return values


def affinities(squared, perplexity, neighbours=None, counts=None, tolerance=ENTROPY_TOLERANCE):
    """Returns each row's conditional affinities to its nearest candidates, 0 for the others; a dense matrix.

    `squared` holds the squared distances to the candidates, infinite for candidates that do not count, such as the point itself;
    `counts` is how many points each candidate stands for.
    """
    candidates = int(np.isfinite(squared[0]).sum())
    perplexity = max(1.0, min(perplexity, candidates / 3))
    count = min(neighbours or int(np.ceil(3 * perplexity)), candidates)
    nearest = np.argsort(squared, axis=1, kind="stable")[:, :count]
    result = np.zeros_like(squared)
    stands_for = np.ones(squared.shape[1]) if counts is None else counts
    values = conditional_rows(np.take_along_axis(squared, nearest, axis=1), perplexity, stands_for[nearest], tolerance)
    np.put_along_axis(result, nearest, values, axis=1)
    return result


def affinities_among(points, perplexity, counts=None):
    squared = squared_distances(points, points)
    np.fill_diagonal(squared, np.inf)
    return affinities(squared, perplexity, counts=counts)


def joint_affinities(points, perplexity):
    """Returns t-SNE's P: symmetric, with sum 1."""
    conditional = affinities_among(points, perplexity)
    return (conditional + conditional.T) / (2 * len(points))


def weights_between(a, b):
    """Returns w = 1/(1 + ‖y − y′‖²) for all pairs of places."""
    return 1 / (1 + squared_distances(a, b))


def attraction(p, places, others):
    """Returns Σ_j p_ij w_ij (y_i − y_j) for each place."""
    forces = p * weights_between(places, others)
    return forces.sum(axis=1)[:, None] * places - forces @ others


def repulsion(places):
    """Returns Σ_j w_ij² (y_i − y_j) for each place, over the sum of all w_ij."""
    weights = weights_between(places, places)
    np.fill_diagonal(weights, 0)
    squares = weights**2
    return (squares.sum(axis=1)[:, None] * places - squares @ places) / weights.sum()


@dataclass
class Watched:
    """Points whose moves the attacker sees. The gradients follow from them, since the gains do not depend on a gradient's size."""

    gains: np.ndarray

    def gradient(self, velocity_before, velocity, learning_rate, momentum):
        """Returns the gradient that changed one velocity into the next."""
        step = momentum * velocity_before - velocity
        turned = step * velocity_before < 0
        self.gains = np.maximum(np.where(turned, self.gains + 0.2, self.gains * 0.8), LEAST_GAIN)
        return step / (learning_rate * self.gains)
