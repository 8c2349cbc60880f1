"""Measures t-SNE's set-up, iterations and memory over sizes against openTSNE, and writes the table and the plot of
bench/speed/results.md.

    python bench/speed/compare.py build/bin/bench_speed [--sizes 1400 5000 ...] [--clock wall] [--threads 2]

Needs numpy, matplotlib and openTSNE. The data are 20 Gaussian clusters in 50 dimensions; an iteration is measured on a
map as wide as finished maps of that size are. Each measurement is a process of its own. CPU time (the default, with one
thread) is what a busy machine can be measured by; wall time needs an idle one.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

FEATURES = 50
CLUSTERS = 20
PERPLEXITY = 30
ITERATIONS = 5
DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
RESULTS = pathlib.Path(__file__).resolve().parent / "results.md"
MARKS = "<!-- speed: written by bench/speed/compare.py -->\n", "<!-- end of speed -->\n"


def make_inputs(points, folder):
    """Writes the data and the map, and returns their files."""
    import numpy as np

    random = np.random.default_rng(points)
    cluster = random.integers(CLUSTERS, size=points)
    data = random.normal(size=(CLUSTERS, FEATURES))[cluster] * 3 + random.normal(size=(points, FEATURES))
    width = 1.9 * points**0.4
    places = random.uniform(-width / 2, width / 2, (CLUSTERS, 2))[cluster] + random.normal(size=(points, 2)) * width / 14
    files = folder / "data.npy", folder / "map.npy"
    np.save(files[0], data)
    np.save(files[1], places)
    return files


def measure_peer(data, places, clock, threads):
    """Prints for openTSNE with its defaults what bench_speed prints."""
    import numpy as np
    from openTSNE import TSNEEmbedding
    from openTSNE.affinity import PerplexityBasedNN

    now = time.process_time if clock == "cpu" else time.perf_counter
    data, places = np.load(data), np.load(places)
    start = now()
    affinities = PerplexityBasedNN(data, perplexity=PERPLEXITY, n_jobs=threads, random_state=1)
    set_up = now() - start
    embedding = TSNEEmbedding(places, affinities, negative_gradient_method="fft", n_jobs=threads, random_state=1)
    step = dict(learning_rate=1e-6, momentum=0.5, exaggeration=1, inplace=True)
    embedding.optimize(n_iter=1, **step)
    start = now()
    embedding.optimize(n_iter=ITERATIONS, **step)
    iteration = (now() - start) / ITERATIONS
    print(set_up, iteration, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def run(command, threads):
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return [float(number) for number in output.split()[-3:]]


def measure(program, points, clock, threads, peer_limit):
    with tempfile.TemporaryDirectory() as folder:
        files = [str(file) for file in make_inputs(points, pathlib.Path(folder))]
        ours = run([program, *files, clock], threads)
        if points > peer_limit:
            return ours, None
        return ours, run([sys.executable, __file__, "--peer", *files, clock, str(threads)], threads)


def cell(ours, peer, unit, scale):
    if peer is None:
        return f"{ours * scale:,.3g} {unit}"
    return f"{ours * scale:,.3g} : {peer * scale:,.3g} {unit} ({peer / ours:.1f} ×)"


def table(results, clock, threads):
    load = os.getloadavg()[0]
    lines = [
        f"{'CPU' if clock == 'cpu' else 'Wall'} time, {threads} thread{'s' if threads > 1 else ''}, load {load:.0f}; "
        "ours : openTSNE (its times over ours).",
        "",
        "| points | affinities | an iteration | peak of memory |",
        "|---|---|---|---|",
    ]
    for points, (ours, peer) in sorted(results.items()):
        peer = peer or [None] * 3
        cells = [cell(ours[i], peer[i], unit, scale) for i, (unit, scale) in enumerate([("s", 1), ("ms", 1e3), ("MB", 1e-6)])]
        lines.append(f"| {points:,} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def fitted_power(sizes, seconds):
    """Returns the exponent of N with which the costs grow, over the larger half of the sizes."""
    import numpy as np

    half = len(sizes) // 2
    return float(np.polyfit(np.log(sizes[half:]), np.log(seconds[half:]), 1)[0])


def plot(results, file):
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.hashsalt": "speed", "svg.fonttype": "none"})
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for i, name in enumerate(["affinities", "an iteration"]):
        for who, index, marker in [("dsne", 0, "o"), ("openTSNE", 1, "s")]:
            sizes = [points for points, result in sorted(results.items()) if result[index]]
            if len(sizes) < 2:
                continue
            seconds = [results[points][index][i] for points in sizes]
            axes[i].loglog(sizes, seconds, marker=marker, label=f"{who}: N^{fitted_power(sizes, seconds):.2f}")
        axes[i].set(title=name, xlabel="points", ylabel="seconds")
        axes[i].legend()
    figure.savefig(file, metadata={"Date": None})


def write_table(text):
    file = RESULTS
    before, rest = file.read_text().split(MARKS[0])
    file.write_text(before + MARKS[0] + text + MARKS[1] + rest.split(MARKS[1])[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--sizes", type=int, nargs="+", default=[700, 1400, 2800, 5000, 10000, 20000, 50000, 100000])
    parser.add_argument("--peer-limit", type=int, default=10**9, help="sizes above are measured without openTSNE")
    parser.add_argument("--clock", choices=["cpu", "wall"], default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    results = {}
    for points in options.sizes:
        results[points] = measure(options.program, points, options.clock, options.threads, options.peer_limit)
        text = table(results, options.clock, options.threads)
        print(text.splitlines()[-1], flush=True)
    write_table(text)
    plot(results, DOCS / "images" / "speed.svg")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        measure_peer(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
    else:
        main()
