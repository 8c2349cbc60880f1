"""Moves tables between DataFrames and the files that the command reads and writes."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd

from .program import Error


def as_file(table, folder, name):
    """Returns the path of a table: of a DataFrame, which is written to `folder`/`name`.csv, or the given path.

    Does not write an index that only counts the rows; any other becomes the first column, `participant_id` unless it has a name.
    """
    if not isinstance(table, pd.DataFrame):
        return path_of(table)
    path = Path(folder) / f"{name}.csv"
    counts_rows = isinstance(table.index, pd.RangeIndex)
    unnamed = table.index.nlevels == 1 and table.index.name is None
    table.to_csv(path, index=not counts_rows, index_label="participant_id" if unnamed else None)
    return path


def as_lines(words, folder, name):
    """Returns the path of a list of words: of a sequence or Series, which is written one per line, or the given path."""
    if isinstance(words, (str, os.PathLike)):
        return path_of(words)
    path = Path(folder) / f"{name}.txt"
    path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    return path


def as_json(settings, folder, name):
    """Returns the path of settings: of a dict, which is written to `folder`/`name`.json, or the given path; None for None."""
    if settings is None:
        return None
    if not isinstance(settings, dict):
        return path_of(settings)
    path = Path(folder) / f"{name}.json"
    path.write_text(json.dumps(settings), encoding="utf-8")
    return path


def path_of(path):
    """Returns the absolute path, which begins with a slash, so that no name looks like an option."""
    return Path(os.path.abspath(path))


def read_table(path):
    """Reads one of the command's tables. Ids and labels stay texts. Returns None if the file is missing."""
    if not path.is_file():
        return None
    texts = {"id": str, "label": str, "site": str, "row": str}
    return pd.read_csv(path, dtype=texts, keep_default_na=False, na_values=[""])


def read_summary(folder, data_set=None):
    """Reads the summary that a site keeps in a folder: a row each, then the spread within rows and the slopes of covariates."""
    stem = f"summary_{data_set}" if data_set else "summary"
    if (folder / f"{stem}.csv").is_file():
        return read_table(folder / f"{stem}.csv")
    with np.load(folder / f"{stem}.npz", allow_pickle=False) as arrays:
        return pd.DataFrame(arrays["rows"], columns=arrays["columns"])


def require_empty(folder):
    """Makes the folder. Raises Error when it is not empty."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Error(f"{folder} is not empty; a run needs a folder of its own")


def without_paths(text, first_words):
    """Returns a command's text without the line that names removed files."""
    return "\n".join(line for line in text.strip().splitlines() if not line.startswith(first_words))
