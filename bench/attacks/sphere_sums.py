#!/usr/bin/env python3
"""What the sums of `sphere` reveal: all subjects' correlations once, and their squares once; or with sphere_epsilon one sum with noise.

The attackers keep to the protocol. Networks are simulated, as the project ships none: every person's own network is drawn around the group's,
and each scan of the person around that, such that two people's correlations deviate from the group's by 0.12 each, half of that variance the
person's own. What is usual they know from other people's networks.

1. The coordinator, or it and all sites but one, with candidates' networks: who is among the subjects. The candidates' networks are those very
   scans, or other scans of the same people.
2. The coordinator without networks, when one joins between two runs: the difference of the sums is the newcomer's network.
3. The same when two join: by sum and squares the two values of each pair of regions, but not whose is which.
4. The first of these where the sums have a guarantee.
"""

from dataclasses import dataclass, field

import numpy as np

from attacking import telling
from attacking.contributing import area_under_curve, parts_in_sum
from attacking.federation import Federation, Refused, Site
from attacking.sums import sum_over_sites

NAME = "sphere_sums"
FRAMES = 70  # of a scan and a person together: correlations deviate by about 1 / √70
SOURCES = 12  # of the group's network
USUAL = 300  # other people, from whom the attacker learns what is usual
OTHERS = 200  # candidates who take no part
FOUND = 1e-6
WHOLE = 65536  # the length of a subject's vector in the sum with noise
NOISY_BOUND = 2.0**46


def add_options(parser):
    parser.add_argument("--regions", type=int, nargs="+", default=[20, 100], help="of the networks (%(default)s)")
    parser.add_argument("--federations", nargs="+", default=["3x20", "10x20", "10x200"], help="sites × subjects (%(default)s)")
    parser.add_argument("--largest-run", type=int, default=200, help="subjects of a federation that is run; sums of larger ones are made (%(default)s)")
    parser.add_argument("--epsilons", type=float, nargs="+", default=[1, 4], help="of guarantees (%(default)s)")
    parser.add_argument("--joins", type=int, default=5, help="times that one or two join (%(default)s)")


def correlations(series):
    """Returns the correlations of regions × frames, as a row of the values above the diagonal."""
    series = series - series.mean(axis=1, keepdims=True)
    series /= np.linalg.norm(series, axis=1, keepdims=True)
    return (series @ series.T)[np.triu_indices(len(series), 1)]


class People:
    """Networks around a group's. Each person mixes the sources in a way of its own."""

    def __init__(self, regions, seed):
        self.regions = regions
        self.random = np.random.default_rng(seed)
        self.mixing = np.hstack([self.random.normal(size=(regions, SOURCES)) / np.sqrt(SOURCES), np.eye(regions)])

    def person(self):
        return self.mixing @ self.random.normal(size=(self.mixing.shape[1], 2 * FRAMES)) / np.sqrt(2 * FRAMES)

    def scan(self, person):
        return correlations(person @ self.random.normal(size=(person.shape[1], 2 * FRAMES)))

    def scans(self, people):
        return np.array([self.scan(person) for person in people])


def matrix_text(pairs, regions):
    matrix = np.eye(regions)
    matrix[np.triu_indices(regions, 1)] = pairs
    matrix = matrix + matrix.T - np.eye(regions)
    return "\n".join(",".join(repr(value) for value in row) for row in matrix.tolist()).encode("ascii")


def site_of(networks, regions, more):
    names = [f"subject{number}.csv" for number in range(len(networks))]
    inputs = {"method": "sphere", "data_format": "connectivity", "site_data": "list.csv", "subject_files": names, "sphere_form": "closed",
              "site_settings": {"allow": ["sphere"]}} | more
    files = {name: matrix_text(pairs, regions) for name, pairs in zip(names, networks)}
    return Site(inputs, files | {"list.csv": ("file\n" + "\n".join(names) + "\n").encode("ascii")})


@dataclass
class Heard:
    """What the coordinator adds up."""

    sums: np.ndarray
    squares: np.ndarray = field(default=None)


def made(sites):
    networks = np.vstack(sites)
    return Heard(networks.sum(axis=0), (networks**2).sum(axis=0))


def heard_run(options, regions, sites):
    """Returns the same of a real run."""
    expected, subjects, told = made(sites), sum(len(own) for own in sites), {}
    federation = {f"site{number:02}": site_of(own, regions, {}) for number, own in enumerate(sites)}
    with Federation(telling.programs_of(options), federation) as running:
        for turn in running.turns():
            if told.get("stage") == "networks":
                answers = turn.answers.values()
                heard = Heard(*(sum_over_sites(answers, name, subjects).ravel() for name in ("connectivity", "squares")))
                if max(np.abs(heard.sums - expected.sums).max(), np.abs(heard.squares - expected.squares).max()) > 1e-6:
                    raise Refused("this version sends other sums")
                return heard
            told = turn.message
    raise Refused("the run ended before its sums")


def noisy_run(options, regions, sites, epsilon):
    """Returns the noisy sum of a real run, in units of a subject's length."""
    more = {"sphere_epsilon": epsilon, "site_settings": {"epsilon_budget": 100}}
    told = {}
    federation = {f"site{number:02}": site_of(own, regions, more) for number, own in enumerate(sites)}
    with Federation(telling.programs_of(options), federation) as running:
        for turn in running.turns():
            if told.get("stage") == "noisy":
                return sum_over_sites(turn.answers.values(), "noisy_networks", NOISY_BOUND).ravel() / WHOLE
            told = turn.message
    raise Refused("the run ended before its sum")


def unit_length(networks, regions):
    """Returns the length of a subject's vector in the noisy sum (shared/methods/sphere/sphere.h)."""
    rows = np.hstack([np.full((len(networks), 1), np.sqrt(regions / 2)), networks])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def sizes_of(federation):
    sites, size = map(int, federation.split("x"))
    return [size] * sites


def scores_of(excess, candidates, usual):
    """Returns how much likelier the sum's excess is with each candidate, if everybody's deviations are the usual ones, of which there are few."""
    mean = usual.mean(axis=0)
    _, lengths, axes = np.linalg.svd(usual - mean, full_matrices=False)
    variances = lengths**2 / (len(usual) - 1)
    rest = variances[len(variances) // 2 :].mean()
    weights = 1 / (variances + rest)

    def weighted(rows):
        along = rows @ axes.T
        return (along * (weights - 1 / (2 * rest))) @ axes + rows / (2 * rest)

    unusual = candidates - mean
    directions = weighted(unusual)
    return directions @ excess - 0.5 * (directions * unusual).sum(axis=1)


def members(options, regions, federation, colluding, again):
    sizes = sizes_of(federation)
    people = People(regions, options.seed)
    subjects = [people.person() for _ in range(sum(sizes))]
    sites = np.split(people.scans(subjects), np.cumsum(sizes)[:-1])
    heard = heard_run(options, regions, sites) if sum(sizes) <= options.largest_run else made(sites)
    asked = sites[0] if colluding else np.vstack(sites)[:OTHERS]
    if colluding:
        others = made(sites[1:])
        heard = Heard(heard.sums - others.sums, heard.squares - others.squares)
    strangers = people.scans([people.person() for _ in range(OTHERS)])
    candidates = np.vstack([people.scans(subjects[: len(asked)]) if again else asked, strangers])
    usual = people.scans([people.person() for _ in range(USUAL)])
    number = sizes[0] if colluding else sum(sizes)
    rows = [np.hstack([networks, networks**2]) for networks in (candidates, usual)]
    sums = np.concatenate([heard.sums, heard.squares])
    scale = rows[1].std(axis=0)
    candidates, usual, sums = rows[0] / scale, rows[1] / scale, sums / scale
    excess = sums - number * usual.mean(axis=0)
    figures = {"area under the curve, each candidate alone": area(scores_of(excess, candidates, usual), len(asked))}
    if number == len(asked):
        figures["area under the curve, all who could be there"] = area(parts_in_sum(sums, candidates), len(asked))
    return figures, max(figures.values()) > 0.6


def area(scores, asked):
    return float(area_under_curve(scores[:asked], scores[asked:]))


def guaranteed(options, regions, federation, epsilon):
    sizes = sizes_of(federation)
    people = People(regions, options.seed)
    sites = np.split(people.scans([people.person() for _ in range(sum(sizes))]), np.cumsum(sizes)[:-1])
    asked = np.vstack(sites)[:OTHERS]
    others, usual = (unit_length(people.scans([people.person() for _ in range(count)]), regions) for count in (OTHERS, USUAL))
    excess = noisy_run(options, regions, sites, epsilon) - sum(sizes) * usual.mean(axis=0)
    candidates = np.vstack([unit_length(asked, regions), others])
    figures = {"area under the curve, each candidate alone": area(scores_of(excess, candidates, usual), len(asked))}
    return figures, max(figures.values()) > 0.6


def newcomers(options, regions, federation, count):
    sizes = sizes_of(federation)
    people = People(regions, options.seed)

    def networks(number):
        return people.scans([people.person() for _ in range(number)])

    sites = [networks(size) for size in sizes]
    before = heard_run(options, regions, sites)
    errors = []
    for _ in range(options.joins):
        joined = networks(count)
        after = heard_run(options, regions, [np.vstack([joined, sites[0]]), *sites[1:]])
        total, squares = after.sums - before.sums, after.squares - before.squares
        half = np.sqrt(np.maximum(2 * squares - total**2, 0)) / 2
        read = [total] if count == 1 else [total / 2 + half, total / 2 - half]
        truth = joined if count == 1 else np.sort(joined, axis=0)[::-1]
        errors.append(max(np.abs(one - other).max() for one, other in zip(read, truth)))
    figures = {"largest error of a correlation": float(max(errors)), "times that they joined": len(errors)}
    return figures, figures["largest error of a correlation"] < (FOUND if count == 1 else 1e-3)


def cases(options):
    for regions in options.regions:
        for federation in options.federations:
            setting = f"{regions} regions, {federation}"
            for colluding, attacker in ((False, "coordinator that listens"), (True, "coordinator and all sites but one, colluding")):
                for again, scans in ((False, "the same scans"), (True, "other scans of the same people")):
                    yield telling.Case(
                        attacker, f"{setting}, with networks: {scans}", lambda r=regions, f=federation, l=colluding, a=again: members(options, r, f, l, a)
                    )
        small = options.federations[0]
        for count, who in ((1, "one joins"), (2, "two join, but for whose is which")):
            yield telling.Case("coordinator that listens", f"{regions} regions, {small}, two runs, {who}", lambda r=regions, c=count: newcomers(options, r, small, c))
        for epsilon in options.epsilons:
            yield telling.Case(
                "coordinator that listens", f"{regions} regions, {small}, with networks, epsilon {epsilon:g}", lambda r=regions, e=epsilon: guaranteed(options, r, small, e)
            )


if __name__ == "__main__":
    telling.main(__name__)
