#!/usr/bin/env python3
"""Subjects' records, from the sums that a run without a reference learns its landmarks from. All sums are those of a real run.

1. The coordinator that listens and knows nobody's record. The products that the components are learned with lie in the span of the records.
   Where values are never negative and often zero, records are extreme rays of the cone of such vectors in that span, if it is all of it:
   he looks for rays along random directions, each time letting what is small weigh more. A record counts as found when a ray has a cosine
   of 0.99 to it.
2. Colluding sites take their own subjects out of the sums. Who is then alone in a landmark is read. They need no coordinator for it:
   the landmarks are means, and all sites get them and their numbers of members. A record counts as found when all its coordinates in the
   components are within a tenth of their standard deviation.
3. For both, what nobody has turned into an attack: whose coordinates the tree's sums determine, linear around the truth, when it is known
   who is in which node (attacking/determining.py).
"""

import argparse

import numpy as np
from scipy.optimize import linprog

from attacking import federations, telling
from attacking.determining import determined

NAME = "landmark_records"
FOUND = 0.1  # standard deviations
LIKE = 0.99  # a cosine
FAINT = 1e-9  # of the largest singular value
MANY = 0.1
MOST = 120  # members of the subtrees whose equations are looked at together


def add_options(parser):
    parser.add_argument("--searches", type=int, default=20, help="for rays (%(default)s)")
    parser.add_argument("--weighings", type=int, default=8, help="in each search (%(default)s)")
    parser.add_argument("--runs", type=int, default=2, help="of each federation but the large ones (%(default)s)")
    parser.add_argument("--large", action=argparse.BooleanOptionalAction, default=True, help="federations of thousands, too")


def span_of(learned):
    """An orthonormal basis of what the products and the mean span: features × directions. Features that are always zero are left out."""
    products = np.hstack([products / np.linalg.norm(products) for products in learned.products])
    left, values, _ = np.linalg.svd(products, full_matrices=False)
    left = left[:, values > FAINT * values[0]]
    basis = np.linalg.qr(np.column_stack([learned.told_mean / np.linalg.norm(learned.told_mean), left]))[0]
    return basis, np.abs(basis).max(axis=1) > FAINT


def ray(basis, weights, weighings):
    """A vector of the span without negative values and with many zeros."""
    found = None
    for _ in range(weighings):
        solved = linprog(
            weights @ basis,
            A_ub=-basis,
            b_ub=np.full(len(basis), FAINT),
            A_eq=basis.sum(axis=0)[None],
            b_eq=[1],
            bounds=(None, None),
            method="highs",
        )
        if solved.status != 0:
            return found
        found = np.maximum(basis @ solved.x, 0)
        weights = 1 / (found + 0.03 * found.max())
    return found


def by_rays(options, federation):
    ((sites, _, learned),) = federations.runs_of(options, federation, 1)
    values = federations.together(sites).values
    basis, used = span_of(learned)
    rng = np.random.default_rng(options.seed)
    records = values[:, used] / np.linalg.norm(values, axis=1, keepdims=True)
    rays = [ray(basis[used], -rng.normal(size=used.sum()), options.weighings) for _ in range(options.searches)]
    cosines = np.array([records @ each / np.linalg.norm(each) for each in rays if each is not None]).reshape(-1, len(values))
    found = {int(row.argmax()) for row in cosines if row.max() > LIKE}
    figures = {
        "records found, share": len(found) / len(values),
        "directions of the span": basis.shape[1],
        "subjects": len(values),
        "searches that ended": len(cosines),
        "median cosine of a ray to the likest record": float(np.median(cosines.max(axis=1))) if len(cosines) else 0.0,
    }
    return figures, len(found) > 0


def read_by_colluding(sites, learned, colluding):
    """For each subject of the other sites whether its record is read, and what share of it the coordinates hold; for each whether it is one
    of two in a landmark."""
    known = learned.without(federations.together(sites[:colluding]).values)
    unknown = federations.together(sites[colluding:]).values
    places, deviations = learned.coordinates(unknown), np.sqrt(learned.variances)
    rows_of = known.members_of(places)
    read, two = np.zeros(len(unknown), bool), np.zeros(len(unknown), bool)
    for leaf in known.leaves():
        rows, node = rows_of[leaf], known.nodes[leaf]
        if node.members == 1:
            read[rows] = np.abs((node.total - places[rows]) / deviations).max() < FOUND
        two[rows] = node.members == 2
    return read, (places**2).sum(axis=1) / (learned.centred(unknown) ** 2).sum(axis=1), two


def by_colluding(options, federation, colluding):
    runs = federations.runs_of(options, federation, 1 if federation in LARGE else options.runs)
    told = [read_by_colluding(sites, learned, colluding or len(sites) - 1) for sites, _, learned in runs]
    read, held, two = (np.concatenate(each) for each in zip(*told))
    figures = {
        "records found, share": float(read.mean()),
        "median share of a record that its coordinates hold": float(np.median(held)),
        "two in a landmark, share": float(two.mean()),
        "subjects": len(read),
    }
    return figures, figures["records found, share"] > MANY


def by_equations(options, federation, colluding):
    told = []
    for sites, _, learned in federations.runs_of(options, federation, options.runs):
        known, unknown = (sites[:-1], sites[-1:]) if colluding else ([], sites)
        left = learned.without(federations.together(known).values) if colluding else learned
        told.append(determined(left, federations.together(unknown).values, MOST))
    told = np.concatenate(told)
    return {"records determined, share": float(told.mean()), "subjects": len(told)}, told.mean() > MANY


DIGITS = federations.digits(*3 * [20]), federations.digits(*10 * [20])
LARGE = federations.digits(*10 * [400]), federations.digits(*9 * [442], 20)
FEDERATIONS = (*DIGITS, federations.scans(*10 * [20]), federations.true_sites(), *LARGE)


def cases(options):
    for federation in DIGITS:
        setting = f"{federation.setting()}; rays of the products' span"
        yield telling.Case("coordinator that listens", setting, lambda federation=federation: by_rays(options, federation))
    for federation in FEDERATIONS:
        if federation in LARGE and not options.large:
            continue
        for colluding in (5, 7, None) if federation is LARGE[0] else (None,):
            told = f"{colluding} colluding sites" if colluding else "all sites but one, colluding"
            run = lambda federation=federation, colluding=colluding: by_colluding(options, federation, colluding)
            yield telling.Case("colluding", f"{federation.setting()}; {told}", run)
    for federation in FEDERATIONS:
        for colluding in () if federation in LARGE else (False, True):
            setting = f"{federation.setting()}; {'the last site' if colluding else 'all'} by equations, linear around the truth"
            run = lambda federation=federation, colluding=colluding: by_equations(options, federation, colluding)
            yield telling.Case("colluding" if colluding else "coordinator that listens", setting, run)


if __name__ == "__main__":
    telling.main(__name__)
