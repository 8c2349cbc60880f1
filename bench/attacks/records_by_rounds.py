#!/usr/bin/env python3
"""Subjects' records, from all that `dsne` and `joint` as they are say in many rounds, with nothing but the public reference.

A subject's place is a function of its record and of what its site was told, round after round. Who knows the program's formulas
(attacking/site_model.py) and hears what sites are told has in each round's sums more equations for the same unknowns: the records.
The attackers keep to the protocol:

1. The coordinator.
2. The coordinator colluding with all sites but one, who take their own terms away.

Each is told how many subjects a site has and, to his favour, in which cell each subject of `joint` starts.

For each: which share of the records all numbers together determine, linear around the truth, given that a record is spread as its
neighbours in the reference are (to a twentieth of a standard deviation, in every feature); the same were each number known less well; and
the same if sites pushed each place at random when a round ends. A subject's nearest reference points change at jumps, which equations
around the truth do not have: it is no search. With --search two searches are made (attacking/solving.py): from near the truth, and from
the places where the map starts, were they known.

With --lies the coordinator does not keep to the protocol, but says where the reference is as it likes (attacking/lying.py).

3. The coordinator, when a subject joins a site between two runs: how often both runs' numbers determine the newcomer's record.
4. Anyone who sees the final map: the mean of the three reference points nearest to each place.
"""

import numpy as np

from attacking import telling
from attacking.data import abide, parts
from attacking.hearing import heard_run
from attacking.lying import FARTHEST, Lie
from attacking.preparing import zscore
from attacking.solving import DETERMINED, Search, Sums, left_open
from attacking.tsne import squared_distances

NAME = "records_by_rounds"
FOUND = 0.1
LESS_EXACT = (1e2, 1e4)  # times as coarse as single precision leaves the numbers


def add_options(parser):
    parser.add_argument("--size", type=int, default=20, help="of the sites (%(default)s)")
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 10], help="whose sums are seen (%(default)s)")
    parser.add_argument("--rounds", type=int, nargs="+", default=[1, 4, 10], help="that are heard (%(default)s)")
    parser.add_argument("--reference", type=int, default=300, help="reference points (%(default)s)")
    parser.add_argument("--runs", type=int, default=1, help="with other subjects each (%(default)s)")
    parser.add_argument("--joins", type=int, default=4, help="times that one joins (%(default)s)")
    parser.add_argument("--methods", nargs="+", default=["dsne", "joint"])
    parser.add_argument("--jitter", type=float, nargs="+", default=[], help="also with places that sites move at random by so much; slow")
    parser.add_argument("--lies", choices=("coordinator", "pair"), help="of one that lies, alone or as far as with a colluding site, in place of one that listens")
    parser.add_argument("--search", action="store_true", help="also search; slow")


def drawn(options, sizes, run):
    records = abide(options.data, "functional_temporal")
    return parts(records, [options.reference, *sizes], np.random.default_rng([options.seed, run]))


def heard(options, method, reference, sites, rounds):
    # Jitter is computed beside, for any size; the run itself has none.
    parameters = {"jitter": 0} | ({"max_iterations": max(rounds, 5)} if method == "dsne" else {})
    lie = {"ask": lie_of(options, method)} if options.lies else {}
    return heard_run(telling.programs_of(options), method, sites, reference, zscore(reference), rounds, parameters=parameters, **lie)


def lie_of(options, method):
    return Lie(FARTHEST if method == "dsne" else None, method == "joint" and options.lies == "pair", options.seed)


def run_of(options, method, sites, run, rounds):
    reference, *subjects = drawn(options, sites * [options.size], run)
    return heard(options, method, reference, subjects, rounds)


def known_by(run, colluding):
    return [0] if colluding else range(len(run.truth))


def determined(slopes, inverse):
    return float((left_open(slopes.reshape(-1, slopes.shape[-1]), inverse).max(axis=1) < DETERMINED).mean())


def shares_determined(options, run, colluding):
    sums = Sums(run, known_by(run, colluding), max(options.rounds))
    slopes, (_, inverse) = sums.slopes(sums.truth), sums.prior(sums.truth)
    figures = {}
    for rounds in options.rounds:
        figures[f"records determined, {rounds} rounds"] = determined(slopes[:rounds], inverse)
        for coarse in LESS_EXACT:
            figures[f"the same of {rounds}, numbers {coarse:g} times as coarse"] = determined(slopes[:rounds] / coarse, inverse)
    moved = sums.slopes_of_pushes() if options.jitter else None
    for size in options.jitter:
        for rounds in options.rounds:
            figures[f"records determined, {rounds} rounds, jitter {size:g}"] = with_noise(slopes[:rounds], size * moved[:rounds], inverse)
    return figures


def with_noise(slopes, pushes, inverse):
    flat, noise = slopes.reshape(-1, slopes.shape[-1]), pushes.reshape(-1, pushes.shape[-1])
    axes, sizes, _ = np.linalg.svd(noise, full_matrices=False)
    along = axes.T @ flat
    return determined(flat + axes @ ((1 / np.sqrt(1 + sizes**2) - 1)[:, None] * along), inverse)


def measured(options, method, sites, colluding):
    runs = [shares_determined(options, run_of(options, method, sites, run, max(options.rounds)), colluding) for run in range(options.runs)]
    figures = {name: float(np.mean([each[name] for each in runs])) for name in runs[0]}
    figures["runs"] = options.runs
    return figures, figures[f"records determined, {max(options.rounds)} rounds"] > 0.1


def newcomer(options, method):
    """How much of a newcomer's record two runs leave open, of each of some who join."""
    rounds = max(options.rounds)
    reference, *subjects, strangers = drawn(options, 3 * [options.size] + [options.joins], 0)
    before = heard(options, method, reference, subjects, rounds)
    sums = Sums(before, range(3), rounds)
    slopes = sums.slopes(sums.truth)
    left, features = [], sums.truth.shape[1]
    for number in range(options.joins):
        joined = [strangers.at([number]).with_more(subjects[0]), *subjects[1:]]
        after = Sums(heard(options, method, reference, joined, rounds), range(3), rounds)
        of_both = np.vstack([np.concatenate([np.zeros((*slopes.shape[:2], features)), slopes], axis=2).reshape(-1, after.truth.size),
                             after.slopes(after.truth).reshape(-1, after.truth.size)])
        left.append(left_open(of_both, after.prior(after.truth)[1])[0])
    left = np.array(left)
    figures = {
        "times that one joined": options.joins,
        f"records determined by {rounds} rounds of both runs, times": int((left.max(axis=1) < DETERMINED).sum()),
        "median of a record's least determined value, sd": float(np.median(left.max(axis=1))),
    }
    return figures, bool((left.max(axis=1) < DETERMINED).any())


def searched(options, method, sites, colluding, how):
    """Two ways to begin that no attacker has: the truth, moved by three tenths of what is not known, and the places at the start."""
    rounds = max(options.rounds)
    run = run_of(options, method, sites, 0, rounds)
    sums = Sums(run, known_by(run, colluding), rounds)
    truth, seen, known = sums.truth, sums.of(sums.truth), None
    if how == "near":
        _, inverse = sums.prior(truth)
        away = np.random.default_rng(options.seed).normal(size=truth.shape)
        begin = truth + 0.3 * np.einsum("sfg,sg->sf", np.linalg.inv(inverse), away)
    else:
        known = np.vstack([run.own_starts[site] for site in known_by(run, colluding)])
        begin = near_on_map(run.public, known, run.maps[0])
    search = Search(sums, seen, begin, known)
    search.solve([count for count in (1, 2, 4, 10, 30) if count <= rounds], (1e5, 1e4), 4)
    figures = {"records found, share": found(search.records, truth), "where it began": found(begin, truth)}
    return figures, figures["records found, share"] > max(0.1, figures["where it began"])


def near_on_map(public, places, map_):
    return public[np.argsort(squared_distances(places, map_), axis=1)[:, :3]].mean(axis=1)


def found(records, truth):
    return float((np.abs(records - truth).max(axis=1) < FOUND).mean())


def on_final_map(options, method, sites):
    shares = []
    for number in range(options.runs):
        run = run_of(options, method, sites, number, 100 if method == "joint" else 5)
        where = np.vstack(run.own_places[-1])
        shares.append(found(near_on_map(run.public, where, run.maps[-1]), np.vstack(run.truth)))
    return {"records found, share": float(np.mean(shares)), "runs": options.runs}, np.mean(shares) > 0.1


def cases(options):
    for method in options.methods:
        for sites in options.sites:
            setting = f"{method}, ABIDE, 7 features, {sites} × {options.size}, {options.reference} reference points"
            if options.lies:
                attacker = {"coordinator": "coordinator that lies", "pair": "coordinator with a lying site besides"}[options.lies]
                yield telling.Case(attacker, setting, lambda m=method, s=sites: measured(options, m, s, colluding=False))
                continue
            for colluding, attacker in ((False, "coordinator that listens"), (True, "coordinator and all sites but one, colluding")):
                yield telling.Case(attacker, setting, lambda m=method, s=sites, l=colluding: measured(options, m, s, l))
                for how in ("near", "places") if options.search else ():
                    told = {"near": "from near the truth", "places": "knowing the places at the start"}[how]
                    yield telling.Case(attacker, f"{setting}, search {told}", lambda m=method, s=sites, l=colluding, h=how: searched(options, m, s, l, h))
            yield telling.Case("anyone", f"{setting}, final map", lambda m=method, s=sites: on_final_map(options, m, s))
        if options.lies:
            continue
        joins = f"{method}, ABIDE, 7 features, one joins 3 × {options.size}, two runs"
        yield telling.Case("coordinator that listens", joins, lambda m=method: newcomer(options, m))


if __name__ == "__main__":
    telling.main(__name__)
