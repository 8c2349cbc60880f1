"""What the program does to records before it compares them, learnt from the public reference alone: anyone can do the same."""

from dataclasses import dataclass

import numpy as np

COMPONENTS = 50  # initial_dims by default


@dataclass
class Preparation:
    """Records in standard deviations of the reference (zscore), or along its principal components (none)."""

    centre: np.ndarray
    axes: np.ndarray

    def __call__(self, records):
        return (records.values - self.centre) @ self.axes


def zscore(reference):
    deviations = reference.values.std(axis=0)
    return Preparation(reference.values.mean(axis=0), np.diag(1 / np.where(deviations > 0, deviations, 1)))


def components(reference):
    centre = reference.values.mean(axis=0)
    return Preparation(centre, np.linalg.svd(reference.values - centre, full_matrices=False)[2][:COMPONENTS].T)
