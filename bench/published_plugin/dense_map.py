#!/usr/bin/env python3
"""The published plugin's map of MNIST, a digit per site and 100 of each in the reference, in numpy and over all pairs.

Usage: dense_map.py DATA SEED OUTPUT; needs numpy. DATA holds X.npy and y.npy, 500 of each digit. Writes OUTPUT/map.csv and
OUTPUT/data.npy for `dsne evaluate`: what it measures is what experiments/judging/published_plugin.py must come near to.
"""

import pathlib
import sys

import numpy as np

PERPLEXITY = 30
COMPONENTS = 50
REFERENCE_ITERATIONS = 1000
ROUNDS = 501
LEARNING_RATE = 500
LAST_EXAGGERATED = 100


def split(labels, rng):
    """Returns the rows of the reference and of each site."""
    digits = [rng.permutation(np.flatnonzero(labels == digit)) for digit in np.unique(labels)]
    return np.concatenate([rows[:100] for rows in digits]), [rows[100:] for rows in digits]


def prepared(points):
    """Returns the rows scaled and freed of their mean, along the first components about zero."""
    points = points / np.maximum(np.abs(points).max(axis=1, keepdims=True), 1e-300)
    points = points - points.mean(axis=1, keepdims=True)
    components = np.linalg.eigh(points.T @ points)[1]
    return points @ components[:, -COMPONENTS:]


def squared_distances(points):
    lengths = (points**2).sum(axis=1)
    return lengths[:, None] + lengths - 2 * points @ points.T


def conditional_row(distances):
    """Returns affinities of the wanted perplexity, by bisection in at most 50 steps."""
    low, high, precision = 0.0, np.inf, 1.0
    for _ in range(51):
        weights = np.exp(-precision * (distances - distances.min()))
        row = weights / weights.sum()
        entropy = -(row * np.log(np.maximum(row, 1e-300))).sum()
        if abs(entropy - np.log(PERPLEXITY)) < 1e-5:
            break
        if entropy > np.log(PERPLEXITY):
            low = precision
        else:
            high = precision
        precision = 2 * precision if np.isinf(high) else (low + high) / 2
    return row


def affinities(points):
    distances = squared_distances(prepared(points))
    others = ~np.eye(len(points), dtype=bool)
    conditional = np.zeros_like(distances)
    for row, known, kept in zip(conditional, distances, others):
        row[kept] = conditional_row(known[kept])
    return (conditional + conditional.T) / (2 * len(points))


def velocity_after(p, places, velocity, gains, iteration):
    weights = 1 / (1 + squared_distances(places))
    np.fill_diagonal(weights, 0)
    exaggerated = (8 if iteration <= LAST_EXAGGERATED else 2) * p
    forces = (np.maximum(exaggerated, 1e-12) - np.maximum(weights / weights.sum(), 1e-12)) * weights
    slope = forces.sum(axis=1)[:, None] * places - forces @ places
    turned = (slope > 0) != (velocity > 0)
    gains = np.maximum(np.where(turned, gains + 0.2, 0.8 * gains), 0.01)
    momentum = 0.5 if iteration < 20 else 0.9
    return momentum * velocity - LEARNING_RATE * gains * slope, gains


def reference_map(p, rng):
    places = rng.standard_normal((len(p), 2))
    velocity, gains = np.zeros_like(places), np.ones_like(places)
    for iteration in range(REFERENCE_ITERATIONS):
        velocity, gains = velocity_after(p, places, velocity, gains, iteration)
        places = places + velocity
        places -= places.mean(axis=0)
    return places


def federated_map(reference, sites, rng):
    shared = reference_map(affinities(reference), rng)
    low, high = shared.min(axis=0), shared.max(axis=0)
    count = len(reference)
    p = [affinities(np.vstack([reference, own])) for own in sites]
    places = [low + (high - low) * rng.random((len(site), 2)) for site in p]
    velocity = [np.zeros_like(at) for at in places]
    shift = np.zeros(2)
    for iteration in range(ROUNDS):
        for i, at in enumerate(places):
            if iteration > 0:  # the first round throws the reference's map away
                at[:count] = shared
            at -= shift
            velocity[i] = velocity_after(p[i], at, velocity[i], np.ones_like(at), iteration)[0]
            at[count:] += velocity[i][count:]
        shift = np.mean([at.mean(axis=0) for at in places], axis=0)
        shared = np.mean([at[:count] + v[:count] for at, v in zip(places, velocity)], axis=0)
    return np.vstack([shared] + [at[count:] for at in places])


def main():
    data, seed, output = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    rng = np.random.default_rng(seed)
    points, labels = np.load(data / "X.npy").astype(float), np.load(data / "y.npy")
    reference, sites = split(labels, rng)
    places = federated_map(points[reference], [points[rows] for rows in sites], rng)
    rows = np.concatenate([reference, *sites])
    names = ["reference"] * len(reference) + [f"site{i}" for i, own in enumerate(sites) for _ in own]
    output.mkdir(parents=True, exist_ok=True)
    np.save(output / "data.npy", points[rows])
    with open(output / "map.csv", "w", encoding="utf-8") as file:
        print("site,x,y,label", file=file)
        for name, (x, y), label in zip(names, places.tolist(), labels[rows]):
            print(f"{name},{x!r},{y!r},{label}", file=file)


if __name__ == "__main__":
    main()
