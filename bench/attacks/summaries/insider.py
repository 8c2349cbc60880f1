#!/usr/bin/env python3
"""Somebody with all records of a site but one, and 20 candidates for the last.

    insider.py DATA_FOLDER [TRIALS [PROGRAM]]      (numpy, scipy, numba)

For each candidate the attacker makes the summary again, and asks how likely the file is: its list of measures, its rows, its spread, and its
covariates, each with the noise that the rules give it. Of the rows he does not know the groups: he draws groups as the maker does, or walks
through groups and candidates by a Markov chain. Prints how often the true person comes first (chance: 0.05). PROGRAM ("build/bin/dsne summarize")
makes the files; without it the port does. Prints Markdown."""

import sys
from dataclasses import replace

import numpy as np
from numba import njit
from scipy.optimize import linear_sum_assignment
from scipy.stats import norm
from making import (EARLIER, Rules, Scale, abide, counts_of, delivered, deviations_of, groups_of, independent_part, kept_measures, limits_of,
                    means_of, noise_covariance, relative_squares, report, rounded, slopes_of, summarized)

CANDIDATES = 20
RIDGE = 1e-6


def gaussian(away, covariance):
    """The logarithm of the density of `away` (rows), less a constant."""
    factor = np.linalg.cholesky(covariance + RIDGE * np.diag(np.diag(covariance)) + 1e-12 * np.eye(len(covariance)))
    return -0.5 * (np.linalg.solve(factor, away.T) ** 2).sum(0) - np.log(np.diag(factor)).sum()


def of_measures(kept, records, rules):
    commonest, different = counts_of(records)
    half, enough = limits_of(len(records), rules)
    if not rules.noisy_choice:
        return 0.0 if (kept == kept_measures(records, rules, None)).all() else -1e9
    keep = norm.cdf((half - commonest) / (np.sqrt(half) / 2)) * norm.cdf((different - enough) / (np.sqrt(enough) / 2))
    keep = np.where(records.std(0) > 0, keep, 0)
    return np.log(np.maximum(np.where(kept, keep, 1 - keep), 1e-12)).sum()


def of_spread(seen, values, groups, rules):
    variance, away = relative_squares(values, groups)
    if not rules.noisy_spread:
        return 1e3 * (np.abs(seen / np.sqrt(variance) - 1) < 0.05).sum()
    covariance = rules.errors**2 * noise_covariance(away, len(values) - 1, rules.evidence) / len(values)
    return gaussian((2 * np.log(seen) - np.log(variance))[None], covariance)[0]


def of_rows(rows, subjects, points, groups, rules):
    """The rows' likelihood, each group taken for the row that fits."""
    sizes = np.array([len(group) for group in groups])
    covariance = rules.errors**2 * noise_covariance(deviations_of(points, groups), max(len(points) - len(groups), 1), rules.evidence)
    means = means_of(points, groups)
    away = (rows[:, None] - means[None]) * np.sqrt(sizes)[None, :, None]
    fit = gaussian(away.reshape(-1, points.shape[1]), covariance).reshape(len(rows), len(groups))
    fit = np.where(subjects[:, None] == sizes[None], fit, -1e9)
    chosen = linear_sum_assignment(-fit)
    return fit[chosen].sum()


def of_slopes(seen, covariates, values, rules):
    slopes, inverse, residuals = slopes_of(covariates, values)
    covariance = rules.errors**2 * noise_covariance(residuals, len(values) - 1 - len(slopes), rules.evidence)
    return gaussian(np.linalg.solve(np.linalg.cholesky(inverse), seen - slopes), covariance).sum()


@njit(cache=True)
def walk(known, candidates, rows, size, label, candidate, share, sweeps, seed):
    """Gibbs and Metropolis steps over who is in which row and who the last person is; all in deviations of a row's noise times the root of its
    number. Returns how often each candidate was there."""
    np.random.seed(seed)
    people, width, groups, count = len(known) + 1, known.shape[1], len(rows), len(candidates)
    sums = np.zeros((groups, width))
    for i in range(people - 1):
        sums[label[i]] += known[i]
    sums[label[people - 1]] += candidates[candidate]
    visits, weight = np.zeros(count), np.zeros(count)
    for sweep in range(sweeps):
        for _ in range(people):
            i, j = np.random.randint(people), np.random.randint(people)
            a, b = label[i], label[j]
            if a == b:
                continue
            change = 0.0
            for c in range(width):
                u = (known[j, c] if j < people - 1 else candidates[candidate, c]) - (known[i, c] if i < people - 1 else candidates[candidate, c])
                change += (rows[a, c] - sums[a, c] / size[a]) * u - 0.5 * u * u / size[a]
                change += -(rows[b, c] - sums[b, c] / size[b]) * u - 0.5 * u * u / size[b]
                change += 0.5 * share * ((2 * sums[a, c] * u + u * u) / size[a] + (-2 * sums[b, c] * u + u * u) / size[b])
            if np.log(np.random.random()) < change:
                for c in range(width):
                    u = (known[j, c] if j < people - 1 else candidates[candidate, c]) - (known[i, c] if i < people - 1 else candidates[candidate, c])
                    sums[a, c] += u
                    sums[b, c] -= u
                label[i], label[j] = b, a
        own = label[people - 1]
        for m in range(count):
            weight[m] = 0
            for c in range(width):
                total = sums[own, c] - candidates[candidate, c] + candidates[m, c]
                away = rows[own, c] - total / size[own]
                weight[m] += -0.5 * size[own] * away * away + 0.5 * share * (total * total / size[own] - candidates[m, c] ** 2)
        weight = np.exp(weight - weight.max())
        weight /= weight.sum()
        if 4 * sweep >= sweeps:
            visits += weight
        drawn = min(np.searchsorted(np.cumsum(weight), np.random.random()), count - 1)
        sums[own] += candidates[drawn] - candidates[candidate]
        candidate = drawn
    return visits


def by_walking(summary, known, candidates, rules, share, seed, walks=3, sweeps=400):
    """The logarithm of how often each candidate was visited. The scale and the noise are those of the known records."""
    kept = summary.measures
    scale = Scale(known[:, kept], rules.reach)
    points, others = scale(known[:, kept]), scale(candidates[:, kept])
    rows = np.clip(scale.unlimited(summary.rows), -30, 30)
    generator = np.random.default_rng(seed)
    groups = groups_of(points, rules, generator)
    covariance = rules.errors**2 * noise_covariance(deviations_of(points, groups), len(points) - len(groups), rules.evidence)
    white = np.linalg.inv(np.linalg.cholesky(covariance + RIDGE * np.diag(np.diag(covariance)))).T
    middle = points.mean(0)
    visits = np.zeros(len(candidates))
    for _ in range(walks):
        first = generator.integers(len(candidates))
        everybody = np.vstack([points, others[first : first + 1]])
        groups = groups_of(everybody, replace(rules, drawn=True), generator)
        sizes = np.array([len(group) for group in groups])
        cost = (((rows - middle) @ white)[:, None] - ((means_of(everybody, groups) - middle) @ white)[None]) ** 2
        cost = cost.sum(2) + 1e9 * (summary.subjects[:, None] != sizes[None])
        label = np.zeros(len(everybody), np.int64)
        for row, group in zip(*linear_sum_assignment(cost)):
            label[groups[group]] = row
        visits += walk((points - middle) @ white, (others - middle) @ white, (rows - middle) @ white, summary.subjects.astype(float), label, first,
                       share, sweeps, int(generator.integers(2**31)))
    return np.log(visits + 1e-6)


def likelihoods(summary, known, candidates, rules, covariates=None, draws=16):
    """Each part's log-likelihood of each candidate. `covariates`: of the known, then of the candidates."""
    parts = {name: np.zeros(len(candidates)) for name in ("measures", "mean", "rows", "spread", "covariates")}
    kept = summary.measures
    people = len(known) + 1
    for c in range(len(candidates)):
        records = np.vstack([known, candidates[c : c + 1]])
        parts["measures"][c] = of_measures(kept, records, rules)
        scale = Scale(records[:, kept], rules.reach)
        points = scale(records[:, kept])
        values = scale.units(points)
        rows = np.clip(scale.unlimited(summary.rows), -30, 30)
        units = -np.log(scale.deviation).sum()  # the density in units
        by_groups, spreads, told = [], [], []
        for draw in range(draws if rules.drawn else 1):
            groups = groups_of(points, rules, np.random.default_rng(1000 * draw + 7))
            by_groups.append(of_rows(rows, summary.subjects, points, groups, rules) + len(rows) * units)
            if draw > 2:
                continue
            spreads.append(of_spread(summary.spread, values, groups, rules))
            covariance = rules.errors**2 * noise_covariance(deviations_of(points, groups), people - len(groups), rules.evidence) / people
            parts["mean"][c] += gaussian((summary.subjects @ rows / people - points.mean(0))[None], covariance)[0] + units
            if covariates is not None:
                own = np.vstack([covariates[: people - 1], covariates[people - 1 + c]])
                told.append(of_rows(summary.covariates, summary.subjects, own, groups, rules) + of_spread(summary.covariate_spread, own, groups, rules))
        parts["rows"][c] = np.logaddexp.reduce(by_groups) - np.log(len(by_groups))
        parts["mean"][c] /= len(spreads)
        parts["spread"][c] = np.mean(spreads)
        if covariates is not None:
            parts["covariates"][c] = np.mean(told) + of_slopes(summary.slopes, own, values, rules)
    return parts


def is_first(score):
    best = score.max()
    return float(score[0] == best) / (score == best).sum()


def trial(records, covariates, names, people, rules, seed, command, digits):
    generator = np.random.default_rng(seed)
    chosen = generator.permutation(len(records))[: people - 1 + CANDIDATES]
    pool = records[chosen] if digits is None else rounded(records[chosen], digits)
    own = None if covariates is None else covariates[chosen]
    known, candidates = pool[: people - 1], pool[people - 1 :]
    if command:
        summary, _ = delivered(command, pool[:people], names)
    else:
        summary, _ = summarized(pool[:people], rules, generator, None if own is None else own[:people])
    parts = likelihoods(summary, known, candidates, rules, own, draws=40 if people <= 30 else 16)
    walked = {share: by_walking(summary, known, candidates, rules, share, seed) for share in (0.0, 0.5)}
    rest = parts["measures"] + parts["spread"] + parts["covariates"]
    tests = {name: parts[name] for name in ("measures", "spread", "mean", "rows")}
    tests |= {"walk": walked[0.0], "walk, alike": walked[0.5]}
    tests |= {f"{name} and the rest": score + rest for name, score in tests.items() if name not in ("measures", "spread")}
    return {name: is_first(score) for name, score in tests.items()}


def main(folder, trials=200, command=None):
    records, names, *_ = abide(folder, all_measures=True)
    generator = np.random.default_rng(41)
    factor = Scale(records)(records)[:, :20].mean(1)
    age = 0.5 * (factor - factor.mean()) / factor.std() + np.sqrt(0.75) * generator.normal(size=len(records))
    made_up = np.c_[age, generator.random(len(records)) < 0.4]
    cases = [("the rules", Rules(), None, None), ("… records of three digits", Rules(), None, 3)]
    if not command:
        cases += [("… with two covariates", Rules(), made_up, None), ("the rules before", EARLIER, None, None)]
    for label, rules, covariates, digits in cases:
        for people in (20, 30, 200):
            found = [trial(records, covariates, names, people, rules, seed, command, digits) for seed in range(trials)]
            means = {name: np.mean([one[name] for one in found]) for name in found[0]}
            if people == 20:
                print(f"\n| {label}, {trials} trials | " + " | ".join(means) + " |\n|" + "---|" * (len(means) + 1), flush=True)
            report(f"{people} persons", *means.values())


if __name__ == "__main__":
    main(sys.argv[1], *(int(n) for n in sys.argv[2:3]), *(c.split() for c in sys.argv[3:4]))
