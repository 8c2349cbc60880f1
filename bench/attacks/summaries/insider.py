#!/usr/bin/env python3
"""Somebody with all records of a small site but one, and 20 candidates for the last.

    insider.py DATA_FOLDER PROGRAM [TRIALS]      (numpy)

For each candidate the attacker asks how likely the file is, by the rules: its list of measures, its rows and its spread. Who is in which row he does not
know: he goes through all groupings that the maker may draw, which are some hundred at most where there are two or three rows. (bound.py says what nobody
can exceed where there are more.) Prints how often the true person comes first (chance: 0.05). PROGRAM ("build/bin/dsne summarize") makes the files.
Prints Markdown."""

import sys
from itertools import permutations

import numpy as np
from bound import CANDIDATES, of_measures
from making import LEAST, Scale, abide, coarse_unit, groups_of, noise_covariance, report, rounded, spread_of, squared, step_of, summarized

WEIGHED = 6  # groupings whose spread is looked at


def factor_of(covariance):
    return np.linalg.cholesky(covariance + 1e-9 * np.diag(np.diag(covariance)) + 1e-300 * np.eye(len(covariance)))


def log_sum(values):
    return np.logaddexp.reduce(values)


def groupings(order, left):
    """All groupings of those left, each a tuple of groups, with their chances. `order`: everybody by their distance to each."""
    if len(left) < 2 * LEAST:
        return {(tuple(sorted(left)),): 1.0}
    nearest = {}
    for first in left:
        group = tuple(sorted([other for other in order[first] if other in left][:LEAST]))
        nearest[group] = nearest.get(group, 0) + 1 / len(left)
    return {(group, *rest): chance * after for group, chance in nearest.items() for rest, after in groupings(order, left - set(group)).items()}


def of_spread(seen, values, groups):
    mean, noise = spread_of(values, groups)
    rounding = (2 * coarse_unit(seen) / np.maximum(seen, 1e-300)) ** 2 / 12
    factor = factor_of(noise.covariance() + np.diag(rounding))
    left = np.linalg.solve(factor, 2 * np.log(np.maximum(seen, 1e-300)) - mean)
    return -0.5 * (left**2).sum() - np.log(np.diag(factor)).sum()


def scores(summary, records, clear, generator):
    """The logarithms of the file's likelihoods if these are the records, by part of the file."""
    own = records[:, summary.measures]
    scale = Scale(own)
    points = scale(own)
    draws = [groups_of(points, generator) for _ in range(6)]
    covariance = np.mean([noise_covariance(points, groups) for groups in draws], 0)
    factor = factor_of(covariance[np.ix_(clear, clear)])
    rows, where = (np.linalg.solve(factor, values[:, clear].T).T for values in (scale.unlimited(summary.rows), points))
    density = -len(rows) * (np.log(np.diag(factor)).sum() + np.log(scale.deviation[clear]).sum())
    mean = -0.5 * len(points) * ((summary.subjects @ rows / len(points) - where.mean(0)) ** 2).sum() + density / len(rows)
    all_groupings = groupings(squared(points, points).argsort(1).tolist(), frozenset(range(len(points))))
    fits = {}
    for group in {group for groups in all_groupings for group in groups}:
        fits[group] = np.where(summary.subjects == len(group), -0.5 * len(group) * ((rows - where[list(group)].mean(0)) ** 2).sum(1), -np.inf)
    orders = list(permutations(range(len(rows))))
    each = [np.log(chance) + log_sum([sum(fits[group][row] for group, row in zip(groups, order)) for order in orders])
            for groups, chance in all_groupings.items()]
    best = np.argsort(each)[::-1][:WEIGHED]
    names, values = list(all_groupings), scale.units(points)
    spread = np.array([of_spread(summary.spread, values, [list(group) for group in names[i]]) for i in best])
    measures, likely = of_measures(summary.measures, records), log_sum(each) + density
    return {"measures": measures, "mean of all rows": mean, "spread": log_sum(spread), "rows": likely,
            "all": measures + likely + log_sum(np.array(each)[best] + spread) - log_sum(np.array(each)[best])}


def clear_columns(summary, known, generator):
    """In which columns the rows' rounding is less than their noise."""
    scale = Scale(known[:, summary.measures])
    points = scale(known[:, summary.measures])
    groups = groups_of(points, generator)
    half = step_of(summary.spread) / 2
    rows, above, below = (scale.unlimited(summary.rows + some) for some in (0, half, -half))
    noise = np.sqrt(np.diag(noise_covariance(points, groups))) / np.sqrt(summary.subjects)[:, None]
    return ((above - below) / np.sqrt(12) < 0.3 * noise).all(0) & (abs(rows) < 100).all(0)


def is_first(score):
    best = np.max(score)
    return float(score[0] == best) / (np.array(score) == best).sum()


def trial(records, names, people, seed, command):
    """Whether the true person came first, by each part."""
    generator = np.random.default_rng(seed)
    chosen = generator.permutation(len(records))[: people - 1 + CANDIDATES]
    known, candidates = chosen[: people - 1], chosen[people - 1 :]
    summary = summarized(command, records[chosen[:people]], names)
    clear = clear_columns(summary, records[known], generator)
    found = [scores(summary, records[[*known, candidate]], clear, generator) for candidate in candidates]
    return {part: is_first([one[part] for one in found]) for part in found[0]}


def main(folder, command, trials=200):
    records, names, *_ = abide(folder, all_measures=True)
    for label, own in (("exact", records), ("three digits", rounded(records))):
        for people in (20, 25, 30):
            found = [trial(own, names, people, seed, command) for seed in range(trials)]
            report(f"{people} persons, {label}, {trials} trials", *(f"{part} {np.mean([one[part] for one in found]):.3f}" for part in found[0]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split(), *(int(n) for n in sys.argv[3:4]))
