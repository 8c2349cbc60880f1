"""The command's `check`, `look`, `summarize`, `map` and `place`. Tables are DataFrames or paths."""

import dataclasses
import json
import tempfile
from pathlib import Path
from typing import Optional

import pandas as pd

from .program import Error, options, run
from .tables import as_file, as_json, as_lines, path_of, read_summary, read_table, without_paths


@dataclasses.dataclass(frozen=True, repr=False)
class Checked:
    """The results of `check`. They stay at the site, because they have ids and values."""

    verdict: str
    would_run: bool
    problems: pd.DataFrame  # one a row: file, ends_run, kind, text, to_do, rows, column, measures
    measures: pd.DataFrame  # one a row: file, name, column, missing, median, low, high, least, most, constant
    left_out: pd.DataFrame  # one a row: file, name, reason
    document: dict  # all that `dsne check --json` says

    def __repr__(self):
        return self.verdict


@dataclasses.dataclass(frozen=True, repr=False)
class Placed:
    """A site's subjects on a map."""

    embedding: pd.DataFrame  # a subject a row: id, x, y, label and scores
    flagged: Optional[pd.DataFrame]  # subjects to look at, with reasons; None on a frame of arrays
    text: str  # the command's output
    page: Optional[Path]  # the report; None when no folder was given

    def __repr__(self):
        return self.text


def check(data, *, reference=None, settings=None):
    """Reads tables like a run, and reports what is wrong or odd. Nothing is sent or kept.

    data: a table, or a dict of them by name, which are compared with each other, as if each were a site's.
    """
    with tempfile.TemporaryDirectory() as folder:
        tables = data if isinstance(data, dict) else {"data": data}
        files = [as_file(table, _subfolder(folder, "data"), name) for name, table in tables.items()]
        named = options(
            reference=None if reference is None else as_file(reference, folder, "reference"),
            settings=as_json(settings, folder, "settings"),
            json=True,
        )
        document = json.loads(run("check", *files, *named, accepted=(0, 1, 2)))
    return Checked(
        document["verdict"],
        document["would_run"],
        _problems(document),
        _listed(document, "measures", ["name", "column", "missing", "median", "low", "high", "least", "most", "constant"]),
        _listed(document, "left_out", ["name", "reason"]),
        document,
    )


def look(data, *, by=None, frame=None, settings=None, output=None, new_baseline=False):
    """Compares one site's scans with public ones, and lists which to look at first. Nothing is sent.

    data: MRIQC's output folder, or a table.
    by: a column of sites or scanners; the scans of each of its words are judged by themselves.
    frame: a map to compare with, which `map` or a run on summaries made, in place of the public scans.
    output: the folder for the pages; without one only the tables are returned. Scans are judged by those that it has seen first.
    new_baseline: judges them by these from now on.
    Returns the placed scans by their kind: {"T1w": …}; "scans" where nothing says which kind they are; with `by` {"T1w-site_UCLA": …}.
    """
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder, "pages") if output is None else path_of(output)
        named = options(
            by=by,
            frame=None if frame is None else path_of(frame),
            settings=as_json(settings, folder, "settings"),
            output=pages,
            new_baseline=new_baseline,
        )
        text = run("look", as_file(data, folder, "data"), *named)
        return {
            file.parent.name: Placed(
                read_table(file),
                read_table(file.with_name("flagged.csv")),
                text.strip() if output is not None else without_paths(text, "  See "),
                None if output is None else file.with_name("index.html"),
            )
            for file in sorted(pages.glob("*/embedding.csv"))
            if str(file.with_name("index.html")) in text
        }


def summarize(
    data=None,
    *,
    output,
    site=None,
    settings=None,
    verdicts=None,
    covariates=None,
    add_covariates=False,
    data_set=None,
    add=False,
    renew=False,
    strike=None,
    id_column=None,
    data_format=None,
):
    """Makes the site's summary in the folder `output`, or changes it like `dsne summarize`. Returns the summary.

    site: the site's name, which stands in the summary and on maps.
    verdicts: `exclude` or `include` for each row of the data; they leave the site with the summary, so settings must say
        `{"share_verdicts": True}`.
    covariates: a table of persons with the columns that settings name, as `{"covariates": ["age", "sex"]}`.
    """
    output = path_of(output)
    with tempfile.TemporaryDirectory() as folder:
        named = options(
            data=None if data is None else as_file(data, folder, "data"),
            output=output,
            site=site,
            settings=as_json(settings, folder, "settings"),
            verdicts=None if verdicts is None else as_lines(verdicts, folder, "verdicts"),
            covariates=None if covariates is None else as_file(covariates, folder, "covariates"),
            add_covariates=add_covariates,
            data_set=data_set,
            add=add,
            renew=renew,
            strike=strike,
            id_column=id_column,
            data_format=data_format,
        )
        run("summarize", *named)
    return read_summary(output, data_set)


def map(summaries, *, output, reference=None, perplexity=None, dims=None):  # noqa: A001: the command's name
    """Makes the common map of sites' summaries, the file `output`. Returns its points: site, row, subjects, x, y.

    summaries: a dict by site, or a sequence of paths: of a summary, or of a folder with `summary.csv`.
    """
    output = path_of(output)
    with tempfile.TemporaryDirectory() as folder:
        if not isinstance(summaries, dict):
            files = [_summary_file(path) for path in summaries]
        else:
            files = [_linked(summary, _subfolder(folder, site)) for site, summary in summaries.items()]
        named = options(
            output=output, reference=None if reference is None else as_file(reference, folder, "reference"), perplexity=perplexity, dims=dims
        )
        run("map", *files, *named)
    return _points(json.loads(output.read_text(encoding="utf-8")))


def place(
    data,
    *,
    frame,
    summary=None,
    data_set=None,
    settings=None,
    output=None,
    new_baseline=False,
    id_column=None,
    label_column=None,
    data_format=None,
):
    """Places a site's subjects on the common map `frame`, which `map` or a run on summaries made. Nothing leaves the site.

    summary: the folder where the site keeps its summary.
    output: the folder for the report and its files; without one only the tables are returned.
    new_baseline: judges scans by these from now on, not by those that `output` has seen first.
    """
    with tempfile.TemporaryDirectory() as folder:
        placed = Path(folder, "placed") if output is None else path_of(output)
        named = options(
            data=as_file(data, folder, "data"),
            frame=path_of(frame),
            summary=None if summary is None else path_of(summary),
            data_set=data_set,
            settings=as_json(settings, folder, "settings"),
            output=placed,
            new_baseline=new_baseline,
            id_column=id_column,
            label_column=label_column,
            data_format=data_format,
        )
        text = run("place", *named)
        has_lists = json.loads(path_of(frame).read_text(encoding="utf-8"))["kind"] == "measures"
        return Placed(
            read_table(placed / "embedding.csv"),
            read_table(placed / "flagged.csv") if has_lists else None,
            text.strip() if output is not None else without_paths(text, "See "),
            None if output is None else placed / "index.html",
        )


def _subfolder(folder, name):
    """Returns a folder of this name in another. Refuses names that are not plain."""
    if not name or name in (".", "..") or "/" in name or "\0" in name:
        raise Error("a name must be that of a folder or a file")
    made = Path(folder, name)
    made.mkdir(exist_ok=True)
    return made


def _summary_file(path):
    path = path_of(path)
    found = [path / name for name in ("summary.csv", "summary.npz") if (path / name).is_file()]
    return found[0] if found else path


def _linked(summary, folder):
    """Returns the path of a summary in a folder named after its site, from which the command reads the name."""
    if isinstance(summary, pd.DataFrame):
        return as_file(summary, folder, "summary")
    file = _summary_file(summary)
    link = folder / f"summary{file.suffix}"
    link.symlink_to(file)
    return link


def _problems(document):
    columns = ["file", "ends_run", "kind", "text", "to_do", "rows", "column", "measures"]
    rows = [{"file": None, **problem} for problem in document["problems"]]
    rows += [{"file": _stem(file), **problem} for file in document["files"] for problem in file["problems"]]
    return pd.DataFrame(rows, columns=columns)


def _listed(document, key, columns):
    rows = [{"file": _stem(file), **entry} for file in document["files"] for entry in file.get(key, [])]
    return pd.DataFrame(rows, columns=["file", *columns])


def _stem(file):
    return Path(file["file"]).stem


def _points(frame):
    """Returns the map's points, or only its rows if rows were merged or there is no common map."""
    rows = [
        {"site": site["site"], "row": row + 1, "subjects": subjects} for site in frame["sites"] for row, subjects in enumerate(site["subjects"])
    ]
    rows += [{"site": "reference", "row": row + 1, "subjects": 1} for row in range(len(frame["reference"]))]
    axes = ["x", "y", "z"][: frame["dimensions"]]
    points = pd.DataFrame(rows, columns=["site", "row", "subjects"])
    if len(frame["positions"]) != len(rows):
        return points.reindex(columns=[*points.columns, *axes])
    return points.join(pd.DataFrame(frame["positions"], columns=axes))
