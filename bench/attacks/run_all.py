#!/usr/bin/env python3
"""Runs all attacks and prints one table of what each attacker got. An attack that the program ends is listed as refused, with its line.

    bench/attacks/run_all.py --data FOLDER --programs build/bin
"""

import argparse
import importlib
import sys
import time

from attacking import telling

ATTACKS = (
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


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    telling.add_common_options(parser)
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=ATTACKS, help="only these")
    options = parser.parse_args(arguments)
    findings = []
    for name in options.attacks:
        module = importlib.import_module(name)
        own = ["--programs", options.programs, "--data", options.data, "--seed", str(options.seed)]
        started = time.monotonic()
        findings += telling.findings_of(module, telling.options_of(module, own))
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    telling.tell(findings, options.json)


if __name__ == "__main__":
    main()
