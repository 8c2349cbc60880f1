#!/usr/bin/env python3
"""Prints what a setting's noise is worth by several accountants, beside the papers' figures; `dsne account` prints what the ledgers count.

    account.py --method dp-dsne --variance 0.001 --rounds 1000 --b-max 7.9e-8
    account.py --method dp-density --sigma 5.28 --rounds 1
    account.py --method fed-tsne --sigma 100 --rounds 500
    account.py --method dp-dsne --sigma 70 --rounds 300 --curves FILE.json    (tools/figures/account.py draws it: the paper's figure 11)
"""

import argparse
import json
import math
import sys
from pathlib import Path

from judging.accountants import ACCOUNTANTS, OF_COUNTS, gaussian, plus_theorem, published_figure

SENSITIVITIES = {"dp-dsne": 2.0, "dp-density": math.sqrt(2)}
PLUS_METHODS = ("fed-tsne", "fed-umap", "spectral-clustering")
SAMPLES = 60


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--method", required=True, choices=[*SENSITIVITIES, *PLUS_METHODS])
    noise = parser.add_mutually_exclusive_group(required=True)
    noise.add_argument("--sigma", type=float, help="the noise's standard deviation; of gradients in units of their sensitivity")
    noise.add_argument("--variance", type=float, help="or its square")
    parser.add_argument("--rounds", type=int, required=True, help="the number of releases")
    parser.add_argument("--delta", type=float, default=1e-5)
    parser.add_argument("--b-max", type=float, help="dp-dsne: the largest entry of AdaCliP's b, for the figure that the paper would print")
    parser.add_argument("--curves", type=Path, help="write epsilon after each number of releases")
    setting = parser.parse_args(arguments)
    setting.sigma = math.sqrt(setting.variance) if setting.variance else setting.sigma
    if not (setting.sigma and setting.sigma > 0 and setting.rounds > 0 and 0 < setting.delta < 1):
        parser.error("sigma and rounds must be above 0, and delta between 0 and 1")
    return setting


def accountants_for(method):
    if method == "dp-dsne":
        return ACCOUNTANTS
    return [OF_COUNTS] + [accountant for accountant in ACCOUNTANTS if accountant.discrete]


def sampled_releases(last):
    """Returns some 60 numbers of releases from 1 to `last`, closer together at the start, where ε rises fast."""
    return sorted({1 + int((last - 1) * (i / SAMPLES) ** 2) for i in range(SAMPLES + 1)})


def account_of(setting):
    sensitivity = SENSITIVITIES[setting.method]
    chosen = accountants_for(setting.method)
    counts = sampled_releases(max(setting.rounds, 10))
    counts = sorted({*counts, setting.rounds})
    curves = {one.name: [one.epsilon(sensitivity, setting.sigma, count, setting.delta) for count in counts] for one in chosen} \
        if setting.curves else {}
    figures = [{"name": one.name, "description": one.description,
                "epsilon": one.epsilon(sensitivity, setting.sigma, setting.rounds, setting.delta)} for one in chosen]
    account = {"method": setting.method, "releases": setting.rounds, "sensitivity": sensitivity, "delta": setting.delta,
               "sigma": setting.sigma, "epsilon": min(figure["epsilon"] for figure in figures), "accountants": figures}
    if setting.curves:
        account["curves"] = {"releases": counts, "epsilon": curves}
    if setting.b_max:
        account["published_figure"] = {"value": published_figure(setting.b_max, setting.sigma, setting.rounds, setting.delta),
                                       "b_max": setting.b_max, "holds": False}
        if setting.curves:
            account["curves"]["published_figure"] = [published_figure(setting.b_max, setting.sigma, count, setting.delta)
                                                     for count in counts]
    return account


def print_plus(setting):
    print(f"published figure (does not hold for a run): {plus_theorem(setting.sigma, setting.rounds, setting.delta):.6g}, by Fed-tSNE's theorem 6")
    print(f"the gradients alone, their noise fixed beforehand: {gaussian(1, setting.sigma, setting.rounds, setting.delta):.6g}")
    print("what holds for a run: infinite. The same run sends distances or sums of the subjects without noise.")


def main(arguments=None):
    setting = parse_arguments(arguments)
    if setting.method in PLUS_METHODS:
        print_plus(setting)
        return 0
    account = account_of(setting)
    for figure in account["accountants"]:
        print(f"{figure['name']:<20} {figure['epsilon']:>14.6g}  {figure['description']}")
    if "published_figure" in account:
        print(f"published figure (does not hold): {account['published_figure']['value']:.6g}, by the DP-dSNE paper's equation 13")
    if setting.curves:
        setting.curves.write_text(json.dumps(account, indent=1) + "\n", encoding="utf-8")
        print(f"To draw the curves: tools/figures/account.py {setting.curves} FILE.png", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
