"""Real data to attack: tables of ABIDE's quality measures and MNIST, from a folder that the user names."""

import csv
import io
import pathlib
from dataclasses import dataclass

import numpy as np

NO_FEATURES = ("subject", "session", "scan", "site")


@dataclass
class Records:
    """Subjects in rows, with the names of the features."""

    values: np.ndarray
    features: list

    def __len__(self):
        return len(self.values)

    def at(self, rows):
        return Records(self.values[rows], self.features)

    def with_more(self, others):
        return Records(np.vstack([self.values, others.values]), self.features)

    def csv(self):
        """Returns the table as a site's CSV file, with numbers that are read back bit by bit."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.features)
        writer.writerows([[repr(value) for value in row] for row in self.values.tolist()])
        return out.getvalue().encode("ascii")


def abide(folder, table):
    """Reads ABIDE's quality table: each subject's first complete scan, no record twice."""
    with open(pathlib.Path(folder) / "abide-qap" / f"{table}.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    features = [name for name in rows[0] if name not in NO_FEATURES]
    first = {}
    for row in rows:
        values = [float(row[name] or "nan") for name in features]
        if np.isfinite(values).all():
            first.setdefault(row["subject"], values)
    return Records(np.unique(np.array(list(first.values())), axis=0), features)


def mnist(folder):
    """Reads MNIST's handwritten digits, 784 grey values each."""
    values = np.load(pathlib.Path(folder) / "mnist" / "X.npy").astype(float)
    return Records(values, [f"p{pixel}" for pixel in range(values.shape[1])])


def finest_feature(records):
    """Returns the feature with the most distinct values."""
    return int(np.argmax([len(np.unique(column)) for column in records.values.T]))


def parts(records, sizes, rng):
    """Draws disjoint random parts of the records, of the given sizes."""
    order = rng.permutation(len(records))
    ends = np.cumsum(sizes)
    if ends[-1] > len(records):
        raise SystemExit(f"{ends[-1]} records are needed and there are {len(records)}")
    return [records.at(order[end - size : end]) for size, end in zip(sizes, ends)]
