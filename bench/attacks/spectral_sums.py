#!/usr/bin/env python3
"""What the sums of `spectral-clustering` reveal: features of all subjects once, and products of normalised ones once.

The attackers keep to the protocol and have the public reference, so they know the landmarks and make the features of any record. As the
reference is given, a site's subjects enter in groups, by their means; of older versions each by itself.

1. The coordinator, or it and all sites but one, without records: which share of the records the numbers determine, linear around the truth.
   There is no search.
2. The same, with candidates' records: who is among the subjects.
3. The coordinator without records, when one joins between two runs: the difference of the sums of affinities is the newcomer's own, from
   which its record is computed from its distances from the landmarks.
"""

import pathlib
import sys
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from attacking import telling
from attacking.contributing import area_under_curve, likelihoods, parts_in_sum
from attacking.data import abide, parts
from attacking.determining import DETERMINED, PRIOR_FLOOR, left_open, neighbourhood
from attacking.federation import Federation, Refused, Site
from attacking.grouping import LEAST, groups_of, means_of, sizes_of
from attacking.preparing import robust, zscore
from attacking.sums import sum_over_sites
from attacking.tsne import squared_distances

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "experiments"))
from judging.random_draws import shuffled  # noqa: E402

NAME = "spectral_sums"
FOUND = 0.1
RIDGE = 1e-6
WIDTH = 0.2  # kernel_width by default
MOST_LANDMARKS = 500
EXACT = 1e-12  # how well numbers are known
FAINT = 1e-10  # affinities below it are ignored
STEP = 1e-6
LEAST_DEGREE = 1e-300
USUAL = 300  # other people, from whom the attacker learns what is usual


def add_options(parser):
    parser.add_argument("--size", type=int, default=20, help="of the sites (%(default)s)")
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 10, 20], help="whose sums are seen (%(default)s)")
    parser.add_argument("--reference", type=int, default=300, help="reference points (%(default)s)")
    parser.add_argument("--others", type=int, default=60, help="candidates who take no part (%(default)s)")
    parser.add_argument("--runs", type=int, default=2, help="with other subjects each (%(default)s)")
    parser.add_argument("--least-members", type=int, default=LEAST, help="of a group that enters as its mean (%(default)s); 1 for none")
    parser.add_argument("--joins", type=int, default=10, help="times that one joins (%(default)s)")


@dataclass
class Kernel:
    """The landmarks' features (shared/spectral/clusters.h)."""

    landmarks: np.ndarray

    def __post_init__(self):
        squares = squared_distances(self.landmarks, self.landmarks)
        last = np.sort(squares, axis=1)[:, min(7, len(squares) - 1)]
        self.width = WIDTH * np.sort(last)[len(last) // 2]
        self.factor = np.linalg.cholesky(np.exp(-squares / self.width) + RIDGE * np.eye(len(squares)))

    def features(self, records):
        affinities = np.exp(-squared_distances(records, self.landmarks) / self.width)
        return np.linalg.solve(self.factor, affinities.T).T

    def contributions(self, records, sums, sizes=None):
        """Returns what each record, or group by its mean, adds to the sums of features, and to those of products once the former are known."""
        sizes = np.ones(len(records)) if sizes is None else sizes
        features = self.features(records)
        degrees = np.maximum(np.maximum(features @ sums, sizes * (features**2).sum(axis=1)), LEAST_DEGREE)
        rows, columns = np.triu_indices(features.shape[1])
        return sizes[:, None] * np.hstack([features, features[:, rows] * features[:, columns] / degrees[:, None]])


def kernel_for(public, subjects):
    most = min(MOST_LANDMARKS, len(public), subjects // 8, int(np.sqrt(subjects * public.shape[1]) / 2))
    return Kernel(public[np.sort(shuffled(len(public), 1)[: max(most, 1)])])


def packed_rows(size):
    """Returns the positions of the program's pairs 11, 12, 22, 13, … in the upper triangle's rows."""
    place = np.zeros((size, size), int)
    rows, columns = np.triu_indices(size)
    place[rows, columns] = np.arange(len(rows))
    return np.argsort([place[a, b] for b in range(size) for a in range(b + 1)])


@dataclass
class Heard:
    """What the coordinator adds up in a run. `truth` is used for judging, and for what colluding sites know of their own subjects."""

    public: np.ndarray
    truth: list
    seen: np.ndarray = None
    least: int = LEAST

    def __post_init__(self):
        self.subjects = sum(len(own) for own in self.truth)
        self.kernel = kernel_for(self.public, self.subjects)

    @property
    def sums(self):
        return self.seen[: len(self.kernel.landmarks)]

    def part_of(self, own):
        """Returns what a site adds to the sums."""
        groups = groups_of(own, self.least)
        return self.kernel.contributions(means_of(own, groups), self.sums, sizes_of(groups)).sum(axis=0)

    def made(self, sites):
        return sum((self.part_of(own) for own in sites), np.zeros(len(self.seen)))

    def left_of(self, sites):
        """Returns the sums of these sites alone, for an attacker who has the others'."""
        return self.seen - self.made([own for number, own in enumerate(self.truth) if number not in sites])

    def slopes_of(self, own):
        """Returns the slopes of all numbers by each value of each of a site's records; a record of a group moves the group's mean."""
        slopes = np.empty((len(self.seen), *own.shape))
        for group in groups_of(own, self.least):
            mean, size = own[group].mean(axis=0, keepdims=True), np.array([float(len(group))])
            for feature in range(own.shape[1]):
                moved = STEP * np.eye(own.shape[1])[feature]
                ends = [self.kernel.contributions(mean + way * moved, self.sums, size)[0] for way in (1, -1)]
                slopes[:, group, feature] = ((ends[0] - ends[1]) / (2 * STEP) / size)[:, None]
        return slopes


def heard_run(options, reference, sites, clusters=2, preparation=zscore):
    """Runs a federation; checks its sums against the formulas where these reproduce the grouping."""
    prepared = preparation(reference)
    inputs = {"method": "spectral-clustering", "site_data": "subjects.csv", "normalization": preparation.__name__, "clusters": clusters, "site_settings": {"allow": ["spectral-clustering"]}}
    inputs |= {"least_members": options.least_members} if options.least_members != LEAST else {}
    federation = {f"site{number:02}": Site(dict(inputs), {"subjects.csv": own.csv()}) for number, own in enumerate(sites)}
    federation["site00"].inputs["reference_data"] = "reference.csv"
    federation["site00"].files["reference.csv"] = reference.csv()
    heard, seen, told = Heard(prepared(reference), [prepared(own) for own in sites]), [], {}
    size = len(heard.kernel.landmarks)
    with Federation(telling.programs_of(options), federation) as running:
        for turn in running.turns():
            names = {"affinities": "affinity_sums", "products": "affinity_products"}
            stage = told.get("stage")
            if stage in names:
                sums = sum_over_sites(turn.answers.values(), names[stage], heard.subjects).ravel()
                seen.append(sums if stage == "affinities" else sums[packed_rows(size)])
            if len(seen) == 2:
                break
            told = turn.message
    if len(seen) < 2:
        raise Refused("the run ended before its sums")
    heard.seen = np.concatenate(seen)
    if preparation is robust:
        return heard
    for heard.least in (options.least_members, 1):
        if np.abs(heard.made(heard.truth) - heard.seen).max() < 1e-6:
            return heard
    raise Refused("this version sends other sums")


def drawn(options, sites, more, run):
    records = abide(options.data, "functional_temporal")
    return parts(records, [options.reference, *(sites * [options.size]), more], np.random.default_rng([options.seed, run]))


def determined(options, sites, colluding):
    shares, numbers = [], 0
    for run in range(options.runs):
        reference, *subjects, _ = drawn(options, sites, 1, run)
        heard = heard_run(options, reference, subjects)
        asked = heard.truth[:1] if colluding else heard.truth
        unknown = np.vstack(asked)
        slopes = np.concatenate([heard.slopes_of(own) for own in asked], axis=1).reshape(len(heard.seen), -1) / EXACT
        root = neighbourhood(unknown, heard.public, PRIOR_FLOOR)[1]
        shares.append((left_open(slopes, np.linalg.inv(root)).max(axis=1) < DETERMINED).mean())
        numbers = slopes.shape
    figures = {"records determined": float(np.mean(shares)), "numbers heard, for each unknown": numbers[0] / numbers[1]}
    return figures, figures["records determined"] > 0.1


def members(options, sites, colluding):
    areas = []
    for run in range(options.runs):
        reference, *subjects, strangers = drawn(options, sites, options.others + USUAL, run)
        heard = heard_run(options, reference, subjects)
        asked = heard.truth[0] if colluding else np.vstack(heard.truth)
        strange = zscore(reference)(strangers)
        people = heard.kernel.contributions(np.vstack([asked, strange[: options.others]]), heard.sums)
        usual = heard.kernel.contributions(np.vstack([strange[options.others :], heard.public]), heard.sums)
        seen = heard.left_of([0]) if colluding else heard.seen
        scale = usual.std(axis=0) + 1e-9
        people, usual, seen = people / scale, usual / scale, seen / scale
        excess = seen - len(asked) * usual.mean(axis=0)
        scores = likelihoods(excess, people, usual), parts_in_sum(seen, people)
        areas.append([area_under_curve(score[: len(asked)], score[len(asked) :]) for score in scores])
    alone, together = np.mean(areas, axis=0)
    figures = {"area under the curve, each candidate alone": float(alone), "area under the curve, all who could be there": float(together)}
    return figures, bool(max(alone, together) > 0.6)


def record_of(kernel, affinities, public):
    """Returns the record that has these affinities, by descent from the best of some starts."""
    clear = affinities > FAINT
    if not clear.any():
        return public.mean(axis=0)
    squares = -kernel.width * np.log(affinities[clear])
    landmarks = kernel.landmarks[clear]

    def misfit(record):
        return ((record - landmarks) ** 2).sum(axis=1) - squares

    starts = public[np.argsort([np.abs(misfit(record)).sum() for record in public])[:10]]
    return min((least_squares(misfit, start) for start in starts), key=lambda found: found.cost).x


def newcomer(options, sites):
    reference, *subjects, strangers = drawn(options, sites, options.joins, 0)
    before = heard_run(options, reference, subjects)
    errors = []
    for number in range(options.joins):
        joined = [strangers.at([number]).with_more(subjects[0]), *subjects[1:]]
        after = heard_run(options, reference, joined)
        if len(after.sums) != len(before.sums):
            raise Refused("one subject more makes one landmark more")
        affinities = before.kernel.factor @ (after.sums - before.sums)
        errors.append(np.abs(record_of(before.kernel, affinities, before.public) - after.truth[0][0]).max())
    figures = {"records found": int((np.array(errors) < FOUND).sum()), "median of a record's largest error, sd": float(np.median(errors))}
    return figures | {"times that one joined": len(errors)}, figures["records found"] > 0.1 * len(errors)


def cases(options):
    for sites in options.sites:
        setting = f"ABIDE, 7 features, {sites} × {options.size}, {options.reference} reference points"
        for colluding, attacker in ((False, "coordinator that listens"), (True, "coordinator and all sites but one, colluding")):
            yield telling.Case(attacker, f"{setting}, without records", lambda s=sites, l=colluding: determined(options, s, l))
            yield telling.Case(attacker, f"{setting}, with records", lambda s=sites, l=colluding: members(options, s, l))
        yield telling.Case("coordinator that listens", f"{setting}, one joins, two runs", lambda s=sites: newcomer(options, s))


if __name__ == "__main__":
    telling.main(__name__)
