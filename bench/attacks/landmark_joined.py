#!/usr/bin/env python3
"""The records of subjects who join a site between two runs that learn their reference, from the difference of the sums.

The attacker is the coordinator and has no records. Of features he gets exact sums over all sites, and those who were there before cancel.
He keeps to the protocol, or but for one thing: in the second run he asks for products along the directions of the first, which no site
can tell from the random ones that he should ask along.

1. One joins: the difference of the sums of `values` is the record.
2. Two join: the same difference is the sum of their records, that of the squares tells how far apart the two are in each feature, and that
   of the products which feature's larger value goes with which other's. Which is whose is all that is left open.
3. More join: the products' difference spans their records, and says their products with each other; the sum fixes one direction of the
   turn that is left open. Where values are never negative and each newcomer has features that the others have not, as digits have, these
   features tell the rest: they are the extreme rays of all features' rows (separable factors, Araújo et al. 2001).

Components, landmarks, and the numbers of subjects are not needed.
"""

import numpy as np
from scipy.optimize import linear_sum_assignment

from attacking import federations, telling
from attacking.federation import Refused
from attacking.landmarks import WIDE_UNITS, wide
from attacking.matrices import pack, unpack

NAME = "landmark_joined"
WORDS = {1: "one joins", 2: "two join"}
FOUND = 0.1  # standard deviations
MANY = 0.1  # of the records
ALIKE = 0.1  # how far, as a share, directions may differ between the runs
FAINT = 1e-3  # of the largest sum of a feature


def add_options(parser):
    parser.add_argument("--joins", type=int, default=2, help="times that somebody joins, for each federation (%(default)s)")


def raw_moments(learned):
    """Sums of records and of their squares, of each feature; products of features, along directions in them."""
    subjects, mean = learned.subjects, learned.told_mean
    total = wide(learned.digits)
    squares = wide(learned.square_digits) + 2 * mean * total - subjects * mean**2
    scaled = np.isfinite(learned.scale)
    directions = learned.bases[0] / learned.scale[:, None]
    about_mean = learned.products[0] * np.where(scaled, learned.scale, 0)[:, None]
    centre = np.where(scaled, total / subjects, 0)
    return squares, directions, about_mean + subjects * np.outer(centre, centre @ directions)


def one(before, after):
    """The record of the only one who joined."""
    return ((after.digits - before.digits) @ WIDE_UNITS)[None]


def products_between(before, after):
    """Products of the newcomers' features with these along the directions that both runs asked for: the directions, and the products."""
    _, directions, products = raw_moments(after)
    _, directions_before, products_before = raw_moments(before)
    same = np.linalg.lstsq(directions_before, directions, rcond=None)[0]  # scales differ a little between the runs
    strange = np.linalg.norm(directions - directions_before @ same, axis=0) / np.linalg.norm(directions, axis=0)
    kept = strange <= max(strange.min(), ALIKE)
    return directions[:, kept], (products - products_before @ same)[:, kept]


def two(before, after):
    """The records of both who joined."""
    total = ((after.digits - before.digits) @ WIDE_UNITS) / 2
    squares = (raw_moments(after)[0] - raw_moments(before)[0]) / 2
    apart = np.sqrt(np.maximum(squares - total**2, 0))
    directions, products = products_between(before, after)
    difference = products - 2 * np.outer(total, total @ directions)
    sides = np.sign(np.linalg.svd(difference / (apart[:, None] + 1e-12 * apart.max() + 1e-300), full_matrices=False)[0][:, 0])
    return np.array([total + sides * apart, total - sides * apart])


def purest(rows, count):
    """Of rows that are mixtures of so many factors the likeliest to be of one each, by successive projections."""
    found, left = [], rows
    for _ in range(count):
        at = np.argmax((left**2).sum(axis=1))
        found.append(rows[at])
        axis = left[at] / np.linalg.norm(left[at])
        left = left - np.outer(left @ axis, axis)
    return np.array(found)


def several(before, after, count):
    """The records of all who joined, as far as features tell them apart."""
    unit = np.where(np.isfinite(after.scale), after.scale, 1)
    total = (after.digits - before.digits) @ WIDE_UNITS / unit
    directions, products = products_between(before, after)
    directions, products = directions * unit[:, None], products / unit[:, None]
    if products.shape[1] < count:
        raise Refused("fewer directions are asked along in both runs than join")
    span = np.linalg.svd(products, full_matrices=False)[0][:, :count]
    among = span.T @ products @ np.linalg.pinv(span.T @ directions)
    values, vectors = np.linalg.eigh((among + among.T) / 2)
    rows = span @ vectors * np.sqrt(np.maximum(values, 0))  # of the features, but for a turn
    sums = rows @ np.linalg.lstsq(rows, total, rcond=None)[0]
    there = sums > FAINT * sums.max()
    left, _, right = np.linalg.svd(purest(rows[there] / sums[there, None], count))
    return (rows @ (left @ right).T).T * unit


def ask_again(basis):
    """The first of the second run's products are asked for along the first run's directions, where features are not scaled."""

    def ask(message, listener):
        if message["stage"] == "subspace" and not listener.learned.bases:
            own = unpack(message["basis"])
            columns = min(own.shape[1], basis.shape[1])
            own[:, :columns] = basis[:, :columns]
            message["basis"] = pack(own)

    return ask


def errors_of(options, federation, joining, again, number):
    """The largest error of each record in standard deviations of its feature, and the share of single values found."""
    rng = np.random.default_rng([options.seed, number])
    sites, _ = federation.draw(options.data, rng)
    everyone = federations.together(sites).values
    at_first = [sites[0].at(slice(joining, None)), *sites[1:]]
    before = federation.listened(options, at_first)
    ask = {"ask": ask_again(before.bases[0])} if again else {}
    after = federation.listened(options, sites, **ask)
    found = {1: one, 2: two}[joining](before, after) if joining < 3 else several(before, after, joining)
    truth = sites[0].values[:joining]
    deviations = everyone.std(axis=0)
    used = deviations > 0
    errors = np.abs((found[None] - truth[:, None]) / np.where(used, deviations, 1))[:, :, used]
    whose = linear_sum_assignment(errors.mean(axis=2))
    return errors[whose]


def measured(options, federation, joining, again):
    attempts = federations.first_that_run(lambda number: errors_of(options, federation, joining, again, number), options.joins)
    worst = np.concatenate([errors.max(axis=1) for errors in attempts])
    figures = {
        "times": len(attempts),
        "records found, share": float((worst < FOUND).mean()),
        "median of a record's largest error, sd": float(np.median(worst)),
        "single values found, share": float(np.mean([(errors < FOUND).mean() for errors in attempts])),
    }
    return figures, figures["records found, share"] > MANY


def cases(options):
    digits = federations.digits(*3 * [25]), federations.digits(*10 * [25])
    planned = [(federation, joining, False) for federation in (federations.functional(*3 * [25]), federations.true_sites(), *digits) for joining in (1, 2)]
    more = (digits[1], 2), (digits[1], 3), (digits[1], 5), (federations.digits(*10 * [40]), 10), (federations.true_sites(), 3)
    planned += [(federation, joining, True) for federation, joining in more]
    for federation, joining, again in planned:
        attacker = "coordinator that asks the same again" if again else "coordinator that listens"
        setting = f"{federation.setting()}; {WORDS.get(joining, f'{joining} join')} the first site, two runs"
        told = (federation, joining, again)
        yield telling.Case(attacker, setting, lambda told=told: measured(options, *told))


if __name__ == "__main__":
    telling.main(__name__)
