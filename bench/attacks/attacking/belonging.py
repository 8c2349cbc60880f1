"""How much likelier each record is among the subjects than not, by the sums that a learned reference is made of (attacking/landmarks.py)."""

import numpy as np
from scipy.stats import beta
from scipy.stats import f as f_distribution

CERTAIN = 30.0  # a logarithm beyond it says no more
LAST = 5  # nodes on a record's way, counted from its leaf, that are looked at one by one
FAINT = 1e-9  # of the largest eigenvalue


def bounded(x):
    return np.clip(np.nan_to_num(x, nan=0.0, posinf=CERTAIN, neginf=-CERTAIN), -CERTAIN, CERTAIN)


def by_scatter(away, scatter, members):
    """By the members' second moments, for records so far away from their mean: with it, a record's leverage has a beta distribution,
    without it another's has Fisher's. Where members are too few for the moments, they lie in a plane, and nobody else does."""
    values, vectors = np.linalg.eigh(scatter)
    kept = values > FAINT * max(values[-1], 1e-300)
    along = away @ vectors
    leverage = (along[:, kept] ** 2 / values[kept]).sum(axis=1)
    outside = (along[:, ~kept] ** 2).sum(axis=1) > 1e-7 * max(values[-1], 1e-300)
    size = int(kept.sum())
    share = leverage * members / (members - 1)
    if members - 1 <= size:
        return np.where(outside | (np.abs(share - 1) > 1e-4), -CERTAIN, CERTAIN)
    usual = leverage * members / (members + 1) * (members - size) / size
    with_it = beta.logpdf(np.minimum(share, 1 - 1e-12), size / 2, (members - 1 - size) / 2) + np.log(members / (members - 1))
    without = f_distribution.logpdf(usual, size, members - size) + np.log(members / (members + 1) * (members - size) / size)
    return bounded(np.where((share > 1) | outside, -CERTAIN, with_it - without))


def by_mean(away, covariance, members):
    """By the mean alone, where the members' covariance is guessed."""
    if members == 1:
        return np.where((away**2).sum(axis=1) < 1e-12 * np.trace(covariance), CERTAIN, -CERTAIN)
    distance = (away @ np.linalg.pinv(covariance, rcond=1e-8, hermitian=True) * away).sum(axis=1)
    with_it, without = 1 - 1 / members, 1 + 1 / members
    return bounded(-0.5 * distance * (1 / with_it - 1 / without) + away.shape[1] / 2 * np.log(without / with_it))


def guessed_covariance(node, parent, variances):
    """Of a node's members in all components: the parent's second moments where they are known, else all subjects' variances, with the
    node's own sum of squares."""
    guess = np.diag(variances)
    if parent is not None and parent.members > 1 and len(parent.axes):
        known = parent.scatter / parent.members
        known = 0.5 * known + 0.5 * np.diag(np.diag(known))
        beside = np.eye(len(guess)) - parent.axes.T @ parent.axes
        rest = beside @ guess @ beside
        if np.trace(rest) > FAINT * np.trace(guess):
            rest *= max(parent.spread / parent.members - np.trace(known), 0) / np.trace(rest)
        guess = rest + parent.axes.T @ known @ parent.axes
    if node.members > 1 and node.spread > 0:
        guess *= node.spread / node.members / np.trace(guess)
    return guess


def is_ruled_out(node, places, away, variances):
    """Whether a record is too far away to be a member, or in a bin of the node's counts that has none."""
    bound = node.spread * (node.members - 1) / node.members
    too_far = (away**2).sum(axis=1) > bound * (1 + 1e-9) + 1e-9 * variances.sum()
    if node.below is None:
        return too_far.astype(int)
    bins = np.diff(np.concatenate([[0], node.below, [node.members]]))
    return too_far + (bins[((places @ node.direction)[:, None] > node.thresholds).sum(axis=1)] == 0)


def by_tree(learned, values):
    """What the nodes on each record's way say; the columns are for a test that is fitted to others' runs."""
    places, variances, shape = learned.coordinates(values), learned.variances, (len(values), len(learned.nodes))
    scatter, mean, ruled_out = np.zeros(shape), np.zeros(shape), np.zeros(len(values))
    for number, (node, rows) in enumerate(zip(learned.nodes, learned.members_of(places))):
        if not len(rows):
            continue
        if node.members == 0:
            ruled_out[rows] = 1
            continue
        away = places[rows] - node.mean
        if len(node.axes) and node.members > 1:
            scatter[rows, number] = by_scatter(away @ node.axes.T, node.scatter, node.members)
        parent = None if node.parent is None else learned.nodes[node.parent]
        mean[rows, number] = by_mean(away, guessed_covariance(node, parent, variances), node.members)
        ruled_out[rows] += is_ruled_out(node, places[rows], away, variances)
    return np.array([told_of(learned, place, *told) for place, *told in zip(places, scatter, mean, ruled_out)])


def told_of(learned, place, scatter, mean, ruled_out):
    way = [node for node in reversed(learned.way(place)) if learned.nodes[node].members]
    scatter, mean = scatter[way], mean[way]
    last = [np.concatenate([each[:LAST], np.zeros(max(0, LAST - len(each)))]) for each in (scatter, mean)]
    sums = [scatter[LAST:].sum(), scatter.sum(), mean[LAST:].sum()]
    return np.concatenate([*last, sums, [learned.nodes[way[0]].members, scatter.min(), mean.min(), ruled_out, scatter[-1]]])


def by_products(learned, values):
    """By the regression of features on the directions that products were asked along: a member has bent it towards itself, and its
    leverage is a member's."""
    left, values_of, right = np.linalg.svd(np.hstack(learned.bases), full_matrices=False)
    kept = values_of > 1e-6 * values_of[0]
    directions = left[:, kept]
    seen = np.hstack(learned.products) @ right[kept].T / values_of[kept]
    among = directions.T @ seen
    records = learned.centred(values)
    inside = records @ directions
    inverse = np.linalg.pinv(among, rcond=FAINT, hermitian=True)
    if directions.shape[1] == directions.shape[0]:
        return by_scatter(records, among, learned.subjects)[:, None]
    fit = seen @ inverse
    leverage = np.einsum("ij,jk,ik->i", inside, inverse, inside)
    squares = learned.squares / learned.scale**2
    variance = (squares - (fit * seen).sum(axis=1)) / learned.subjects
    used = variance > FAINT * squares.mean() / learned.subjects
    rest = records - inside @ fit.T
    ratio = rest[:, used] ** 2 / variance[used]
    shares = [np.log(np.minimum(ratio, most).mean(axis=1) + 1e-9) for most in (4, 25, np.inf)]
    more = [np.log(ratio.max(axis=1) + 1e-9), (rest**2).sum(axis=1) / variance.sum(), (ratio > learned.subjects).any(axis=1)]
    return np.column_stack([by_scatter(inside, among, learned.subjects), leverage, *shares, *more])


def by_components(learned, values):
    """The share of each record that the components hold."""
    return (learned.coordinates(values) ** 2).sum(axis=1) / (learned.centred(values) ** 2).sum(axis=1)
