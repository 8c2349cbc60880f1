#!/usr/bin/env python3
"""Who is in a summary of an array, which has many more columns than persons: images and networks, and columns of two values.

    arrays.py DATA_FOLDER PROGRAM [FILES]      (numpy, scikit-learn)

The attacker has everybody's records. He looks for the row that is nearest to each, and asks how far a row lies from the middle of all in the person's
direction, where small evidence of many columns adds up. PROGRAM ("build/bin/dsne summarize") makes the files. Prints Markdown."""

import sys

import numpy as np
from sklearn.metrics import roc_auc_score
from bound import pools
from making import report, squared, summarized


def member_areas(command, records, people, files, generator):
    """The areas under the curve of both tests, and of the oddest twentieth."""
    nearest, towards, inside = [], [], []
    sizes = records.std(0)
    away = (records - records.mean(0))[:, sizes > 0] / sizes[sizes > 0]
    long = np.linalg.norm(away, axis=1)
    for _ in range(files):
        member = np.isin(np.arange(len(records)), generator.permutation(len(records))[:people])
        rows = (summarized(command, records[member]).rows - records.mean(0))[:, sizes > 0] / sizes[sizes > 0]
        nearest.append(-squared(away, rows).min(1))
        towards.append((away @ rows.T).max(1) / long)
        inside.append(member)
    inside, odd = np.array(inside), long.argsort()[-max(len(records) // 20, 1) :]
    areas = []
    for scores in (np.array(nearest), np.array(towards)):
        scores = scores - np.ma.array(scores, mask=inside).mean(0).data
        areas += [roc_auc_score(inside.ravel(), scores.ravel()), roc_auc_score(inside[:, odd].ravel(), scores[:, odd].ravel())]
    return areas


def main(folder, command, files=40):
    generator = np.random.default_rng(41)
    print("| arrays | persons | members: nearest row | oddest twentieth | in the person's direction | oddest twentieth |\n|" + "---|" * 6)
    for name, records in pools(folder, generator).items():
        report(name, "100", *member_areas(command, records[:200], 100, files, generator))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split(), *(int(n) for n in sys.argv[3:4]))
