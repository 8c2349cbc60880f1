#!/usr/bin/env python3
"""Maps without a reference, and with one that is extended for what it lacks, measured at the sites' subjects alone.

    maps.py --data DIR --programs build/bin mixed --set reference=learned
    maps.py --data DIR --programs build/bin coil-missing-objects --set reference=extended --methods single-shot --splits 3

mixed, one-digit: ten sites of 400 digits, nobody gives a reference. coil-missing-objects: 20 sites of an object each, 52 views of each;
20 views of each of 15 objects are the reference. missing-digit: ten sites of 100 of a digit each; 25 of each but one are the reference.
Prints accuracy / trustworthiness / neighbours kept / KL divergence by `dsne evaluate`, and of subjects whose kind the reference lacks
the share of like ones among the ten nearest. DIR holds mnist/ and coil20/ with X.npy and y.npy; numpy is needed."""

import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

import numpy as np

MEASURES = ("accuracy", "trustworthiness", "preservation", "kl_divergence")


def load(folder):
    values, labels = np.load(folder / "X.npy"), np.load(folder / "y.npy").astype(int)
    return values.reshape(len(values), -1).astype(float), labels


def by_kind(labels, kinds, rng):
    return [rng.permutation(np.flatnonzero(labels == kind)) for kind in kinds]


def split(case, options, seed):
    """Values, labels, each site's rows, the reference's rows, and the kinds that it lacks."""
    rng = np.random.default_rng(seed)
    values, labels = load(options.data / ("coil20" if case.startswith("coil") else "mnist"))
    kinds = sorted(set(labels))
    rows = by_kind(labels, kinds, rng)
    if case == "mixed":
        return values, labels, np.array_split(rng.permutation(np.concatenate([own[:400] for own in rows])), 10), [], []
    if case == "one-digit":
        return values, labels, [own[:400] for own in rows], [], []
    missing, each, known = (kinds[15:], 52, 20) if case.startswith("coil") else ([kinds[seed % 10]], 100, 25)
    reference = [own[each:each + known] for kind, own in zip(kinds, rows) if kind not in missing]
    return values, labels, [own[:each] for own in rows], np.concatenate(reference), missing


def write_table(path, values):
    names = ",".join(f"f{i}" for i in range(values.shape[1]))
    np.savetxt(path, values, fmt="%.17g", delimiter=",", header=names, comments="")


def run(folder, options, method, values, sites, reference):
    """The sites' places, and the number of the reference's points."""
    inputs = []
    for i, rows in enumerate(sites):
        own = folder / f"input/local{i}/simulatorRun"
        own.mkdir(parents=True)
        write_table(own / "subjects.csv", values[rows])
        settings = {"share_places": True, "share_gradients": True, "least_subjects": 1}
        given = {"site_data": ["subjects.csv"], "method": method, "site_settings": settings, **options.set}
        if len(reference) and i == 0:
            write_table(own / "given.csv", values[reference])
            given["reference_data"] = ["given.csv"]
        inputs.append({name: {"value": value} for name, value in given.items()})
    (folder / "inputspec.json").write_text(json.dumps(inputs))
    compspec = pathlib.Path(__file__).resolve().parents[2] / "compspec.json"
    command = [options.programs / "dsne", "simulate", "-s", compspec, "-d", folder]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr[-500:])
    places = {}
    with open(folder / "output/local0/simulatorRun/joint/embedding.csv", newline="") as file:
        for row in csv.DictReader(file):
            places.setdefault(row["site"], []).append((float(row["x"]), float(row["y"])))
    return np.vstack([places[f"local{i}"] for i in range(len(sites))]), len(places["reference"])


def evaluate(folder, options, places, values, labels):
    np.savetxt(folder / "map.csv", np.column_stack([places, labels]), fmt=["%.17g", "%.17g", "%d"], delimiter=",",
               header="x,y,label", comments="")
    write_table(folder / "data.csv", values)
    command = [options.programs / "dsne", "evaluate", folder / "map.csv", "--data", folder / "data.csv", "--json", folder / "all.json"]
    subprocess.run([str(part) for part in command], check=True, capture_output=True)
    return json.loads((folder / "all.json").read_text())[0]["measures"]


def like_ones(places, labels, lacking):
    squares = ((places[lacking, None] - places[None]) ** 2).sum(-1)
    squares[np.arange(len(lacking)), lacking] = np.inf
    return (labels[np.argsort(squares, axis=1)[:, :10]] == labels[lacking, None]).mean()


def measure(case, options, method, seed):
    values, labels, sites, reference, missing = split(case, options, seed)
    everyone = np.concatenate(sites)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        places, points = run(folder, options, method, values, sites, reference)
        measures = evaluate(folder, options, places, values[everyone], labels[everyone])
    text = " / ".join(f"{measures[name]:.3f}" for name in MEASURES)
    lacking = np.flatnonzero(np.isin(labels[everyone], missing))
    like = f", {like_ones(places, labels[everyone], lacking):.2f}" if len(lacking) else ""
    return f"{text}{like}; {points} reference points"


def setting(text):
    name, value = text.split("=", 1)
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=["mixed", "one-digit", "coil-missing-objects", "missing-digit"])
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--methods", nargs="+", default=["dsne", "joint", "single-shot"])
    parser.add_argument("--splits", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="parameters of the run")
    options = parser.parse_args()
    options.set = dict(setting(text) for text in options.set)
    for method in options.methods:
        for seed in range(options.splits):
            print(f"{options.case} {method} split {seed}: {measure(options.case, options, method, seed)}", flush=True)


if __name__ == "__main__":
    main()
