#!/usr/bin/env python3
"""The most that anybody can tell who has all records of a site but one, and 20 candidates for the last.

    bound.py DATA_FOLDER PROGRAM [FILES]      (numpy)

He even knows who is in which row, as the private file says. Then each candidate gives the numbers of the file their means and their noise, whose size
depends on the records, too. The best test is that of these likelihoods; how often the true person comes first (chance: 0.05) is counted over noise drawn
anew. No attack can do better, whatever it guesses of the groups. Rounding, which helps the site, is left out. PROGRAM ("build/bin/dsne summarize") makes
the files, of which the list of measures and the groups are taken. Prints Markdown."""

import sys
from math import erfc

import numpy as np
from making import (LENIENT, ArrayScale, Noise, Scale, abide, counts_of, deviations_of, limited, limits_of, made_up_covariates, means_of, report,
                    rounded, row_noise, slopes_of, spread_of, summarized)

CANDIDATES, TARGETS, DRAWS = 20, 8, 40
normal_below = np.vectorize(lambda value: erfc(-value / np.sqrt(2)) / 2)


def of_measures(kept, records):
    """The logarithm of the likelihood of the list of measures."""
    commonest, different = counts_of(records)
    half, enough = limits_of(len(records))
    keep = normal_below((half - commonest) / (np.sqrt(half) / 2)) * normal_below((different - enough) / (np.sqrt(enough) / 2))
    return np.log(np.maximum(np.where(kept, keep, 1 - keep), 1e-12))[records.std(0) > 0].sum()


def first(scores):
    """How often the first candidate is the likeliest, from candidates × draws."""
    return (scores[0] > scores[1:].max(0)).mean()


class Rows:
    """Means of groups with their noise, in units."""

    def __init__(self, points, groups, noise, scale=None):
        self.means, self.noise, self.scale = means_of(points, groups), noise, scale
        self.roots = np.sqrt([len(group) for group in groups])[:, None]

    def drawn(self, generator):
        points = self.means + self.noise.drawn((DRAWS, len(self.means)), generator) / self.roots
        return points if self.scale is None else self.scale.units(points)

    def likelihood(self, seen):
        points = seen if self.scale is None else self.scale.unlimited(seen)
        density = self.noise.log_density((points - self.means) * self.roots).sum(1)
        return density if self.scale is None else density + self.scale.log_slope(seen).sum((1, 2))


class Spread:
    def __init__(self, values, groups):
        self.mean, self.noise = spread_of(values, groups)

    def drawn(self, generator):
        return self.mean + self.noise.drawn((DRAWS,), generator)

    def likelihood(self, seen):
        return self.noise.log_density(seen - self.mean)


class Slopes:
    def __init__(self, covariates, values):
        self.slopes, inverse, residuals = slopes_of(covariates, values)
        self.factor = np.linalg.cholesky(inverse)
        self.noise = Noise(residuals, len(values) - 1 - covariates.shape[1], LENIENT * len(values))

    def drawn(self, generator):
        return self.slopes + self.factor @ self.noise.drawn((DRAWS, len(self.slopes)), generator)

    def likelihood(self, seen):
        away = np.linalg.solve(self.factor, seen - self.slopes)
        return self.noise.log_density(away).sum(1) - self.slopes.shape[1] * np.log(np.diag(self.factor)).sum()


class Table:
    """A site's file of a table, and how likely its numbers are with other people."""

    def __init__(self, command, records, names, covariates):
        summary = summarized(command, records, names, covariates)
        self.kept, self.members = summary.measures, summary.members
        self.records, self.covariates = records, covariates

    def told(self, records, covariates):
        scale = Scale(records[:, self.kept])
        points = scale(records[:, self.kept])
        values = scale.units(points)
        parts = [Rows(points, self.members, row_noise(points, self.members), scale), Spread(values, self.members)]
        if covariates is not None:
            own = limited(covariates)
            noise = Noise(deviations_of(own, self.members), len(own) - len(self.members), LENIENT * len(own))
            parts += [Rows(own, self.members, noise), Spread(own, self.members), Slopes(own, values)]
        return parts

    def chances(self, persons, others, other_covariates, generator):
        """How often these persons are told from others in their place: by rows, by the spread, by all."""
        seen = [part.drawn(generator) for part in self.told(self.records, self.covariates)]
        found = []
        for i in range(-1, len(others)):
            records, own = self.records.copy(), None if self.covariates is None else self.covariates.copy()
            if i >= 0:
                records[persons] = others[i]
                if own is not None:
                    own[persons] = other_covariates[i]
            with np.errstate(all="ignore"):
                parts = [np.nan_to_num(part.likelihood(numbers), nan=-1e30) for part, numbers in zip(self.told(records, own), seen)]
            found.append([parts[0], parts[1], sum(parts) + of_measures(self.kept, records)])
        return [first(scores) for scores in np.array(found).transpose(1, 0, 2)]


class Array:
    """The same of an array's rows."""

    def __init__(self, command, records):
        summary = summarized(command, records)
        self.varies, self.members, self.records = (summary.rows != summary.rows[0]).any(0), summary.members, records

    def told(self, records):
        points = ArrayScale(records)(records)[:, self.varies]
        return Rows(points, self.members, Noise(deviations_of(points, self.members), len(points) - len(self.members), LENIENT * len(points), one=True))

    def chances(self, person, others, generator):
        seen = self.told(self.records).drawn(generator)
        found = []
        for other in [self.records[person], *others]:
            records = self.records.copy()
            records[person] = other
            found.append(self.told(records).likelihood(seen))
        return [first(np.array(found))]


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
            found.append((odd[own[target]], *site.chances(persons, others, others_covariates, generator)))
    return np.array(found)


def of_arrays(command, records, people, files, generator):
    long = np.linalg.norm((records - np.median(records, 0)) / (records.std(0) + 1e-300), axis=1).argsort().argsort() / len(records)
    found = []
    for _ in range(files):
        order = generator.permutation(len(records))
        site = Array(command, records[order[:people]])
        for target in generator.permutation(people)[:TARGETS]:
            others = records[generator.permutation(order[people:])[: CANDIDATES - 1]]
            found.append((long[order[target]], *site.chances(target, others, generator)))
    return np.array(found)


def told(name, people, found):
    odd, fifth = found[found[:, 0] >= 0.95, -1], (found[:, 0] * 5).astype(int).clip(0, 4)
    parts = [*found[:, 1:].mean(0)] if found.shape[1] > 2 else [np.nan, np.nan, found[:, 1].mean()]
    report(name, str(people), f"{len(found)}", *parts, *(found[fifth == i, -1].mean() for i in range(5)), odd.mean() if len(odd) else np.nan)


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
    print("| summary of | persons | targets | by rows | spread | **all** | fifths by oddness: 1 | 2 | 3 | 4 | 5 | oddest twentieth |\n|" + "---|" * 12)
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
