"""Makes the values that class_hulls_test.cpp compares with: areas, lengths and circles by shapely.

Twelve overlapping classes of nine points each, too few for any of them to be an outlier. Columns of
points.txt: class, x, y. measures.txt: intersection area, circle roundness, perimeter roundness.
"""

from pathlib import Path

import numpy as np
import shapely

FOLDER = Path(__file__).parent

random = np.random.default_rng(5)
classes = np.repeat(np.arange(12), 9)
centres = random.normal(0, 3, (12, 2))
points = np.round(centres[classes] + random.normal(0, 1.5, (len(classes), 2)), 3)

hulls = [shapely.MultiPoint(points[classes == c]).convex_hull for c in range(12)]
area, length = shapely.area(hulls), shapely.length(hulls)
radius = shapely.minimum_bounding_radius(hulls)
union = shapely.union_all(hulls).area
measures = [
    (area.sum() - union) / union,
    (area / (np.pi * radius**2)).mean(),
    (4 * np.pi * area / length**2).mean(),
]
np.savetxt(FOLDER / "points.txt", np.column_stack([classes, points]), fmt=["%d", "%.3f", "%.3f"])
np.savetxt(FOLDER / "measures.txt", [measures], fmt="%.17g")
