#!/usr/bin/env python3
"""Makes an example of method sphere: three sites with made-up connectivity matrices. Needs only Python.

    scripts/make_networks.py FOLDER
    dsne simulate --compspec compspec.json --directory FOLDER

Regions are named as in Schaefer's parcellations, in seven networks; two subjects' scans are bad.
"""

import json
import math
import pathlib
import random
import sys

NETWORKS = {"Vis": "sensory", "SomMot": "sensory", "DorsAttn": "sensory", "SalVentAttn": "control", "Limbic": "resting", "Cont": "control", "Default": "resting"}
REGIONS_OF_A_NETWORK = 3  # in each hemisphere
SUBJECTS = [28, 24, 20]
BAD_SCANS = {(0, 4), (2, 7)}  # site, subject
FRAMES = 150

REGIONS = [(hemisphere, network, number) for hemisphere in ("LH", "RH") for network in NETWORKS for number in range(1, REGIONS_OF_A_NETWORK + 1)]


def noise():
    return [random.gauss(0, 1) for _ in range(FRAMES)]


def mixed(*parts):
    """Returns the weighted sum of series."""
    return [sum(weight * value for weight, value in zip((weight for weight, _ in parts), values)) for values in zip(*(series for _, series in parts))]


def time_series(is_bad):
    """Returns a series per region: its network's, its hemispheres' halves' and its own, and in a bad scan the head's motion, added."""
    systems = {system: noise() for system in sorted(set(NETWORKS.values()))}
    networks = {network: mixed((1, noise()), (0.8, systems[system])) for network, system in NETWORKS.items()}
    pairs = {(network, number): noise() for _, network, number in REGIONS}
    motion = noise()
    return [mixed((1, networks[network]), (0.7, pairs[network, number]), (1, noise()), (random.uniform(-6, 6) if is_bad else 0, motion)) for _, network, number in REGIONS]


def standardised(series):
    mean = sum(series) / len(series)
    centred = [value - mean for value in series]
    length = math.sqrt(sum(value * value for value in centred))
    return [value / length for value in centred]


def correlations(series):
    rows = [standardised(each) for each in series]
    matrix = [[1.0] * len(rows) for _ in rows]
    for i, row in enumerate(rows):
        for j in range(i):
            matrix[i][j] = matrix[j][i] = sum(a * b for a, b in zip(row, rows[j]))
    return matrix


def write_matrix(path, matrix):
    header = ",".join(f"7Networks_{hemisphere}_{network}_{number}" for hemisphere, network, number in REGIONS)
    path.write_text(header + "\n" + "".join(",".join(f"{value:.4f}" for value in row) + "\n" for row in matrix))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    random.seed(25)
    folder = pathlib.Path(sys.argv[1])
    inputs = []
    for site, subjects in enumerate(SUBJECTS):
        place = folder / "input" / f"local{site}" / "simulatorRun"
        place.mkdir(parents=True, exist_ok=True)
        files = [f"sub-{site}{subject:02}_connectivity.csv" for subject in range(subjects)]
        for subject, name in enumerate(files):
            write_matrix(place / name, correlations(time_series((site, subject) in BAD_SCANS)))
        (place / "subjects.csv").write_text("file,id\n" + "".join(f"{name},{name.split('_')[0]}\n" for name in files))
        inputs.append({"method": {"value": "sphere"}, "data_format": {"value": "connectivity"}, "id_column": {"value": "id"},
                       "site_data": {"value": ["subjects.csv"]}, "subject_files": {"value": files},
                       "site_settings": {"value": {"allow": ["sphere"]}}})
    (folder / "inputspec.json").write_text(json.dumps(inputs, indent=2) + "\n")


main()
