"""How good a map is over a reference that was drawn with a guarantee, against epsilon.

Runs `dsne simulate` with method single-shot and reference=guaranteed on federations of ten sites, and measures the maps with
scikit-learn: accuracy of the ten nearest neighbours' label (leave one out), and trustworthiness with seven neighbours (of 2,000
subjects drawn at random). MNIST digits, 400, 4,000, or 40,000 made of these by small turns and shifts; and a table with columns of
measures, whose bounds are taken from another, public table.
"""

import argparse
import csv
import pathlib
import sys

import numpy as np
from sklearn.manifold import trustworthiness
from sklearn.neighbors import NearestNeighbors

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from whole_runs import moved, simulated  # noqa: E402

SITES = 10


def digits(folder, count, rng):
    """Returns so many digits with their labels: the data as they are, or each a little turned and shifted."""
    values, labels = np.load(folder / "mnist/X.npy").astype(float), np.load(folder / "mnist/y.npy").astype(int)
    chosen = rng.permutation(len(values))[:4000]
    if count <= len(chosen):
        return values[chosen[:count]], labels[chosen[:count]]
    drawn = rng.choice(chosen, count)
    return np.array([moved(values[i], rng) for i in drawn]), labels[drawn]


def map_of(programs, sites):
    """Returns the map of all sites, in their order."""
    with simulated(programs, sites) as (outputs, _):
        places = {}
        with open(outputs[0] / "joint/embedding.csv") as file:
            for row in csv.DictReader(file):
                places.setdefault(row["site"], []).append((float(row["x"]), float(row["y"])))
        return np.concatenate([places[f"local{i}"] for i in range(len(sites))])


def accuracy(places, labels):
    near = NearestNeighbors(n_neighbors=11).fit(places).kneighbors(places, return_distance=False)[:, 1:]
    return np.mean([np.bincount(labels[row]).argmax() == label for row, label in zip(near, labels)])


def trust(values, places, rng):
    some = rng.permutation(len(values))[:2000]
    return trustworthiness(values[some], places[some], n_neighbors=7)


def inputs_for(epsilon, bounds, others):
    return {
        "method": "single-shot",
        "reference": "guaranteed",
        "reference_epsilon": epsilon,
        "feature_bounds": bounds,
        "site_settings": {"epsilon_budget": 1000, "share_places": True},
        **others,
    }


def digit_map(programs, data, count, epsilon, seed):
    rng = np.random.default_rng(seed)
    values, labels = digits(data, count, rng)
    given = {**inputs_for(epsilon, [0, 255], {"perplexity": 30}), "site_data": ["s.npy"]}
    parts = np.array_split(np.arange(count), SITES)
    places = map_of(programs, [({"s.npy": values[part].astype(np.float32)}, given) for part in parts])
    return accuracy(places, labels), trust(values, places, rng)


def read_measures(path, names=None):
    with open(path) as file:
        rows = list(csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ","))

    def number(text):
        try:
            return float(text)
        except ValueError:
            return np.nan

    if names is None:
        numbers = {name: np.array([number(row[name]) for row in rows]) for name in rows[0]}
        names = [name for name, column in numbers.items() if np.isfinite(column).mean() > 0.9 and np.nanstd(column) > 0]
    return rows, names, np.array([[number(row[name]) for name in names] for row in rows])


def measure_map(programs, table, public, epsilon, seed, site_column, without=()):
    """Measures a map of a table's sites, whose measures are bounded by half a range more than the public table's middle 98 %."""
    rng = np.random.default_rng(seed)
    _, names, known = read_measures(public)
    rows, present, _ = read_measures(table)
    names = [name for name in names if name in present and not name.startswith(("subject_id", *without))]
    known = read_measures(public, names)[2]
    values = read_measures(table, names)[2]
    low, high = np.nanpercentile(known, [1, 99], axis=0)
    width = high - low
    bounds = {name: [low[i] - width[i] / 2, high[i] + width[i] / 2] for i, name in enumerate(names) if width[i] > 0}
    kept = [i for i, name in enumerate(names) if name in bounds]
    names, values = [names[i] for i in kept], values[:, kept]
    values = np.where(np.isfinite(values), values, np.nanmedian(values, axis=0))
    sites = sorted({row[site_column] for row in rows})
    order = np.concatenate([[i for i, row in enumerate(rows) if row[site_column] == site] for site in sites]).astype(int)

    def table_of(site):
        lines = (",".join(map(str, values[i])) for i, row in enumerate(rows) if row[site_column] == site)
        return "\n".join([",".join(names), *lines]) + "\n"

    scaled = (values - np.array([bounds[n][0] for n in names])) / np.array([bounds[n][1] - bounds[n][0] for n in names])
    scaled = np.clip(scaled, 0, 1)
    others = {"normalization": "zscore", "missing": "impute", "perplexity": 10, "site_data": ["s.csv"]}
    places = map_of(programs, [({"s.csv": table_of(site)}, inputs_for(epsilon, bounds, others)) for site in sites])
    return len(order), len(names), trust(scaled[order], places, rng)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="the folder of the public data sets")
    parser.add_argument("--programs", type=pathlib.Path, required=True, help="the folder of dsne, local and remote")
    parser.add_argument("--epsilons", type=float, nargs="+", default=[0.5, 1, 2, 4, 10, 100])
    parser.add_argument("--counts", type=int, nargs="*", default=[400, 4000, 40000])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--without", nargs="*", default=[], metavar="PREFIX", help="leave out measures with such names")
    given = parser.parse_args()
    for count in given.counts:
        for epsilon in given.epsilons:
            found = [digit_map(given.programs, given.data, count, epsilon, seed) for seed in range(given.seeds)]
            print(f"digits {count} epsilon {epsilon:g}: accuracy %.3f trust %.3f" % tuple(np.mean(found, axis=0)), flush=True)
    mriqc = given.data / "mriqc"
    for epsilon in given.epsilons:
        found = [
            measure_map(given.programs, mriqc / "abide-8-sites.tsv", mriqc / "ds030.tsv", epsilon, seed, "site", given.without)
            for seed in range(given.seeds)
        ]
        subjects, measures, _ = found[0]
        print(f"{measures} measures of {subjects} epsilon {epsilon:g}: trust {np.mean([f[2] for f in found]):.3f}", flush=True)


if __name__ == "__main__":
    main()
