#!/usr/bin/env python3
"""Who takes part, from the sums that a run without a reference learns its landmarks from.

The attackers keep to the protocol and hold records of people: of all who take part, and of others like them. Which of them take part they
want to know. All sums are those of a real run.

1. The coordinator. In each node of the tree that a candidate would be in, its distance to the mean and, where second moments are known,
   its leverage in them are likelier with it among the members or without; so is its leverage in the products that the components are
   learned from, and what these leave of it. How to weigh all that he learns from runs that he makes himself.
2. The same colluding with all sites but one, which take their own part out of every sum.
3. The coordinator, whose list has everyone who takes part: in each leaf non-negative least squares tell of which candidates the sum is made.
4. All sites but one, colluding, by the sums over features alone: the last site's means and squares, and with them what would be known were
   the middle half's mean and deviation summed, too. For the latter there is no run: they are made of the last site's data.
"""

import argparse
import math

import numpy as np
from scipy.optimize import nnls

from attacking import federations, telling
from attacking.belonging import by_components, by_products, by_tree
from attacking.data import abide_by_site, mnist, parts
from attacking.fitted import area_by, area_by_other_runs, area_of

NAME = "landmark_members"
ABOVE_CHANCE = 0.6
MOST_OF_ABIDE = 100  # subjects at a site: there are 289 to draw it and others from
SITES = 15  # of each size that the attacker of sums over features makes, and as many that he attacks


def two_or_more(text):
    """Each run is judged by what the others taught."""
    runs = int(text)
    if runs < 2:
        raise argparse.ArgumentTypeError("two or more")
    return runs


def add_options(parser):
    parser.add_argument("--runs", type=two_or_more, default=4, help="of each federation, two at least: a run's test is fitted to the others (%(default)s)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 60, 200], help="of the site whose sums over features are known (%(default)s)")
    parser.add_argument("--large", action=argparse.BooleanOptionalAction, default=True, help="two runs of 10 × 400, too")


class Attempt:
    """One run, and whom the attacker asks about. The last site, which the others collude against, is another one in each run."""

    def __init__(self, sites, others, learned, last):
        self.others, self.learned, self.last = others, learned, sites[last]
        self.rest = federations.together(sites[:last] + sites[last + 1 :])

    def signs(self, colluding):
        """What is told of each candidate, by where it is told; and who of them takes part."""
        subjects = self.last if colluding else self.last.with_more(self.rest)
        candidates = subjects.with_more(self.others).values
        known = self.learned.without(self.rest.values) if colluding else self.learned
        tree, products = by_tree(known, candidates), by_products(self.learned, candidates)
        everything = np.column_stack([tree, products, by_components(self.learned, candidates)])
        return {"tree": tree, "products": products, "all": everything}, np.arange(len(candidates)) < len(subjects)

    def area_from_list(self):
        """How well the sums of leaves, and their numbers of members, tell the parts from the others on a list of all."""
        subjects = self.last.with_more(self.rest)
        places = self.learned.coordinates(subjects.with_more(self.others).values)
        deviations, score = np.sqrt(self.learned.variances), np.zeros(len(places))
        rows_of = self.learned.members_of(places)
        for leaf in self.learned.leaves():
            node, rows = self.learned.nodes[leaf], rows_of[leaf]
            columns = np.vstack([(places[rows] / deviations).T, np.ones(len(rows))])
            score[rows] = nnls(columns, np.append(node.total / deviations, node.members), maxiter=100 * len(rows))[0]
        return area_of(score, np.arange(len(places)) < len(subjects))


def attempts_of(options, federation):
    runs = min(options.runs, 2) if federation is LARGE else options.runs
    made = federations.runs_of(options, federation, runs)
    return [Attempt(*run, number % len(run[0])) for number, run in enumerate(made)]


def membership(options, federation, colluding):
    tried = [attempt.signs(colluding) for attempt in attempts_of(options, federation)]
    areas = {place: area_by_other_runs([(signs[place], members) for signs, members in tried]) for place in ("tree", "products", "all")}
    figures = {
        "area under the curve, by the tree's sums": areas["tree"],
        "area under the curve, by the products": areas["products"],
        "area under the curve, by all": areas["all"],
        "runs": len(tried),
    }
    return figures, max(areas.values()) > ABOVE_CHANCE


def from_list(options, federation):
    area = float(np.mean([attempt.area_from_list() for attempt in attempts_of(options, federation)]))
    return {"area under the curve": area}, area > ABOVE_CHANCE


def middle_half(values):
    """Mean and deviation of each feature's values without the lowest and highest quarter."""
    out = max(3, math.ceil(len(values) / 4))
    middle = np.sort(values, axis=0)[out : len(values) - out]
    return middle.mean(axis=0), middle.std(axis=0)


def signs_by_features(own, candidates, people, with_middle):
    """How a site's sums over features differ from other people's, in the direction of each candidate."""
    mean, deviation = people.mean(axis=0), people.std(axis=0)
    away = (candidates - mean) / deviation
    shift, widening = (own.mean(axis=0) - mean) / deviation, own.std(axis=0) / deviation - 1
    signs = [(away * shift).mean(axis=1), ((away**2 - 1) * widening).mean(axis=1), np.abs(away).mean(axis=1)]
    if with_middle:
        middle, width = middle_half(people)
        near = np.maximum(np.subtract(*np.percentile(people, [75, 25], axis=0)) / 2, 1e-9 * deviation)
        away = (candidates - middle) / deviation
        inside = np.abs(candidates - middle) < near
        clipped = np.clip(away, -near / deviation, near / deviation)
        own_middle, own_width = middle_half(own)
        shift_inside, widening = (own_middle - middle) / deviation, (own_width - width) / deviation
        signs += [(clipped * shift_inside).mean(axis=1), ((clipped * inside) ** 2 * widening).mean(axis=1)]
        signs += [((away - clipped) * (shift - shift_inside)).mean(axis=1)]
    return np.array(signs).T


def features_of(options, data):
    """Two lots of people, each half: the attacker's own, and those of the site and others like them."""
    records = mnist(options.data) if data == "MNIST" else federations.together(abide_by_site(options.data))
    lots = parts(records, 2 * [len(records) // 2], np.random.default_rng(options.seed))
    used = lots[0].values.std(axis=0) > (10 if data == "MNIST" else 0)
    return [lot.values[:, used] for lot in lots]


def area_by_features(lots, size, with_middle, rng):
    known, _ = lots
    members, runs = np.arange(2 * size) < size, []
    for lot in lots:
        drawn = [lot[rng.permutation(len(lot))[: 2 * size]] for _ in range(SITES)]
        runs.append([(signs_by_features(people[:size], people, known, with_middle), members) for people in drawn])
    return float(area_by(*runs))


def by_features(options, data, size):
    lots, rng = features_of(options, data), np.random.default_rng([options.seed, size])
    areas = [area_by_features(lots, size, with_middle, rng) for with_middle in (False, True)]
    figures = {
        "area under the curve, means and squares": areas[0],
        "area under the curve, middle halves, too": areas[1],
        "sites": SITES,
    }
    return figures, max(areas) > ABOVE_CHANCE


LARGE = federations.digits(*10 * [400])
FEDERATIONS = (
    federations.digits(*3 * [20]),
    federations.digits(*10 * [20]),
    federations.scans(*3 * [20]),
    federations.scans(*10 * [20]),
    federations.true_sites(),
    LARGE,
)


def cases_of(federation):
    """Each attacker, whom he asks about, and how well he tells."""
    yield "coordinator with records", "members", lambda options: membership(options, federation, False)
    yield "colluding with records", "members of the last site", lambda options: membership(options, federation, True)
    yield "coordinator with a list", "members among all who could be", lambda options: from_list(options, federation)


def cases(options):
    for federation in FEDERATIONS:
        if federation is LARGE and not options.large:
            continue
        for attacker, told, run in cases_of(federation):
            yield telling.Case(attacker, f"{federation.setting()}; {told}", lambda run=run: run(options))
    for data, size in [(data, size) for data in ("ABIDE", "MNIST") for size in options.sizes]:
        if data == "MNIST" or size <= MOST_OF_ABIDE:
            setting = f"sums over features of a site of {size}, {data}"
            yield telling.Case("colluding with records", setting, lambda data=data, size=size: by_features(options, data, size))


if __name__ == "__main__":
    telling.main(__name__)
