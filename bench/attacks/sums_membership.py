#!/usr/bin/env python3
"""Who is at a site, from the sums that method dsne sends, by a coordinator that asks a cunning question.

The attacker is the coordinator, and does not keep to the protocol. The sites do not share places. He holds records of people and wants
to know which of them are at a site.

He answers the first round with a map of the reference that is a single point. Every subject is then placed on that point. In the second
round he puts the whole reference somewhere else. Now a site's `reference_displacement` is, for each reference point, the sum of that
point's affinities to all the site's subjects, times what he knows: two rounds of the five, and the numbers hold whatever the site's size.

1. Two runs, between which a subject has joined: the difference of the sums is one subject's affinities. Of all the subjects' records, it
   fits one.
2. One run: the sums are tested for each candidate's contribution, as Homer et al. (2008) found people in mixtures of DNA. Other people's
   records tell what a site's sums are without the candidate, and how they vary.
3. One run, where the attacker has the records of all who could be at the site: the sums are a sum of some of their contributions. Which,
   non-negative least squares say.

How well 2 and 3 tell members from others is told as the area under the ROC curve: 0.5 is chance, 1 certainty.
"""

import numpy as np
from scipy.optimize import nnls
from scipy.stats import rankdata

from attacking import telling
from attacking.data import abide, mnist, parts
from attacking.federation import Federation, Refused, Site, matrix
from attacking.matrices import pack
from attacking.preparing import components, zscore
from attacking.tsne import affinities, joint_affinities, squared_distances

NAME = "sums_membership"
PERPLEXITY = 30
NEIGHBOURS = 3 * PERPLEXITY
FAR = 1000.0
LEAST_LEARNING_RATE = 10
GAIN_OF_ROUND_TWO = 0.8 * 0.8
RIDGE = 0.1


def add_options(parser):
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 50, 100, 200], help="of the sites (%(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="for each size (%(default)s)")
    parser.add_argument("--others", type=int, default=150, help="candidates who are not at the site (%(default)s)")
    parser.add_argument("--large-site", type=int, default=400, help="subjects before one joins (%(default)s)")
    parser.add_argument("--joins", type=int, default=20, help="times that one joins (%(default)s)")


class Study:
    """A data set and how the attacker uses it: so many reference points, and records of others to learn from."""

    def __init__(self, options, name):
        self.name = name
        self.records = abide(options.data, "anatomical_spatial") if name == "ABIDE" else mnist(options.data)
        self.reference = 300 if name == "ABIDE" else 500
        self.known_others = 350 if name == "ABIDE" else 1200
        self.normalization = "zscore" if name == "ABIDE" else "none"

    def prepared_by(self, reference):
        return zscore(reference) if self.normalization == "zscore" else components(reference)


def lie(turn, place):
    """The coordinator tells the sites that the whole reference is at one place, at rest."""
    points = turn.message["reference_places"]["rows"]
    turn.message["reference_places"] = pack(np.tile([place, 0.0], (points, 1)))
    turn.message["reference_velocity"] = pack(np.zeros((points, 2)))
    turn.message["shift"] = [0.0, 0.0]


def displacement_of_round_two(programs, study, subjects, reference):
    inputs = {"method": "dsne", "normalization": study.normalization, "site_data": "subjects.csv", "reference_data": "reference.csv"}
    site = Site(
        inputs | {"site_settings": {"share_places": False}}, {"subjects.csv": subjects.csv(), "reference.csv": reference.csv()}
    )
    questions = [0.0, FAR]
    with Federation(programs, {"site": site}) as federation:
        for turn in federation.turns():
            if turn.phase == "embed" and questions:
                lie(turn, questions.pop(0))
            elif not questions:
                return matrix(turn.answers["site"], "reference_displacement")[:, 0]
    raise Refused("the run ended before its second round")


def sums_of(programs, study, subjects, reference):
    """What each reference point's conditional affinities with all subjects of the site add up to."""
    own, points = len(subjects), len(reference)
    moved = displacement_of_round_two(programs, study, subjects, reference)
    slope = -moved / max((own + points) / 48, LEAST_LEARNING_RATE) / GAIN_OF_ROUND_TWO / 4
    weight = 1 / (1 + FAR**2)
    all_weights = own * (own - 1) + points * (points - 1) + 2 * own * points * weight
    pull = slope + own * weight**2 * FAR / all_weights
    return pull / (weight * FAR) * 2 * (own + points)


def contributions(points, company, reference):
    """What each point would add to the sums, at a site with that company, both ways: to the reference, and the reference to it."""
    everyone = np.vstack([company, reference])
    among = squared_distances(reference, everyone)
    among[np.arange(len(reference)), len(company) + np.arange(len(reference))] = np.inf
    furthest_neighbours = np.partition(among, NEIGHBOURS - 1, axis=1)[:, NEIGHBOURS - 1]
    to_everyone = squared_distances(points, everyone)
    result = affinities(to_everyone, PERPLEXITY)[:, len(company) :]
    for row, distances in zip(result, to_everyone[:, len(company) :]):
        near = distances < furthest_neighbours
        if near.any():
            row[near] += affinities(np.column_stack([distances, among])[near], PERPLEXITY)[:, 0]
    return result


def likelihoods(sums, candidates, others, size):
    """The logarithm of how much likelier the sums are with each candidate, were they normal; from the contributions of people."""
    mean = others.mean(axis=0)
    covariance = np.cov(others.T)
    covariance += RIDGE * np.trace(covariance) / len(mean) * np.eye(len(mean))
    excess = candidates - mean
    weighted = np.linalg.solve(covariance, excess.T).T
    return weighted @ (sums - size * mean) - 0.5 * (weighted * excess).sum(axis=1)


def area_under_curve(members, others):
    ranks = rankdata(np.concatenate([members, others]))[: len(members)]
    return (ranks.sum() - len(members) * (len(members) + 1) / 2) / (len(members) * len(others))


def membership(options, study, size):
    programs = telling.programs_of(options)
    alone, together = [], []
    for run in range(options.runs):
        rng = np.random.default_rng([options.seed, run])
        wanted = [study.reference, size, options.others, study.known_others]
        reference, subjects, strangers, known = parts(study.records, wanted, rng)
        sums = sums_of(programs, study, subjects, reference)
        prepared = study.prepared_by(reference)
        public, company, rest = prepared(reference), prepared(known)[: size - 1], prepared(known)[size - 1 :]
        candidates = contributions(np.vstack([prepared(subjects), prepared(strangers)]), company, public)
        score = likelihoods(sums, candidates, contributions(rest, company, public), size)
        alone.append(area_under_curve(score[:size], score[size:]))
        shares, _ = nnls(candidates.T, sums)
        together.append(area_under_curve(shares[:size], shares[size:]))
    figures = {
        "area under the curve, each candidate alone": float(np.mean(alone)),
        "area under the curve, all who could be there": float(np.mean(together)),
        "runs": options.runs,
    }
    return figures, max(np.mean(alone), np.mean(together)) > 0.6


def error_of_sums(options, study):
    """How exact the sums are: checked against the affinities themselves, which only we can make."""
    reference, subjects = parts(study.records, [study.reference, 100], np.random.default_rng(options.seed))
    prepared = study.prepared_by(reference)
    everyone = np.vstack([prepared(subjects), prepared(reference)])
    true = 2 * len(everyone) * joint_affinities(everyone, PERPLEXITY)[:100, 100:].sum(axis=0)
    read = sums_of(telling.programs_of(options), study, subjects, reference)
    error = float(np.abs(read / true - 1).max())
    return {"largest relative error of a sum": error}, error < 1e-3


def who_joined(options, study):
    programs = telling.programs_of(options)
    size = options.large_site
    rng = np.random.default_rng(options.seed)
    reference, subjects = parts(study.records, [study.reference, size + 1], rng)
    prepared = study.prepared_by(reference)
    everyone = np.vstack([prepared(subjects), prepared(reference)])
    fingerprints = 2 * len(everyone) * joint_affinities(everyone, PERPLEXITY)[: size + 1, size + 1 :]
    with_all = sums_of(programs, study, subjects, reference)
    right = 0
    for joined in rng.choice(size + 1, options.joins, replace=False):
        before = subjects.at(np.arange(size + 1) != joined)
        difference = with_all - sums_of(programs, study, before, reference)
        right += int(((fingerprints - difference) ** 2).sum(axis=1).argmin() == joined)
    figures = {"times that one joined": options.joins, "found among all, times": right}
    return figures, right > options.joins / 2


def cases(options):
    for study in (Study(options, "ABIDE"), Study(options, "MNIST")):
        setting = f"dsne, places not shared, {study.name}, {study.reference} reference points"
        attacker = "coordinator that lies"
        yield telling.Case(attacker, f"{setting}; reading the sums", lambda study=study: error_of_sums(options, study))
        yield telling.Case(
            attacker,
            f"{setting}; who joined {options.large_site}, two runs",
            lambda study=study: who_joined(options, study),
        )
        for size in options.sizes:
            yield telling.Case(
                attacker,
                f"{setting}; members of {size}, one run",
                lambda study=study, size=size: membership(options, study, size),
            )


if __name__ == "__main__":
    telling.main(__name__)
