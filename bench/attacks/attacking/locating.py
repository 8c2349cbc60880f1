"""From a subject's affinities to public points back to the subject."""

import numpy as np
from scipy.optimize import nnls

NEGLIGIBLE = 1e-9  # of the largest affinity


def non_negative_fit(design, seen):
    """The non-negative x for which design·x comes nearest to what was seen, and what is left."""
    scale = np.abs(design).max(axis=0)
    scale[scale == 0] = 1
    solution, left = nnls(design / scale, seen, maxiter=20000)
    return solution / scale, left


def located(shares, public, noise=0.0, least=1e-12):
    """The point that has these affinities to the public points, up to a factor. They are Gaussian, of unknown width.

    The logarithm of each is −β‖x − z‖² and a constant, so it is linear in βx, β and the constant. In a direction in which the public
    points do not differ, nothing is learnt, and x is taken to be where they are.

    `noise` is what affinities may be wrong by, as a share of their sum: smaller ones count less. `least` is how faint, against the
    clearest, a direction may be that is still believed.
    """
    used = np.flatnonzero(shares > NEGLIGIBLE * shares.max())
    weights = shares[used] / shares[used].sum()
    middle = weights @ public[used]
    around = public[used] - middle
    trust = weights / (weights + noise)
    design = np.column_stack([2 * around, -((around**2).sum(axis=1)), np.ones(len(used))])
    scale = np.abs(design).max(axis=0) if noise == 0 else np.ones(design.shape[1])
    scale[scale < NEGLIGIBLE] = 1
    solution = np.linalg.lstsq(design * trust[:, None] / scale, np.log(weights) * trust, rcond=least)[0] / scale
    if solution[-2] <= 0:
        return middle
    offset = solution[:-2] / solution[-2]
    widest = np.ptp(around, axis=0).max()
    return middle + offset if np.abs(offset).max() <= 3 * widest else middle
