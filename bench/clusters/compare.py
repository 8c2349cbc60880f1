#!/usr/bin/env python3
"""How good the clusters of method spectral-clustering are, beside pooled ones.

    bench/clusters/compare.py --data FOLDER --programs build/bin
    bench/clusters/compare.py --data FOLDER --programs build/bin --federated-alone --given 360   # images of the reference that is given

FOLDER holds mnist/ and coil20/, each with X.npy (images × pixels, 0 to 255) and y.npy. Ten sites have MNIST, 400 of each digit, mixed or a
digit each, and COIL-20's 1,440 images, mixed or by object. Each run is a whole one, of `local` and `remote`, on summaries. Pooled
are, in numpy and scikit-learn: the published form with means of a tree's leaves as landmarks, k-means on all subjects; and SpectralClustering, with ten
nearest neighbours and with a Gaussian kernel of the same width. `--set landmark_method=mmd mmd_noise=1` makes the published + form. With
`--given` the first site gives a reference of images that no site has: of MNIST others, of COIL-20 as many fewer are at the sites; with a
given reference subjects enter in groups of least_members, with `--set least_members=1` each by itself.
"""

import argparse
import json
import pathlib
import sys

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from whole_runs import column_of, components_of, simulated  # noqa: E402

SITES = 10
RIDGE = 1e-6


def data_of(folder, name, seed, given):
    """Returns the sites' images and their labels, and images for a reference."""
    images = np.load(folder / name / "X.npy").astype(float)
    images, labels = images.reshape(len(images), -1) / 255, np.load(folder / name / "y.npy")
    order = np.random.default_rng(seed).permutation(len(images))
    if name == "mnist":
        at_sites = np.concatenate([order[labels[order] == digit][:400] for digit in range(10)])
        reference = np.setdiff1d(order, at_sites, assume_unique=True)[:given]
    else:
        reference, at_sites = order[:given], order[given:]
    return images[at_sites], labels[at_sites], images[reference]


def sites_of(labels, split, seed):
    order = np.argsort(labels, kind="stable") if split == "apart" else np.random.default_rng(seed).permutation(len(labels))
    return np.array_split(order, SITES)


def number_or_word(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def text_of(images):
    return ",".join(f"p{pixel}" for pixel in range(images.shape[1])) + "\n" + "".join(",".join(f"{value:.6g}" for value in image) + "\n" for image in images)


def federated(options, images, sites, clusters, reference):
    """Returns the clusters of each site's subjects, and the seconds that the run took."""
    inputs = {"site_data": "data.csv", "method": "spectral-clustering", "clusters": clusters, "normalization": "none",
              "site_settings": {"allow": ["spectral-clustering"]}, "reference": "given" if len(reference) else "summaries", **{key: number_or_word(value) for key, value in options.set}}
    given = [({"data.csv": text_of(images[site])}, dict(inputs)) for site in sites]
    if len(reference) > 0:
        given[0][0]["reference.csv"] = text_of(reference)
        given[0][1]["reference_data"] = "reference.csv"
    with simulated(options.programs, given) as (outputs, seconds):
        found = np.empty(len(images), int)
        for site, output in zip(sites, outputs):
            found[site] = column_of(output / "clusters.csv", "cluster")[:, 0]
        return found, seconds


def leaves(points, count, least=5):
    """Returns means of a tree's leaves, as runs had them before 0.3.0."""
    nodes = [np.arange(len(points))]
    spread = lambda rows: points[rows].var(axis=0).sum() * len(rows)
    closed = set()
    while len(nodes) < count and len(closed) < len(nodes):
        number = max((n for n in range(len(nodes)) if n not in closed), key=lambda n: spread(nodes[n]))
        rows = nodes[number]
        away = points[rows] - points[rows].mean(axis=0)
        along = away @ np.linalg.svd(away, full_matrices=False)[2][0]
        cuts = [along <= np.quantile(along, q) for q in np.linspace(0.05, 0.95, 17)]
        cuts = [cut for cut in cuts if min(cut.sum(), (~cut).sum()) >= least]
        if not cuts:
            closed.add(number)
            continue
        cut = min(cuts, key=lambda c: spread(rows[c]) + spread(rows[~c]))
        nodes[number] = rows[cut]
        nodes.append(rows[~cut])
        closed.discard(number)
    return np.array([points[rows].mean(axis=0) for rows in nodes])


def width_of(landmarks, factor):
    return factor * np.median(np.sort(cdist(landmarks, landmarks, "sqeuclidean"), axis=1)[:, 7])


def published(points, landmarks, clusters, width):
    c, w = (np.exp(-cdist(a, landmarks, "sqeuclidean") / width) for a in (points, landmarks))
    features = np.linalg.solve(np.linalg.cholesky(w + RIDGE * np.eye(len(w))), c.T).T
    degrees = np.maximum(features @ features.sum(axis=0), (features**2).sum(axis=1))
    left, _, _ = np.linalg.svd(features / np.sqrt(degrees)[:, None], full_matrices=False)
    rows = left[:, :clusters] / np.linalg.norm(left[:, :clusters], axis=1, keepdims=True)
    return KMeans(clusters, n_init=20, random_state=0).fit_predict(rows)


def told(labels, found):
    return f"{normalized_mutual_info_score(labels, found):.3f} / {adjusted_rand_score(labels, found):.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--programs", default="build/bin")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--names", nargs="+", default=["coil20", "mnist"])
    parser.add_argument("--set", nargs="+", type=lambda text: text.split("=", 1), default=[], metavar="NAME=VALUE")
    parser.add_argument("--given", type=int, default=0, help="images of a given reference (%(default)s: none is given)")
    parser.add_argument("--federated-alone", action="store_true", help="leave the pooled ones out")
    options = parser.parse_args()
    for name in options.names:
        for seed in options.seeds:
            images, labels, reference = data_of(options.data, name, seed, options.given)
            clusters = len(np.unique(labels))
            for split in ("mixed", "apart"):
                sites = sites_of(labels, split, seed)
                found, seconds = federated(options, images, sites, clusters, reference)
                print(f"{name}, seed {seed}, {split}: {told(labels, found)} in {seconds:.0f} s", flush=True)
            if options.federated_alone:
                continue
            points = components_of(images)
            landmarks = leaves(points, min(500, len(points) // 8, int(points.size**0.5 / 2)))
            width = width_of(landmarks, float(dict(options.set).get("kernel_width", 0.2)))
            print(f"  published form, pooled: {told(labels, published(points, landmarks, clusters, width))}", flush=True)
            for how, more in (("neighbours", {"affinity": "nearest_neighbors"}), ("Gaussian kernel", {"gamma": 1 / width})):
                found = SpectralClustering(clusters, random_state=seed, **more).fit_predict(points)
                print(f"  SpectralClustering, {how}: {told(labels, found)}", flush=True)


if __name__ == "__main__":
    main()
