#!/usr/bin/env python3
"""Who takes part, from the sums over sites that method dsne makes known.

The attacker is the coordinator. The sites do not share places. He holds records of people and wants to know which of them are at one of
the sites. He sees the sum of the sites' answers. He asks in one of two ways (attacking/asking.py): with a lie about the reference
that makes the sum a plain sum of affinities; or not at all, keeping to the protocol and listening to the first round.

1. Two runs, between which a subject has joined: the difference of the answers has the direction of one subject's contribution.
2. One run: the answer is tested for each candidate's contribution. Other people's records tell what a site's answer is without the
   candidate, and how it varies.
3. One run, where the attacker has the records of all who could be at a site: the answer is a sum of some of their contributions,
   which non-negative least squares find.

The area under the ROC curve says how well 2 and 3 separate members from others: 0.5 is chance, 1 certainty.
"""

import numpy as np

from attacking import telling
from attacking.asking import Lie, Listening
from attacking.contributing import PERPLEXITY, area_under_curve, likelihoods, likest, parts_in_sum
from attacking.data import abide, mnist, parts
from attacking.preparing import components, zscore
from attacking.tsne import joint_affinities

NAME = "sums_membership"
ABOVE_CHANCE = 0.6
COMPANY_OF_JOINED = 350
WAYS = (Lie, Listening)


def add_options(parser):
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 10], help="whose sums are seen (%(default)s)")
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 50, 100, 200], help="of the sites (%(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="for each size (%(default)s)")
    parser.add_argument("--others", type=int, default=100, help="candidates who are not at the site (%(default)s)")
    parser.add_argument("--large-federation", type=int, default=400, help="subjects of all sites before one joins (%(default)s)")
    parser.add_argument("--joins", type=int, default=20, help="times that one joins (%(default)s)")


class Study:
    """A data set and how the attacker uses it: the number of reference points, and records of others to learn from."""

    def __init__(self, options, name):
        self.name = name
        self.records = abide(options.data, "anatomical_spatial") if name == "ABIDE" else mnist(options.data)
        self.reference = 300 if name == "ABIDE" else 500
        self.known_others = 450 if name == "ABIDE" else 700
        self.normalization = "zscore" if name == "ABIDE" else "none"

    def prepared_by(self, reference):
        return zscore(reference) if self.normalization == "zscore" else components(reference)


def divided(subjects, sites):
    """Divides the subjects equally among the sites; the remainder is at the first."""
    size, over = divmod(len(subjects), sites)
    ends = over + size * np.arange(1, sites + 1)
    return [subjects.at(slice(0 if end == ends[0] else end - size, end)) for end in ends]


def scores(options, study, way, sites, size, run):
    """Returns both tests' scores of the members, and of the others."""
    rng = np.random.default_rng([options.seed, run])
    programs = telling.programs_of(options)
    members = sites * size
    wanted = [study.reference, members, options.others, study.known_others]
    reference, subjects, strangers, known = parts(study.records, wanted, rng)
    seen = way.seen(programs, study, divided(subjects, sites), reference)
    company, rest = known.at(slice(size - 1)), known.at(slice(size - 1, None))
    people = subjects.with_more(strangers).with_more(rest)
    shuffled = rng.permutation(len(people))  # the order of the attacker's own site must not tell who is a member
    contributions = way.contributions(programs, study, people.at(shuffled), company, reference)
    others = np.flatnonzero(shuffled >= members + options.others)
    expected = way.expected(contributions[others], sites, size, others, rng)
    candidates = contributions[np.argsort(shuffled)[: members + options.others]]
    alone = likelihoods(seen - expected, candidates, contributions[others])
    together = parts_in_sum(seen - expected + members * contributions[others].mean(axis=0), candidates)
    return [area_under_curve(score[:members], score[members:]) for score in (alone, together)]


def membership(options, study, way, sites, size):
    alone, together = np.mean([scores(options, study, way, sites, size, run) for run in range(options.runs)], axis=0)
    figures = {
        "area under the curve, each candidate alone": float(alone),
        "area under the curve, all who could be there": float(together),
        "runs": options.runs,
    }
    return figures, bool(max(alone, together) > ABOVE_CHANCE)


def error_of_sums(options, study, way):
    """Returns the error of the sums against the affinities themselves, which only the bench can compute."""
    reference, *sites = parts(study.records, [study.reference] + 3 * [50], np.random.default_rng(options.seed))
    prepared = study.prepared_by(reference)
    true = 0
    for subjects in sites:
        everyone = np.vstack([prepared(subjects), prepared(reference)])
        true = true + 2 * len(everyone) * joint_affinities(everyone, PERPLEXITY)[:50, 50:].sum(axis=0)
    read = way.seen(telling.programs_of(options), study, sites, reference)
    error = np.abs(read / true - 1)
    figures = {"largest relative error of a sum": float(error.max()), "median": float(np.median(error))}
    return figures, bool(np.median(error) < 0.05)


def who_joined(options, study, way, sites):
    programs = telling.programs_of(options)
    size = options.large_federation
    rng = np.random.default_rng(options.seed)
    wanted = [study.reference, size + 1, COMPANY_OF_JOINED]
    reference, subjects, known = parts(study.records, wanted, rng)
    with_all = way.seen(programs, study, divided(subjects, sites), reference)
    contributions = way.contributions(programs, study, subjects, known, reference)
    right = 0
    at_first = len(divided(subjects, sites)[0])
    for joined in rng.choice(at_first, options.joins, replace=False):
        before = subjects.at(np.arange(size + 1) != joined)
        difference = with_all - way.seen(programs, study, divided(before, sites), reference)
        right += int(likest(difference, contributions) == joined)
    figures = {"times that one joined": options.joins, "found among all, times": right}
    return figures, right > options.joins / 2


def cases_of(options, study, way):
    setting = f"dsne, places not shared, {study.name}, {study.reference} reference points"
    if way.reads_sums:
        yield telling.Case(way.attacker, f"{setting}; reading the sums", lambda: error_of_sums(options, study, way()))
    for sites in options.sites:
        at = f"{setting}, {sites} sites"
        yield telling.Case(
            way.attacker,
            f"{at}; who joined {options.large_federation}, two runs",
            lambda sites=sites: who_joined(options, study, way(), sites),
        )
        for size in options.sizes:
            if study.reference + sites * size + options.others + study.known_others > len(study.records):
                continue
            yield telling.Case(
                way.attacker,
                f"{at}; members of {sites} × {size}, one run",
                lambda sites=sites, size=size: membership(options, study, way(), sites, size),
            )


def cases(options):
    for study in (Study(options, "ABIDE"), Study(options, "MNIST")):
        for way in WAYS:
            yield from cases_of(options, study, way)


if __name__ == "__main__":
    telling.main(__name__)
