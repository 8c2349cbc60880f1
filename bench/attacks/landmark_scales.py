#!/usr/bin/env python3
"""Who takes part, for a coordinator that lies about the scales in which a run learns its reference with normalization robust.

He holds records of people, and asks for one in each run: he says that all features have their middle where the candidate's are, and next to no
spread. So everybody else's values are cut at the limit, and the sum of a feature's squares, which follows from the products with the first
basis, lacks one subject if the candidate is there.
"""

import base64

import numpy as np

from attacking import telling
from attacking.contributing import area_under_curve
from attacking.data import abide, finest_feature, parts
from attacking.federation import Federation, Refused, needed
from attacking.landmarks import federation_of
from attacking.matrices import pack, unpack
from attacking.preparing import ROBUST_LIMIT
from attacking.sums import sum_over_sites, words

NAME = "landmark_scales"
WINDOW = 1e-7  # of a feature's standard deviation


def add_options(parser):
    parser.add_argument("--size", type=int, default=20, help="of the sites (%(default)s)")
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 10], help="whose sums are seen (%(default)s)")
    parser.add_argument("--asked", type=int, default=10, help="members who are asked for, and as many others (%(default)s)")


def lie(message, name, values):
    """In versions that tell sites the sum, a lie that looks like one."""
    told = needed(message, name)
    if "float64" in told:
        message[name] = pack(values[None])
        return
    false = words(told) + np.uint64(1)
    message[name] = told | {"uint64": base64.b64encode(false.astype("<u8").tobytes()).decode("ascii")}


def sum_of_squares(options, sites, candidate, deviations, feature):
    inputs = {"normalization": "robust"}
    told = {}
    with Federation(telling.programs_of(options), federation_of(sites, inputs)) as running:
        for turn in running.turns():
            if told.get("stage") == "subspace":
                basis = unpack(told["basis"])
                bound = sum(map(len, sites)) * len(candidate) * ROBUST_LIMIT**2
                products = sum_over_sites(turn.answers.values(), "products", bound) @ basis.T
                return products[feature, feature]
            stage = turn.message.get("stage")
            if stage == "spread":
                lie(turn.message, "middles", candidate)
            if stage == "oddness":
                lie(turn.message, "spreads", (WINDOW * deviations) ** 2)
            told = turn.message
    raise Refused("the run ended before its sums")


def members(options, sites):
    records = abide(options.data, "functional_temporal")
    rng = np.random.default_rng([options.seed, 0])
    *subjects, strangers = parts(records, [*(sites * [options.size]), options.asked], rng)
    there = subjects[0].values[: options.asked]
    deviations = records.values.std(axis=0)
    feature = finest_feature(records)
    candidates = np.vstack([there, strangers.values])
    squares = np.array([sum_of_squares(options, subjects, candidate, deviations, feature) for candidate in candidates])
    area = area_under_curve(-squares[: len(there)], -squares[len(there) :])
    return {"area under the curve": float(area), "times": len(squares)}, bool(area > 0.6)


def cases(options):
    for sites in options.sites:
        setting = f"learned reference, ABIDE, 7 features, {sites} × {options.size}"
        yield telling.Case("coordinator that lies about scales, with records", setting, lambda s=sites: members(options, s))


if __name__ == "__main__":
    telling.main(__name__)
