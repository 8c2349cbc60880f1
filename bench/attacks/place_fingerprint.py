#!/usr/bin/env python3
"""Who is on a shared map, by someone who holds candidates' records.

The attacker is anyone who sees the map: with share_places every site, and the coordinator. He holds the records of people who may have
taken part, say from another study of the same subjects, and wants to know who did.

With single-shot a subject's place depends on its own record and on what is public, and on nothing else. So the attacker places his
candidates with the very same program on the very same map, at a site of his own, which keeps the places in full, and looks for them
among those shared. A place in full has some hundred bits: it is a fingerprint. Where places are rounded, he finds out the step from
the places themselves, and rounds his own.

The other cases are no attack on a version, but say what steps would have to be for an answer: what is found if places came in them.
"""

import numpy as np

from attacking import telling
from attacking.data import abide, parts
from attacking.federation import Federation, Refused, Site, matrix
from attacking.matrices import unpack

NAME = "place_fingerprint"
STEPS_ACROSS_THE_MAP = 1000
COARSER_STEPS = (100, 30, 10)
NEAR_WHOLE = 1e-6


def add_options(parser):
    parser.add_argument("--candidates", type=int, default=560, help="of whom half are at the site (%(default)s)")
    parser.add_argument("--reference", type=int, default=500, help="reference points (%(default)s)")


def places_of(programs, records, reference):
    """Returns the places that a site of these records shares, those that it keeps, and the reference's."""
    site = Site(
        {"method": "single-shot", "normalization": "robust", "site_data": "subjects.csv", "reference_data": "reference.csv",
         "site_settings": {"share_places": True}},
        {"subjects.csv": records.csv(), "reference.csv": reference.csv()},
    )
    kept = None
    with Federation(programs, {"site": site}) as federation:
        for turn in federation.turns():
            if turn.phase == "collect":
                kept = unpack(federation.sites["site"].cache["method"]["places"])
                reference_places = matrix(turn.message, "reference_places")
            if turn.phase == "report":
                return matrix(turn.answers["site"], "places"), kept, reference_places
    raise Refused("the run ended before the site shared its places")


def width(places):
    return np.ptp(places, axis=0).max()


def step_of(shown, reference):
    """Returns the step to which places were rounded, None if they were not: a thousandth of the reference's width, or of the site's own."""
    own = [width(shown) / steps for steps in range(STEPS_ACROSS_THE_MAP - 2, STEPS_ACROSS_THE_MAP + 3)]
    for step in [width(reference) / STEPS_ACROSS_THE_MAP, *own]:
        if np.abs(shown / step - np.round(shown / step)).max() < NEAR_WHOLE:
            return step
    return None


def fingerprints(places, step):
    """Returns each place as something to compare: all of its bits, or its square of a grid."""
    if step is not None:
        places = np.round(places / step).astype(int)
    return [place.tobytes() for place in places]


def told_apart(shown, tried, members):
    """Measures what looking up the shared places among the tried ones tells. `members` says of each candidate whether it is at the site."""
    times = {key: tried.count(key) for key in tried}
    seen = set(shown)
    unique = np.array([times[key] == 1 for key in tried])
    matched = np.array([key in seen for key in tried])
    return {
        "candidates with a place of their own, share": float(unique.mean()),
        "members found, share": float(matched[members].mean()),
        "others taken for members, share": float(matched[~members].mean()),
    }


class Experiment:
    def __init__(self, options):
        self.rng = np.random.default_rng(options.seed)
        records = abide(options.data, "anatomical_spatial")
        reference, candidates = parts(records, [options.reference, options.candidates], self.rng)
        members = np.arange(options.candidates) < options.candidates // 2
        programs = telling.programs_of(options)
        self.shown, self.kept, self.reference = places_of(programs, candidates.at(members), reference)
        shuffled = self.rng.permutation(options.candidates)
        _, self.tried, _ = places_of(programs, candidates.at(shuffled), reference)
        self.members = members[shuffled]

    def as_shared(self):
        step = step_of(self.shown, self.reference)
        figures = told_apart(fingerprints(self.shown, step), fingerprints(self.tried, step), self.members)
        across = "in full" if step is None else f"1/{width(np.vstack([self.shown, self.reference])) / step:.0f}"
        return {"places come in steps of": across} | figures

    def in_steps(self, steps):
        step = width(np.vstack([self.kept, self.reference])) / steps
        return told_apart(fingerprints(self.kept, step), fingerprints(self.tried, step), self.members)


def judged(figures):
    return figures, figures["members found, share"] - figures["others taken for members, share"] > 0.5


def cases(options):
    setting = f"single-shot, ABIDE, {options.candidates} candidates, half of them at the site"
    attacker = "anyone who sees the map"
    yield telling.Case(attacker, f"{setting}; places as shared", lambda: judged(Experiment(options).as_shared()))
    for steps in COARSER_STEPS:
        yield telling.Case(
            "nobody: a version that rounds more",
            f"{setting}; places in steps of 1/{steps}",
            lambda steps=steps: judged(Experiment(options).in_steps(steps)),
        )


if __name__ == "__main__":
    telling.main(__name__)
