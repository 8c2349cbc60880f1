#!/usr/bin/env python3
"""What runs, steps and summaries cost, in one call. Prints a table of each; tell the machine's load with them.

    runs.py BIN DATA_FOLDER [repeats]        (numpy, c++; BIN holds dsne, local and remote)

Runs: 50 components of digits as arrays, by `dsne simulate`, in turns with programs that do nothing in as many rounds; sites of 20,000 get
digits more than once, with noise. Steps: each of a site and of the coordinator, in turns with `cat` of the same stdin, one thread.
Summaries: ABIDE's measures of MRIQC with 5 % of noise as a table of 50,000 scans, and 400 simulated images of 100,000 voxels."""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
COMPSPEC = HERE.parents[1] / "compspec.json"
ROUNDS = 6
SETTINGS = {"value": {"allow": ["dsne"]}}


def digits(data):
    pixels = np.load(data / "mnist/X.npy").astype(float)
    pixels -= pixels.mean(0)
    return pixels @ np.linalg.svd(pixels[:1500], full_matrices=False)[2][:50].T


def write_sites(folder, points, sites, size, **inputs):
    random = np.random.default_rng(0)
    enough = sites * size <= len(points)
    rows = random.permutation(len(points)) if enough else random.integers(0, len(points), sites * size)
    for site in range(sites):
        base = folder / "input" / f"local{site}" / "simulatorRun"
        base.mkdir(parents=True)
        own = points[rows[site * size : (site + 1) * size]]
        np.save(base / "data.npy", own if enough else own + random.normal(0, 20, own.shape))
    (folder / "inputspec.json").write_text(json.dumps([{"site_data": {"value": ["data.npy"]}, **inputs}] * sites))


def write_scans(file, data):
    table = np.genfromtxt(data / "mriqc/abide-8-sites.tsv", delimiter="\t", names=True, dtype=None, encoding="utf-8")
    names = [name for name in table.dtype.names if table.dtype[name].kind in "if"]
    values = np.column_stack([table[name] for name in names]).astype(float)
    random = np.random.default_rng(0)
    scans = values[random.integers(0, len(values), 50000)] * np.exp(random.normal(0, 0.05, (50000, len(names))))
    with open(file, "w") as out:
        out.write("bids_name\t" + "\t".join(names) + "\n")
        for number, scan in enumerate(scans):
            out.write(f"sub-{number:06}_T1w\t" + "\t".join(f"{value:.8g}" for value in scan) + "\n")


def timed(command, stdin=subprocess.DEVNULL, **environment):
    """Returns wall and processor seconds."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def medians(times):
    return [statistics.median(column) for column in zip(*times)]


def make_nothing(binaries, folder):
    """Makes a folder with the command dsne and programs that do nothing."""
    folder.mkdir()
    shutil.copy(binaries / "dsne", folder)
    for name, rounds in (("local", 0), ("remote", ROUNDS)):
        subprocess.run(["c++", "-O2", f"-DROUNDS={rounds}", HERE / "nothing.cpp", "-o", folder / name], check=True)


def time_runs(binaries, points, scratch, repeats):
    make_nothing(binaries, scratch / "nothing")
    print("| run | wall s | nothing's | processor s | nothing's |\n|---|---|---|---|---|")
    for sites, size in ((10, 400), (40, 100), (200, 50), (3, 20000)):
        folder = scratch / f"{sites}"
        write_sites(folder, points, sites, size)
        times = {place: [] for place in (binaries, scratch / "nothing")}
        for _ in range(repeats):
            for place, of_place in times.items():
                of_place.append(timed([place / "dsne", "simulate", "-s", COMPSPEC, "-d", folder]))
        (wall, processor), (wall_nothing, processor_nothing) = map(medians, times.values())
        print(f"| {sites} × {size:,} | {wall:.1f} | {wall_nothing:.2f} | {processor:.1f} | {processor_nothing:.2f} |", flush=True)


def recorded(folder, node):
    """Returns a node's steps of a recorded run, in order."""
    return [json.loads(file.read_text()) for file in sorted((folder / "transcript").glob(f"*-{node}.in.json"))]


def time_steps(binaries, folder, place, node, turns):
    """Makes a node's steps again; each several times, from the same folders. Returns a row for each."""
    state = {f"{name}Directory": str(place / name) for name in ("output", "transfer", "cache")}
    for name in state.values():
        pathlib.Path(name).mkdir(parents=True)
    program = binaries / ("remote" if node == "remote" else "local")
    rows = []
    for step in recorded(folder, node):
        step["state"].update(state)
        (place / "stdin").write_text(json.dumps(step, separators=(",", ":")))
        shutil.copytree(place / "output", place / "before")
        times = []
        for _ in range(turns):
            shutil.rmtree(place / "output")
            shutil.copytree(place / "before", place / "output")
            pair = []
            for command in (["cat"], [program]):
                with open(place / "stdin") as stdin:
                    pair += timed(command, stdin, OMP_NUM_THREADS="1")
            times.append([1e3 * seconds for seconds in pair])
        shutil.rmtree(place / "before")
        message = step["input"] if node != "remote" else next(iter(step["input"].values()))
        rows.append((f"{node}: {message.get('phase', 'inputs')} {message.get('round', '')}", medians(times)))
    return rows


def print_steps(binaries, points, scratch, turns):
    print("\n| step | wall ms | cat's | processor ms | cat's |\n|---|---|---|---|---|")
    for method, inputs in (("single-shot", {}), ("dsne", {"method": {"value": "dsne"}, "max_iterations": {"value": 2}, "site_settings": SETTINGS})):
        folder = scratch / f"steps-{method}"
        write_sites(folder, points, 10, 400, **inputs)
        timed([binaries / "dsne", "simulate", "-s", COMPSPEC, "-d", folder, "--transcript", folder / "transcript"])
        for node in ("local1", "remote"):
            for name, (wall_cat, processor_cat, wall, processor) in time_steps(binaries, folder, scratch / f"{method}-{node}", node, turns):
                if method == "single-shot" or "embed" in name:
                    print(f"| {method}, {name} | {wall:.1f} | {wall_cat:.1f} | {processor:.1f} | {processor_cat:.1f} |", flush=True)


def time_summaries(binaries, data, scratch):
    write_scans(scratch / "scans.tsv", data)
    random = np.random.default_rng(0)
    np.save(scratch / "images.npy", random.normal(size=(400, 20)) @ random.normal(size=(20, 100000)) + random.normal(size=(400, 100000)))
    print("\n| summary | wall s | processor s |\n|---|---|---|")
    for name, title in (("scans.tsv", "50,000 × 68"), ("images.npy", "400 × 100,000")):
        wall, processor = timed([binaries / "dsne", "summarize", scratch / name, "-o", scratch / f"{name}-summary"])
        print(f"| {title} | {wall:.1f} | {processor:.1f} |", flush=True)


def main():
    binaries, data = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    points = digits(data)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        time_runs(binaries, points, scratch, repeats)
        print_steps(binaries, points, scratch, 4 * repeats)
        time_summaries(binaries, data, scratch)


if __name__ == "__main__":
    main()
