#!/usr/bin/env python3
"""How good the joint map is on MNIST: runs federations with build/bin/dsne and measures their maps.

Usage: bench/map_quality.py --data DIR [--seeds N] [--set name=value ...] [--pooled]

DIR holds X.npy (5000 x 784, uint8, 500 of each digit) and y.npy (labels). Needs numpy, scikit-learn.
Splits, 10 sites of 400 points and 1,000 reference points (100 of each digit):
  digit  every site has one digit
  mixed  every site has a random mix
Measures, over all 5,000 points: leave-one-out 10-nearest-neighbour label accuracy, trustworthiness
with 7 neighbours, and the share of the 10 nearest neighbours in the data (PCA to 50) kept on the map.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE, trustworthiness
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITES, REFERENCE_OF_EACH = 10, 100


def split(labels, kind, seed):
    """Rows of the reference and of each site."""
    rng = np.random.default_rng(seed)
    by_digit = [rng.permutation(np.flatnonzero(labels == digit)) for digit in range(10)]
    reference = np.concatenate([rows[:REFERENCE_OF_EACH] for rows in by_digit])
    private = [rows[REFERENCE_OF_EACH:] for rows in by_digit]
    if kind == "mixed":
        private = np.split(rng.permutation(np.concatenate(private)), SITES)
    return reference, private


def federated_map(values, reference, private, settings):
    """The joint map's places, reference first, as a federation of local and remote makes it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        spec = []
        for site, rows in enumerate(private):
            inputs = folder / "input" / f"local{site}" / "simulatorRun"
            inputs.mkdir(parents=True)
            np.save(inputs / "data.npy", values[rows])
            given = {"site_data": "data.npy", **settings}
            if site == 0:
                np.save(inputs / "reference.npy", values[reference])
                given["reference_data"] = "reference.npy"
            spec.append({key: {"value": value} for key, value in given.items()})
        (folder / "inputspec.json").write_text(json.dumps(spec))
        subprocess.run([ROOT / "build/bin/dsne", "simulate", "-s", ROOT / "compspec.json", "-d", folder],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        file = folder / "output/local0/simulatorRun/joint/embedding.csv"
        columns = range(1, 3 + (settings.get("no_dims") == 3))
        return np.loadtxt(file, delimiter=",", skiprows=1, usecols=columns)


def measures(data, labels, places):
    # Asked about the points it was fitted on without themselves: leave-one-out.
    near = NearestNeighbors(n_neighbors=11).fit(places).kneighbors(return_distance=False, n_neighbors=10)
    votes = np.array([np.bincount(labels[row], minlength=10).argmax() for row in near])
    true = NearestNeighbors(n_neighbors=11).fit(data).kneighbors(return_distance=False, n_neighbors=10)
    kept = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(near, true)])
    return np.mean(votes == labels), trustworthiness(data, places, n_neighbors=7), kept


def parse_settings(pairs):
    settings = {}
    for pair in pairs:
        name, value = pair.split("=", 1)
        try:
            settings[name] = json.loads(value)
        except json.JSONDecodeError:
            settings[name] = value
    return settings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--pooled", action="store_true", help="scikit-learn's t-SNE on pooled data, too")
    arguments = parser.parse_args()
    values = np.load(arguments.data / "X.npy").reshape(5000, -1)
    labels = np.load(arguments.data / "y.npy").astype(int)
    settings = parse_settings(arguments.set)
    print("split  seeds  accuracy (range)        trustworthiness  neighbours kept  seconds")
    for kind in ["digit", "mixed"] + ["pooled"] * arguments.pooled:
        found, begin = [], time.time()
        for seed in range(arguments.seeds):
            reference, private = split(labels, "mixed" if kind == "pooled" else kind, seed)
            order = np.concatenate([reference, *private])
            data = PCA(50, random_state=0).fit(values[reference]).transform(values[order])
            if kind == "pooled":
                places = TSNE(init="pca", random_state=seed).fit_transform(data)
            else:
                places = federated_map(values, reference, private, settings)
            found.append(measures(data, labels[order], places))
        accuracy, trust, kept = np.array(found).T
        print(f"{kind:6} {len(found):5}  {accuracy.mean():.3f} ({accuracy.min():.3f}..{accuracy.max():.3f})"
              f"     {trust.mean():.3f}            {kept.mean():.3f}            {(time.time() - begin) / len(found):.0f}",
              flush=True)


if __name__ == "__main__":
    sys.exit(main())
