"""Times UMAP's stages over sizes against umap-learn and judges both maps: python bench/umap/compare.py build/bin/bench_umap

Needs numpy, scikit-learn and umap-learn. The data are MNIST's digits in 50 principal components with --data FOLDER (mnist/X.npy and y.npy;
beyond 70,000 also digits moved by a pixel), else 20 Gaussian clusters in 50 dimensions. Each measurement is a process of its own on as
many threads, the two programs in turn; umap-learn runs without a seed, for it is slower with one, and its functions are compiled before
the clock starts. Read the times as ratios. CPU time is that of all threads: what else the machine does disturbs it less than wall time.
Of each measure of the maps the range over the runs is told, so ours stands beside umap-learn's own spread.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

FEATURES = 50
CLUSTERS = 20


def measure_peer(data, places):
    import numpy as np
    from umap import UMAP

    data = np.load(data)
    for warm in data[:200], np.tile(data[:1000], (5, 1)) + np.random.default_rng(1).normal(size=(5000, 1)):
        UMAP(n_epochs=2).fit(warm)
    wall, processor = time.perf_counter(), time.process_time()
    map_ = UMAP().fit_transform(data)
    print(time.perf_counter() - wall, time.process_time() - processor)
    np.savetxt(places, map_)


def kept(data, places):
    """Returns the share of 500 points' 15 nearest neighbours that are also near on the map."""
    import numpy as np
    from sklearn.neighbors import NearestNeighbors

    some = np.random.default_rng(1).choice(len(data), 500, replace=False)

    def nearest(of):
        return NearestNeighbors(n_neighbors=16).fit(of).kneighbors(of[some], return_distance=False)[:, 1:]

    return np.mean([len(np.intersect1d(a, b)) for a, b in zip(nearest(data), nearest(places))]) / 15


def accuracy(labels, places):
    """Returns how often the commonest label of the ten nearest on the map is the point's own, for 2,000 points."""
    import numpy as np
    from sklearn.neighbors import NearestNeighbors

    some = np.random.default_rng(2).choice(len(labels), min(2000, len(labels)), replace=False)
    near = NearestNeighbors(n_neighbors=11).fit(places).kneighbors(places[some], return_distance=False)[:, 1:]
    votes = [np.bincount(row).argmax() for row in labels[near]]
    return np.mean(votes == labels[some])


def run(command, threads):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "NUMBA_NUM_THREADS": str(threads)}
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return [float(number) for number in output.split()]


def clusters(points):
    import numpy as np

    random = np.random.default_rng(points)
    cluster = random.integers(CLUSTERS, size=points)
    return random.normal(size=(CLUSTERS, FEATURES))[cluster] * 3 + random.normal(size=(points, FEATURES)), cluster


def digits(folder, points):
    import numpy as np
    from sklearn.decomposition import PCA

    images, labels = np.load(folder / "mnist/X.npy").reshape(-1, 28, 28), np.load(folder / "mnist/y.npy").astype(int)
    order = np.random.default_rng(points).permutation(len(images))[:points]
    moved = np.random.default_rng(points).permutation(len(images))[: max(0, points - len(images))]
    images = np.concatenate([images[order], np.roll(images[moved], 1, axis=2)]).reshape(-1, 784).astype(np.float32)
    return PCA(FEATURES, random_state=1).fit_transform(images).astype(float), np.concatenate([labels[order], labels[moved]])


def span(values):
    return f"{min(values):.3f} to {max(values):.3f}" if len(values) > 1 else f"{values[0]:.3f}"


def measure(options, points):
    """Returns a row: our stages' wall times, umap-learn's times over ours, and the maps' measures, of as many runs of each."""
    import numpy as np

    data, labels = digits(options.data, points) if options.data else clusters(points)
    found = {"ours": [], "umap-learn": []}
    with tempfile.TemporaryDirectory() as folder:
        file, places = (str(pathlib.Path(folder) / name) for name in ("data.npy", "places.txt"))
        np.save(file, data)
        for number in range(options.runs):
            for name, command in (("ours", [options.program, file, places, str(number + 1)]), ("umap-learn", [sys.executable, __file__, "--peer", file, places])):
                times = run(command, options.threads)
                map_ = np.loadtxt(places)
                found[name].append((times, kept(data, map_), accuracy(labels, map_)))
    stages = np.median([times[:4] for times, _, _ in found["ours"]], axis=0)
    ratio = lambda part, peer: np.median([t[peer] for t, _, _ in found["umap-learn"]]) / np.median([part(t) for t, _, _ in found["ours"]])
    cells = [f"{points:,}", *(f"{stage:.3g} s" for stage in stages), f"{ratio(lambda t: t[4], 1):.1f}", f"{ratio(lambda t: sum(t[:4]), 0):.1f}"]
    for which in (1, 2):
        cells.append(" : ".join(span([run[which] for run in found[name]]) for name in ("ours", "umap-learn")))
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--data", type=pathlib.Path, help="where mnist/ is")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1400, 5000, 20000, 100000])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3, help="of each program and size (%(default)s)")
    options = parser.parse_args()
    print("| points | neighbours | graph | start | layout | umap-learn's CPU time : ours | wall time | neighbours kept, ours : umap-learn | label accuracy |")
    print("|---|---|---|---|---|---|---|---|---|")
    for points in options.sizes:
        print(measure(options, points), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        measure_peer(sys.argv[2], sys.argv[3])
    else:
        main()
