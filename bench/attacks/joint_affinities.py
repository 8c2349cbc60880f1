#!/usr/bin/env python3
"""Subjects' records, from the rounds of method joint, by someone who keeps to the protocol and does a sum.

Three attackers of versions that show places round by round. All do what the protocol asks and only keep what they are sent:

1. The coordinator. `reference_attraction` of a round is linear in the site's affinities to the reference, and everything else in it, all
   places and the reference's own affinities, he knows. A hundred rounds are two hundred equations for each reference point, with as
   many unknowns as the site has subjects.
2. A peer site, which is not shown the attraction, but is told everyone's places in every round. How a subject moves tells its gradient;
   less the repulsion, which follows from the places, that is linear in the subject's affinities to the reference and to its own site.
   There are more unknowns than equations, but none is negative, and only 15 reference points have any: the nearest ones.
3. Anyone who sees the final map: a subject is guessed to be the mean of the three reference points nearest to it there.

From a subject's affinities to 15 public points 1 and 2 find the subject, as one is found by its distances to masts. A record counts as
found when every one of its features is within a tenth of the feature's standard deviation. The guess that everyone is the reference's
median is told, too, for comparison.
"""

from dataclasses import dataclass

import numpy as np

from attacking import telling
from attacking.data import abide, parts
from attacking.federation import Federation, Refused, Site, matrix
from attacking.locating import located, non_negative_fit
from attacking.matrices import unpack
from attacking.preparing import zscore
from attacking.tsne import Watched, affinities_among, attraction, repulsion, squared_distances

NAME = "joint_affinities"
VICTIM = "hospital"
SITES = 3
PERPLEXITY = 30
MAP_NEIGHBOURS = 15
MOMENTUM = 0.8
SITE_EXAGGERATION = 12
EXAGGERATED_PART = 0.7
FOUND = 0.1  # standard deviations of the reference
TRIED_NEIGHBOURS = (100, 80, 60, 50, 40, 35, 30, 25, 15, 15, 15)
TRIED_NOISE = ((0.03, 1e-2), (0.03, 1e-4), (0.01, 1e-3))
GOOD_FIT = 2e-9  # what single precision leaves


def add_options(parser):
    parser.add_argument("--subjects", type=int, default=60, help="at the site under attack, and at its peer (%(default)s)")
    parser.add_argument("--reference", type=int, default=300, help="reference points (%(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="with other subjects each (%(default)s)")


@dataclass
class Round:
    """What everyone is told in a round, where it takes the victim's subjects, and what only the coordinator is told."""

    reference: np.ndarray
    own: np.ndarray
    others: np.ndarray
    own_after: np.ndarray
    attraction: np.ndarray


@dataclass
class Overheard:
    """A run, and the truth, by which attacks are judged."""

    public: np.ndarray
    truth: np.ndarray
    rounds: list
    final_reference: np.ndarray
    final_places: np.ndarray

    @property
    def points(self):
        """Of all sites and the reference."""
        first = self.rounds[0]
        return len(first.reference) + len(first.own) + len(first.others)


def round_of(message, answer):
    places = {name: unpack(packed) for name, packed in message["places"].items()}
    own = places.pop(VICTIM)
    reference = matrix(message, "reference_places")
    moved, pull = matrix(answer, "places"), matrix(answer, "reference_attraction")
    return Round(reference, own, np.vstack(list(places.values())), moved, pull)


def overheard(options, run):
    records = abide(options.data, "functional_temporal")
    sizes = [options.reference] + SITES * [options.subjects]
    reference, subjects, others, more = parts(records, sizes, np.random.default_rng([options.seed, run]))
    inputs = {"method": "joint", "normalization": "zscore", "site_data": "subjects.csv"}
    public_files = {"subjects.csv": others.csv(), "reference.csv": reference.csv()}
    sites = {
        VICTIM: Site(inputs, {"subjects.csv": subjects.csv()}),
        "peer": Site(inputs | {"reference_data": "reference.csv"}, public_files),
        "third": Site(inputs, {"subjects.csv": more.csv()}),
    }
    rounds, told = [], {}
    with Federation(telling.programs_of(options), sites) as federation:
        for turn in federation.turns():
            if "places" in told and told["phase"] == "embed":
                rounds.append(round_of(told, turn.answers[VICTIM]))
            if told.get("phase") == "collect":
                final = matrix(told, "reference_places"), matrix(turn.answers[VICTIM], "places")
            told = turn.message
    prepared = zscore(reference)
    return Overheard(prepared(reference), prepared(subjects), rounds, *final)


def round_by_round(run):
    if not run.rounds:
        raise Refused("no field places in a message of phase embed: the rounds show sums over all sites only (joint_sums)")


def found_by_coordinator(run):
    """Each subject by the affinities that explain the reference's attraction in all rounds."""
    round_by_round(run)
    conditional = affinities_among(run.public, PERPLEXITY)
    among = (conditional + conditional.T) / (2 * run.points) / SITES
    pulls = np.stack([r.attraction - attraction(among, r.reference, r.reference) for r in run.rounds])
    lines = []
    for point in range(len(run.public)):
        away = np.stack([r.reference[point] - r.own for r in run.rounds])
        weighted = away / (1 + (away**2).sum(axis=2, keepdims=True))
        design = weighted.transpose(0, 2, 1).reshape(-1, weighted.shape[1])
        lines.append(non_negative_fit(design, pulls[:, point].ravel())[0])
    return np.array([located(shares, run.public) for shares in np.array(lines).T])


def attractions_seen(run):
    """The attraction on each of the victim's subjects in every round, from how it moves."""
    size = len(run.truth)
    watched, velocity, seen = Watched(np.ones((size, 2))), np.zeros((size, 2)), []
    for r in run.rounds:
        moved = r.own_after - r.own
        slope = watched.gradient(velocity, moved, max(run.points / 2, 10), MOMENTUM)
        seen.append(slope / 4 + repulsion(np.vstack([r.own, r.others, r.reference]))[:size])
        velocity = moved
    return np.stack(seen)


class Subject:
    """One subject as a peer sees it. Its affinities to its own site count twice: as they are, and as the site exaggerates them."""

    def __init__(self, run, row, seen):
        self.public = run.public
        self.seen = seen[:, row].ravel()
        self.to_reference = self._pulls([r.own[row] - r.reference for r in run.rounds])
        to_site = self._pulls([r.own[row] - np.delete(r.own, row, axis=0) for r in run.rounds])
        left = 1 - np.arange(len(run.rounds)) / (EXAGGERATED_PART * len(run.rounds))
        extra = (SITE_EXAGGERATION - 1) * np.maximum(0, left).repeat(2)
        self.to_site = np.hstack([to_site, to_site * extra[:, None]])

    @staticmethod
    def _pulls(away):
        away = np.stack(away)
        return (away / (1 + (away**2).sum(axis=2, keepdims=True))).transpose(0, 2, 1).reshape(2 * len(away), -1)

    def shares(self, candidates):
        """The affinities to the reference if these points alone have any, and how badly that explains the moves."""
        solution, left = non_negative_fit(np.hstack([self.to_reference[:, candidates], self.to_site]), self.seen)
        shares = np.zeros(len(self.public))
        shares[candidates] = solution[: len(candidates)]
        return shares, left

    def nearest(self, point, count):
        return np.argsort(squared_distances(point[None], self.public)[0])[:count]

    def located(self, shares, noise, least):
        largest = np.argsort(-shares)[:MAP_NEIGHBOURS]
        return located(np.where(np.isin(np.arange(len(shares)), largest), shares, 0), self.public, noise, least)

    def guesses(self):
        """Closes in: who is found says which public points are near, and knowing these the subject is found better."""
        first, _ = self.shares(np.arange(len(self.public)))
        for noise, least in TRIED_NOISE:
            shares = first
            for count in TRIED_NEIGHBOURS:
                point = self.located(shares, noise, least)
                yield point
                shares, _ = self.shares(self.nearest(point, count))

    def found(self):
        """The guess whose 15 nearest public points explain the moves best."""
        least_left, best = np.inf, None
        for guess in self.guesses():
            shares, left = self.shares(self.nearest(guess, MAP_NEIGHBOURS))
            if left < least_left:
                least_left, best = left, self.located(shares, 0.003, 1e-4)
            if left < GOOD_FIT:
                break
        return best


def found_by_peer(run):
    round_by_round(run)
    seen = attractions_seen(run)
    return np.array([Subject(run, row, seen).found() for row in range(len(run.truth))])


def found_on_map(run):
    nearest = np.argsort(squared_distances(run.final_places, run.final_reference), axis=1)[:, :3]
    return run.public[nearest].mean(axis=1)


def guessed_alike(run):
    return np.tile(np.median(run.public, axis=0), (len(run.truth), 1))


def measured(options, find):
    runs = [overheard(options, run) for run in range(options.runs)]
    errors = np.concatenate([np.abs(find(run) - run.truth) for run in runs])
    figures = {
        "records found, share": float((errors < FOUND).all(axis=1).mean()),
        "values found, share": float((errors < FOUND).mean()),
        "median of a record's largest error, sd": float(np.median(errors.max(axis=1))),
        "subjects": len(errors),
    }
    return figures, figures["records found, share"] > 0.5


def cases(options):
    setting = f"joint, ABIDE, 7 features, {options.subjects} subjects, {options.reference} reference points"
    attackers = {
        "coordinator, all rounds": found_by_coordinator,
        "peer site, all rounds": found_by_peer,
        "anyone, final map": found_on_map,
        "nobody: all the median": guessed_alike,
    }
    for attacker, find in attackers.items():
        yield telling.Case(attacker, setting, lambda find=find: measured(options, find))


if __name__ == "__main__":
    telling.main(__name__)
