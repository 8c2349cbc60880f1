#!/usr/bin/env python3
"""What covariates of summaries do to harmonization: covariates.py [FEDERATIONS].

Sites that differ in age and in scanner, summaries by the rules (groups of ten, noise of one standard error, slopes fitted at
the site with noise of theirs), and the sites' own subjects harmonized by them. Needs numpy, pandas and neuroCombat."""

import contextlib
import io
import sys
from dataclasses import dataclass

import numpy as np
import pandas as pd

np.int = int  # neuroCombat names it so; numpy no longer does.
from neuroCombat import neuroCombat  # noqa: E402

LEAST, LIMIT, MEASURES = 10, 3, 10
AGES = (20, 35, 50, 65)
SLOPE = 0.3  # in ten years, of the first half of the measures


@dataclass
class Site:
    values: np.ndarray  # subjects × measures
    covariates: np.ndarray  # subjects × (age, sex)


@dataclass
class Summary:
    means: np.ndarray
    subjects: np.ndarray
    spread: np.ndarray
    covariates: np.ndarray
    covariate_spread: np.ndarray
    slopes: np.ndarray

    @property
    def weights(self):
        return self.subjects / self.subjects.sum()

    def variance(self):
        return self.weights @ (self.means - self.weights @ self.means) ** 2 + self.spread**2

    def covariance(self):
        away = self.covariates - self.weights @ self.covariates
        return (away * self.weights[:, None]).T @ away + np.diag(self.covariate_spread**2)


def groups_of(points):
    """As privacy/microaggregation.h: the LEAST nearest to the point furthest from the mean of those left."""
    left, groups = np.arange(len(points)), []
    while len(left) >= 2 * LEAST:
        centre = points[left].mean(0)
        far = points[left[((points[left] - centre) ** 2).sum(1).argmax()]]
        group = left[np.argsort(((points[left] - far) ** 2).sum(1), kind="stable")[:LEAST]]
        groups.append(group)
        left = np.setdiff1d(left, group)
    return [*groups, left]


def noise_like(deviations, freedom, rows, random):
    """Half of the variance along the deviations' covariance, half independent."""
    covariance = np.atleast_2d(deviations.T @ deviations / freedom)
    values, vectors = np.linalg.eigh(covariance)
    along = random.normal(size=(rows, len(values))) * np.sqrt(np.maximum(values, 0)) @ vectors.T
    return (along + random.normal(size=along.shape) * np.sqrt(np.diag(covariance))) * np.sqrt(0.5)


def rows_of(values, groups, size, random):
    means = np.array([values[group].mean(0) for group in groups])
    subjects = np.array([len(group) for group in groups])
    away = np.vstack([values[group] - values[group].mean(0) for group in groups])
    noise = noise_like(away, max(1, len(values) - len(groups)), len(groups), random)
    return means + size * noise / np.sqrt(subjects)[:, None], subjects, np.sqrt((away**2).mean(0))


def slopes_of(covariates, values):
    away = covariates - covariates.mean(0)
    inverse = np.linalg.inv(away.T @ away)
    slopes = inverse @ away.T @ (values - values.mean(0))
    return slopes, inverse, values - values.mean(0) - away @ slopes


def summarized(site, random, noise=1):
    middle = np.median(site.values, 0)
    deviation = np.subtract(*np.quantile(site.values, [0.75, 0.25], axis=0)) / 1.349
    points = np.clip((site.values - middle) / deviation, -LIMIT, LIMIT)
    groups = groups_of(points)
    means, subjects, spread = rows_of(points, groups, noise, random)
    covariates, _, covariate_spread = rows_of(site.covariates, groups, noise, random)
    slopes, inverse, residuals = slopes_of(site.covariates, middle + points * deviation)
    drawn = noise_like(residuals, len(residuals) - 1 - len(slopes), len(slopes), random)
    slopes = slopes + noise * np.linalg.cholesky(inverse) @ drawn
    return Summary(middle + means * deviation, subjects, spread * deviation, covariates, covariate_spread, slopes)


def pooled_slopes(summaries, by_variance=True):
    weights = np.array([s.subjects.sum() * (np.diag(s.covariance()) if by_variance else np.ones(2)) for s in summaries])
    return (np.array([s.slopes for s in summaries]) * weights[:, :, None]).sum(0) / weights.sum(0)[:, None]


def harmonized(sites, summaries, slopes):
    """Each site's subjects with its location and spread at the middle of the covariates made the common ones."""
    sizes = np.array([s.subjects.sum() for s in summaries])
    middle = sum(s.subjects @ s.covariates for s in summaries) / sizes.sum()
    locations = [s.weights @ (s.means - (s.covariates - middle) @ slopes) for s in summaries]
    spreads = []
    for s in summaries:
        explained = np.einsum("cm,cd,dm->m", slopes, s.covariance(), slopes)
        spreads.append(np.sqrt(np.maximum(s.variance() - explained, 0.05 * s.variance())))
    location, spread = np.average(locations, 0, sizes), np.average(spreads, 0, sizes)
    kept = [(site.covariates - middle) @ slopes for site in sites]
    return [(site.values - l - k) * (spread / s) + location + k for site, k, l, s in zip(sites, kept, locations, spreads)]


def combat(sites, empirical):
    table = pd.DataFrame(np.vstack([site.covariates for site in sites]), columns=["age", "sex"])
    table["site"] = np.repeat(range(len(sites)), [len(site.values) for site in sites])
    with contextlib.redirect_stdout(io.StringIO()):
        result = neuroCombat(np.vstack([site.values for site in sites]).T, table, "site", categorical_cols=["sex"],
                             continuous_cols=["age"], eb=empirical)
    return np.split(result["data"].T, np.cumsum([len(site.values) for site in sites])[:-1])


def federation(random, sizes, deviations):
    """Residuals have deviation 1 and three factors; scanners shift by 1 and stretch by 15 %."""
    factors = random.normal(size=(MEASURES, 3)) * 0.6
    slopes = np.zeros((2, MEASURES))
    slopes[0, : MEASURES // 2] = SLOPE / 10
    slopes[1, MEASURES // 2 - 1 : MEASURES - 2] = 0.4
    sites = []
    for site, (subjects, deviation) in enumerate(zip(sizes, deviations)):
        sex = random.random(subjects) < 0.3 + 0.1 * site
        covariates = np.column_stack([random.normal(AGES[site], deviation, subjects), sex]).astype(float)
        residuals = random.normal(size=(subjects, 3)) @ factors.T + random.normal(size=(subjects, MEASURES))
        residuals /= np.sqrt(1 + (factors**2).sum(1))
        scanner = random.normal(size=MEASURES), np.exp(0.15 * random.normal(size=MEASURES))
        sites.append(Site(scanner[0] + covariates @ slopes + residuals * scanner[1], covariates))
    return sites, slopes


def slope_over_all(values, sites):
    return slopes_of(np.vstack([site.covariates for site in sites]), np.vstack(values))[0][0] * 10


def slopes_of_rows(summary):
    away = summary.covariates - summary.weights @ summary.covariates
    weighted = (away * summary.weights[:, None]).T
    return np.linalg.lstsq(weighted @ away, weighted @ (summary.means - summary.weights @ summary.means), rcond=None)[0]


def distance(a, b):
    difference = np.vstack(a) - np.vstack(a).mean(0) - np.vstack(b) + np.vstack(b).mean(0)
    return np.sqrt((difference**2).mean())


def told(figures):
    means = ", ".join(f"{name} {np.mean(all_of):.3f} ± {np.std(all_of, axis=0).mean():.3f}" for name, all_of in figures.items())
    return means


def compare(subjects, federations):
    slopes, elsewhere, near = {}, {}, {}
    for run in range(federations):
        random = np.random.default_rng(1000 * subjects + run)
        sites, _ = federation(random, [subjects] * 4, [8] * 4)
        noisy, plain = [summarized(site, random) for site in sites], [summarized(site, random, 0) for site in sites]
        by_combat = combat(sites, False)
        found = {"without": harmonized(sites, noisy, np.zeros((2, MEASURES))),
                 "no noise": harmonized(sites, plain, pooled_slopes(plain)),
                 "noise": harmonized(sites, noisy, pooled_slopes(noisy)), "combat": by_combat}
        lines = {name: slope_over_all(values, sites) for name, values in found.items()}
        lines["pooled"] = pooled_slopes(noisy)[0] * 10
        lines["rows"] = np.mean([slopes_of_rows(summary)[0] * 10 for summary in noisy], 0)
        for name, line in lines.items():
            slopes.setdefault(name, []).append(line[: MEASURES // 2])
            elsewhere.setdefault(name, []).append(line[MEASURES // 2 :])
        found["as measured"], found["empirical Bayes"] = [site.values for site in sites], combat(sites, True)
        for name, values in found.items():
            near.setdefault(name, []).append(distance(values, by_combat))
    print(f"{subjects} a site, slope in ten years where it is {SLOPE}: {told(slopes)}")
    print(f"{subjects} a site, where it is 0: {told(elsewhere)}")
    print(f"{subjects} a site, distance to ComBat: {told(near)}")


def weigh(sizes, deviations, federations):
    errors = {True: [], False: []}
    for run in range(federations):
        random = np.random.default_rng(run)
        sites, slopes = federation(random, sizes, deviations)
        summaries = [summarized(site, random) for site in sites]
        for by_variance, all_of in errors.items():
            all_of.append((pooled_slopes(summaries, by_variance) - slopes)[0] * 10)
    rms = {by: np.sqrt(np.mean(np.square(all_of))) for by, all_of in errors.items()}
    print(f"sites of {sizes}, ages by {deviations}: by subjects × variance {rms[True]:.3f}, by subjects {rms[False]:.3f}")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    for size in (40, 100, 300):
        compare(size, count)
    weigh([300, 100, 40, 60], [3, 8, 15, 8], count)
    weigh([100] * 4, [8] * 4, count)
