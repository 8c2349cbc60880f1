#!/usr/bin/env python3
"""Who takes part, for a coordinator that asks what he likes while landmarks are learned, as far as sites answer.

He holds records of people, and keeps to the protocol but for one kind of question, about which sites check numbers and not what is asked.
Every site goes on; where the attack is on counts, the run ends as any other.

1. Counts. Of each node sites count their members below thresholds: he sets these in pairs, as near as he likes to both sides of where a
   candidate would be. A count between the two is the candidate, since nobody else lies there.
2. Products. He asks for them along directions of his own, one for each candidate, in which he knows the candidate to be far away and
   others not: the inverse of other people's covariance times the record. What others add up to there other people's records tell.
"""

import argparse

import numpy as np

from attacking import federations, telling
from attacking.fitted import area_of
from attacking.matrices import pack, unpack

NAME = "landmark_questions"
ABOVE_CHANCE = 0.6
NARROW = 1e-7  # of the span of a node's thresholds
RIDGE = 0.02  # of the mean variance


def add_options(parser):
    parser.add_argument("--runs", type=int, default=2, help="of each federation but the large one (%(default)s)")
    parser.add_argument("--large", action=argparse.BooleanOptionalAction, default=True, help="10 × 400, too")


class Counts:
    """Asks about as many candidates as nodes have pairs of thresholds, each once."""

    def __init__(self, candidates, _):
        self.candidates, self.asked = candidates, {}

    def ask(self, message, listener):
        if message["stage"] != "count":
            return
        places = listener.learned.coordinates(self.candidates)
        rows_of = listener.learned.members_of(places)
        for node, direction, thresholds in zip(message["nodes"], unpack(message["directions"]), message["thresholds"]):
            rows = np.array([row for row in rows_of[node] if row not in self.asked], int)
            self.ask_of_node(node, rows, places @ direction, thresholds)

    def ask_of_node(self, node, rows, along, thresholds):
        """Candidates are taken evenly, so that the node can still be split between them."""
        pairs = min(len(thresholds) // 2, len(rows))
        if not pairs:
            return
        evenly = ((np.arange(pairs) + 0.5) / pairs * len(rows)).astype(int)
        width = NARROW * np.ptp(thresholds)
        ends = []
        for row in rows[np.argsort(along[rows])][evenly]:
            self.asked[row] = node, along[row] - width, along[row] + width
            ends += self.asked[row][1:]
        ends.sort()
        thresholds[:] = ends + [ends[-1]] * (len(thresholds) - len(ends))

    def scores(self, learned):
        """How many members are where each candidate would be, of those asked about."""
        counts = {}
        for row, (number, first, last) in self.asked.items():
            node = learned.nodes[number]
            counts[row] = node.below[np.searchsorted(node.thresholds, last)] - node.below[np.searchsorted(node.thresholds, first)]
        return counts


class Products:
    """Asks about one candidate with each direction. Half of the people he knows tell the directions, half what to expect along them."""

    def __init__(self, candidates, known):
        self.candidates, self.known, self.asked = candidates, known, []

    def ask(self, message, listener):
        if message["stage"] != "subspace":
            return
        basis = unpack(message["basis"])
        learned = listener.learned
        learned.scale = listener.scale_now()
        rows = np.arange(len(self.candidates))[sum(map(len, self.asked)) :][: basis.shape[1]]
        others = learned.centred(self.known[::2])
        covariance = others.T @ others / len(others)
        covariance += RIDGE * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
        away = np.linalg.solve(covariance, learned.centred(self.candidates[rows]).T)
        basis[:, : len(rows)] = away / np.linalg.norm(away, axis=0)
        self.asked.append(rows)
        message["basis"] = pack(basis)

    def scores(self, learned):
        """How much likelier the sum of squares along each direction is with the candidate."""
        found = {}
        for rows, basis, products in zip(self.asked, learned.bases, learned.products):
            basis, products = basis[:, : len(rows)], products[:, : len(rows)]
            own = ((learned.centred(self.candidates[rows]) * basis.T).sum(axis=1)) ** 2
            others = (learned.centred(self.known[1::2]) @ basis) ** 2
            excess = (basis * products).sum(axis=0) - learned.subjects * others.mean(axis=0)
            found |= dict(zip(rows, (excess * own - own**2 / 2) / (learned.subjects * others.var(axis=0))))
        return found


def asked(options, federation, way, number):
    """The scores of the members, and of the others, who were asked about."""
    rng = np.random.default_rng([options.seed, number])
    sites, others = federation.draw(options.data, rng)
    subjects, others = federations.together(sites).values, rng.permutation(others.values)
    strangers, known = others[: len(others) // 2], others[len(others) // 2 :]
    asked_about = min(len(subjects), len(strangers))
    candidates = np.vstack([rng.permutation(subjects)[:asked_about], strangers[:asked_about]])
    order = rng.permutation(len(candidates))
    attack = way(candidates[order], known)
    scores = attack.scores(federation.listened(options, sites, attack.ask))
    takes_part = order[list(scores)] < asked_about
    return np.array(list(scores.values())), takes_part


def measured(options, federation, way):
    runs = 1 if federation is LARGE else options.runs
    attempts = federations.first_that_run(lambda number: asked(options, federation, way, number), runs)
    figures = {
        "area under the curve": float(np.mean([area_of(scores, members) for scores, members in attempts])),
        "candidates asked about in a run": float(np.mean([len(scores) for scores, _ in attempts])),
        "of whom take part": float(np.mean([members.sum() for _, members in attempts])),
    }
    if way is Counts:
        scores, members = (np.concatenate(each) for each in zip(*attempts))
        figures |= {
            "members told, share": float((scores[members] > 0).mean()),
            "others told in error, share": float((scores[~members] > 0).mean()),
        }
    return figures, figures["area under the curve"] > ABOVE_CHANCE


LARGE = federations.digits(*10 * [400])
FEDERATIONS = (
    federations.digits(*3 * [20]),
    federations.digits(*10 * [20]),
    federations.scans(*10 * [20]),
    federations.true_sites(),
    LARGE,
)


def cases(options):
    for federation in FEDERATIONS:
        if federation is LARGE and not options.large:
            continue
        for way, told in ((Counts, "by counts"), (Products, "by products")):
            setting = f"{federation.setting()}; {told}"
            run = lambda federation=federation, way=way: measured(options, federation, way)
            yield telling.Case("coordinator that asks what he likes, with records", setting, run)


if __name__ == "__main__":
    telling.main(__name__)
