#!/usr/bin/env python3
"""The record of a subject who joins a site between two runs, from the difference of the sums over all sites.

The attacker is the coordinator, keeps to the protocol, and has no records but the public reference. The sites run method dsne twice and
do not share places. Each has at least as many subjects as it requires, so no single sum reveals one; the difference of two does.
Hiding each site's terms does not help: the other sites' terms are equal in both runs, and cancel.

The difference of the first rounds' gradients is roughly what one subject adds to a site of the reference alone: nine numbers explain it,
seven features and a place. The attacker cannot know how the newcomer changes the others' terms, except for the repulsion, which has the
same form whatever its strength. He tries points near the reference's and descends from the best of them.
"""

import numpy as np
from scipy.optimize import least_squares

from attacking import telling
from attacking.asking import Listening, forces_on
from attacking.contributing import Affinities
from attacking.data import abide, parts
from attacking.preparing import zscore
from attacking.tsne import affinities, squared_distances, weights_between
from sums_small_sites import FOUND, MAP_PERPLEXITY, SPREADS, Study

NAME = "sums_joined_record"
CANDIDATES = 5  # around each reference point
STARTS = 2
MANY = 0.1  # of the records


def add_options(parser):
    parser.add_argument("--sites", type=int, default=3, help="whose sums are seen; at one of them somebody joins (%(default)s)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 100], help="of the sites before one joins (%(default)s)")
    parser.add_argument("--joins", type=int, default=20, help="at sites of each size (%(default)s)")
    parser.add_argument("--reference", type=int, default=150, help="reference points (%(default)s)")


class Difference:
    """The change in the sum of the sites' first answers, and the change that another subject would have made."""

    def __init__(self, programs, subjects, others, reference):
        self.way = Listening()
        before = self.way.seen(programs, Study, [subjects.at(slice(1, None)), *others], reference)
        self.seen = self.way.seen(programs, Study, [subjects, *others], reference) - before
        self.public = zscore(reference)(reference)
        self.map = self.way.maps[0]
        self.way.public = self.public
        self.alone = self.way.gradient(self.public[:0], [self.map[:0]])

    def left(self, unknown):
        """Returns the share that a subject with this record and place leaves unexplained, whatever the repulsion's strength."""
        place = unknown[None, -2:]
        explained = self.way.gradient(unknown[None, :-2], [place]) - self.alone
        squares = weights_between(self.map, self.map) ** 2
        among = (squares.sum(axis=1)[:, None] * self.map - squares @ self.map).ravel()
        own = (weights_between(self.map, place) ** 2 * (self.map - place)).ravel()
        free = np.column_stack([among, own])
        rest = self.seen - explained
        rest = rest - free @ np.linalg.lstsq(free, rest, rcond=None)[0]
        return rest / np.linalg.norm(self.seen)

    def starts(self, rng):
        """Returns records and places whose own pull has most nearly the direction of the difference."""
        around = np.repeat(self.public, CANDIDATES, axis=0)
        points = around + rng.choice(SPREADS, size=(len(around), 1)) * rng.normal(size=around.shape)
        places = affinities(squared_distances(points, self.public), MAP_PERPLEXITY) @ self.map
        shares = Affinities(points[:0], self.public).of(points)
        pulls = forces_on(self.map, places, places[:0], shares)
        likeness = pulls @ self.seen / np.linalg.norm(pulls, axis=1)
        return np.hstack([points, places])[np.argsort(-likeness)[:STARTS]]

    def subject(self, rng):
        """Returns the record that explains the difference best."""
        scale = np.array([0.1] * self.public.shape[1] + [1] * 2)
        fits = [least_squares(self.left, start, x_scale=scale, diff_step=1e-3, max_nfev=30) for start in self.starts(rng)]
        return min(fits, key=lambda fit: fit.cost).x[:-2]


def errors_of(options, size, join):
    """Returns how far each feature of the newcomer's record is from the found one, and from the reference's median."""
    rng = np.random.default_rng([options.seed, size, join])
    wanted = [options.reference, size + 1] + (options.sites - 1) * [size]
    reference, subjects, *others = parts(abide(options.data, "functional_temporal"), wanted, rng)
    prepared = zscore(reference)
    found = Difference(telling.programs_of(options), subjects, others, reference).subject(rng)
    truth = prepared(subjects)[0]
    return np.abs(found - truth), np.abs(np.median(prepared(reference), axis=0) - truth)


def measured(options, size):
    errors, guessed = (np.array(both) for both in zip(*(errors_of(options, size, join) for join in range(options.joins))))
    figures = {
        "times that one joined": options.joins,
        "records found, times": int((errors.max(axis=1) < FOUND).sum()),
        "median of a record's largest error, sd": float(np.median(errors.max(axis=1))),
        "single values found, share": float((errors < FOUND).mean()),
        "the same by the reference's median": float((guessed < FOUND).mean()),
    }
    return figures, figures["records found, times"] > MANY * options.joins


def cases(options):
    for size in options.sizes:
        at = f"one joins {size}, {options.sites} sites of so many"
        setting = f"dsne, places not shared, ABIDE, 7 features, {at}, two runs, {options.reference} reference points"
        yield telling.Case("coordinator that listens", setting, lambda size=size: measured(options, size))


if __name__ == "__main__":
    telling.main(__name__)
