#!/usr/bin/env python3
"""Summaries of arrays, which have many more columns than persons: images and networks, and columns of two values.

    arrays.py DATA_FOLDER [TRIALS]      (numpy, scipy, scikit-learn)

An insider has all records but one and 20 candidates (chance: 0.05); a member test has everybody's records. Both see the columns in the
directions in which the records differ, where the noise is known. Files are the port's. Prints Markdown."""

import sys

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import roc_auc_score
from making import ALONG, Rules, deviations_of, groups_of, independent_part, means_of, noise_like, report, squared

COMPONENTS, CANDIDATES = 50, 20


def components_of(points):
    away = points - points.mean(0)
    return away @ np.linalg.svd(away, full_matrices=False)[2][:COMPONENTS].T


def array_rows(points, rules, generator):
    """The rows of a summary of arrays, and the numbers in them."""
    groups = groups_of(components_of(points), rules, generator)
    deviations = deviations_of(points, groups)
    noise = noise_like(deviations, max(len(points) - len(groups), 1), len(groups), rules.evidence, generator)
    sizes = np.array([len(group) for group in groups])
    return means_of(points, groups) + noise / np.sqrt(sizes)[:, None], sizes


def in_few_directions(rows, records):
    """Rows and records along the directions in which the records differ, columns in deviations of the records."""
    sizes = records.std(0)
    sizes[sizes == 0] = 1
    away = (records - records.mean(0)) / sizes
    basis = np.linalg.svd(away, full_matrices=False)[2]
    return (rows - records.mean(0)) / sizes @ basis.T, away @ basis.T


def likelihood(rows, sizes, points, part, rules, generator):
    """Of rows whose noise is `part` independently in each direction, and along the deviations within groups."""
    groups = groups_of(points[:, :COMPONENTS], rules, generator)
    if sorted(map(len, groups)) != sorted(sizes):
        return -1e12
    deviations = deviations_of(points, groups)
    covariance = ALONG * deviations.T @ deviations / max(len(points) - len(groups), 1) + part * np.eye(points.shape[1])
    factor = np.linalg.cholesky(covariance)
    numbers = np.array([len(group) for group in groups])
    away = (rows[:, None] - means_of(points, groups)[None]) * np.sqrt(numbers)[None, :, None]
    fit = -0.5 * (np.linalg.solve(factor, away.reshape(-1, points.shape[1]).T) ** 2).sum(0).reshape(len(rows), len(groups))
    fit = np.where(sizes[:, None] == numbers[None], fit, -1e12)
    return fit[linear_sum_assignment(-fit)].sum() - len(rows) * np.log(np.diag(factor)).sum()


def insider_is_right(records, people, rules, seed, draws=20):
    generator = np.random.default_rng(seed)
    chosen = records[generator.permutation(len(records))[: people - 1 + CANDIDATES]]
    rows, sizes = array_rows(chosen[:people], rules, generator)
    seen, points = in_few_directions(rows, chosen)
    deviations = deviations_of(chosen[: people - 1], groups_of(components_of(chosen[: people - 1]), rules, generator))
    part = independent_part(deviations, people - 1 - people // rules.least, rules.evidence)
    part *= ((deviations**2).sum(0) / (people - 1 - people // rules.least) / np.maximum(chosen.var(0), 1e-300))[chosen.std(0) > 0].mean()
    score = []
    for candidate in range(people - 1, len(points)):
        own = np.vstack([points[: people - 1], points[candidate]])
        each = [likelihood(seen, sizes, own, part, rules, np.random.default_rng(draw)) for draw in range(draws)]
        score.append(np.logaddexp.reduce(each))
    return np.argmax(score) == 0


def member_areas(records, people, rules, files, generator):
    """The area under the curve of the nearest row, by all columns in their deviations, and of the oddest twentieth."""
    scores, inside = [], []
    sizes = records.std(0) + 1e-300
    for _ in range(files):
        member = np.isin(np.arange(len(records)), generator.permutation(len(records))[:people])
        rows, _ = array_rows(records[member], rules, generator)
        scores.append(-squared(records / sizes, rows / sizes).min(1))
        inside.append(member)
    scores, inside = np.array(scores), np.array(inside)
    scores = scores - np.where(inside, np.nan, scores)[:].mean(0, where=~inside)
    odd = np.linalg.norm((records - np.median(records, 0)) / sizes, axis=1).argsort()[-max(len(records) // 20, 1) :]
    return roc_auc_score(inside.ravel(), scores.ravel()), roc_auc_score(inside[:, odd].ravel(), scores[:, odd].ravel())


def networks(people, regions, generator):
    """Correlations of regions: groups of regions that all have, and each person's own, half of the variance."""
    edges = np.triu_indices(regions, 1)
    shared = generator.normal(size=(20, len(edges[0])))
    return 0.4 + 0.12 * np.sqrt(0.5) * (generator.normal(size=(people, 20)) @ shared / np.sqrt(20) + generator.normal(size=(people, len(edges[0]))))


def lesions(people, columns, generator):
    """Columns of 0 and 1: a lesion is there in 2 to 40 % of the people."""
    return (generator.random((people, columns)) < generator.uniform(0.02, 0.4, columns)).astype(float)


def few_constant(records, least):
    """Records in which columns that differ from the median in fewer than twice a row's number are constant."""
    medians = np.median(records, 0)
    few = (records != medians).sum(0) < min(2 * least, len(records) // 2)
    return np.where(few, medians, records)


def main(folder, trials=100):
    generator = np.random.default_rng(41)
    pixels = np.load(f"{folder}/mnist/X.npy").astype(float)[:1000]
    pools = {"digits, 784 columns, mostly correlated": pixels, "networks of 100 regions, 4,950 columns": networks(400, 100, generator),
             "200 columns of 0 and 1": lesions(600, 200, generator)}
    print(f"| arrays, {trials} trials | persons | noise of one standard error: first of 20 | members | oddest twentieth | the rules: first of 20 | members | oddest twentieth | independent part |\n|" + "---|" * 9)
    for name, records in pools.items():
        for people in (30, 100):
            cells = []
            for rules in (Rules(evidence=0), Rules()):
                some = few_constant(records[: 2 * people], rules.least)
                cells += [np.mean([insider_is_right(records, people, rules, seed) for seed in range(trials)])]
                cells += member_areas(some, people, rules, 40, generator)
            groups = groups_of(components_of(records[:people]), Rules(), generator)
            part = independent_part(deviations_of(records[:people], groups), people - len(groups), Rules().evidence)
            report(name, str(people), *cells, part)


if __name__ == "__main__":
    main(sys.argv[1], *(int(n) for n in sys.argv[2:3]))
