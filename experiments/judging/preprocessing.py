"""What the program does to values before it takes distances: the parameters `normalization`, `missing` and `initial_dims`."""

import numpy as np

from .errors import InputError

SMALLEST_SHARE = 1e-12  # a smaller share of a feature's largest value is rounding error, not spread
NORMAL_INTERQUARTILE_RANGE = 1.3489795003921634
LIMITS = {"zscore": 1e6, "robust": 10.0}


def without_missing(values, medians, missing):
    if not np.isnan(values).any():
        return values
    if missing != "impute":
        raise InputError("the experiment's data lacks values, and its parameters do not impute them")
    return np.where(np.isnan(values), medians, values)


def medians_of(reference):
    if np.isnan(reference).all(axis=0).any():
        raise InputError("the experiment's reference lacks every value of a feature")
    return np.nanmedian(reference, axis=0)


def _deviations(reference, kind):
    largest = np.abs(reference).max(axis=0)
    deviation = np.where(np.ptp(reference, axis=0) == 0, 0, reference.std(axis=0))
    if kind == "robust":
        low, high = np.quantile(reference, [0.25, 0.75], axis=0)
        middle = (high - low) / NORMAL_INTERQUARTILE_RANGE
        deviation = np.where(middle > SMALLEST_SHARE * largest, middle, deviation)
    return deviation, deviation > SMALLEST_SHARE * largest


def scaled(reference, values, kind):
    """Returns the values in the reference's scale: `none`, `row_max`, `zscore` or `robust`."""
    if kind == "none":
        return values
    if kind == "row_max":
        largest = np.abs(values).max(axis=1, keepdims=True)
        return values / np.where(largest > 0, largest, 1)
    if kind not in LIMITS:
        raise InputError("normalization must be none, row_max, zscore or robust")
    centre = np.median(reference, axis=0) if kind == "robust" else reference.mean(axis=0)
    deviation, spread = _deviations(reference, kind)
    return np.clip((values - centre) / np.where(spread, deviation, 1), -LIMITS[kind], LIMITS[kind])


def principal_components(points, count):
    """Returns the points along their first principal components; fewer where they have no more."""
    centred = points - points.mean(axis=0)
    _, sizes, directions = np.linalg.svd(centred, full_matrices=False)
    kept = min(count, int((sizes > sizes.max(initial=0) * 1e-12).sum()))
    return centred @ directions[:kept].T


def as_pooled(points, kind, initial_dims):
    """Returns all points as t-SNE on everyone's data sees them."""
    values = scaled(points, points, kind)
    if kind in LIMITS:
        values[:, ~_deviations(points, kind)[1]] = 0
    return principal_components(values, initial_dims) if 0 < initial_dims < values.shape[1] else values
