"""Runs an attack from the command line and prints its figures: a table for people, JSON for comparisons."""

import argparse
import json
import pathlib
import sys
from dataclasses import asdict, dataclass
from typing import Callable

from attacking.federation import Programs, Refused


@dataclass
class Case:
    """One setting of an attack. `run` returns the figures by name, and whether the attack succeeds."""

    attacker: str
    setting: str
    run: Callable


@dataclass
class Finding:
    """A case's result. The outcome is "succeeds", "fails", or "refused", with the program's own line as the reason."""

    attack: str
    attacker: str
    setting: str
    figures: dict
    outcome: str
    reason: str = ""


def found(attack, case):
    try:
        figures, succeeds = case.run()
        return Finding(attack, case.attacker, case.setting, figures, "succeeds" if succeeds else "fails")
    except Refused as refusal:
        return Finding(attack, case.attacker, case.setting, {}, "refused", str(refusal))


def shown(value):
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def rows_of(finding):
    """Returns a row for each figure, with what they have in common in the first; or one row for a refusal."""
    head = [finding.attack, finding.attacker, finding.setting, finding.outcome]
    figures = finding.figures or {finding.reason: ""}
    return [(head if row == 0 else [""] * 4) + [name, shown(value)] for row, (name, value) in enumerate(figures.items())]


def table(findings):
    rows = [["attack", "attacker", "setting", "outcome", "figure", "value"]]
    for finding in findings:
        rows += rows_of(finding)
    return aligned(rows)


def aligned(rows):
    """Returns an aligned Markdown table; the first row is its head."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows = [rows[0], ["-" * width for width in widths], *rows[1:]]
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows)


def options_of(module, arguments):
    parser = argparse.ArgumentParser(description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_common_options(parser)
    module.add_options(parser)
    return parser.parse_args(arguments)


def add_common_options(parser):
    parser.add_argument("--programs", default="build/bin", help="the folder with the executables local and remote (%(default)s)")
    parser.add_argument("--data", required=True, help="the folder with abide-qap/, mnist/ and mriqc/")
    parser.add_argument("--json", metavar="FILE", help="write the findings there, too")
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn (%(default)s)")


def programs_of(options):
    folder = pathlib.Path(options.programs).resolve()
    return Programs(str(folder / "local"), str(folder / "remote"))


def findings_of(module, options):
    """Runs all cases of an attack. A module has NAME, add_options(parser), and cases(options)."""
    findings = []
    for case in module.cases(options):
        print(f"{module.NAME}: {case.attacker}, {case.setting}", file=sys.stderr, flush=True)
        findings.append(found(module.NAME, case))
        print(f"  {findings[-1].outcome}: {findings[-1].reason or findings[-1].figures}", file=sys.stderr, flush=True)
    return findings


def tell(findings, file):
    print(table(findings))
    if file:
        text = json.dumps([asdict(finding) for finding in findings], indent=2)
        pathlib.Path(file).write_text(text + "\n", encoding="utf-8")


def main(name):
    """Runs the command line of an attack; `name` is its module's."""
    module = sys.modules[name]
    options = options_of(module, None)
    tell(findings_of(module, options), options.json)
