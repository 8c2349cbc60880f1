#!/usr/bin/env python3
"""A subject's record, from the sums over a site of one or two subjects.

The attacker is the coordinator, keeps to the protocol, and has no records but the public reference. The site runs method dsne and does
not share places. A sum over one subject is that subject.

In the first round the reference's places are known. So the site's answer, the gradient on every reference point, follows from the
subjects' records and places alone, by public formulas. It has hundreds of numbers, and a subject with seven features only nine unknown
ones. The attacker looks for the subjects with this answer: he starts at points near the reference's that explain it roughly, and descends.

A record counts as found when each of its features is within a tenth of the feature's standard deviation.
"""

import numpy as np
from scipy.optimize import least_squares

from attacking import telling
from attacking.asking import Listening
from attacking.data import abide, parts
from attacking.preparing import zscore
from attacking.tsne import affinities, squared_distances

NAME = "sums_small_sites"
FOUND = 0.1  # standard deviations of the reference
MAP_PERPLEXITY = 5
SPREADS = (0.1, 0.1, 0.5, 2.0)  # of candidates around the reference's points, standard deviations
MOST_SWEEPS = 3
LEAST_GAIN = 0.98
STARTS = 4
GOOD_FIT = 1e-4  # of the answer's length; single precision leaves a hundredth of it


def add_options(parser):
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 2], help="of the sites (%(default)s)")
    parser.add_argument("--sites", type=int, default=8, help="of each size (%(default)s)")
    parser.add_argument("--reference", type=int, default=150, help="reference points (%(default)s)")


class Study:
    normalization = "zscore"
    prepared_by = staticmethod(zscore)


class Answer:
    """A site's answer in the first round, and what it would have answered for other subjects."""

    def __init__(self, programs, subjects, reference):
        self.way = Listening()
        self.seen = self.way.seen(programs, Study, [subjects], reference)
        self.way.public = self.public = zscore(reference)(reference)
        self.size = len(subjects)

    def left(self, unknown):
        """Returns what subjects with these records and places leave unexplained, as a share of the answer's length."""
        both = unknown.reshape(self.size, -1)
        explained = self.way.gradient(both[:, :-2], [both[:, -2:]])
        return (explained - self.seen) / np.linalg.norm(self.seen)

    def roughly_placed(self, points):
        return affinities(squared_distances(points, self.public), MAP_PERPLEXITY) @ self.way.maps[0]

    def candidates(self, rng):
        """Returns records and places near each of the reference's points, and further out."""
        spreads = rng.choice(SPREADS, size=(len(self.public), 1))
        points = self.public + spreads * rng.normal(size=self.public.shape)
        return np.hstack([points, self.roughly_placed(points)])

    def improved(self, subjects, candidates):
        """Returns the subjects, one after the other replaced by the candidate that explains the answer best, and what they leave unexplained."""
        best = np.linalg.norm(self.left(subjects))
        for slot in range(self.size):
            for candidate in candidates:
                tried = subjects.copy()
                tried[slot] = candidate
                left = np.linalg.norm(self.left(tried))
                if left < best:
                    best, subjects = left, tried
        return subjects, best

    def start(self, rng):
        """Returns subjects that explain the answer roughly."""
        subjects, before = self.candidates(rng)[rng.permutation(len(self.public))[: self.size]], np.inf
        for _ in range(MOST_SWEEPS):
            subjects, left = self.improved(subjects, self.candidates(rng))
            if left > LEAST_GAIN * before:
                break
            before = left
        return subjects

    def subjects(self, rng):
        """Returns the records that explain the answer best, and what they leave unexplained."""
        best = None
        for _ in range(STARTS):
            start = self.start(rng)
            scale = np.broadcast_to([0.1] * self.public.shape[1] + [1] * 2, start.shape)
            fit = least_squares(self.left, start.ravel(), x_scale=scale.ravel(), diff_step=1e-3, max_nfev=40)
            if best is None or fit.cost < best.cost:
                best = fit
            if np.linalg.norm(best.fun) < GOOD_FIT:
                break
        return best.x.reshape(self.size, -1)[:, :-2], float(np.linalg.norm(best.fun))


def errors_of(options, size, site):
    """Returns the largest error of each record at a site, matched to the nearest record found, and the misfit."""
    rng = np.random.default_rng([options.seed, size, site])
    records = abide(options.data, "functional_temporal")
    reference, subjects = parts(records, [options.reference, size], rng)
    found, left = Answer(telling.programs_of(options), subjects, reference).subjects(rng)
    truth = zscore(reference)(subjects)
    return np.abs(found[None] - truth[:, None]).max(axis=2).min(axis=1), left


def measured(options, size):
    errors, left = zip(*(errors_of(options, size, site) for site in range(options.sites)))
    errors = np.concatenate(errors)
    figures = {
        "subjects": len(errors),
        "records found, share": float((errors < FOUND).mean()),
        "median of a record's largest error, sd": float(np.median(errors)),
        "answers explained, share of sites": float((np.array(left) < GOOD_FIT).mean()),
    }
    return figures, figures["records found, share"] > 0.5


def cases(options):
    for size in options.sizes:
        setting = f"dsne, places not shared, ABIDE, 7 features, sites of {size}, {options.reference} reference points"
        yield telling.Case("coordinator that listens", setting, lambda size=size: measured(options, size))


if __name__ == "__main__":
    telling.main(__name__)
