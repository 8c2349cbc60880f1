#!/usr/bin/python3
"""Makes a run whose site has many subjects, for page_speed.js: tables.py FOLDER SUBJECTS. Ten clouds, 20 measures, a hundredth far off."""

import json
import sys
from pathlib import Path

import numpy as np

folder, subjects = Path(sys.argv[1]), int(sys.argv[2])
inputs = folder / "input" / "local0" / "simulatorRun"
inputs.mkdir(parents=True)
random = np.random.default_rng(1)
middles = random.normal(0, 6, (10, 20))
header = ",".join(f"measure{i + 1}" for i in range(20))


def write(name, points, odd, ids):
    values = middles[random.integers(10, size=points)] + random.normal(size=(points, 20))
    values[random.permutation(points)[:odd], :3] += 12
    rows = [",".join(([f"s{i:05}"] if ids else []) + [f"{value:.4f}" for value in row]) for i, row in enumerate(values)]
    (inputs / name).write_text("\n".join([("id," if ids else "") + header, *rows]) + "\n")


write("subjects.csv", subjects, subjects // 100, True)
write("reference.csv", 1000, 0, False)
given = {"site_data": ["subjects.csv"], "reference_data": ["reference.csv"], "method": "single-shot",
         "site_settings": {"id_column": "id"}}
(folder / "inputspec.json").write_text(json.dumps([{name: {"value": value} for name, value in given.items()}]))
