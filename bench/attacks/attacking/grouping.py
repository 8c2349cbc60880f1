"""Subjects as they enter the sums of `spectral-clustering` with a given reference: in groups, by their means (shared/privacy/microaggregation.h)."""

import numpy as np

LEAST = 5  # least_members by default


def groups_of(records, least=LEAST):
    """Returns the rows of each group of a site, near each other in the site's own standard deviations, as with zscore. Handles up to 4096
    subjects a site."""
    deviations = records.std(axis=0)
    points = records / np.where(deviations > 0, deviations, 1)
    left, groups = np.arange(len(points)), []
    while len(left) >= least:
        size = least if len(left) >= 2 * least else len(left)
        furthest = ((points[left] - points[left].mean(axis=0)) ** 2).sum(axis=1).argmax()
        order = np.argsort(((points[left] - points[left[furthest]]) ** 2).sum(axis=1), kind="stable")
        groups.append(left[order[:size]])
        left = np.sort(left[order[size:]])
    return groups


def means_of(points, groups):
    return np.array([points[group].mean(axis=0) for group in groups]).reshape(len(groups), points.shape[1])


def sizes_of(groups):
    return np.array([len(group) for group in groups], float)
