#!/usr/bin/env python3
"""Turns a copy of NeuroFLAME's boilerplate into a computation's repository: code, manifest, notes, checklists, validator, Dockerfiles, test data.

    lay_out.py <boilerplate> [--test-data <folder as COINSTAC's simulator takes it>]
"""

import argparse
import json
import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEST_DATA = HERE.parents[1] / "test-inputs"
BESIDE = ("display_notes.md", "DEV_CHECKLIST.md", "PI_CHECKLIST.md", "validate_data.py")
MANIFEST = ".neuroflame.json"
# The executables are static, so the boilerplate's image needs nothing else.
FROM_OUR_IMAGE = ["COPY --from=coinstac-dsne /computation /computation", "ENV FONTCONFIG_FILE=/computation/fonts/fonts.conf PATH=$PATH:/computation"]


def lay_out(boilerplate):
    """Replaces the boilerplate's files, except the test data."""
    code = boilerplate / "app" / "code" / "computation"
    shutil.rmtree(code, ignore_errors=True)
    shutil.copytree(HERE / "computation", code, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(HERE / name, boilerplate)
    # The boilerplate states its compatibility.
    own = json.loads((HERE / "manifest.json").read_text(encoding="utf-8"))
    manifest = json.loads((boilerplate / MANIFEST).read_text(encoding="utf-8"))
    (boilerplate / MANIFEST).write_text(json.dumps({**manifest, **own}, indent=2) + "\n", encoding="utf-8")
    for name in ("Dockerfile-dev", "Dockerfile-prod"):
        file = boilerplate / name
        first, *others = [line for line in file.read_text(encoding="utf-8").splitlines() if line not in FROM_OUR_IMAGE]
        file.write_text("\n".join([first, *FROM_OUR_IMAGE, *others]) + "\n", encoding="utf-8")


def lay_out_data(boilerplate, source):
    """Copies the sites of a folder for COINSTAC's simulator as test data, with the private files of their summaries."""
    target = boilerplate / "test_data"
    shutil.rmtree(target, ignore_errors=True)
    spec = json.loads((source / "inputspec.json").read_text(encoding="utf-8"))
    for number, inputs in enumerate(spec):
        folder = target / f"site{number + 1}"
        shutil.copytree(source / "input" / f"local{number}" / "simulatorRun", folder)
        for kept in (source / "output" / f"local{number}").glob("summary*"):
            shutil.copy(kept, folder)
        _write(folder / "inputs.json", {name: given["value"] for name, given in inputs.items()})
    _write(target / "server" / "parameters.json", {})


def _write(file, value):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description="Makes a computation's repository of NeuroFLAME's boilerplate.")
    parser.add_argument("boilerplate", type=Path, help="a copy of the boilerplate, which is changed")
    parser.add_argument("--test-data", type=Path, default=TEST_DATA, help="a folder with inputspec.json and input/")
    given = parser.parse_args()
    lay_out(given.boilerplate)
    lay_out_data(given.boilerplate, given.test_data)


if __name__ == "__main__":
    main()
