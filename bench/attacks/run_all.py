#!/usr/bin/env python3
"""Runs all attacks on one version of the program, or on two, and prints one table of what each attacker got.

    bench/attacks/run_all.py --data FOLDER --programs build/bin [--against FOLDER]

With --against every figure of the other version stands beside it. An attack that a version ends is listed as refused, with the
program's own line.
"""

import argparse
import importlib
import json
import pathlib
import sys
import time
from dataclasses import asdict

from attacking import telling

ATTACKS = (
    "delivered_files",
    "hostile_reference",
    "place_fingerprint",
    "sums_membership",
    "sums_small_sites",
    "sums_joined_record",
    "fedne_members",
    "fedne_surrogates",
    "posted_records",
    "spectral_sums",
    "spectral_reference",
    "sphere_sums",
)


def findings_of_all(options, programs):
    """Returns the findings of each attack with its own defaults, by attack, attacker and setting."""
    findings = {}
    for name in options.attacks:
        module = importlib.import_module(name)
        arguments = ["--programs", programs, "--data", options.data, "--seed", str(options.seed)]
        started = time.monotonic()
        for finding in telling.findings_of(module, telling.options_of(module, arguments)):
            findings[finding.attack, finding.attacker, finding.setting] = finding
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return findings


def told(finding, figure):
    """Returns the text of a version's column in a figure's row."""
    if finding.outcome == "refused":
        return f"refused: {finding.reason}" if figure == "outcome" else ""
    return finding.outcome if figure == "outcome" else telling.shown(finding.figures.get(figure, ""))


def compared(versions):
    """Returns the rows of the table: an outcome and the figures of each case, a column for each version."""
    rows = []
    for key in versions[0]:
        findings = [version[key] for version in versions]
        figures = list(dict.fromkeys(name for finding in findings for name in finding.figures))
        for row, figure in enumerate(["outcome", *figures]):
            head = list(key) if row == 0 else [""] * 3
            rows.append(head + [figure] + [told(finding, figure) for finding in findings])
    return rows


def options_from(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    telling.add_common_options(parser)
    parser.add_argument("--against", metavar="FOLDER", help="the executables of another version, to compare with")
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=ATTACKS, help="only these")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = options_from(arguments)
    folders = [folder for folder in (options.against, options.programs) if folder]
    versions = [findings_of_all(options, folder) for folder in folders]
    names = [str(pathlib.Path(folder)) for folder in folders]
    print(telling.aligned([["attack", "attacker", "setting", "figure", *names], *compared(versions)]))
    if options.json:
        document = {name: [asdict(finding) for finding in version.values()] for name, version in zip(names, versions)}
        pathlib.Path(options.json).write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
