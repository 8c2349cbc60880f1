"""Every measure of a map, by numpy and scikit-learn."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.cluster import KMeans
from sklearn.manifold import trustworthiness
from sklearn.metrics import normalized_mutual_info_score, silhouette_score
from sklearn.neighbors import NearestNeighbors

from .affinities import joint_affinities, kl_divergence, largest_perplexity
from .errors import InputError
from .hulls import class_hulls
from .steadiness import steadiness_and_cohesiveness

ACCURACY_NEIGHBOURS = 10
RANK_NEIGHBOURS = 7
KEPT_NEIGHBOURS = 10
MIXING_NEIGHBOURS = 10


@dataclass(frozen=True)
class Measure:
    name: str
    title: str
    higher_is_better: bool = True


MEASURES = [
    Measure("accuracy", "Label accuracy, 10 neighbours"),
    Measure("kmeans_ratio", "K-means ratio (eq. 14)", False),
    Measure("intersection_area", "Intersection area", False),
    Measure("roundness", "Roundness (circumscribed circle)"),
    Measure("perimeter_roundness", "Roundness (equal perimeters)"),
    Measure("nmi", "NMI of k-means"),
    Measure("silhouette", "Silhouette of k-means"),
    Measure("trustworthiness", "Trustworthiness, 7 neighbours"),
    Measure("continuity", "Continuity, 7 neighbours"),
    Measure("preservation", "Neighbours kept, of 10"),
    Measure("steadiness", "Steadiness"),
    Measure("cohesiveness", "Cohesiveness"),
    Measure("kl_divergence", "KL divergence, pooled", False),
    Measure("site_mixing", "Mixing of sites in a class"),
]


def nearest(points, k):
    return NearestNeighbors(n_neighbors=k).fit(points).kneighbors(return_distance=False)


def _labelled(places, *texts):
    kept = [row for row, named in enumerate(zip(*texts)) if all(named)]
    return places[kept], *([text[row] for row in kept] for text in texts)


def label_accuracy(places, labels):
    """Returns how often the commonest label of a point's nearest neighbours is its own; of equally common ones the first by name."""
    places, labels = _labelled(places, labels)
    if len(labels) <= ACCURACY_NEIGHBOURS or len(set(labels)) < 2:
        return None

    def commonest(row):
        votes = Counter(labels[i] for i in row)
        return min(votes, key=lambda label: (-votes[label], label))

    return float(np.mean([commonest(row) == own for row, own in zip(nearest(places, ACCURACY_NEIGHBOURS), labels)]))


def kmeans_ratio(places, labels):
    """Returns the distances of the points to their class's mean, summed over all points, over the distances between the classes' means, summed over
    the pairs of classes (main paper, equation 14). The value grows with the number of points, as printed."""
    texts = np.array(labels, dtype=object)
    classes = [places[texts == label] for label in sorted({label for label in labels if label})]
    means = [members.mean(axis=0) for members in classes]
    between = pdist(np.array(means)).sum() if len(means) > 1 else 0
    within = sum(np.linalg.norm(members - mean, axis=1).sum() for members, mean in zip(classes, means))
    return float(within / between) if between > 0 else None


def clustering_quality(places, labels):
    """Returns the normalized mutual information of k-means' clusters and the labels, and the clusters' mean silhouette."""
    places, labels = _labelled(places, labels)
    wanted = min(len(set(labels)), len(np.unique(places, axis=0)))
    if len(set(labels)) < 2 or not 2 <= wanted < len(places):
        return None, None
    clusters = KMeans(n_clusters=wanted, n_init=10, random_state=0).fit(places).labels_
    return float(normalized_mutual_info_score(labels, clusters)), float(silhouette_score(places, clusters))


def neighbourhoods(data, places):
    """Returns trustworthiness and continuity (Venna & Kaski 2001), and the mean share of a point's nearest neighbours that the map keeps."""
    count = len(data)
    if 2 * RANK_NEIGHBOURS >= count or KEPT_NEIGHBOURS >= count:
        return None, None, None
    both = zip(nearest(data, KEPT_NEIGHBOURS).tolist(), nearest(places, KEPT_NEIGHBOURS).tolist())
    kept = np.mean([len(set(a) & set(b)) / KEPT_NEIGHBOURS for a, b in both])
    return (float(trustworthiness(data, places, n_neighbors=RANK_NEIGHBOURS)),
            float(trustworthiness(places, data, n_neighbors=RANK_NEIGHBOURS)), float(kept))


def _mixing_of(distances, foreign, point):
    """Returns the foreign share among a point's nearest, over that among all others; equally near points count in part."""
    others = np.arange(len(foreign)) != point
    distances, foreign = distances[others], foreign[others]
    radius = np.partition(distances, MIXING_NEIGHBOURS - 1)[MIXING_NEIGHBOURS - 1]
    nearer, tied = distances < radius, distances == radius
    near = foreign[nearer].sum() + (MIXING_NEIGHBOURS - nearer.sum()) * foreign[tied].mean()
    return near / MIXING_NEIGHBOURS / foreign.mean()


def site_mixing(places, labels, sites):
    """Returns how well the sites mix within a class, a measure of ours: for each point, the share of its nearest neighbours of the same class that
    come from other sites, over the share that such points have among all others of the class. It is 1 where a site makes no difference, and 0
    where each class falls apart into its sites. A class missing at a site does not lower it, as it would kBET or LISI."""
    places, labels, sites = _labelled(places, labels, sites)
    labels, sites = np.array(labels, dtype=object), np.array(sites, dtype=object)
    values = []
    for label in sorted(set(labels)):
        own, at = places[labels == label], sites[labels == label]
        if len(own) <= MIXING_NEIGHBOURS or len(set(at)) < 2:
            continue
        for i, place in enumerate(own):
            values.append(_mixing_of(((own - place) ** 2).sum(axis=1), (at != at[i]).astype(float), i))
    return float(np.mean(values)) if values else None


class Evaluator:
    """Judges maps of the same points.

    `data` is points × features as affinities see them; `labels` and `sites` have a text per point, "" where there is none.
    """

    def __init__(self, data, labels, sites, perplexity):
        if len(data) < 4:
            raise InputError("a map of fewer than 4 points cannot be judged")
        if not len(data) == len(labels) == len(sites):
            raise InputError("there are not as many labels or sites as points")
        self.data, self.labels, self.sites = data, labels, sites
        self.affinities = joint_affinities(data, min(perplexity, largest_perplexity(len(data))))

    def measure(self, places):
        """Returns the values by the measures' names, without measures that have no value."""
        if len(places) != len(self.data):
            raise InputError("the map and the data have different numbers of points")
        if not np.isfinite(places).all():
            return {}
        overlap, circle, perimeter = class_hulls(places, self.labels)
        nmi, silhouette = clustering_quality(places, self.labels)
        trust, continuity, kept = neighbourhoods(self.data, places)
        steadiness, cohesiveness = steadiness_and_cohesiveness(self.data, places)
        values = {
            "accuracy": label_accuracy(places, self.labels), "kmeans_ratio": kmeans_ratio(places, self.labels),
            "intersection_area": overlap, "roundness": circle, "perimeter_roundness": perimeter, "nmi": nmi, "silhouette": silhouette,
            "trustworthiness": trust, "continuity": continuity, "preservation": kept, "steadiness": steadiness,
            "cohesiveness": cohesiveness, "kl_divergence": kl_divergence(self.affinities, places),
            "site_mixing": site_mixing(places, self.labels, self.sites)}
        return {name: value for name, value in values.items() if value is not None}


def measure_text(value):
    if value is None:
        return "n/a"
    size = abs(value)
    return f"{value:.{3 if size < 10 else 1 if size < 1000 else 0}f}"


def measure_table(columns, cells):
    """Returns a table in Markdown: a row per measure that has a value, a column for each of `columns`; `cells` are texts by measure and column."""
    rows = [["", *columns]]
    for measure in MEASURES:
        texts = cells[measure.name]
        if any(text != "n/a" for text in texts):
            rows.append([measure.title + (" ↑" if measure.higher_is_better else " ↓"), *texts])
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]

    def line(row):
        return "| " + " | ".join([row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:]))]) + " |\n"

    rule = "|:" + "-" * (widths[0] + 1) + "|" + "".join("-" * (width + 1) + ":|" for width in widths[1:]) + "\n"
    return line(rows[0]) + rule + "".join(line(row) for row in rows[1:])
