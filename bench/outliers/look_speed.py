#!/usr/bin/env python3
"""How long `dsne look` takes from the command to the page.

    look_speed.py DSNE [SCANS ...]      60, 2000 and 5000 scans by default; median of five

The table has the measures of test-inputs' scans: its rows with noise of a third of a deviation.
"""

import csv
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SITES = Path(__file__).resolve().parents[2] / "test-inputs" / "input"


def scans(count):
    """Returns the header, and `count` scans."""
    tables = [list(csv.reader(file.open(), delimiter="\t")) for file in sorted(SITES.glob("*/simulatorRun/group_T1w.tsv"))]
    values = np.array([[float(cell or "nan") for cell in row[1:]] for table in tables for row in table[1:]])
    generator = np.random.default_rng(1)
    drawn = values[generator.integers(0, len(values), count)]
    drawn = drawn + generator.normal(0, 0.3, drawn.shape) * np.nanstd(values, axis=0)
    least = np.nanmin(values, axis=0)
    return tables[0][0], np.where(least > 0, np.maximum(drawn, least / 2), drawn)


def measure(dsne, count, threads):
    header, values = scans(count)
    seconds, cpu = [], []
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / "group_T1w.tsv").open("w") as file:
            print(*header, sep="\t", file=file)
            for i, row in enumerate(values):
                print(f"sub-{i:05d}_T1w", *(f"{value:.6g}" for value in row), sep="\t", file=file)
        for turn in range(5):
            before, start = os.times(), time.monotonic()
            subprocess.run([dsne, "look", folder, "--output", f"{folder}/{turn}"], check=True, stdout=subprocess.DEVNULL,
                           env=os.environ | {"OMP_NUM_THREADS": str(threads)})
            seconds.append(time.monotonic() - start)
            after = os.times()
            cpu.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return statistics.median(seconds), statistics.median(cpu)


def main():
    dsne, *counts = sys.argv[1:]
    print(f"load {os.getloadavg()[0]:.0f}, {os.cpu_count()} processors")
    print("| scans | threads | seconds | processor's seconds |\n|---|---|---|---|")
    for count in [int(count) for count in counts] or [60, 2000, 5000]:
        for threads in (1, 2):
            seconds, cpu = measure(dsne, count, threads)
            print(f"| {count:,} | {threads} | {seconds:.2f} | {cpu:.2f} |", flush=True)


if __name__ == "__main__":
    main()
