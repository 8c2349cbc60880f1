#!/usr/bin/env python3
"""Times whole runs on summaries by `dsne simulate`, and making a summary. Prints a table's rows; tell the machine's load with them.

    runs.py DSNE DATA_FOLDER [repeats]        (numpy)

Runs: 50 components of digits as arrays; sites of 20,000 get digits more than once, with noise. Summaries: ABIDE's measures of MRIQC with 5 %
of noise as a table of 50,000 scans, and 400 simulated images of 100,000 voxels."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np


def digits(data):
    pixels = np.load(data / "mnist/X.npy").astype(float)
    pixels -= pixels.mean(0)
    return pixels @ np.linalg.svd(pixels[:1500], full_matrices=False)[2][:50].T


def write_sites(folder, points, sites, size):
    random = np.random.default_rng(0)
    enough = sites * size <= len(points)
    rows = random.permutation(len(points)) if enough else random.integers(0, len(points), sites * size)
    for site in range(sites):
        inputs = folder / "input" / f"local{site}" / "simulatorRun"
        inputs.mkdir(parents=True)
        own = points[rows[site * size : (site + 1) * size]]
        np.save(inputs / "data.npy", own if enough else own + random.normal(0, 20, own.shape))
    (folder / "inputspec.json").write_text(json.dumps([{"site_data": {"value": ["data.npy"]}}] * sites))


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


def timed(command):
    """Returns wall and processor seconds."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def main():
    dsne, data = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    compspec = pathlib.Path(__file__).parents[2] / "compspec.json"
    points = digits(data)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for sites, size in ((10, 400), (40, 100), (3, 20000)):
            folder = scratch / f"{sites}"
            write_sites(folder, points, sites, size)
            times = [timed([dsne, "simulate", "-s", compspec, "-d", folder]) for _ in range(repeats)]
            wall, processor = (statistics.median(column) for column in zip(*times))
            print(f"| run of {sites} × {size:,} | {wall:.1f} | {processor:.1f} |", flush=True)
        write_scans(scratch / "scans.tsv", data)
        random = np.random.default_rng(0)
        np.save(scratch / "images.npy", random.normal(size=(400, 20)) @ random.normal(size=(20, 100000)) + random.normal(size=(400, 100000)))
        for name, title in (("scans.tsv", "summary of 50,000 × 68"), ("images.npy", "summary of 400 × 100,000")):
            wall, processor = timed([dsne, "summarize", scratch / name, "-o", scratch / f"{name}-summary"])
            print(f"| {title} | {wall:.1f} | {processor:.1f} |", flush=True)


main()
