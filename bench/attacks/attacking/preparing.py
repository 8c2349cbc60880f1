"""The preprocessing of records, computed from the public reference alone, so anyone can do the same."""

from dataclasses import dataclass

import numpy as np

COMPONENTS = 50  # initial_dims by default
INTERQUARTILE = 1.349  # of a standard deviation
ROBUST_LIMIT = 10


@dataclass
class Preparation:
    """Records in the reference's deviations (zscore, robust), cut at a limit, or along its principal components (none)."""

    centre: np.ndarray
    axes: np.ndarray
    limit: float = np.inf

    def __call__(self, records):
        return ((records.values - self.centre) @ self.axes).clip(-self.limit, self.limit)


def zscore(reference):
    deviations = reference.values.std(axis=0)
    return Preparation(reference.values.mean(axis=0), np.diag(1 / np.where(deviations > 0, deviations, 1)))


def robust(reference):
    """Returns the robust scale without features of no spread. An interquartile range of 0 is not handled."""
    low, middle, high = np.quantile(reference.values, (0.25, 0.5, 0.75), axis=0)
    deviations = (high - low) / INTERQUARTILE
    return Preparation(middle, np.diag(np.where(deviations > 0, 1 / np.where(deviations > 0, deviations, 1), 0)), ROBUST_LIMIT)


def components(reference):
    centre = reference.values.mean(axis=0)
    return Preparation(centre, np.linalg.svd(reference.values - centre, full_matrices=False)[2][:COMPONENTS].T)
