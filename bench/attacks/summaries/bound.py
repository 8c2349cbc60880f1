#!/usr/bin/env python3
"""The most that anybody can tell who has all records of a site but one, and 20 candidates for the last.

    bound.py DATA_FOLDER PROGRAM [FILES]      (numpy)

He even knows who is in which row, as the private file says. Then the file is its exact means and variances plus Gaussian noise, the best test is that of
likelihoods, and how often the true person comes first (chance: 0.05) follows from how far candidates lie apart in the noise. No attack can do better,
whatever it guesses of the groups. PROGRAM ("build/bin/dsne summarize") makes the files. Prints Markdown."""

import sys
from math import erfc

import numpy as np
from making import (ALONG, ArrayScale, Scale, abide, coarse_unit, counts_of, deviations_of, independent_part, limited, limits_of, made_up_covariates,
                    means_of, noise_covariance, relative_squares, report, rounded, slopes_of, step_of, summarized)

CANDIDATES, TARGETS, DRAWS = 20, 8, 400
normal_below = np.vectorize(lambda value: erfc(-value / np.sqrt(2)) / 2)


def whitened(away, covariance):
    """Columns in deviations of the noise."""
    factor = np.linalg.cholesky(covariance + 1e-9 * np.diag(np.diag(covariance)) + 1e-300 * np.eye(len(covariance)))
    return np.linalg.solve(factor, away.T).T


def of_measures(kept, records):
    """The logarithm of the likelihood of the list of measures."""
    commonest, different = counts_of(records)
    half, enough = limits_of(len(records))
    keep = normal_below((half - commonest) / (np.sqrt(half) / 2)) * normal_below((different - enough) / (np.sqrt(enough) / 2))
    return np.log(np.maximum(np.where(kept, keep, 1 - keep), 1e-12))[records.std(0) > 0].sum()


def chance_of(products, before, generator):
    """How often the true person has the highest likelihood, from the products of the others' shifts, and what speaks for them before."""
    values, vectors = np.linalg.eigh(products)
    noise = generator.normal(size=(DRAWS, len(products))) @ (vectors * np.sqrt(np.maximum(values, 0))).T
    return (noise + before < np.diag(products) / 2).all(1).mean()


class Table:
    """A site's file of a table, and what another person in place of one would change."""

    def __init__(self, command, records, names, covariates):
        self.summary = summarized(command, records, names, covariates)
        self.kept, self.members = self.summary.measures, self.summary.members
        self.records, self.covariates = records, covariates
        self.scale = Scale(records[:, self.kept])
        points, people = self.scale(records[:, self.kept]), len(records)
        self.rows_noise = noise_covariance(deviations_of(points, self.members), people - len(self.members))
        noise = np.sqrt(np.diag(self.rows_noise)) / np.sqrt(self.summary.subjects)[:, None]
        self.clear = (step_of(self.summary.spread) / 3.5 < 0.3 * noise * self.slope(self.summary.rows)).all(0)
        self.spread_noise = self.of_spread(self.scale.units(points), self.summary.spread)

    def slope(self, rows):
        """Units per deviation."""
        points = self.scale.unlimited(rows)
        return np.abs(self.scale.units(points + 0.01) - self.scale.units(points - 0.01)) / 0.02

    def of_spread(self, values, spread):
        away = relative_squares(values, self.members)[1]
        rounding = (2 * coarse_unit(spread) / np.maximum(spread, 1e-300)) ** 2 / 12
        return noise_covariance(away, len(values) - 1) / len(values) + np.diag(rounding)

    def told(self, records, covariates):
        """The means and logarithms of variances, without noise."""
        scale = Scale(records[:, self.kept])
        points = scale(records[:, self.kept])
        values = scale.units(points)
        parts = [self.scale.unlimited(scale.units(means_of(points, self.members))), np.log(relative_squares(values, self.members)[0])]
        if covariates is not None:
            own = limited(covariates)
            parts += [means_of(own, self.members), np.log(relative_squares(own, self.members)[0]), slopes_of(own, values)[0]]
        return parts

    def chance(self, persons, others, other_covariates, generator):
        """How often these persons are told from others in their place."""
        true = self.told(self.records, self.covariates)
        shifts, lists = [[] for _ in true], []
        for i in range(len(others)):
            records = self.records.copy()
            records[persons] = others[i]
            lists.append(of_measures(self.kept, records))
            own = self.covariates
            if own is not None:
                own = own.copy()
                own[persons] = other_covariates[i]
            for part, (now, before) in enumerate(zip(self.told(records, own), true)):
                shifts[part].append(now - before)
        roots = np.sqrt(self.summary.subjects)[:, None]
        noise = self.rows_noise[np.ix_(self.clear, self.clear)]
        vectors = [np.array([whitened(shift[:, self.clear] * roots, noise).ravel() for shift in shifts[0]]), whitened(np.array(shifts[1]), self.spread_noise)]
        if self.covariates is not None:
            own = limited(self.covariates)
            covariance = noise_covariance(deviations_of(own, self.members), len(own) - len(self.members))
            vectors.append(np.array([whitened(shift * roots, covariance).ravel() for shift in shifts[2]]))
            vectors.append(whitened(np.array(shifts[3]), self.of_spread(own, self.summary.covariate_spread)))
            _, inverse, residuals = slopes_of(own, self.scale.units(self.scale(self.records[:, self.kept])))
            covariance, factor = noise_covariance(residuals, len(own) - 1 - own.shape[1]), np.linalg.cholesky(inverse)
            vectors.append(np.array([whitened(np.linalg.solve(factor, shift), covariance).ravel() for shift in shifts[4]]))
        return chance_of(sum(own @ own.T for own in vectors), np.array(lists) - of_measures(self.kept, self.records), generator)


class Array:
    """The same of an array's rows, in the directions in which persons differ."""

    def __init__(self, command, records, others):
        self.summary = summarized(command, records)
        self.members = self.summary.members
        varies = (self.summary.rows != self.summary.rows[0]).any(0)
        scale = ArrayScale(records)
        points = np.vstack([scale(records), scale(others)])[:, varies]
        away, freedom = deviations_of(points[: len(records)], self.members), len(records) - len(self.members)
        sizes = np.sqrt((away**2).sum(0) / freedom)
        some = sizes > 0
        part = independent_part(away[:, some], freedom)
        points = (points - points.mean(0))[:, some] / sizes[some]
        self.points = points @ np.linalg.svd(points, full_matrices=False)[2].T
        away = deviations_of(self.points[: len(records)], self.members)
        self.noise = ALONG * away.T @ away / freedom + part * np.eye(away.shape[1])

    def chance(self, person, others, generator):
        size = next(len(row) for row in self.members if person in row)
        shifts = whitened((self.points[others] - self.points[person]) / np.sqrt(size), self.noise)
        return chance_of(shifts @ shifts.T, 0, generator)


def oddness(records):
    return np.linalg.norm(Scale(records)(records), axis=1)


def of_tables(command, records, names, people, files, generator, covariates=None, again=None):
    """The chance of each target, and how odd the target is among all: a share."""
    odd, found = oddness(records).argsort().argsort() / len(records), []
    for _ in range(files):
        order = generator.permutation(len(records))
        own, rest = order[:people], order[people:]
        table = records[own]
        if again is not None:
            table = np.vstack([table[: people // 2], again[own[: people // 2]]])
        site = Table(command, table, names, None if covariates is None else covariates[own])
        for target in generator.permutation(people if again is None else people // 2)[:TARGETS]:
            chosen = generator.permutation(rest)[: CANDIDATES - 1]
            persons = [target] if again is None else [target, target + people // 2]
            others = [records[[c]] if again is None else np.vstack([records[c], again[c]]) for c in chosen]
            others_covariates = None if covariates is None else [covariates[[c]] for c in chosen]
            found.append((odd[own[target]], site.chance(persons, others, others_covariates, generator)))
    return np.array(found)


def of_arrays(command, records, people, files, generator):
    long = np.linalg.norm((records - np.median(records, 0)) / (records.std(0) + 1e-300), axis=1).argsort().argsort() / len(records)
    found = []
    for _ in range(files):
        order = generator.permutation(len(records))[: people + 6 * CANDIDATES]
        site = Array(command, records[order[:people]], records[order[people:]])
        for target in generator.permutation(people)[: 4 * TARGETS]:
            others = people + generator.permutation(len(order) - people)[: CANDIDATES - 1]
            found.append((long[order[target]], site.chance(target, others, generator)))
    return np.array(found)


def told(name, people, found):
    odd = found[found[:, 0] >= 0.95, 1]
    fifths = [found[(found[:, 0] * 5).astype(int).clip(0, 4) == fifth, 1].mean() for fifth in range(5)]
    report(name, str(people), f"{len(found)}", f"**{found[:, 1].mean():.3f}**", *fifths, odd.mean() if len(odd) else np.nan)


def networks(people, regions, generator):
    """Correlations of regions: patterns that all have, and each person's own, half of the variance."""
    edges = np.triu_indices(regions, 1)
    shared = generator.normal(size=(20, len(edges[0])))
    return 0.4 + 0.12 * np.sqrt(0.5) * (generator.normal(size=(people, 20)) @ shared / np.sqrt(20) + generator.normal(size=(people, len(edges[0]))))


def lesions(people, columns, generator):
    """Columns of 0 and 1: a lesion is there in 2 to 40 % of the people."""
    return (generator.random((people, columns)) < generator.uniform(0.02, 0.4, columns)).astype(float)


def pools(folder, generator):
    pixels = np.load(f"{folder}/mnist/X.npy").astype(float)[:1000]
    return {"digits, 784 columns": pixels, "networks, 4,950 columns": networks(400, 100, generator), "200 columns of 0 and 1": lesions(600, 200, generator),
            "1,000 columns with heavy tails": generator.standard_t(2, size=(400, 1000))}


def main(folder, command, files=10):
    generator = np.random.default_rng(41)
    records, names, *_ = abide(folder, all_measures=True)
    scale = Scale(records)
    again = scale.units(scale(records) + 0.1 * generator.normal(size=records.shape))
    print("| summary of | persons | targets | first of 20 | fifths by oddness: 1 | 2 | 3 | 4 | 5 | oddest twentieth |\n|" + "---|" * 10)
    for people in (20, 25, 30, 100, 200):
        told("ABIDE", people, of_tables(command, records, names, people, files, generator))
    for people in (30, 200):
        told("ABIDE, three digits", people, of_tables(command, rounded(records), names, people, files, generator))
        told("ABIDE, with age and sex", people, of_tables(command, records, names, people, files, generator, made_up_covariates(records, generator)))
    told("ABIDE, all persons twice", 60, of_tables(command, records, names, 60, files, generator, again=again))
    for name, pool in pools(folder, generator).items():
        for people in (100, 200) if "0 and 1" in name else (20, 30, 100, 200):  # of few persons hardly a column is left
            told(name, people, of_arrays(command, pool, people, files, generator))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split(), *(int(n) for n in sys.argv[3:4]))
