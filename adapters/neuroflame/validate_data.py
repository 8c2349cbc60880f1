#!/usr/bin/env python3
"""Reads a site's data folder like a run, and prints as JSON what was read, and what is wrong or odd.

    validate_data.py <data folder> [--dsne <the command dsne>]

It asks `dsne check --json`; nothing is sent and no file is written. Exit code 0: the site can run; 2: it can, and there are things to look at;
1: it cannot.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CANNOT_RUN = 1


def files_of(inputs, name):
    """Returns the files that an input names: one name, or a list of them."""
    given = inputs.get(name) or []
    return [given] if isinstance(given, str) else list(given)


def command_of(dsne, folder, inputs, settings_file):
    """Returns the call of dsne that reads the files in inputs.json."""
    command = [dsne, "check", "--json", *(folder / name for name in files_of(inputs, "site_data"))]
    for name in files_of(inputs, "reference_data"):
        command += ["--reference", folder / name]
    settings = inputs.get("site_settings") or {}
    if isinstance(settings, dict):
        settings_file.write_text(json.dumps(settings), encoding="utf-8")
        return [*command, "--settings", settings_file]
    return [*command, *(option for name in files_of(inputs, "site_settings") for option in ("--settings", folder / name))]


def missing_files(folder, inputs):
    """Returns the inputs that name missing files."""
    names = ("site_data", "subject_files", "reference_data", "summary")
    return [name for name in names for file in files_of(inputs, name) if not (folder / file).is_file()]


def validate(dsne, folder):
    """Prints dsne's output, or why it was not called. Returns the exit code."""
    try:
        inputs = json.loads((folder / "inputs.json").read_text(encoding="utf-8"))
        wrong = [f"{name}: there is no such file" for name in missing_files(folder, inputs)]
        if not files_of(inputs, "site_data"):
            wrong.append("inputs.json names no site_data")
    except (OSError, ValueError, AttributeError, TypeError):
        wrong = ["there is no inputs.json, or it is no JSON object of inputs"]
    if wrong:
        print(json.dumps({"given": wrong}, indent=2))
        return CANNOT_RUN
    with tempfile.TemporaryDirectory() as temporary:
        command = command_of(dsne, folder, inputs, Path(temporary) / "settings.json")
        return subprocess.run([str(part) for part in command], check=False).returncode


def main():
    """The command."""
    parser = argparse.ArgumentParser(description="Reads a site's data folder as a run would.")
    parser.add_argument("folder", type=Path, help="the site's data folder, with inputs.json")
    parser.add_argument("--dsne", default="dsne", help="the command, by default that of the image")
    given = parser.parse_args()
    sys.exit(validate(given.dsne, given.folder))


if __name__ == "__main__":
    main()
