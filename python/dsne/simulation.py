"""The command's `simulate`: a whole run of several sites on this machine."""

import dataclasses
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Dict, Optional

import pandas as pd

from .program import Error, executable, run
from .tables import as_file, as_lines, path_of, read_table, require_empty, without_paths

_FILES = ("site_data", "site_label", "reference_data", "reference_label", "subject_files", "summary")


@dataclasses.dataclass(frozen=True, repr=False)
class Site:
    """A site's results."""

    embedding: Optional[pd.DataFrame]  # a subject a row: id, x, y, label, scores; None where a run makes none
    flagged: Optional[pd.DataFrame]  # subjects to look at, with reasons, the oddest first
    folder: Optional[Path]  # all its results, `index.html` among them; None when no folder was given


@dataclasses.dataclass(frozen=True, repr=False)
class Run:
    """The results of a run."""

    sites: Dict[str, Site]
    joint: Optional[pd.DataFrame]  # the shared positions: site, x, y, label; None if nothing is shared
    summaries: Optional[pd.DataFrame]  # the rows of summaries on the map: site, x, y, subjects
    text: str  # the command's output

    def __repr__(self):
        return self.text


def simulate(sites, *, folder=None, **parameters):
    """Makes a run like COINSTAC, with all sites on this machine.

    sites: by name, a table or a dict of the site's inputs: `site_data`, `site_settings`, `reference_data`, … as docs/parameters.md has them.
        A table is a DataFrame or a path; labels may be a sequence of words.
    folder: an empty folder for the run's files and reports; without one only the tables are returned.
    parameters: the run's, the same for all sites: method="single-shot", reference="summaries", …
    """
    if folder is not None:
        return _made(sites, path_of(folder), parameters, kept=True)
    with tempfile.TemporaryDirectory() as temporary:
        return _made(sites, Path(temporary), parameters, kept=False)


def _made(sites, folder, parameters, kept):
    require_empty(folder)
    inputspec = []
    for i, (name, given) in enumerate(sites.items()):
        inputs = _folder_of(folder, "input", i)
        inputs.mkdir(parents=True)
        given = given if isinstance(given, dict) else {"site_data": given}
        inputspec.append({key: {"value": value} for key, value in {**parameters, **_inputs(name, given, inputs)}.items()})
    (folder / "inputspec.json").write_text(json.dumps(inputspec), encoding="utf-8")
    text = run("simulate", f"--compspec={executable().parent / 'compspec.json'}", f"--directory={folder}")
    joint = _folder_of(folder, "output", 0) / "joint"
    return Run(
        {name: _site(_folder_of(folder, "output", i), kept) for i, name in enumerate(sites)},
        read_table(joint / "embedding.csv"),
        read_table(joint / "summary_embedding.csv"),
        text.strip() if kept else without_paths(text, "Open "),
    )


def _folder_of(folder, kind, site):
    return folder / kind / f"local{site}" / "simulatorRun"


def _inputs(name, given, folder):
    """Copies a site's files to its folder, and returns its inputs, which name them."""
    inputs = {}
    for key, value in given.items():
        if key == "site_settings":
            continue
        inputs[key] = _copied(key, value, folder) if key in _FILES else value
    return {**inputs, "site_settings": {"site_name": name, **_settings(given.get("site_settings"))}}


def _settings(settings):
    if settings is None or isinstance(settings, dict):
        return settings or {}
    return json.loads(path_of(settings).read_text(encoding="utf-8"))


def _copied(key, value, folder):
    """Copies an input's files, and returns their new names."""
    if isinstance(value, pd.DataFrame):
        return [as_file(value, folder, key).name]
    if key.endswith("_label") and not isinstance(value, (str, os.PathLike)):
        return [as_lines(value, folder, key).name]
    paths = [value] if isinstance(value, (str, os.PathLike)) else value
    return [_copy(path_of(path), folder) for path in paths]


def _copy(path, folder):
    try:
        if path.is_dir():
            shutil.copytree(path, folder / path.name)
        else:
            shutil.copyfile(path, folder / path.name)
    except OSError as error:
        raise Error(f"a site's file cannot be read: {error.strerror}") from error
    return path.name


def _site(folder, kept):
    return Site(read_table(folder / "embedding.csv"), read_table(folder / "flagged.csv"), folder if kept else None)
