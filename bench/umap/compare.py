"""Times UMAP's stages over sizes against umap-learn and judges both maps: python bench/umap/compare.py build/bin/bench_umap

Needs numpy, scikit-learn and umap-learn. The data are 20 Gaussian clusters in 50 dimensions, as in bench/speed. Each
measurement is a process of its own on as many threads; umap-learn runs without a seed, for it is slower with one, and its
functions are compiled before the clock starts. Read the times as ratios.
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
    start = time.perf_counter()
    map_ = UMAP().fit_transform(data)
    print(time.perf_counter() - start)
    np.savetxt(places, map_)


def kept(data, places):
    """The share of 500 points' 15 nearest neighbours that are so on the map."""
    import numpy as np
    from sklearn.neighbors import NearestNeighbors

    some = np.random.default_rng(1).choice(len(data), 500, replace=False)

    def nearest(of):
        return NearestNeighbors(n_neighbors=16).fit(of).kneighbors(of[some], return_distance=False)[:, 1:]

    return np.mean([len(np.intersect1d(a, b)) for a, b in zip(nearest(data), nearest(places))]) / 15


def run(command, threads):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "NUMBA_NUM_THREADS": str(threads)}
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return [float(number) for number in output.split()]


def measure(program, points, threads):
    import numpy as np

    random = np.random.default_rng(points)
    cluster = random.integers(CLUSTERS, size=points)
    data = random.normal(size=(CLUSTERS, FEATURES))[cluster] * 3 + random.normal(size=(points, FEATURES))
    with tempfile.TemporaryDirectory() as folder:
        file, ours, peers = (str(pathlib.Path(folder) / name) for name in ("data.npy", "ours.txt", "peers.txt"))
        np.save(file, data)
        stages = run([program, file, ours, "1"], threads)
        whole = run([sys.executable, __file__, "--peer", file, peers], threads)[-1]
        return stages, whole, kept(data, np.loadtxt(ours)), kept(data, np.loadtxt(peers))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1400, 5000, 20000, 100000])
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    print("| points | neighbours | graph | start | layout | umap-learn : ours | neighbours kept, ours : umap-learn |")
    print("|---|---|---|---|---|---|---|")
    for points in options.sizes:
        stages, whole, ours, peers = measure(options.program, points, options.threads)
        cells = " | ".join(f"{stage:.3g} s" for stage in stages)
        print(f"| {points:,} | {cells} | {whole / sum(stages):.1f} | {ours:.3f} : {peers:.3f} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        measure_peer(sys.argv[2], sys.argv[3])
    else:
        main()
