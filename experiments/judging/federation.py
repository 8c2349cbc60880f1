"""The joint map as a federation of `local` and `remote` makes it."""

import csv
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from .errors import InputError

# The map is measured, so every site shows its part of it; a site may be as small as the split makes it.
SITE_SETTINGS = {"share_places": True, "allow": ["dsne", "fed-tsne", "fed-umap"], "least_subjects": 1, "least_sites": 1, "epsilon_budget": 1e300,
                 "simulation": True}


def write_table(file, values):
    with open(file, "w", encoding="utf-8") as text:
        print(",".join(f"f{c + 1}" for c in range(values.shape[1])), file=text)
        for row in values.tolist():
            print(",".join("NA" if value != value else repr(value) for value in row), file=text)


def _write_inputs(folder, reference, sites, settings):
    inputs = []
    for number, values in enumerate(sites):
        base = folder / "input" / f"local{number}" / "simulatorRun"
        base.mkdir(parents=True)
        write_table(base / "subjects.csv", values)
        given = {**settings, "site_data": "subjects.csv", "site_settings": SITE_SETTINGS}
        if number == 0:
            write_table(base / "reference_subjects.csv", reference)
            given["reference_data"] = "reference_subjects.csv"
        inputs.append({name: {"value": value} for name, value in given.items()})
    (folder / "inputspec.json").write_text(json.dumps(inputs), encoding="utf-8")


def _read_map(file, reference_points, site_count):
    with open(file, newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    places = {}
    for row in rows:
        places.setdefault(row["site"], []).append([float(row[axis]) for axis in ("x", "y", "z") if axis in row])
    # Points that a run adds to the reference are not data.
    parts = [places["reference"][:reference_points]] + [places[f"local{number}"] for number in range(site_count)]
    return np.vstack(parts)


def federated_map(dsne, compspec, reference, sites, settings):
    """Returns the places of a run in a temporary folder, the reference's first and then site by site. The first site brings the reference.

    Data are points × features, NaN where a value is missing; `settings` are the run's parameters, for every site.
    """
    with tempfile.TemporaryDirectory(prefix="dsne-experiment-") as name:
        folder = Path(name)
        _write_inputs(folder, reference, sites, settings)
        run = subprocess.run([dsne, "simulate", "--compspec", compspec, "--directory", folder], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            lines = run.stderr.strip().splitlines() or ["dsne simulate failed"]
            raise InputError(lines[-1])
        return _read_map(folder / "output" / "local0" / "simulatorRun" / "joint" / "embedding.csv", len(reference), len(sites))
