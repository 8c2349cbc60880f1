#!/usr/bin/env python3
"""What covariates reveal: covariates.py DATA_FOLDER [SHADOWS REAL]      (numpy, scipy, scikit-learn)

The attack by shadow sites of summaries.py on a port of the maker, without and with two made-up covariates of ABIDE's scans: an age that
measures explain in part, and a sex. The attacker has the targets' covariates too, sees the rows' means of them, and the slopes, towards
which a member pulls by her covariate times her residual. Prints Markdown."""

import sys

import numpy as np
from sklearn.metrics import roc_auc_score
from summaries import Scale, abide, centres_of, features, found_at, grouped, learned, report, squared, whitener_of


def noise_like(away, freedom, rows, generator):
    along = generator.normal(size=(rows, len(away))) @ away / np.sqrt(freedom)
    alone = generator.normal(size=(rows, away.shape[1])) * np.sqrt((away**2).sum(0) / freedom)
    return np.sqrt(0.5) * (along + alone)


def rows_of(values, labels, errors, generator):
    count = labels.max() + 1
    means = np.array([values[labels == g].mean(0) for g in range(count)])
    noise = noise_like(values - means[labels], max(len(values) - count, 1), count, generator)
    return means + errors * noise / np.sqrt(np.bincount(labels))[:, None]


def slopes_of(covariates, points, generator=None):
    away, response = covariates - covariates.mean(0), points - points.mean(0)
    inverse = np.linalg.inv(away.T @ away)
    slopes = inverse @ away.T @ response
    if generator is None:
        return slopes
    residuals = response - away @ slopes
    return slopes + np.linalg.cholesky(inverse) @ noise_like(residuals, len(points) - 1 - len(slopes), len(slopes), generator)


class Attacker:
    """Somebody with the targets' records and covariates, and others of the population."""

    def __init__(self, targets, target_covariates, population, covariates, k, sees):
        self.targets, self.population, self.k, self.sees = targets, population, k, sees
        self.slopes = slopes_of(covariates, population)
        self.pulls = target_covariates - covariates.mean(0)
        self.residuals = targets - population.mean(0) - self.pulls @ self.slopes
        spread = population - population.mean(0) - (covariates - covariates.mean(0)) @ self.slopes
        self.inverse = np.linalg.inv(spread.T @ spread / len(spread) + 0.05 * np.eye(spread.shape[1]))
        rows = sees != "measures"
        self.compared = np.c_[targets, target_covariates] if rows else targets
        self.everyone = np.r_[self.compared, np.c_[population, covariates] if rows else population]
        self.whitener = whitener_of(self.everyone[len(targets) :][:600], grouped(population[:600], k, False))

    def look(self, rows, covariate_rows, slopes):
        seen = rows if self.sees == "measures" else np.c_[rows, covariate_rows]
        found = features(self.compared, seen, self.whitener, centres_of(seen, self.everyone, self.k))
        if self.sees != "rows and slopes":
            return found
        towards = self.residuals @ self.inverse @ (slopes - self.slopes).T * self.pulls
        return np.c_[found, towards, towards.sum(1)]


def file_of(points, covariates, k, generator):
    labels, errors = grouped(points, k, False), 1 if k >= 10 else 2
    rows = rows_of(points, labels, errors, generator)
    return rows, rows_of(covariates, labels, errors, generator), slopes_of(covariates, points, generator)


def members(points, covariates, targets, others, n, k, sees, shadows, real, generator):
    attacker = Attacker(points[targets], covariates[targets], points[others], covariates[others], k, sees)
    seen, inside = [], []

    def look_at(chosen, rest):
        members_of = np.r_[targets[chosen], others[rest]]
        seen.append(attacker.look(*file_of(points[members_of], covariates[members_of], k, generator)))
        inside.append(np.isin(np.arange(len(targets)), chosen))

    for _ in range(shadows):
        chosen = np.flatnonzero(generator.random(len(targets)) < 0.5)
        look_at(chosen, generator.choice(len(others), max(n - len(chosen), 0), replace=False))
    for _ in range(real):
        look_at(generator.permutation(len(targets))[:n], np.array([], int))
    seen, inside = np.array(seen), np.array(inside)
    score = np.concatenate(list(map(learned(seen[:shadows], inside[:shadows]), seen[shadows:])))
    return roc_auc_score(inside[shadows:].ravel(), score), found_at(score, inside[shadows:].ravel())


def guesses(points, covariates, targets, n, k, generator, files=20):
    """How well the nearest row tells a covariate: age's correlation and sex's AUC, of members and of others."""
    ages, sexes = {True: [], False: []}, {True: [], False: []}
    for _ in range(files):
        inside = np.isin(np.arange(len(targets)), generator.permutation(len(targets))[:n])
        rows, told, _ = file_of(points[targets[inside]], covariates[targets[inside]], k, generator)
        for member in (True, False):
            own = targets[inside == member]
            nearest = told[squared(points[own], rows).argmin(1)]
            ages[member].append(np.corrcoef(nearest[:, 0], covariates[own, 0])[0, 1])
            sexes[member].append(roc_auc_score(covariates[own, 1] > 0, nearest[:, 1]))
    return [np.mean(found[member]) for found in (ages, sexes) for member in (True, False)]


def main(folder, shadows=60, real=20):
    records, *_ = abide(folder)
    points, generator = Scale(records)(records), np.random.default_rng(41)
    factor = (points @ np.linalg.svd(points - points.mean(0), full_matrices=False)[2][0])
    age = 0.5 * (factor - factor.mean()) / factor.std() + np.sqrt(0.75) * generator.normal(size=len(points))
    covariates = np.c_[age, (generator.random(len(points)) < 0.4) * 2.0]
    print("| the file, as the attacker uses it | AUC | found at 1 % |\n|---|---|---|")
    for k in (10, 5):
        for sees in ("measures", "rows", "rows and slopes"):
            results = []
            for draw in range(2):
                draws = np.random.default_rng(41 + draw)
                order = draws.permutation(len(points))
                results.append(members(points, covariates, order[:400], order[400:], 200, k, sees, shadows, real, draws))
            report(f"ABIDE pooled, n = 200, {points.shape[1]} measures, k = {k}: {sees}", *np.mean(results, 0))

    print("\n| guess by the nearest row | age, correlation: member | other | sex, AUC: member | other |\n|---|---|---|---|---|")
    for k in (10, 5):
        targets = generator.permutation(len(points))[:400]
        report(f"k = {k}", *guesses(points, covariates, targets, 200, k, generator))


if __name__ == "__main__":
    main(sys.argv[1], *(int(number) for number in sys.argv[2:]))
