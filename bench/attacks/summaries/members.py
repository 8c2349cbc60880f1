#!/usr/bin/env python3
"""Who of some people is in a summary: somebody has their records, and other people's of the same kind.

    members.py DATA_FOLDER PROGRAM      (numpy, scikit-learn)

Half of the people take part. The attacker looks for the row that is nearest to each, or makes shadow files of other halves and learns from them
what a member's file looks like, person by person. People are also judged by how odd they are: the distance of their record from the median.
PROGRAM ("build/bin/dsne summarize") makes the files. Prints Markdown."""

import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from making import LEAST, Scale, abide, groups_of, mnist, noise_covariance, report, squared, summarized

TWENTIETH = 20


def whitener_of(points, generator):
    groups = groups_of(points, generator)
    covariance = noise_covariance(points, groups)
    values, vectors = np.linalg.eigh(covariance + 0.05 * np.diag(np.diag(covariance)) + 1e-9 * np.eye(len(covariance)))
    return vectors / np.sqrt(values)


def features(targets, rows, whitener, everybody):
    """What a file shows of each target: distances to rows, plain and whitened, and how far the nearest row lies from the middle of the people
    around it, towards the target."""
    centres = everybody[squared(rows, everybody).argsort(1)[:, : 3 * LEAST]].mean(1)
    plain, white = squared(targets, rows), squared(targets @ whitener, rows @ whitener)
    order = white.argsort(1)
    towards = (rows - centres) @ whitener
    pull = np.einsum("trw,rw->tr", (targets[:, None] - centres[None]) @ whitener, towards) / (np.sqrt(white) + 1)
    soft = -np.log(np.exp(-(white - white.min(1)[:, None]) / white.min(1).mean()).sum(1))
    plain.sort(1)
    near = np.take_along_axis(white, order, 1)
    return np.c_[plain[:, 0], plain[:, 1] - plain[:, 0], near[:, 0], near[:, 1] - near[:, 0], soft, pull.max(1), np.take_along_axis(pull, order[:, :1], 1)]


def learned(seen, inside):
    """Learns to tell members from what shadow files showed of each target (files × targets × features). Returns a function that scores the targets
    by what a file shows of them, calibrated for each."""
    outside = np.where(inside[:, :, None], np.nan, seen)
    mean, spread = np.nanmean(outside, 0), np.nanstd(outside, 0) + 1e-9
    calibrated = lambda shown: np.c_[(shown - mean) / spread, shown]
    train = np.concatenate([calibrated(shown) for shown in seen])
    models = [make_pipeline(StandardScaler(), LogisticRegression(max_iter=500)), HistGradientBoostingClassifier(max_iter=80, learning_rate=0.1, max_leaf_nodes=12)]
    for model in models:
        model.fit(train, inside.ravel())
    return lambda shown: np.mean([model.predict_proba(calibrated(shown))[:, 1] for model in models], 0)


def found_at(score, member, rate=0.01):
    return (score[member] > np.quantile(score[~member], 1 - rate)).mean()


def rows_in(summary, scale, known):
    """The rows on the attacker's scale, measures that were left out at their medians."""
    full = np.tile(np.median(known, 0), (len(summary.rows), 1))
    full[:, summary.measures] = summary.rows
    return np.clip(scale.unlimited(full), -4, 4)


def attack(records, names, others, files, command, generator, shadows=60):
    """Half of the records take part. Returns who did, and both tests' scores: files × people. The attacker has the records of `others`, too, who
    stand in for members in shadow files; without any he has the targets' records only."""
    known = records if others is None else others
    scale = Scale(known)
    points = scale(records)
    everybody = points if others is None else np.r_[points, scale(others)]
    whitener = whitener_of(scale(known), generator)
    half = len(records) // 2
    seen, inside = [], []
    for file in range(shadows + files):
        member, rest = np.zeros(len(records), bool), records[:0]
        if others is not None and file < shadows:
            member = generator.random(len(records)) < 0.5
            rest = others[generator.choice(len(others), max(half - member.sum(), 0), replace=False)]
        else:
            member[generator.permutation(len(records))[:half]] = True
        people = np.r_[records[member], rest]
        summary = summarized(command, people, names)
        seen.append(features(points, rows_in(summary, scale, known), whitener, everybody))
        inside.append(member)
    seen, inside = np.array(seen), np.array(inside)
    score = learned(seen[:shadows], inside[:shadows])
    return inside[shadows:], -seen[shadows:, :, 0], np.array([score(shown) for shown in seen[shadows:]])


def parts_of(records):
    """All people, by fifths of oddness, and the oddest twentieth."""
    order = np.linalg.norm(Scale(records)(records), axis=1).argsort()
    return [order, *np.array_split(order, 5), order[-max(len(order) // TWENTIETH, 1) :]]


def told(label, cases):
    """Prints a line for each test, over several cases of (records, who took part, scores)."""
    for test in (0, 1):
        areas = [[roc_auc_score(inside[:, part].ravel(), scores[test][:, part].ravel()) for part in parts_of(records)] for records, inside, *scores in cases]
        found = [found_at(scores[test].ravel(), inside.ravel()) for _, inside, *scores in cases]
        odd = [found_at(scores[test][:, parts_of(records)[-1]].ravel(), inside[:, parts_of(records)[-1]].ravel()) for records, inside, *scores in cases]
        report(f"{label}, {('nearest row', 'shadow files')[test]}", *np.mean(areas, 0), np.mean(found), np.mean(odd))


def main(folder, command):
    records, names, site, _ = abide(folder)
    generator = np.random.default_rng(41)
    print("| file, test | all | fifths by oddness: 1 | 2 | 3 | 4 | 5 | oddest twentieth | found at 1 % | of the oddest twentieth |\n|" + "---|" * 10)
    own = records[site == "NYU"]
    told("NYU's 184, half take part", [(own, *attack(own, names, None, 60, command, generator))])
    cases = []
    for name in ("NYU", "UCLA", "LEUVEN"):
        own = records[site == name]
        cases.append((own, *attack(own, names, records[site != name], 20, command, generator)))
    told("three true sites, the attacker has other sites' records", cases)
    order = generator.permutation(len(records))
    own, others = records[order[:400]], records[order[400:]]
    told("200 of 400 from all sites", [(own, *attack(own, names, others, 20, command, generator))])
    components, columns = mnist(folder)
    own, others = components[:400], components[400:]
    told("MNIST, 30 components, 200 of 400", [(own, *attack(own, columns, others, 20, command, generator))])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split())
