#!/usr/bin/env python3
"""Subjects' records, from the sums that method joint by cells makes known.

No site shows a place or a term of its own. The coordinator has sums over all sites, of which the largest, `reference_gradient`, tells how
all subjects together pull and push each reference point, in every round. Another site sees the same: it follows from how the reference
moves. The attackers keep to the protocol.

1. The coordinator, with no records but the reference. His sums are exact but for one thing: each site has a Z of its own.
2. The coordinator colluding with all sites but one. They take away their own terms, which leaves one site's, and its Z they know.

Both look for the records that explain the sums of the first rounds (attacking/unmixing.py). The final map's figure is told, too, for
comparison. A record counts as found when every one of its features is within a tenth of the feature's standard deviation.

3. The coordinator with candidates' records. He places each candidate himself, works out what it would add to the first round's sum and
   to the counts, and tests the sums for it, as sums_membership does.
"""

from dataclasses import dataclass

import numpy as np

from attacking import telling
from attacking.contributing import area_under_curve, likelihoods, parts_in_sum
from attacking.data import abide, parts
from attacking.federation import Federation, Refused, Site, matrix
from attacking.matrices import unpack
from attacking.preparing import zscore
from attacking.sums import is_masked, sum_over_sites
from attacking.tsne import affinities_among, attraction, squared_distances
from attacking.unmixing import Seen, Unmixing, moments, normalizer, over_reference, placed

NAME = "joint_sums"
PERPLEXITY = 30
ROUNDS = 4
ABOVE_CHANCE = 0.6
FOUND = 0.1  # standard deviations of the reference
BOUNDS = {"members": 2.0**31, "reference_gradient": 1024, "cell_sums": 1e8, "cell_products": 1e10}


def add_options(parser):
    parser.add_argument("--subjects", type=int, default=20, help="at each site (%(default)s)")
    parser.add_argument("--sites", type=int, nargs="+", default=[3], help="whose sums are seen (%(default)s)")
    parser.add_argument("--reference", type=int, default=300, help="reference points (%(default)s)")
    parser.add_argument("--others", type=int, default=100, help="candidates who are at no site (%(default)s)")
    parser.add_argument("--known-others", type=int, default=400, help="people to learn from (%(default)s)")
    parser.add_argument("--runs", type=int, default=1, help="with other subjects each (%(default)s)")


def drawn(options, sites, run):
    """The reference, the sites' subjects, and two lots of others: candidates, and people to learn from."""
    records = abide(options.data, "functional_temporal")
    sizes = [options.reference] + sites * [options.subjects] + [options.others, options.known_others]
    return parts(records, sizes, np.random.default_rng([options.seed, run]))


@dataclass
class Overheard:
    """A run as the coordinator has it, and the truth: to judge by, and to make what colluding sites are left with."""

    public: np.ndarray
    members: np.ndarray  # by reference point
    cells: np.ndarray  # of the reference points
    maps: list  # the reference's places in each round
    gradients: list
    sums: list  # of the cells' members, by round
    truth: list  # by site
    nearest: list
    places: list  # by round and site
    final: tuple

    @property
    def points(self):
        return len(self.public) + int(self.members.sum())


def overheard(options, sites, run):
    reference, *subjects, _, _ = drawn(options, sites, run)
    inputs = {"method": "joint", "normalization": "zscore", "site_data": "subjects.csv"}
    federation = {f"site{number}": Site(dict(inputs), {"subjects.csv": own.csv()}) for number, own in enumerate(subjects)}
    federation["site0"].inputs["reference_data"] = "reference.csv"
    federation["site0"].files["reference.csv"] = reference.csv()
    prepared = zscore(reference)
    heard = Overheard(prepared(reference), None, None, [], [], [], [prepared(own) for own in subjects], None, [], None)
    told = {}
    with Federation(telling.programs_of(options), federation) as running:
        for turn in running.turns():
            listen(heard, told, turn, running)
            told = turn.message
    return heard


def listen(heard, told, turn, running):
    answers = list(turn.answers.values())
    if told.get("phase") == "collect":
        heard.final = matrix(told, "reference_places"), np.vstack([matrix(answer, "places") for answer in answers])
    if told.get("phase") != "embed":
        return
    if not is_masked(answers[0]) or "stage" not in told:
        raise Refused("this version sends other sums (joint_affinities)")
    if told["stage"] == "count":
        heard.members = np.round(sum_over_sites(answers, "members", BOUNDS["members"])[:, 0]).astype(int)
    kept = [site.cache["method"] for site in running.sites.values()]
    if told["stage"] in ("start", "iterate") and len(heard.places) <= ROUNDS:
        heard.nearest = [np.array(each["nearest"]) for each in kept]
        heard.cells = np.array(running.remote.cache["method"]["cells"])
        heard.places.append([unpack(each["places"]) for each in kept])
        heard.sums.append([sum_over_sites(answers, name, BOUNDS[name]) for name in ("cell_sums", "cell_products")])
    if told["stage"] == "iterate" and len(heard.maps) < ROUNDS:
        heard.maps.append(matrix(told, "reference_places"))
        heard.gradients.append(sum_over_sites(answers, "reference_gradient", BOUNDS["reference_gradient"]))


def seen_by_coordinator(run):
    nearest = np.repeat(np.arange(len(run.public)), run.members)
    numbers, cells = np.unique(run.cells[nearest], return_inverse=True)
    conditional = affinities_among(run.public, PERPLEXITY)
    among = (conditional + conditional.T) / (2 * run.points)
    gradients = [seen - 4 * attraction(among, map_, map_) for seen, map_ in zip(run.gradients, run.maps)]
    about = [run.maps[0], *run.maps]  # where the reference was when a round's sums were made
    found = [moments_of_sums(sums, map_, run.cells, numbers, np.bincount(cells)) for sums, map_ in zip(run.sums, about)]
    roughly = normalizer(np.vstack([run.maps[0][nearest], run.maps[0]]))
    return Seen(run.public, run.maps, run.points, gradients, nearest, cells, found[:ROUNDS], roughly)


def moments_of_sums(sums, map_, cells, numbers, members):
    centres = np.array([map_[cells == cell].mean(axis=0) for cell in numbers])
    mean, squares = (each[numbers] / members[:, None] for each in sums)
    squares = squares - np.column_stack([mean[:, 0] ** 2, mean[:, 0] * mean[:, 1], mean[:, 1] ** 2])
    return np.hstack([centres + mean, squares])


def seen_by_colluding(run):
    """What is left when the other sites take away their terms, made here from the first site's data."""
    truth, nearest = run.truth[0], run.nearest[0]
    cells = np.unique(run.cells[nearest], return_inverse=True)[1]
    members = np.eye(cells.max() + 1)[cells]
    places = [of_sites[0] for of_sites in run.places[:ROUNDS]]
    roughly = normalizer(np.vstack(run.places[0] + [run.maps[0]]))
    seen = Seen(run.public, run.maps, run.points, run.maps, nearest, cells, [moments(there, members) for there in places], roughly)
    shares = (1 - shares_at_site(run))[:, None, None]
    over = over_reference(truth, run.public)
    seen.gradients = [(shares * seen.pulls(over, there, n) + seen.pushes(there, n)).sum(axis=0) for n, there in enumerate(places)]
    seen.scale = np.abs(seen.gradients[0]).max()
    return seen


def shares_at_site(run):
    """Which share of their neighbours the first site's subjects have there (shared/federated/share_at_site.h)."""
    count = run.cells.max() + 1
    everyone = np.bincount(run.cells, weights=run.members, minlength=count)[run.cells]
    own_cells = run.cells[run.nearest[0]]
    own = np.bincount(own_cells, minlength=count)[run.cells]
    itself = run.cells[None] == own_cells[:, None]
    others = everyone - itself
    known = over_reference(run.truth[0], run.public) * (others > 0)
    return (known * (own - itself) / np.maximum(others, 1)).sum(axis=1) / known.sum(axis=1)


def found_from(seen, options):
    return Unmixing(seen, np.random.default_rng(options.seed)).solve()


def found_on_map(run):
    reference, places = run.final
    nearest = np.argsort(squared_distances(places, reference), axis=1)[:, :3]
    return run.public[nearest].mean(axis=1)


def attacked(run, attacker, options):
    """Records found, and the truth."""
    everyone = np.vstack(run.truth)
    if attacker == "map":
        return found_on_map(run), everyone
    if attacker == "colluding":
        return found_from(seen_by_colluding(run), options), run.truth[0]
    return found_from(seen_by_coordinator(run), options), everyone


def measured(options, sites, attacker):
    errors = []
    for number in range(options.runs):
        found, truth = attacked(overheard(options, sites, number), attacker, options)
        errors.append(np.abs(found[None] - truth[:, None]).max(axis=2).min(axis=1))
    errors = np.concatenate(errors)
    figures = {
        "records found, share": float((errors < FOUND).mean()),
        "median of a record's largest error, sd": float(np.median(errors)),
        "subjects": len(errors),
    }
    return figures, figures["records found, share"] > 0.1


def contributions(seen, people):
    """What each would add to the first gradient, in units of a usual one, and to the counts, had it no neighbours at its site; the unit."""
    over = over_reference(people, seen.public)
    places = placed(over, seen.maps[0])
    forces = (seen.pulls(over, places, 0) + seen.pushes(places, 0)).reshape(len(people), -1)
    counts = np.zeros((len(people), len(seen.public)))
    counts[np.arange(len(people)), squared_distances(places, seen.maps[0]).argmin(axis=1)] = 1
    unit = np.linalg.norm(forces, axis=1).mean()
    return np.hstack([forces / unit, counts]), unit


def scores(options, sites, number):
    run = overheard(options, sites, number)
    seen = seen_by_coordinator(run)
    reference, *subjects, strangers, known = drawn(options, sites, number)
    prepared = zscore(reference)
    members = sum(len(own) for own in subjects)
    candidates = np.vstack([*run.truth, prepared(strangers)])
    added, unit = contributions(seen, np.vstack([candidates, prepared(known)]))
    others = added[len(candidates) :]
    sums = np.concatenate([seen.gradients[0].ravel() / unit, run.members])
    alone = likelihoods(sums - members * others.mean(axis=0), added[: len(candidates)], others)
    together = parts_in_sum(sums, added[: len(candidates)])
    return [area_under_curve(score[:members], score[members:]) for score in (alone, together)]


def membership(options, sites):
    alone, together = np.mean([scores(options, sites, number) for number in range(options.runs)], axis=0)
    figures = {
        "area under the curve, each candidate alone": float(alone),
        "area under the curve, all who could be there": float(together),
        "runs": options.runs,
    }
    return figures, bool(max(alone, together) > ABOVE_CHANCE)


def cases(options):
    for sites in options.sites:
        setting = f"joint, ABIDE, 7 features, {sites} sites of {options.subjects}, {options.reference} reference points"
        attackers = {
            "coordinator": f"{setting}, {ROUNDS} rounds",
            "colluding": f"{setting}, {ROUNDS} rounds; all sites but one, colluding",
            "map": f"{setting}, final map",
        }
        for attacker, told in attackers.items():
            yield telling.Case(attacker, told, lambda sites=sites, attacker=attacker: measured(options, sites, attacker))
        yield telling.Case("coordinator with records", f"{setting}, members", lambda sites=sites: membership(options, sites))


if __name__ == "__main__":
    telling.main(__name__)
