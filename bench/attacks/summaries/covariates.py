#!/usr/bin/env python3
"""What covariates in a summary reveal: covariates.py DATA_FOLDER PROGRAM [SHADOWS FILES]      (numpy, scipy, scikit-learn)

The attack by shadow files of members.py, without and with two made-up covariates of ABIDE's scans: an age that measures explain in part, and a
sex. The attacker has the targets' covariates too, sees the rows' means of them, and the slopes, towards which a member pulls by her covariate
times her residual. PROGRAM ("build/bin/dsne summarize") makes the files. Prints Markdown."""

import sys

import numpy as np
from sklearn.metrics import roc_auc_score
from making import Scale, abide, made_up_covariates, report, slopes_of, squared, summarized
from members import features, found_at, learned, rows_in, whitener_of


class Attacker:
    """Somebody with the targets' records and covariates, and others of the population."""

    def __init__(self, targets, others, sees, generator):
        self.sees, self.scale = sees, Scale(others[0])
        (self.records, self.covariates), (known, ages) = targets, others
        self.points, population = self.scale(self.records), self.scale(known)
        self.slopes = slopes_of(ages, population)[0]
        self.pulls = self.covariates - ages.mean(0)
        self.residuals = self.points - population.mean(0) - self.pulls @ self.slopes
        away = population - population.mean(0) - (ages - ages.mean(0)) @ self.slopes
        self.inverse = np.linalg.inv(away.T @ away / len(away) + 0.05 * np.eye(away.shape[1]))
        self.compared, everybody = (self.points, population) if sees == "measures" else (np.c_[self.points, self.covariates], np.c_[population, ages])
        self.everybody = np.r_[self.compared, everybody]
        self.whitener = whitener_of(everybody, generator)

    def look(self, summary):
        rows = rows_in(summary, self.scale, self.records)
        seen = rows if self.sees == "measures" else np.c_[rows, summary.covariates]
        found = features(self.compared, seen, self.whitener, self.everybody)
        if self.sees != "rows and slopes":
            return found
        kept = summary.measures
        scaled = summary.slopes / summary.scale_of_slopes
        towards = self.residuals[:, kept] @ self.inverse[np.ix_(kept, kept)] @ (scaled - self.slopes[:, kept]).T * self.pulls
        return np.c_[found, towards, towards.sum(1)]


def file_of(command, records, names, covariates):
    summary = summarized(command, records, names, covariates)
    kept = records[:, summary.measures]
    low, high = np.percentile(kept, [25, 75], axis=0)
    summary.scale_of_slopes = (high - low) / 1.349
    return summary


def members(records, names, covariates, sees, command, shadows, files, generator):
    order = generator.permutation(len(records))
    targets, others = order[:400], order[400:]
    attacker = Attacker((records[targets], covariates[targets]), (records[others], covariates[others]), sees, generator)
    seen, inside = [], []
    for file in range(shadows + files):
        if file < shadows:
            member = generator.random(400) < 0.5
            rest = generator.choice(others, max(200 - member.sum(), 0), replace=False)
        else:
            member, rest = np.isin(np.arange(400), generator.permutation(400)[:200]), others[:0]
        people = np.r_[targets[member], rest]
        seen.append(attacker.look(file_of(command, records[people], names, covariates[people])))
        inside.append(member)
    seen, inside = np.array(seen), np.array(inside)
    score = np.concatenate(list(map(learned(seen[:shadows], inside[:shadows]), seen[shadows:])))
    return roc_auc_score(inside[shadows:].ravel(), score), found_at(score, inside[shadows:].ravel())


def guesses(records, names, covariates, command, files, generator):
    """How well the nearest row tells a covariate: age's correlation and sex's area under the curve, of members and of others."""
    ages, sexes = {True: [], False: []}, {True: [], False: []}
    for _ in range(files):
        order = generator.permutation(len(records))[:400]
        summary = file_of(command, records[order[:200]], names, covariates[order[:200]])
        scale = Scale(records[:, summary.measures])
        rows = scale.unlimited(summary.rows)
        for member, people in ((True, order[:200]), (False, order[200:])):
            nearest = summary.covariates[squared(scale(records[people][:, summary.measures]), rows).argmin(1)]
            ages[member].append(np.corrcoef(nearest[:, 0], covariates[people, 0])[0, 1])
            sexes[member].append(roc_auc_score(covariates[people, 1] > 0, nearest[:, 1]))
    return [np.mean(found[member]) for found in (ages, sexes) for member in (True, False)]


def main(folder, command, shadows=60, files=20):
    records, names, *_ = abide(folder)
    generator = np.random.default_rng(41)
    covariates = made_up_covariates(records, generator)
    print("| the file, as the attacker uses it | AUC | found at 1 % |\n|---|---|---|")
    for sees in ("measures", "rows", "rows and slopes"):
        report(sees, *members(records, names, covariates, sees, command, shadows, files, generator))
    print("\n| guess by the nearest row | age, correlation: member | other | sex, AUC: member | other |\n|---|---|---|---|---|")
    report("200 of 400", *guesses(records, names, covariates, command, files, generator))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split(), *(int(number) for number in sys.argv[3:]))
