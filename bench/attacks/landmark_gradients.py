#!/usr/bin/env python3
"""Subjects' records, from the sums of landmark_method=mmd: of each round everyone knows where the landmarks were, and where the sites' steps
have led them on average. The sums are worked out here by the program's formulas (shared/federated/reference/mmd.cpp), in the components of all
subjects, without the rounding of masked terms: no run of the programs is heard.

1. What the rounds determine: the records near the truth that explain the sums as well, if these are known to a 10⁻¹⁰ of the landmarks' spread.
   A record is determined when each of its coordinates is, to a tenth of its standard deviation.
2. What a search finds: least squares (Levenberg-Marquardt) from records drawn at random with the told variances. A record counts as found
   when one of the search's is within a tenth of a standard deviation of it in every coordinate.

The coordinator that listens knows nothing else; colluding sites, all but one, take their own subjects' part out.
"""

import numpy as np

from attacking import data, telling

NAME = "landmark_gradients"
FOUND = 0.1  # standard deviations
ROUNDING = 1e-10
MANY = 0.1
EACH = 20  # subjects of a site
MOST_UNKNOWN = 700  # for a search


def add_options(parser):
    parser.add_argument("--rounds", type=int, default=50, help="mmd_rounds (%(default)s)")
    parser.add_argument("--steps", type=int, default=10, help="mmd_steps (%(default)s)")
    parser.add_argument("--components", type=int, default=10, help="of the records (%(default)s)")
    parser.add_argument("--starts", type=int, default=2, help="of the search (%(default)s)")
    parser.add_argument("--iterations", type=int, default=15, help="of each (%(default)s)")


def gammas_of(variances):
    middle = 1 / (2 * variances.sum())
    return middle / 4 * 4.0 ** np.arange(3)


def gradient(points, landmarks, gammas):
    """… × landmarks × components; points may be many sets of points."""
    count = landmarks.shape[-2]

    def pull(towards):
        apart = towards[..., None, :, :] - landmarks[..., :, None, :]
        squares = (apart**2).sum(-1)
        kernels = sum(gamma * np.exp(-gamma * squares) for gamma in gammas)
        return (kernels[..., None] * apart).sum(-2)

    return 4 / (count * (count - 1)) * pull(landmarks) - 4 / (points.shape[-2] * count) * pull(points)


def moved(points, landmarks, gammas, steps):
    """Where a site's steps lead landmarks."""
    step = 2 * landmarks.shape[-2] / (4 * gammas.mean())
    for _ in range(steps):
        landmarks = landmarks - step * gradient(points, landmarks, gammas)
    return landmarks


def descent(sites, variances, options, rng):
    """Where the landmarks were in each round, and one more."""
    gammas = gammas_of(variances)
    subjects = sum(len(site) for site in sites)
    landmarks = rng.normal(size=(subjects // 8, len(variances))) * np.sqrt(variances)
    told = [landmarks]
    for _ in range(options.rounds):
        told.append(np.mean([moved(site, told[-1], gammas, options.steps) for site in sites], axis=0))
    return np.array(told)


def part_of(site, told, gammas, steps):
    """A site's part of all rounds' sums, as one vector."""
    return moved(site[None], told[:-1], gammas, steps).ravel()


def slopes(site, told, gammas, steps):
    """How that depends on each number of the site's records."""
    small = 1e-7
    here = part_of(site, told, gammas, steps)
    columns = []
    for i in range(site.size):
        shift = np.zeros(site.size)
        shift[i] = small
        shift = shift.reshape(site.shape)
        columns.append((part_of(site + shift, told, gammas, steps) - here) / small)
    return np.array(columns).T


def all_slopes(sites, told, gammas, steps):
    return np.hstack([slopes(site, told, gammas, steps) for site in sites])


def search(shape, told, sums, variances, options, rng):
    """Records that explain the sums, and how well (the largest part of a sum that they miss)."""
    gammas = gammas_of(variances)
    best, least = None, np.inf
    for _ in range(options.starts):
        sites = rng.normal(size=shape) * np.sqrt(variances)
        damping = 1e-2

        def missed(sites):
            return sum(part_of(site, told, gammas, options.steps) for site in sites) - sums

        misses = missed(sites)
        for _ in range(options.iterations):
            matrix = all_slopes(sites, told, gammas, options.steps)
            squares, towards = matrix.T @ matrix, matrix.T @ misses
            for _ in range(6):
                scale = damping * (np.diag(squares) + 1e-12 * np.trace(squares))
                tried = sites - np.linalg.solve(squares + np.diag(scale), towards).reshape(shape)
                misses_there = missed(tried)
                if (misses_there**2).sum() < (misses**2).sum():
                    sites, misses, damping = tried, misses_there, damping / 5
                    break
                damping *= 4
            else:
                break
        if np.abs(misses).max() < least:
            best, least = sites, np.abs(misses).max()
    return best.reshape(-1, shape[-1]), least


def attack(options, sites_in_all, colluding, searches):
    rng = np.random.default_rng(options.seed)
    values = data.mnist(options.data).values
    rows = rng.choice(len(values), sites_in_all * EACH, replace=False)
    centred = values[rows] - values[rows].mean(axis=0)
    records = centred @ np.linalg.svd(centred, full_matrices=False)[2][: options.components].T
    records /= np.sqrt(records.var(axis=0).max())
    variances = records.var(axis=0)
    sites = records.reshape(sites_in_all, EACH, -1)
    told, gammas = descent(sites, variances, options, rng), gammas_of(variances)
    unknown = sites[-1:] if colluding else sites
    sums = sum(part_of(site, told, gammas, options.steps) for site in unknown)
    matrix = all_slopes(unknown, told, gammas, options.steps)
    values_of, directions = np.linalg.svd(matrix, full_matrices=False)[1:]
    unsure = ROUNDING * told.std() * np.sqrt((directions.T**2 / np.maximum(values_of, 1e-300) ** 2).sum(axis=1))
    determined = (unsure.reshape(unknown.reshape(-1, len(variances)).shape) / np.sqrt(variances) < FOUND).all(axis=1)
    figures = {
        "records determined, share": float(determined.mean()),
        "numbers told for each that is unknown": matrix.shape[0] / matrix.shape[1],
        "subjects": int(determined.size),
    }
    if not searches:
        return figures, determined.mean() > MANY
    found, misses = search(unknown.shape, told, sums, variances, options, rng)
    truth = unknown.reshape(-1, len(variances))
    apart = np.abs(found[:, None] - truth[None]) / np.sqrt(variances)
    figures["records found, share"] = float((apart.max(axis=2).min(axis=0) < FOUND).mean())
    figures["largest part of a sum that the search misses"] = float(misses / told.std())
    return figures, figures["records found, share"] > MANY


def cases(options):
    for sites, colluding in ((3, True), (10, True), (3, False), (10, False)):
        searches = (1 if colluding else sites) * EACH * options.components <= MOST_UNKNOWN
        setting = f"{sites} sites × {EACH} digits; {'the last site' if colluding else 'all'}{'' if searches else ', no search'}"
        run = lambda sites=sites, colluding=colluding, searches=searches: attack(options, sites, colluding, searches)
        yield telling.Case("colluding" if colluding else "coordinator that listens", setting, run)


if __name__ == "__main__":
    telling.main(__name__)
