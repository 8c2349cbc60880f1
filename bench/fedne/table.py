"""FedNE's table on MNIST: how well subjects that no site has come out on the map.

Twenty sites hold 4,000 digits, by class in shares of a Dirichlet distribution or two or three classes a site; 1,000 other digits are put on the
map. In one process, by bench_fedne, are `fedne` as by default and as `published`, its paper's baselines, all data in one place (`pooled`), and
networks that sites train alone, of the first --alone sites (`local`). `fedsgd` and `published-sum` have the sum of all sites' repulsion;
`public` is the network that the reference makes alone: take a reference of other digits then (--public). `single-shot` is a whole run of the executables on summaries, in which the first site's `dsne place` puts the unseen.
The reference of the others is 500 of the seen. --enlarged turns and shifts digits until there are so many.

    bench/fedne/table.py MNIST_FOLDER WORK_FOLDER --splits dirichlet-0.1 --methods fedne fedavg --rounds 200

needs numpy, scipy and the commands built. Measures are those of experiments/evaluate.py, against the unseen digits as the run
preprocesses them. Appends a line of JSON to WORK_FOLDER/results.jsonl for each map.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import time

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from whole_runs import column_of, simulated  # noqa: E402

WEIGHTS = {"averaged": "weights", "input_noise": 0}
ALONE = WEIGHTS | {"surrogates": "none", "neighbour_mixing": 0}
BASELINES = {
    "fedne": {},
    "published": WEIGHTS | {"surrogates": "sites"},
    "published-sum": WEIGHTS | {"surrogates": "sum"},
    "weights-reference": {"averaged": "weights"},
    "fedsgd": {"surrogates": "sum"},
    "fedsgd-sites": {"surrogates": "sites"},
    "fedavg": ALONE,
    "fedprox": ALONE | {"proximal_weight": 0.01},
    "pooled": ALONE,
    "pooled-gradients": {},
    "local": ALONE,
    "public": {"surrogates": "none", "neighbour_mixing": 0},
    "published-without-mixing": WEIGHTS | {"surrogates": "sites", "neighbour_mixing": 0},
    "published-without-surrogates": WEIGHTS | {"surrogates": "none"},
}
OF_ONE = ["pooled", "pooled-gradients"]
WHOLE_RUNS = ["single-shot"]
MEASURES = ["accuracy", "trustworthiness", "continuity", "steadiness", "cohesiveness"]


def sites_of(split, labels, count, rng):
    """Returns the rows of each site; a site has at least two rows."""
    kind, value = split.split("-")
    parts = [[] for _ in range(count)]
    if kind == "dirichlet":
        for c in np.unique(labels):
            rows = rng.permutation(np.flatnonzero(labels == c))
            ends = np.cumsum(rng.dirichlet([float(value)] * count) * len(rows)).round().astype(int)
            for part, piece in zip(parts, np.split(rows, ends[:-1])):
                part.extend(piece)
    else:
        places = np.repeat(np.unique(labels), count * int(value) // 10)
        while True:  # no site has a class twice
            rng.shuffle(places)
            chosen = places.reshape(count, int(value))
            if all(len(set(row)) == len(row) for row in chosen):
                break
        for c in np.unique(labels):
            holders = np.flatnonzero((chosen == c).any(1))
            for holder, piece in zip(holders, np.array_split(rng.permutation(np.flatnonzero(labels == c)), len(holders))):
                parts[holder].extend(piece)
    return [np.array(p, int) for p in parts if len(p) > 1]


def enlarged(x, y, count, rng):
    """Returns so many digits: the given ones, and copies turned by up to 15 degrees and shifted by up to two pixels."""
    if count <= len(x):
        return x, y
    rows = rng.integers(0, len(x), count - len(x))
    return np.vstack([x, *[moved(x[row], rng) for row in rows]]), np.concatenate([y, y[rows]])


def moved(digit, rng):
    angle, (down, right) = np.radians(rng.uniform(-15, 15)), rng.uniform(-2, 2, 2)
    at = np.indices((28, 28)).reshape(2, -1) - 13.5
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    row, column = np.clip(turn @ at + 13.5 + [[down], [right]], 0, 26.999)
    i, j = row.astype(int), column.astype(int)
    image, a, b = digit.reshape(28, 28), row - i, column - j
    between = (1 - a) * ((1 - b) * image[i, j] + b * image[i, j + 1]) + a * ((1 - b) * image[i + 1, j] + b * image[i + 1, j + 1])
    return between[None]


def prepared(args, split, seed):
    """Writes the split's tables. @return their folder, and how many sites there are"""
    (folder := args.work / f"{split}-{args.sites}-{seed}").mkdir(parents=True, exist_ok=True)
    x, y = np.load(args.mnist / "X.npy").reshape(-1, 784).astype(float), np.load(args.mnist / "y.npy")
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(x))
    seen, unseen = order[:args.seen], order[args.seen:args.seen + args.unseen]
    others = order[args.seen + args.unseen:][:args.public]
    np.save(folder / "unseen.npy", x[unseen])
    x_seen, y_seen = enlarged(x[seen], y[seen], args.enlarged, rng)
    parts = sites_of(split, y_seen, args.sites, rng)
    for site, rows in enumerate(parts):
        np.save(folder / f"site{site}.npy", x_seen[rows])
        np.save(folder / f"label{site}.npy", y_seen[rows])
    np.save(folder / "reference.npy", x[others] if args.public else x[rng.choice(seen, 500, replace=False)])
    np.save(folder / "unseen_labels.npy", y[unseen])
    return folder, len(parts)


def trained(args, folder, sites, method, seed):
    """Returns the map of the unseen by one network."""
    parameters = {"method": "fedne", "max_iterations": args.rounds, "seed": seed, **BASELINES[method], **json.loads(args.set)}
    place = folder / f"{method}.txt"
    subprocess.run([args.bin / "bench_fedne", folder, str(sites), json.dumps(parameters), place], check=True)
    return np.loadtxt(place)


def alone(folder, tables):
    """Returns a folder in which all tables are one site's."""
    folder_of_one = folder / "one"
    folder_of_one.mkdir(exist_ok=True)
    for name in ("reference.npy", "unseen.npy"):
        if (folder / name).exists():
            shutil.copy(folder / name, folder_of_one)
    np.save(folder_of_one / "site0.npy", np.vstack([np.load(folder / f"site{i}.npy") for i in tables]))
    return folder_of_one


def of_reference(folder):
    """Returns a folder in which the reference is one site's."""
    folder_of_one = alone(folder, [0])
    shutil.copy(folder / "reference.npy", folder_of_one / "site0.npy")
    return folder_of_one


def whole_run(args, folder, sites, method):
    """Returns the map of the unseen by `dsne place`, after a run on summaries."""
    inputs = {"site_data": ["site.npy"], "method": method, "reference": "summaries", "site_settings": {"least_members": 10}, **json.loads(args.set)}
    with simulated(args.bin, [({"site.npy": np.load(folder / f"site{i}.npy")}, inputs) for i in range(sites)]) as (outputs, _):
        placed = outputs[0] / "placed"
        subprocess.run([args.bin / "dsne", "place", "--frame", outputs[0] / "summaries.json", "--data", folder / "unseen.npy", "--output", placed],
                       check=True, stdout=subprocess.DEVNULL)
        return column_of(placed / "embedding.csv", "x", "y")


def judged(args, folder, places):
    labels = np.load(folder / "unseen_labels.npy")
    (folder / "map.csv").write_text("site,x,y,label\n" + "".join(f"unseen,{x!r},{y!r},{l}\n" for (x, y), l in zip(places.tolist(), labels)))
    evaluate = pathlib.Path(__file__).resolve().parents[2] / "experiments/evaluate.py"
    subprocess.run([sys.executable, evaluate, folder / "map.csv", "--data", folder / "unseen.npy", "--json", folder / "measures.json"],
                   check=True, stdout=subprocess.DEVNULL)
    measures = json.loads((folder / "measures.json").read_text())
    return {name: measures[0]["measures"][name] for name in MEASURES}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mnist", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path("build/bin"))
    parser.add_argument("--splits", nargs="+", default=["dirichlet-0.1", "dirichlet-0.5", "classes-2", "classes-3"])
    parser.add_argument("--methods", nargs="+", default=["fedne", "fedavg", "fedprox", "local", "pooled", "single-shot"])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--sites", type=int, default=20)
    parser.add_argument("--alone", type=int, default=20, help="sites that train alone for `local`")
    parser.add_argument("--public", type=int, default=0, help="points of a reference that no site has; 0: of 500 of the seen")
    parser.add_argument("--enlarged", type=int, default=0, help="how many digits the sites have, turned and shifted ones among them")
    parser.add_argument("--seen", type=int, default=4000)
    parser.add_argument("--unseen", type=int, default=1000)
    parser.add_argument("--set", default="{}", help="parameters besides, as JSON")
    args = parser.parse_args()
    for split in args.splits:
        for seed in args.seeds:
            folder, sites = prepared(args, split, seed)
            for method in args.methods:
                start = time.time()
                if method in WHOLE_RUNS:
                    maps = [whole_run(args, folder, sites, method)]
                elif method in OF_ONE:
                    maps = [trained(args, alone(folder, range(sites)), 1, method, seed)]
                elif method == "local":
                    maps = [trained(args, alone(folder, [i]), 1, method, seed) for i in range(min(sites, args.alone))]
                elif method == "public":
                    maps = [trained(args, of_reference(folder), 1, method, seed)]
                else:
                    maps = [trained(args, folder, sites, method, seed)]
                seconds = time.time() - start
                results = [judged(args, folder, places) for places in maps]
                line = {"split": split, "seed": seed, "method": method, "rounds": args.rounds, "sites": sites,
                        "seen": args.seen, "enlarged": args.enlarged, "set": args.set, "seconds": round(seconds), "maps": results}
                with open(args.work / "results.jsonl", "a") as file:
                    file.write(json.dumps(line) + "\n")
                print(json.dumps(line)[:400], flush=True)


if __name__ == "__main__":
    main()
