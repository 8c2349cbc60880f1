#!/usr/bin/env python3
"""Measures maps (embedding.csv) against their data with every measure and prints a table, a column per map.

The rows of the data are the maps' points, in the same order; several files are read one after the other. A column `label` is no feature. Points of the site `reference` lie on the map and are not judged.

    evaluate.py joint/embedding.csv --data reference.csv site0.csv site1.csv --normalization robust
"""

import argparse
import csv
import json
import sys
from pathlib import Path

import numpy as np

from judging.dataset import is_numeric, matrix_of, read_labels, read_rows
from judging.errors import InputError
from judging.measures import MEASURES, Evaluator, measure_table, measure_text
from judging.preprocessing import as_pooled


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="+", type=Path, metavar="MAP")
    parser.add_argument("--data", nargs="+", type=Path, required=True, help="the points' data: tables with a header, or .npy")
    parser.add_argument("--labels", type=Path, help="the points' labels (default: the maps' own column label)")
    parser.add_argument("--id-column", help="a column of the data that is no feature")
    parser.add_argument("--normalization", choices=["none", "row_max", "zscore", "robust"], default="none")
    parser.add_argument("--initial-dims", type=int, default=50, help="principal components kept; 0 keeps the features")
    parser.add_argument("--perplexity", type=float, default=30, help="of the affinities that the KL divergence is taken from")
    parser.add_argument("--json", type=Path, help="write all measures there, too")
    return parser.parse_args(arguments)


def read_points(files, id_column):
    """Returns all files' rows, in the order of the first file's features."""
    parts, features = [], None
    for file in files:
        if file.suffix == ".npy":
            parts.append(np.load(file).astype(float))
            continue
        rows = read_rows(file)
        if features is None:
            features = [name for name in rows[0] if name not in ("label", id_column) and is_numeric(rows, name)]
        parts.append(matrix_of(rows, features, file.name))
    points = np.vstack(parts)
    if np.isnan(points).any():
        raise InputError("the data (--data) lacks a value")
    return points


def read_map(file):
    with open(file, newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    if not rows or not {"x", "y"} <= rows[0].keys():
        raise InputError(f"{file.name} has no columns x and y")
    places = np.array([[float(row[axis]) for axis in ("x", "y", "z") if axis in row] for row in rows])
    return places, [row.get("label", "") for row in rows], [row.get("site", "") for row in rows]


def main(arguments=None):
    request = parse_arguments(arguments)
    try:
        data = as_pooled(read_points(request.data, request.id_column), request.normalization, request.initial_dims)
        given = read_labels(request.labels) if request.labels else None
        measured = []
        for file in request.maps:
            places, labels, sites = read_map(file)
            if not len(places) == len(data) == len(given or labels):
                raise InputError(f"{file.name} and the data have different numbers of points")
            own = [point for point, site in enumerate(sites) if site != "reference"]
            texts = [(given or labels)[i] for i in own]
            measured.append(Evaluator(data[own], texts, [sites[i] for i in own], request.perplexity).measure(places[own]))
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    cells = {measure.name: [measure_text(values.get(measure.name)) for values in measured] for measure in MEASURES}
    print(measure_table([str(file) for file in request.maps], cells), end="")
    if request.json:
        maps = [{"map": str(file), "points": len(data), "measures": values} for file, values in zip(request.maps, measured)]
        request.json.write_text(json.dumps(maps, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
