"""The golden texts: of which runs and commands, and what of them is told."""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from checks import CHECKED
from federation import Federation, Site
from sites import reference, rich_table, series_files, spoiled, table
from telling import call_lines, changes, file_lines

COUNTS = {"given": [24, 20, 16], "summaries": [75, 70, 65], "rich": [75, 70, 65], "series": [14, 13, 12]}
ALLOWED = ["dsne", "spectral-clustering", "sphere", "fedne", "fed-tsne", "fed-umap"]


@dataclass
class Run:
    """A run of three sites. Its second one may have a faulty table, or stop answering in a phase."""

    inputs: dict
    data: str = "given"
    settings: dict = field(default_factory=dict)
    faulty: bool = False
    silent_from: str = ""

    def federation(self, program, folder):
        """Returns the sites in a folder, with summaries if the run uses them."""
        federation = Federation(program, folder, [self._site(letter, count) for letter, count in zip("ABC", COUNTS[self.data])])
        for site, inputs in federation.inputs.items():
            if self.data in ("summaries", "rich"):
                federation.summarize(site)
                inputs["summary"] = ["summary.csv"]
        if self.data == "given":
            federation.inputs["local0"]["reference_data"] = ["reference.csv"]
            (federation.folder("local0", "input") / "reference.csv").write_text(reference())
        if self.faulty:
            file = federation.folder("local1", "input") / "subjects.csv"
            file.write_text(spoiled(file.read_text()))
        return federation

    def calls(self, federation):
        return federation.run("local1" if self.silent_from else None, self.silent_from, self.reporting)

    @property
    def reporting(self):
        """Returns the sites whose reports are told."""
        return ["local0", "local1"] if self.faulty else ["local0"]

    def _site(self, letter, count):
        inputs = {"site_data": ["subjects.csv"], "site_settings": "settings.json", "id_column": "id", "max_iterations": 4, "perplexity": 5}
        settings = {"least_subjects": 1, "least_sites": 1, "share_places": True, "allow": ALLOWED} | self.settings
        if self.data == "series":
            files = series_files(letter, count)
            inputs |= {"data_format": "time_series", "subject_files": [file for file in files if file != "subjects.csv"]}
        else:
            files = {"subjects.csv": (rich_table if self.data == "rich" else table)(letter, count)}
            inputs["label_column"] = "diagnosis"
        return Site(inputs | self.inputs, files | {"settings.json": json.dumps(settings)})


@dataclass
class Method:
    """A method's run, told whole, and what is otherwise when a site is faulty, or lost in a phase in which the run can go on."""

    name: str
    run: Run
    lost_in: str

    def texts(self, program, folder):
        plain = told_run(self.run, program, folder / "plain")
        faulty = Run(self.run.inputs | {"faulty_sites": "leave_out"}, self.run.data, self.run.settings, faulty=True)
        lost = Run(self.run.inputs | {"at_least_sites": 2}, self.run.data, self.run.settings, silent_from=self.lost_in)
        return {
            "plain": plain,
            "faulty": changes(plain, told_run(faulty, program, folder / "faulty")),
            "lost": changes(plain, told_run(lost, program, folder / "lost")),
        }


def told_run(run, program, folder):
    """Returns what each node sent, and what lies in the sites' outputs in the end. The joint report is the same at all."""
    federation = run.federation(program, folder)
    lines = call_lines(run.calls(federation))
    for site in run.reporting:
        lines += told_folder(federation.folder(site), site, of_all=site == "local0")
    return lines


def told_folder(folder, name, of_all=True):
    files = sorted(file for file in folder.rglob("*") if file.is_file() and (of_all or file.parent == folder))
    pictures = [str(file.relative_to(folder)) for file in files if file.suffix in (".png", ".svg") and file.stat().st_size > 0]
    lines = ["", f"== {name}: pictures {', '.join(pictures)}"]
    for file in files:
        if file.suffix not in (".png", ".svg"):
            lines += ["", f"== {name}/{file.relative_to(folder)}", *file_lines(file)]
    return lines


@dataclass
class Ends:
    """How runs end in which a site is faulty or lost and which may not go on: the last call of each."""

    name: str
    runs: dict

    def texts(self, program, folder):
        lines = []
        for number, (about, run) in enumerate(self.runs.items()):
            lines += [about, *call_lines(run.calls(run.federation(program, folder / str(number)))[-1:])]
        return {"ends": lines}


@dataclass
class Placed:
    """What `dsne map` and `dsne place` print and write, of the sites of a run on summaries."""

    name: str
    run: Run

    def texts(self, program, folder):
        federation = self.run.federation(program, folder)
        inputs = [federation.folder(site, "input") for site in federation.inputs]
        frame, placed = folder / "frame.json", folder / "placed"
        lines = federation.told_command("map", *(folder / site / "summary.csv" for site in federation.inputs), "--output", frame)
        lines += federation.told_command(
            "place", "--frame", frame, "--data", inputs[0] / "subjects.csv", "--settings", inputs[0] / "settings.json", "--summary", folder / "local0", "--output", placed
        )
        return {"place": lines + told_folder(placed, "placed")}


@dataclass
class Checks:
    """What `dsne check` says of some files that people have."""

    name: str

    def texts(self, program, folder):
        federation, lines = Federation(program, folder, []), []
        for about, files in CHECKED.items():
            where = folder / "files"
            where.mkdir()
            for file, content in files.items():
                (where / file).write_bytes(content if isinstance(content, bytes) else content.encode())
            lines += [f"== {about}", *federation.told_command("check", where / next(iter(files))), ""]
            shutil.rmtree(where)
        return {"check": lines}


def on_summaries(**settings):
    return Run({"method": "single-shot", "reference": "summaries"}, "summaries", {"share_places": False} | settings)


def given(method, **others):
    return Run({"method": method} | others)


RICH = Run(
    {"method": "single-shot", "reference": "summaries"},
    "rich",
    {"share_labels": True, "share_verdicts": True, "verdict_column": "verdict", "date_column": "date", "scanner_column": "scanner"},
)
MASKED = {method: given(method) for method in ("dsne", "fedne", "spectral-clustering")}
CASES = [
    Method("single-shot-on-summaries", on_summaries(), "collect"),
    Method("single-shot-on-a-reference", given("single-shot"), "collect"),
    Method("dsne", given("dsne"), "collect"),
    Method("dp-dsne", Run({"method": "dp-dsne", "dp_sigma": 20}, settings={"epsilon_budget": 5}), "collect"),
    Method("dp-density", Run({"method": "dp-density", "dp_cells": 3}, settings={"epsilon_budget": 1.5, "share_places": False}), "collect"),
    Method("spectral-clustering", given("spectral-clustering"), "report"),
    Method("sphere", Run({"method": "sphere"}, "series"), "report"),
    Method("fedne", given("fedne", network_width=8), "collect"),
    Method("fed-tsne", given("fed-tsne"), "collect"),
    Method("fed-umap", given("fed-umap"), "collect"),
    Method("all-that-a-page-tells", RICH, "collect"),
    Ends(
        "ends",
        {f"{method}, a faulty site": Run(run.inputs, faulty=True) for method, run in MASKED.items()}
        | {f"{method}, a site lost in its rounds": Run(run.inputs | {"at_least_sites": 2}, silent_from="embed") for method, run in MASKED.items()}
        | {"a site lost where none may be": Run(on_summaries().inputs, "summaries", silent_from="collect")},
    ),
    Placed("place", RICH),
    Checks("check"),
]
