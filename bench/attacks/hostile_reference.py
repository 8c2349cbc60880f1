#!/usr/bin/env python3
"""What a made-up reference reveals of a site's largest values.

The attacker brings the reference: he is a site, whose reference the coordinator passes on, or the coordinator, which can send anything to a
site without a reference of its own. He sees only how a run ends: the line of a failed step is shown to every site.

He wants the largest value of a feature at another site, here the movement of the subject who moved most.

The site trusts the reference and divides its data by the reference's interquartile range (normalization robust). The attacker writes a
column whose median is 0 and whose range is so close to the smallest number that dividing by it overflows for exactly the values above a
bound of his choice. A site with such a value fails before it releases anything; any other goes on. So each run answers one question with yes
or no, and halving the interval finds the value. No run of single-shot is in a ledger; with dp-density only runs that go on are charged,
those whose answer is "none above".
"""

import hashlib
import json

import numpy as np

from attacking import telling
from attacking.data import abide, parts
from attacking.federation import Federation, Site, StepFailed

NAME = "hostile_reference"
FEATURE = "mean_fd"
NORMAL_RANGE = 1.349  # the program divides by the interquartile range over this
VICTIM = "hospital"
LOWEST = 1e-3  # value that the attacker looks for


def add_options(parser):
    parser.add_argument("--subjects", type=int, default=60, help="at the site under attack (%(default)s)")
    parser.add_argument("--reference", type=int, default=100, help="reference points (%(default)s)")
    parser.add_argument("--precision", type=float, default=1e-3, help="when to stop, as a share of the value (%(default)s)")


def with_trap(reference, column, bound):
    """Returns the reference with a column by which values above the bound overflow."""
    values = reference.values.copy()
    spread = bound / np.finfo(float).max * NORMAL_RANGE / 2
    quarter = len(values) // 4 + 1
    values[:, column] = 0
    values[:quarter, column] = -spread
    values[-quarter:, column] = spread
    return type(reference)(values, reference.features)


def inputs(method):
    settings = {"share_places": False} | ({"epsilon_budget": 1000} if method == "dp-density" else {})
    return {"method": method, "normalization": "robust", "site_data": "subjects.csv", "site_settings": settings}


def canonical(reference):
    """Returns a reference as the program passes it on: without labels: the first column, label, is empty."""
    lines = reference.csv().decode("ascii").splitlines()
    return "".join([f"label,{lines[0]}\n"] + [f",{line}\n" for line in lines[1:]]).encode("ascii")


def replace_reference(turn, text):
    """Has the coordinator send the victim, and nobody else, a reference of its own."""
    if turn.phase == "reference" and "sha256" in turn.message:
        turn.tell(VICTIM, {"sha256": hashlib.sha256(text).hexdigest()}, dict.fromkeys(turn.files, text))


def charged(federation):
    """Returns the ρ in the victim's ledger."""
    log = federation.sites[VICTIM].folders["output"] / "release_log.jsonl"
    return sum(json.loads(line).get("rho", 0) for line in log.read_text(encoding="utf-8").splitlines())


class Oracle:
    """Answers whether a site has a value above a bound. Each question costs a run."""

    def __init__(self, options, method, by_coordinator):
        self.programs = telling.programs_of(options)
        self.method = method
        self.by_coordinator = by_coordinator
        records = abide(options.data, "functional_temporal")
        rng = np.random.default_rng(options.seed)
        self.reference, self.subjects, self.others = parts(records, [options.reference, options.subjects, 30], rng)
        self.column = records.features.index(FEATURE)
        self.others.values[:, self.column] = 0  # the attacker's own site must not fail
        self.runs = self.died = 0
        self.rho = 0.0

    @property
    def truth(self):
        return self.subjects.values[:, self.column].max()

    def any_above(self, bound):
        """Returns the answer; raises StepFailed when the run fails for a reason unrelated to the victim's data."""
        trapped = with_trap(self.reference, self.column, bound)
        given = self.reference if self.by_coordinator else trapped
        sites = {
            VICTIM: Site(inputs(self.method), {"subjects.csv": self.subjects.csv()}),
            "other": Site(
                inputs(self.method) | {"reference_data": "reference.csv"},
                {"subjects.csv": self.others.csv(), "reference.csv": given.csv()},
            ),
        }
        self.runs += 1
        with Federation(self.programs, sites) as federation:
            try:
                for turn in federation.turns():
                    if self.by_coordinator:
                        replace_reference(turn, canonical(trapped))
                    if turn.phase == "collect":
                        return False
            except StepFailed as failure:
                if VICTIM not in failure.node:
                    raise
                self.died += failure.died
                self.last_line = str(failure)
                return True
            finally:
                self.rho += charged(federation)


def bracket(oracle, precision, low=LOWEST, high=1e3):
    """Halves the interval, on a logarithmic scale, until it is narrow enough."""
    if oracle.any_above(high):
        raise StepFailed(VICTIM, f"whatever the bound: {oracle.last_line}", died=False)
    while high > low * (1 + precision):
        middle = np.sqrt(low * high)
        if oracle.any_above(middle):
            low = middle
        else:
            high = middle
    return low, high


def measured(options, method, by_coordinator):
    oracle = Oracle(options, method, by_coordinator)
    low, high = bracket(oracle, options.precision)
    right = low <= oracle.truth <= high
    figures = {
        f"largest {FEATURE}, found": float(np.sqrt(low * high)) if low > LOWEST else "nothing",
        f"largest {FEATURE}, true": float(oracle.truth),
        "width of the bracket": float(high / low - 1),
        "runs": oracle.runs,
        "runs that ended in a crash": oracle.died,
        "rho charged in all": oracle.rho,
    }
    return figures, right


def cases(options):
    for by_coordinator in (False, True):
        attacker = "coordinator" if by_coordinator else "site that brings the reference"
        for method in ("single-shot", "dp-density"):
            yield telling.Case(
                attacker,
                f"{method}, robust, {options.subjects} subjects, {options.reference} reference points",
                lambda method=method, by_coordinator=by_coordinator: measured(options, method, by_coordinator),
            )


if __name__ == "__main__":
    telling.main(__name__)
