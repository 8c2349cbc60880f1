"""The dSNE papers' measures of a flat map by the convex hulls of its classes, outliers removed (the main paper's section 2.6, the first
paper's section 2.4)."""

import numpy as np
import shapely
from sklearn.ensemble import IsolationForest

# The papers name the forest and no threshold; this was scikit-learn's default ("contamination") when they were written. Rounded down: a
# class of fewer than ten points keeps them all.
OUTLIER_SHARE = 0.1
LINE = 1e-12  # a hull whose area is this small beside its perimeter's square is a line but for rounding


def without_outliers(places):
    count = int(OUTLIER_SHARE * len(places))
    if count == 0:
        return places
    places = places[np.lexsort(places.T[::-1])]  # the result does not depend on the order of the rows
    scores = IsolationForest(n_estimators=100, max_samples=min(256, len(places)), random_state=0).fit(places).score_samples(places)
    return places[np.argsort(scores, kind="stable")[count:]]


def _area(hull):
    return hull.area if hull.area > LINE * hull.length**2 else 0.0


def class_hulls(places, labels):
    """Returns how much the hulls overlap (the sum of their areas less the area of their union, over the latter), how round they are by their
    circumscribed circles (first paper), and by their perimeters (main paper); None where a measure has no value."""
    if places.shape[1] != 2:
        return None, None, None
    classes = sorted({label for label in labels if label})
    texts = np.array(labels, dtype=object)
    hulls = [shapely.convex_hull(shapely.multipoints(without_outliers(places[texts == label]))) for label in classes]
    broad = [hull for hull in hulls if _area(hull) > 0]
    overlap = None
    if broad:
        covered = shapely.union_all(broad).area
        overlap = max(0.0, sum(hull.area for hull in broad) / covered - 1)
    shaped = [hull for hull in hulls if hull.length > 0]
    if not shaped:
        return overlap, None, None
    circles = [_area(hull) / (np.pi * shapely.minimum_bounding_radius(hull) ** 2) for hull in shaped]
    perimeters = [4 * np.pi * _area(hull) / hull.length**2 for hull in shaped]
    return overlap, float(np.mean(circles)), float(np.mean(perimeters))
