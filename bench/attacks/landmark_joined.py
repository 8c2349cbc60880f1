#!/usr/bin/env python3
"""The records of subjects who join a site between two runs that learn their reference, from the difference of the sums.

The attacker is the coordinator and has no records. Of features he gets exact sums over all sites, and those who were there before cancel.
He keeps to the protocol, or but for one thing: in the second run he asks for products along the directions of the first, which no site
can tell from the random ones that he should ask along.

1. One joins: the difference of the sums of `values` is the record.
2. Two join: the same difference is the sum of their records, that of the squares tells how far apart the two are in each feature, and that
   of the products which feature's larger value goes with which other's. Which is whose is all that is left open.

Components, landmarks, and the numbers of subjects are not needed.
"""

import numpy as np

from attacking import federations, telling
from attacking.landmarks import WIDE_UNITS, wide
from attacking.matrices import pack, unpack

NAME = "landmark_joined"
FOUND = 0.1  # standard deviations
MANY = 0.1  # of the records
ALIKE = 0.1  # how far, as a share, directions may differ between the runs


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


def two(before, after):
    """The records of both who joined."""
    total = ((after.digits - before.digits) @ WIDE_UNITS) / 2
    squares, directions, products = raw_moments(after)
    squares_before, directions_before, products_before = raw_moments(before)
    apart = np.sqrt(np.maximum((squares - squares_before) / 2 - total**2, 0))
    same = np.linalg.lstsq(directions_before, directions, rcond=None)[0]  # scales differ a little between the runs
    difference = products - products_before @ same - 2 * np.outer(total, total @ directions)
    strange = np.linalg.norm(directions - directions_before @ same, axis=0) / np.linalg.norm(directions, axis=0)
    difference = difference[:, strange <= max(strange.min(), ALIKE)]
    sides = np.sign(np.linalg.svd(difference / (apart[:, None] + 1e-12 * apart.max() + 1e-300), full_matrices=False)[0][:, 0])
    return np.array([total + sides * apart, total - sides * apart])


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
    found = {1: one, 2: two}[joining](before, federation.listened(options, sites, **ask))
    truth = sites[0].values[:joining]
    deviations = everyone.std(axis=0)
    used = deviations > 0
    errors = [np.abs((order - truth) / np.where(used, deviations, 1))[:, used] for order in (found, found[::-1])]
    return min(errors, key=lambda each: each.mean())


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
    for federation, joining, again in [*planned, (digits[1], 2, True)]:
        attacker = "coordinator that asks the same again" if again else "coordinator that listens"
        setting = f"{federation.setting()}; {('one joins', 'two join')[joining - 1]} the first site, two runs"
        told = (federation, joining, again)
        yield telling.Case(attacker, setting, lambda told=told: measured(options, *told))


if __name__ == "__main__":
    telling.main(__name__)
