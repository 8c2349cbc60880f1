"""How far sums determine the records in them, by equations linearized around the truth."""

import numpy as np

from attacking.tsne import squared_distances

DETERMINED = 0.05  # of a standard deviation
PRIOR_FLOOR = 0.02  # least deviation of a record in directions in which its neighbours are equal
NEIGHBOURS = 15


def neighbourhood(records, public, floor):
    """Returns the mean and the root of the covariance of each record's nearest public points: where records are likely to be."""
    near = public[np.argsort(squared_distances(records, public), axis=1)[:, :NEIGHBOURS]]
    mean = near.mean(axis=1)
    away = near - mean[:, None]
    covariance = np.einsum("nki,nkj->nij", away, away) / NEIGHBOURS + floor**2 * np.eye(records.shape[1])
    return mean, np.linalg.cholesky(covariance)


def left_open(slopes, inverse_roots):
    """Returns the standard deviation that remains of each value, records × features."""
    subjects, features = inverse_roots.shape[:2]
    roots = np.linalg.inv(inverse_roots)
    whitened = np.einsum("rsf,sfg->rsg", slopes.reshape(-1, subjects, features), roots).reshape(len(slopes), -1)
    _, singular, axes = np.linalg.svd(whitened, full_matrices=False)
    lost = 1 - 1 / (1 + singular**2)
    wide = np.einsum("sfg,ksg->ksf", roots, axes.reshape(-1, subjects, features))
    before = (roots**2).sum(axis=2)
    return np.sqrt(np.maximum(0, before - np.einsum("k,ksf->sf", lost, wide**2)))
