#!/usr/bin/env python3
"""What a summary's rows, shares and additions tell somebody who has all participants' records, or one.

    groups.py DATA_FOLDER PROGRAM [FILES]      (numpy, scipy, scikit-learn)

Rows solved for their members, a newcomer's record from two files, a verdict from a row's share, single values, and persons who are in the table
twice under two ids. PROGRAM ("build/bin/dsne summarize") makes the files where the table says so. Prints Markdown."""

import sys
import tempfile

import numpy as np
from scipy.optimize import nnls
from scipy.stats import binom
from sklearn.metrics import roc_auc_score
from making import Scale, abide, noise_covariance, squared, summarized


def told(name, result):
    print(f"| {name} | {result} |", flush=True)


def is_solved(row, size, white, truth):
    """Whether nonnegative least squares and then exchanges find a row's members."""
    weights, _ = nnls(np.r_[white.T, 10 * np.ones((1, len(white)))], np.r_[row * size, 10 * size], maxiter=3000)
    chosen = set(np.argsort(-weights)[:size])
    best = ((white[list(chosen)].mean(0) - row) ** 2).sum()
    while True:
        errors = []
        for out in chosen:
            rest = white[[i for i in chosen if i != out]].sum(0)
            error = (((rest + white) / size - row) ** 2).sum(1)
            error[list(chosen)] = np.inf
            errors.append((error.min(), out, int(error.argmin())))
        error, out, into = min(errors)
        if error >= best - 1e-12:
            return chosen == set(truth)
        best, chosen = error, (chosen - {out}) | {into}


def solved_rows(command, records, names, people, files, generator):
    """The attacker has all records, the private scale, and whitens by the true covariance of the noise."""
    solved = total = 0
    for _ in range(files):
        own = records[generator.permutation(len(records))[:people]]
        summary = summarized(command, own, names)
        groups = summary.members
        scale = Scale(own[:, summary.measures])
        points = scale(own[:, summary.measures])
        covariance = noise_covariance(points, groups)
        values, vectors = np.linalg.eigh(covariance)
        whitener = vectors / np.sqrt(values + 1e-9)
        for row in generator.permutation(len(groups))[:8]:
            solved += is_solved(np.clip(scale.unlimited(summary.rows[row]), -4, 4) @ whitener, len(groups[row]), points @ whitener, groups[row])
            total += 1
    return f"{solved} of {total}"


def newcomer(command, records, names, people, files, generator):
    """The newcomer's record from the means of a file without and one with her, in another folder: error in deviations."""
    errors = []
    for _ in range(files):
        own = records[generator.permutation(len(records))[: people + 1]]
        before, after = (summarized(command, part, names) for part in (own[:people], own))
        kept = before.measures & after.measures
        one = Scale(records[:, kept])
        a, b = (s.subjects @ np.clip(one.unlimited(s.rows[:, kept[s.measures]]), -4, 4) / s.subjects.sum() for s in (before, after))
        errors.append(np.sqrt(((b + people * (b - a) - one(own[people:, kept])[0]) ** 2).mean()))
    return f"{np.median(errors):.1f} deviations off"


def by_nearest_row(command, records, names, verdicts, files, generator):
    """A verdict by the share of the nearest row: of members, and of others."""
    found = []
    for _ in range(files):
        order = generator.permutation(len(records))
        own, others = order[:200], order[200:400]
        summary = summarized(command, records[own], names, verdicts=verdicts[own])
        scale = Scale(records[:, summary.measures])
        rows, points = scale.unlimited(summary.rows), scale(records[:, summary.measures])
        found.append([roc_auc_score(verdicts[some], summary.share[squared(points[some], rows).argmin(1)]) for some in (own, others)])
    own, others = np.mean(found, 0)
    return f"AUC {own:.2f}; of somebody who is no member {others:.2f}"


def shown_counts(excluded, noisy, size):
    """How likely each count is in the file, of a row with so many excluded: drawn with replacement, and never none or all."""
    drawn = binom.pmf(np.arange(size + 1), size, excluded / size) if noisy else np.arange(size + 1) == excluded
    return np.r_[drawn[:2].sum(), drawn[2:-2], drawn[-2:].sum()]


def last_verdict(noisy, rate, size=10):
    """Somebody knows who is in a row and all verdicts but one, and says what the last one is: how often that is right, exactly."""
    right = 0
    for others in range(size):
        kept, excluded = ((1 - rate) * shown_counts(others, noisy, size), rate * shown_counts(others + 1, noisy, size))
        right += binom.pmf(others, size - 1, rate) * np.maximum(kept, excluded).sum()
    return f"right in {right:.3f}; by the rate alone {max(rate, 1 - rate):.2f}"


def single_values(command, records, names, files, generator):
    errors, exact = [], 0
    whole = (records == records.round()).all(0)
    for _ in range(files):
        own = records[generator.permutation(len(records))[:200]]
        summary = summarized(command, own, names)
        kept = own[:, summary.measures]
        low, high = np.percentile(kept, [25, 75], axis=0)
        errors += list(abs(summary.rows.max(0) - kept.max(0)) / (high - low) * 1.349)
        for c in np.flatnonzero(whole[summary.measures]):
            exact += np.isin(summary.rows[:, c], kept[:, c]).sum()
    return f"median {np.median(errors):.2f}, smallest {np.min(errors):.3f}", f"{exact} of {whole.sum()} measures' cells"


def doubles(command, records, names, files, generator, people=100, twice=10, apart=0.1):
    """Ten of a hundred persons are in the table a second time, under another id and with values that differ by a tenth of a deviation. The
    area of the nearest row, of members who are there once and of those who are there twice, against as many who are not there."""
    scale = Scale(records)
    points, scores, kinds = scale(records), [], []
    for _ in range(files):
        order = generator.permutation(len(records))[: 2 * people]
        again = scale.units(points[order[:twice]] + apart * generator.normal(size=(twice, records.shape[1])))
        summary = summarized(command, np.r_[records[order[:people]], again], names)
        own = Scale(records[:, summary.measures])
        scores.append(-squared(own(records[order][:, summary.measures]), own.unlimited(summary.rows)).min(1))
        kinds.append(np.repeat([2, 1, 0], [twice, people - twice, people]))
    score, kind = np.concatenate(scores), np.concatenate(kinds)
    once, two = (roc_auc_score(kind[kind != other] > 0, score[kind != other]) for other in (2, 1))
    return f"AUC {once:.2f} of those who are there once, {two:.2f} of those who are there twice"


def additions(command, records, names, generator):
    order = generator.permutation(len(records))[:240]
    with tempfile.TemporaryDirectory() as folder:
        before = summarized(command, records[order[:200]], names, folder=folder)
        after = summarized(command, records[order], names, folder=folder, options=["--add"])
    same = (after.rows[: len(before.rows)] == before.rows).all()
    return f"old rows unchanged: {same}; {len(after.rows) - len(before.rows)} new rows"


def main(folder, program, files=10):
    command, generator = program.split(), np.random.default_rng(41)
    records, names, _, rater = abide(folder)
    verdicts = rater == "-1"
    print("| attack | result |\n|---|---|")
    for people in (30, 100, 200):
        told(f"rows solved from a list of all {people} participants", solved_rows(command, records, names, people, files, generator))
    told("a file made again with one newcomer, in another folder: her record from both means", newcomer(command, records, names, 200, files, generator))
    told("a file before and after --add of 40", additions(command, records, names, generator))
    told("a person's verdict by the share of the nearest row", by_nearest_row(command, records, names, verdicts, files, generator))
    for rate in (0.1, 0.3):
        told(f"the last verdict of a row whose members and other verdicts are known, {rate:.0%} excluded", last_verdict(True, rate))
        told("the same if the share were exact", last_verdict(False, rate))
    largest, exact = single_values(command, records, names, files, generator)
    told("a measure's largest value, guessed as the largest row, error in robust deviations", largest)
    told("cells equal to somebody's whole number", exact)
    told("ten of 100 persons twice in the table, found by the nearest row", doubles(command, records, names, 4 * files, generator))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *(int(n) for n in sys.argv[3:4]))
