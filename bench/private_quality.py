#!/usr/bin/env python3
"""What DP-dSNE's map is worth at an epsilon that holds: the MNIST protocol of the paper's section 4.2.

Usage: bench/private_quality.py --data DIR [--seeds N]

Four digits; three sites with two of them each, 200 subjects of each; 100 of each of the four in the
reference. 1,000 iterations from random starts, delta 1e-5. DIR as for map_quality.py. The noise is
simulated, so that a run can be repeated. Prints the map's quality against the epsilon that holds
(zCDP, tight conversion, as the ledger counts it), with single-shot at epsilon 0 beside it.
"""

import argparse
import json
import pathlib
import subprocess

import numpy as np
from sklearn.decomposition import PCA

from map_quality import ROOT, federated_map, measures

DIGITS = [0, 1, 2, 3]
SITE_DIGITS = [(0, 1), (1, 2), (2, 3)]
SIGMAS = [1e-6, 0.0316227766016838, 1, 10, 100]
ITERATIONS, DELTA = 1000, 1e-5


def split(labels, seed):
    rng = np.random.default_rng(seed)
    rows = {digit: list(rng.permutation(np.flatnonzero(labels == digit))) for digit in DIGITS}

    def take(digit, count):
        taken, rows[digit] = rows[digit][:count], rows[digit][count:]
        return taken

    reference = np.concatenate([take(digit, 100) for digit in DIGITS])
    private = [np.concatenate([take(digit, 200) for digit in digits]) for digits in SITE_DIGITS]
    return reference, private


def epsilon(sigma):
    answer = subprocess.run([ROOT / "build/bin/dsne", "account", "--method", "dp-dsne", "--sigma", str(sigma),
                             "--rounds", str(ITERATIONS), "--delta", str(DELTA), "--json"],
                            check=True, capture_output=True, text=True).stdout
    figures = {row["name"]: row["epsilon"] for row in json.loads(answer)["accountants"]}
    return figures["zcdp"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    values = np.load(arguments.data / "X.npy").reshape(5000, -1)
    labels = np.load(arguments.data / "y.npy").astype(int)
    descent = {"max_iterations": ITERATIONS, "early_exaggeration_iterations": 250, "local_iterations": 20,
               "initialization": "random", "private_start": "random"}
    runs = [("single-shot", 0, {"method": "single-shot"}), ("dsne, defaults", None, {}),
            ("dsne, 1,000 iterations", None, descent)]
    for sigma in SIGMAS:
        private = {"method": "dp-dsne", "dp_sigma": sigma, "dp_delta": DELTA, "simulation_seed": 1, **descent,
                   "site_settings": {"epsilon_budget": 1e300, "share_places": True}}
        held = epsilon(sigma) if sigma >= 0.001 else float("inf")
        runs.append((f"dp-dsne, sigma {sigma:.3g}", held, private))
    print("method                     epsilon    accuracy  trustworthiness  neighbours kept")
    for name, held, settings in runs:
        found = []
        for seed in range(arguments.seeds):
            reference, private = split(labels, seed)
            order = np.concatenate([reference, *private])
            data = PCA(50, random_state=0).fit(values[reference]).transform(values[order])
            given = {**settings, "seed": seed, **({"simulation_seed": seed + 1} if "dp_sigma" in settings else {})}
            found.append(measures(data, labels[order], federated_map(values, reference, private, given)))
        accuracy, trust, kept = np.mean(found, axis=0)
        shown = "no promise" if held is None else f"{held:.4g}"
        print(f"{name:26} {shown:>10}  {accuracy:8.3f}  {trust:15.3f}  {kept:15.3f}", flush=True)


if __name__ == "__main__":
    main()
