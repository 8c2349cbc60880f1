"""Makes the values that box_summary_test.cpp compares with: Matplotlib's box plots."""

import json
from pathlib import Path

import numpy as np
from matplotlib.cbook import boxplot_stats


def case(values):
    (box,) = boxplot_stats(values)
    names = {"low_whisker": "whislo", "low_quartile": "q1", "median": "med",
             "high_quartile": "q3", "high_whisker": "whishi"}
    summary = {name: float(box[key]) for name, key in names.items()}
    outliers = sorted(float(value) for value in box["fliers"])
    return {"values": [float(value) for value in values], "outliers": outliers} | summary


random = np.random.default_rng(11)
cases = [
    [3.5],
    [2, 1],
    [4, 4, 4, 4],
    [0, 0, 0, 0, 0, 0, 0, 1],
    [1, 2, 3, 100],
    random.normal(0, 1, 10).round(6),
    random.standard_cauchy(25).round(6),
    [1, 2, 3, 4, 8.5, -5],
]
lines = ",\n".join(json.dumps(case(np.array(values, float))) for values in cases)
(Path(__file__).parent / "boxes.json").write_text(f"[{lines}]\n")
