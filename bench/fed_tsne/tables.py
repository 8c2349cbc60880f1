#!/usr/bin/env python3
"""The experiments of Qiao, Ma & Fan, Federated t-SNE and UMAP for distributed data visualization, made again.

    bench/fed_tsne/tables.py TABLE … --data FOLDER --programs build/bin

FOLDER holds mnist/ and coil20/, each with X.npy (images × pixels, 0 to 255) and y.npy. Each row is a whole run of `local` and
`remote` on the sites' summaries. TABLE is one of: quality (table 1, beside our own methods and peers on completed
distances), coil (the same of COIL-20), and noise-scale (the + form's noise in units of what one record moves). What the
landmarks, their number, noise, rounds and clients (tables 3, 4, figures 2, 6, 7) do to the published completion is in `curves`: there
landmarks are learned in numpy by the formulas that tests compare with the program's. bench/clusters/compare.py makes table 5.
"""

import argparse
import pathlib
import sys

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, silhouette_score
from sklearn.neighbors import NearestNeighbors

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from whole_runs import column_of, components_of, moved, simulated  # noqa: E402

NEIGHBOURS = (1, 10, 50)
SETTINGS = {"allow": ["fed-tsne", "fed-umap"], "share_places": True, "epsilon_budget": 1000}
MMD = {"landmark_method": "mmd"}
PLUS = {**MMD, "mmd_noise": 1}


def data_of(folder, name, count, seed):
    images, labels = np.load(folder / name / "X.npy").astype(float), np.load(folder / name / "y.npy").astype(int)
    images = images.reshape(len(images), -1)
    random = np.random.default_rng(seed)
    order = random.permutation(len(images))
    if count > len(images):
        order = random.choice(order, count)
        return np.array([moved(image, random) for image in images[order]]), labels[order]
    if count:
        each = count // len(np.unique(labels))
        order = np.concatenate([order[labels[order] == label][:each] for label in np.unique(labels)])
    return images[order], labels[order]


def parts_of(labels, split, clients, seed):
    """Returns the images of each client: equally many, at random or sorted by class."""
    order = np.argsort(labels, kind="stable") if split == "classes" else np.random.default_rng(seed).permutation(len(labels))
    return np.array_split(order, clients)


def federated(options, images, parts, inputs):
    """Returns each image's place, and the seconds that the run took."""
    given = {"site_data": ["data.npy"], "normalization": "none", "perplexity": 30, "reference": "summaries", "site_settings": SETTINGS, **inputs}
    with simulated(options.programs, [({"data.npy": images[part].astype(np.float32)}, given) for part in parts]) as (outputs, seconds):
        places = np.empty((len(images), 2))
        for part, output in zip(parts, outputs):
            places[part] = column_of(output / "embedding.csv", "x", "y")
        return places, seconds


def nearest(points, count):
    return NearestNeighbors(n_neighbors=count).fit(points).kneighbors(return_distance=False)


def measures(points, places, labels):
    """Returns CA and NPA, leaving one out, at each number of neighbours; NMI, ARI and silhouette of k-means on the map."""
    on_map, in_data = nearest(places, max(NEIGHBOURS)), nearest(points, max(NEIGHBOURS))
    accuracy = [np.mean([np.bincount(labels[row[:k]]).argmax() for row in on_map] == labels) for k in NEIGHBOURS]
    kept = [np.mean([len(np.intersect1d(a[:k], b[:k])) for a, b in zip(on_map, in_data)]) / k for k in NEIGHBOURS]
    found = KMeans(len(np.unique(labels)), n_init=10, random_state=0).fit_predict(places)
    return accuracy, kept, normalized_mutual_info_score(labels, found), adjusted_rand_score(labels, found), silhouette_score(places, found)


def row(options, name, points, places, labels, more=""):
    accuracy, kept, nmi, ari, silhouette = measures(points, places, labels)
    three = lambda values: ", ".join(f"{value:.3f}" for value in values)
    line = f"| {name} | {three(accuracy)} | {three(kept)} | {nmi:.3f} | {ari:.3f} | {silhouette:.3f} | {more}"
    print(line, flush=True)
    with open(options.out, "a") as file:
        file.write(line + "\n")


def run_row(options, name, images, labels, points, split, inputs, clients=10):
    places, seconds = federated(options, images, parts_of(labels, split, clients, options.seed), inputs)
    row(options, f"{name}, {split}, {clients} clients", points, places, labels, f"{seconds:.0f} s |")


# What a coordinator can do with distances to landmarks.


def between(points):
    squares = (points**2).sum(axis=1)[:, None] - 2 * points @ points.T + (points**2).sum(axis=1)
    return np.sqrt(np.maximum(squares, 0)) * (1 - np.eye(len(points)))


def completed_as_published(distances, landmarks):
    """Returns B·W†·Bᵀ of the distances themselves (equation 22)."""
    whole = distances @ np.linalg.pinv(between(landmarks)) @ distances.T
    whole = np.maximum((whole + whole.T) / 2, 0)
    np.fill_diagonal(whole, 0)
    return whole


def completed_as_here(distances, landmarks):
    """Returns distances completed by landmark MDS: exact where there are more landmarks than dimensions."""
    about = landmarks - landmarks.mean(axis=0)
    lengths, squares = (about**2).sum(axis=1), distances**2
    products = squares.mean(axis=1)[:, None] - squares + lengths - lengths.mean()
    return between(products / 2 @ np.linalg.pinv(about).T)


def opentsne(points, metric="euclidean"):
    from openTSNE import TSNE

    start = "spectral" if metric == "precomputed" else "pca"
    return np.asarray(TSNE(perplexity=30, metric=metric, initialization=start, random_state=1, n_jobs=1).fit(points))


def umap_learn(points, metric="euclidean"):
    from umap import UMAP

    return UMAP(metric=metric, random_state=1).fit_transform(points)


def peers(options, labels, points, parts):
    landmarks = list(descent(points, parts, count=500))[-1]
    distances = between_two(points, landmarks)
    for name, layout in ("openTSNE", opentsne), ("umap-learn", umap_learn):
        row(options, f"pooled, {name}", points, layout(points), labels)
        for how in completed_as_here, completed_as_published:
            places = layout(how(distances, landmarks), "precomputed")
            row(options, f"{name}, distances to 500 landmarks, {how.__name__.replace('_', ' ')}", points, places, labels)


def quality(options, name="mnist"):
    images, labels = data_of(options.data, name, options.count if name == "mnist" else 0, options.seed)
    points = components_of(images)
    for split in "mixed", "classes":
        for method in "fed-tsne", "fed-umap":
            for how, more in ("mmd", MMD), ("+", PLUS), ("rows of summaries", {}):
                run_row(options, f"{method}, {how}", images, labels, points, split, {"method": method, **more})
                if (method, how, split) == ("fed-tsne", "mmd", "mixed"):
                    peers(options, labels, points, parts_of(labels, split, 10, options.seed))
        run_row(options, "single-shot", images, labels, points, split, {"method": "single-shot"})


def coil(options):
    quality(options, "coil20")


# Landmarks by MMD in numpy, for curves.


def pull(points, landmarks, gammas):
    total = np.zeros_like(landmarks)
    squares = between_two(landmarks, points) ** 2
    for gamma in gammas:
        kernels = gamma * np.exp(-gamma * squares)
        total += kernels @ points - kernels.sum(axis=1)[:, None] * landmarks
    return total


def gradient(points, landmarks, gammas):
    count = len(landmarks)
    to_each_other = pull(landmarks, landmarks, gammas) / (count * (count - 1))
    return 4 * (to_each_other - pull(points, landmarks, gammas) / (len(points) * count))


def gammas_of(variances):
    return [factor / (2 * variances.sum()) for factor in (0.25, 1, 4)]


def first_landmarks(variances, count):
    return np.random.default_rng(1).normal(size=(count, len(variances))) * np.sqrt(variances)


def descent(points, parts, count=125, rounds=50, noise=0, steps=10, random=np.random.default_rng(3)):
    """Returns the landmarks after each round, variables averaged over the sites."""
    variances = points.var(axis=0)
    gammas = gammas_of(variances)
    landmarks, step = first_landmarks(variances, count), count / (2 * np.mean(gammas))
    yield landmarks
    for _ in range(rounds):
        moved = []
        for part in parts:
            own = landmarks
            for _ in range(steps):
                slope = gradient(points[part], own, gammas)
                own = own - step * (slope + noise * slope.std() * random.normal(size=slope.shape))
            moved.append(own)
        landmarks = np.mean(moved, axis=0)
        yield landmarks


def curve_row(options, name, points, labels, landmarks):
    """Writes a row: a map of the distances completed as published, and how many neighbours these and the exact completion keep by themselves."""
    to_landmarks = between_two(points, landmarks)
    whole = completed_as_published(to_landmarks, landmarks)
    ten = nearest(points, 10)

    def kept(distances):
        near = np.argsort(distances + np.diag(np.full(len(points), np.inf)), axis=1)[:, :10]
        return np.mean([len(np.intersect1d(a, b)) for a, b in zip(near, ten)]) / 10

    more = f"{kept(whole):.3f} | {kept(completed_as_here(to_landmarks, landmarks)):.3f} |"
    row(options, name, points, opentsne(whole, "precomputed"), labels, more)


def curves(options):
    images, labels = data_of(options.data, "mnist", options.curve_count, options.seed)
    points = components_of(images)
    parts = lambda split, number=10: parts_of(labels, split, number, options.seed)
    last = lambda *arguments, **more: list(descent(points, *arguments, **more))[-1]
    for noise in 0, 1:
        for rounds, landmarks in enumerate(descent(points, parts("mixed"), rounds=100, noise=noise)):
            if rounds in (0, 1, 10, 50, 100):
                curve_row(options, f"{rounds} rounds, β = {noise}", points, labels, landmarks)
    for split in "mixed", "classes":
        for noise in 0, 0.5, 1, 2, 5:
            curve_row(options, f"β = {noise}, {split}", points, labels, last(parts(split), noise=noise))
    for count in 20, 60, 250:
        curve_row(options, f"{count} landmarks", points, labels, last(parts("mixed"), count=count))
    for number in 5, 20, 50, 100:
        for noise in 0, 1:
            curve_row(options, f"{number} clients, β = {noise}", points, labels, last(parts("mixed", number), noise=noise))


def noise_scale(options):
    """Prints a gradient's deviation over the furthest that one record moves it, at the first landmarks and at the last."""
    images, labels = data_of(options.data, "mnist", options.count, options.seed)
    parts = parts_of(labels, "mixed", 10, options.seed)
    points = components_of(images)
    variances = points.var(axis=0)
    gammas, own, last = gammas_of(variances), points[parts[0]], list(descent(points, parts, count=500))[-1]
    furthest = 8 / (len(own) * len(last) ** 0.5) * sum(np.sqrt(gamma / (2 * np.e)) for gamma in gammas)
    for name, at in ("first", first_landmarks(variances, len(last))), ("last", last):
        share = gradient(own, at, gammas).std() / furthest
        print(f"{name} landmarks: a gradient's deviation is {share:.4f} of what one record can move it", flush=True)


def between_two(a, b):
    return np.sqrt(np.maximum((a**2).sum(axis=1)[:, None] - 2 * a @ b.T + (b**2).sum(axis=1), 0))


TABLES = {"quality": quality, "coil": coil, "curves": curves, "noise-scale": noise_scale}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", choices=TABLES)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--programs", default="build/bin")
    parser.add_argument("--out", default="fed_tsne.md", help="rows are appended to this file, too")
    parser.add_argument("--count", type=int, default=4000, help="digits in the table of quality; of more than there are each is one of them, a little turned and shifted")
    parser.add_argument("--curve-count", type=int, default=1000, help="and in the curves")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for table in options.tables:
        print(f"{table}: | | CA 1, 10, 50 | NPA 1, 10, 50 | NMI | ARI | silhouette | |", flush=True)
        TABLES[table](options)


if __name__ == "__main__":
    main()
