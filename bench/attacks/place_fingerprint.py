#!/usr/bin/env python3
"""Who is on a shared map, by someone who holds candidates' records.

The attacker is anyone who sees the map: with share_places every site, and the coordinator. He holds the records of people who may have
taken part, say from another study of the same subjects, and wants to know who did.

With single-shot a subject's place depends on its own record and on what is public, and on nothing else. So the attacker places his
candidates with the very same program on the very same map, and looks for their places among those shared. A place has some hundred
bits: it is a fingerprint. What is left of that when places are rounded to a thousandth of the map's width is the second figure.
"""

import numpy as np

from attacking import telling
from attacking.data import abide, parts
from attacking.federation import Federation, Refused, Site, matrix

NAME = "place_fingerprint"
STEPS_ACROSS_THE_MAP = 1000


def add_options(parser):
    parser.add_argument("--candidates", type=int, default=560, help="of whom half are at the site (%(default)s)")
    parser.add_argument("--reference", type=int, default=500, help="reference points (%(default)s)")


def places_of(programs, records, reference, map_shown=None):
    """The places that a site of these records shares, and the reference's map; on a map of the attacker's choice, if he has one."""
    site = Site(
        {"method": "single-shot", "normalization": "robust", "site_data": "subjects.csv", "reference_data": "reference.csv"},
        {"subjects.csv": records.csv(), "reference.csv": reference.csv()},
    )
    with Federation(programs, {"site": site}) as federation:
        for turn in federation.turns():
            if map_shown is not None and turn.phase in ("embed", "collect"):
                turn.message["reference_places"] = map_shown
            if turn.phase == "embed":
                map_used = turn.message["reference_places"]
            if turn.phase == "report":
                return matrix(turn.answers["site"], "places"), map_used
    raise Refused("the run ended before the site shared its places")


def fingerprints(places, step=None):
    """Each place as something that is equal or is not: all of its bits, or the square of a grid that it lies in."""
    if step is not None:
        places = np.round(places / step)
    return [place.tobytes() for place in places]


def told_apart(shown, tried, members):
    """What looking up the shown places among the tried ones tells. `members` says of each candidate whether he is at the site."""
    times = {key: tried.count(key) for key in tried}
    seen = set(shown)
    unique = np.array([times[key] == 1 for key in tried])
    matched = np.array([key in seen for key in tried])
    return {
        "candidates with a place of their own, share": float(unique.mean()),
        "members found, share": float((unique & matched)[members].mean()),
        "others taken for members, share": float(matched[~members].mean()),
    }


def measured(options):
    rng = np.random.default_rng(options.seed)
    records = abide(options.data, "anatomical_spatial")
    reference, candidates = parts(records, [options.reference, options.candidates], rng)
    members = np.arange(options.candidates) < options.candidates // 2
    programs = telling.programs_of(options)
    shown, reference_places = places_of(programs, candidates.at(members), reference)
    shuffled = rng.permutation(options.candidates)
    tried, _ = places_of(programs, candidates.at(shuffled), reference, reference_places)
    width = np.ptp(np.vstack([shown, tried]), axis=0).max()
    return {
        "full precision": told_apart(fingerprints(shown), fingerprints(tried), members[shuffled]),
        "rounded": told_apart(*(fingerprints(p, width / STEPS_ACROSS_THE_MAP) for p in (shown, tried)), members[shuffled]),
    }


def cases(options):
    def figures(precision):
        found = measured(options)[precision]
        return found, found["members found, share"] > 0.5

    setting = f"single-shot, {options.candidates} candidates, half of them at the site"
    yield telling.Case("anyone who sees the map", f"{setting}; places in full", lambda: figures("full precision"))
    yield telling.Case("anyone who sees the map", f"{setting}; places in steps of 1/{STEPS_ACROSS_THE_MAP}", lambda: figures("rounded"))


if __name__ == "__main__":
    telling.main(__name__)
