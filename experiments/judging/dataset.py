"""Reads the subjects of an experiment, of several acquiring sites and of classes."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .errors import InputError
from .fields import check_members, names, required

MISSING = {"", "na", "n/a", "nan", "null", "none", "."}


@dataclass
class Dataset:
    values: np.ndarray  # subjects × features; NaN where a value is missing
    labels: list  # each subject's class; "" where it has none
    sites: list  # the site that scanned each subject

    def subset(self, rows):
        return Dataset(self.values[rows], [self.labels[row] for row in rows], [self.sites[row] for row in rows])


def thinned(data, n):
    """Keeps every n-th subject of each class at each site, including the first."""
    seen, kept = {}, []
    for row, kind in enumerate(zip(data.labels, data.sites)):
        if seen.get(kind, 0) % n == 0:
            kept.append(row)
        seen[kind] = seen.get(kind, 0) + 1
    return data.subset(kept)


def read_rows(file):
    """Reads a table's rows by column name; the separator is the header's."""
    try:
        with open(file, newline="", encoding="utf-8-sig") as text:
            header = text.readline()
            text.seek(0)
            separator = max("\t;,", key=header.count)
            return list(csv.DictReader(text, delimiter=separator))
    except OSError as error:
        raise InputError(f"{Path(file).name} cannot be read") from error


def number(cell):
    """Returns a cell's number, NaN where it is missing. Raises ValueError for other text."""
    text = (cell or "").strip()
    return np.nan if text.lower() in MISSING else float(text)


def is_numeric(rows, column):
    try:
        return any(not np.isnan(number(row[column])) for row in rows)
    except ValueError:
        return False


def matrix_of(rows, columns, what):
    try:
        return np.array([[number(row[column]) for column in columns] for row in rows], dtype=float).reshape(len(rows), -1)
    except ValueError as error:
        raise InputError(f"{what} has a cell that is no number") from error


def read_labels(file):
    """Reads a label per row, from a .npy or a text file with a line each."""
    if Path(file).suffix == ".npy":
        return [str(label) for label in np.load(file).ravel().tolist()]
    return Path(file).read_text(encoding="utf-8").splitlines()


def _from_values(description, folder):
    check_members(description, {"values", "labels"})
    try:
        values = np.load(folder / required(description, "values")).astype(float)
        labels = read_labels(folder / required(description, "labels"))
    except OSError as error:
        raise InputError(f"{description['values']} or {description.get('labels')} is not in the folder of the data") from error
    if len(labels) != len(values):
        raise InputError("there are not as many labels as rows")
    return Dataset(values, labels, [""] * len(values))


def _from_tables(description, folder):
    """Joins tables side by side, their rows matched by the columns of `join`; a row without a partner is left out."""
    check_members(description, {"tables", "join", "features", "label_column", "site_column"})
    tables, keys, features = (names(description, name) for name in ("tables", "join", "features"))
    if not tables:
        raise InputError('"tables" of the description names none')
    left, parts = read_rows(folder / tables[0]), []
    kept = list(range(len(left)))
    for table in tables:
        rows = left if table == tables[0] else read_rows(folder / table)
        places = {}
        for place, row in enumerate(rows):
            key = tuple(row[name] for name in keys)
            if all(key) and places.setdefault(key, place) != place:
                raise InputError(f"{table} has two rows with the same key")
        partners = places if table != tables[0] else None
        columns = [name for name in features if name in rows[0]]
        parts.append((matrix_of(rows, columns, table), partners))
        if partners is not None:
            kept = [row for row in kept if tuple(left[row][name] for name in keys) in partners]
    if not kept:
        raise InputError("the tables of the data have no row in common")
    blocks = [values[kept if partners is None else [partners[tuple(left[row][name] for name in keys)] for row in kept]]
              for values, partners in parts]

    def column(member):
        return [left[row][description[member]] for row in kept] if member in description else [""] * len(kept)

    return Dataset(np.hstack(blocks), column("label_column"), column("site_column"))


def _from_own_table(description, file):
    """Reads a table of the user's own: every column of numbers but label and site is a feature."""
    if file.suffix == ".npy":
        values = np.load(file).astype(float)
        return Dataset(values, [""] * len(values), [""] * len(values))
    rows = read_rows(file)
    if not rows:
        raise InputError("the data (--data) has no rows")

    def column(member, usual):
        name = description.get(member) or usual
        return name if name in rows[0] else None

    label, site = column("label_column", "label"), column("site_column", "site")
    columns = [name for name in rows[0] if name not in (label, site) and is_numeric(rows, name)]
    texts = [[row[name] for row in rows] if name else [""] * len(rows) for name in (label, site)]
    return Dataset(matrix_of(rows, columns, "the data (--data)"), *texts)


def read_dataset(description, data):
    """Reads or makes the data of a description: {"values", "labels"}, {"tables", "join", …} or {"synthetic"}.

    `data` is the folder of the public data sets, a table of the user's own in place of the description's data, or None.
    """
    from .synthetic import synthetic_dataset

    if data is not None and data.is_file():
        return _from_own_table(description, data)
    if "synthetic" in description:
        return synthetic_dataset(description["synthetic"])
    if data is None:
        raise InputError("this experiment needs its data: --data PATH")
    return _from_tables(description, data) if "tables" in description else _from_values(description, data)
