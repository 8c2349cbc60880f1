"""Cells of a reference with a guarantee by noisy k-means, as the program learns them, and by trees with noisy counts.

    trees.py --data DIR [--counts 400 4000] [--epsilons 1 4 10] [--draws 3]

In one process and in numpy: the program's stages (private_reference_coordinator.cpp), noise drawn once for all ten sites of which one
colludes. The trees have what the program spends on its three rounds of cells, 45 percent of rho, in the same axes:
privtree halves the box with the longest side, in standard deviations, wherever a biased noisy count is above a threshold (Zhang, Xiao & Xie
2016, algorithm 2, fanout 2; Laplace noise for a record's replacement, by half of the rho), then asks for the leaves' counts and sums once.
tree asks every level for counts and sums, with as much rho each, and splits at the noisy mean what has enough members (after Cormode et
al. 2012). From there on all is the program's: synthetic subjects around the cells. openTSNE maps these and places the digits. Prints the
share of variance along the axes that is between cells, how often a cell's most frequent label is right, and the map's accuracy and
trustworthiness. DIR holds mnist/.
"""

import argparse
import math
import pathlib

import numpy as np
from curves import accuracy, digits, trust
from openTSNE import TSNE
from scipy.optimize import brentq, minimize_scalar

SITES, COLLUDING, DELTA = 10, 1, 1e-5
SHARE = math.sqrt(0.5)  # of a record's length that counts it, and that its coordinates have
LEVELS = 7


def epsilon_of(rho):
    """Returns ε by Canonne, Kamath & Steinke 2020, proposition 12."""
    at = lambda a: rho * a + math.log(1 / (a * DELTA)) / (a - 1) + math.log1p(-1 / a)
    return at(1 + math.exp(minimize_scalar(lambda x: at(1 + math.exp(x)), bounds=(-8, 12), method="bounded").x))


def rho_of(epsilon):
    return brentq(lambda rho: epsilon_of(rho) - epsilon, 1e-9, epsilon)


def deviation(sensitivity, rho):
    return sensitivity / math.sqrt(2 * rho) * math.sqrt(SITES / (SITES - COLLUDING))


def cut(rows):
    return rows / np.maximum(1, np.linalg.norm(rows, axis=1, keepdims=True))


class Stages:
    """The program's stages before its cells, and after."""

    def __init__(self, values, rho, random):
        self.subjects, features = values.shape
        self.rho, self.random = rho, random
        unit = values / 255 - 0.5
        radius = math.sqrt(features) / 2
        noise = deviation(2, 0.1 * rho)
        mean = (unit.sum(0) / radius + random.normal(0, noise, features)) * radius / self.subjects
        common, noise = mean.mean(), noise * radius / self.subjects
        apart = mean - common
        self.centre = np.clip(common + apart * max(0.01, 1 - (features - 3) * noise**2 / (apart @ apart)), -0.5, 0.5)
        self.kept = np.sort(np.argsort(np.abs(self.centre), kind="stable")[:256])
        about = unit[:, self.kept] - self.centre[self.kept]
        size = len(self.kept)
        ends = math.sqrt(size) / 2 * 2 ** ((np.arange(32) - 31) / 4)
        counts = np.bincount(np.minimum(31, np.searchsorted(ends, np.linalg.norm(about, axis=1))), minlength=32)
        counts = np.maximum(0, counts + random.normal(0, deviation(math.sqrt(2), 0.03 * rho), 32))
        self.radius = ends[min(31, np.searchsorted(np.cumsum(counts), 0.6 * counts.sum()))]
        scaled = about / self.radius
        within = cut(scaled)
        noise = deviation(math.sqrt(2), 0.42 * rho)
        wigner = random.normal(0, noise / math.sqrt(2), (size, size))
        wigner = np.triu(wigner, 1) + np.triu(wigner, 1).T + np.diag(random.normal(0, noise, size))
        eigenvalues, vectors = np.linalg.eigh((within.T @ within + wigner) / self.subjects)
        eigenvalues, vectors = eigenvalues[::-1], vectors[:, ::-1]
        edge = 2 * math.sqrt(size) * noise / math.sqrt(2) / self.subjects
        count = min(10, max(2, (eigenvalues > edge).sum()))
        top = eigenvalues[:count]
        self.axes = vectors[:, :count]
        self.variances = np.maximum(np.sqrt(np.maximum(0, top**2 - edge**2)), np.maximum(0.1 * top, 0))
        self.along = cut(scaled @ self.axes)

    def sums(self, groups, count, rho):
        """Returns noisy numbers and sums of the groups' members, and the noise's deviation."""
        noise = deviation(math.sqrt(2), rho) / SHARE
        numbers = np.bincount(groups, minlength=count) + self.random.normal(0, noise, count)
        sums = np.zeros((count, self.along.shape[1]))
        np.add.at(sums, groups, self.along)
        return numbers, sums + self.random.normal(0, noise, sums.shape), noise

    def synthetic(self, cells, members):
        shares = members / members.sum()
        mean = shares @ cells
        between = (cells - mean).T * shares @ (cells - mean)
        spread = np.diag(self.variances) - np.outer(mean, mean) - between
        values, vectors = np.linalg.eigh(spread)
        root = vectors * np.sqrt(np.maximum(values, 0.02 * self.variances.mean()))
        points = min(1000, max(100, self.subjects))
        until = np.rint(points * np.cumsum(shares)).astype(int)
        along = np.repeat(cells, np.diff(until, prepend=0), axis=0)
        along = along + self.random.normal(size=along.shape) @ root.T
        unit = np.tile(self.centre, (len(along), 1))
        unit[:, self.kept] += self.radius * along @ self.axes.T
        return (np.clip(unit, -0.5, 0.5) + 0.5) * 255


def nearest(points, cells):
    return np.argmin((cells**2).sum(1) - 2 * points @ cells.T, axis=1)


def by_means(stages):
    noise = deviation(math.sqrt(2), 0.15 * stages.rho) / SHARE
    count = int(min(256, max(8, round(3 * math.sqrt(stages.subjects / noise)))))
    cells = cut(stages.random.normal(size=(count, len(stages.variances))) * np.sqrt(stages.variances))
    for _ in range(3):
        numbers, sums, noise = stages.sums(nearest(stages.along, cells), count, 0.15 * stages.rho)
        members = np.where(numbers > 2 * noise, numbers, 0)
        there = members > 0
        cells[there] = cut(sums[there] / numbers[there, None])
    return cells, members


def leaves_to_cells(stages, leaf, boxes, rho):
    numbers, sums, noise = stages.sums(leaf, len(boxes), rho)
    members = np.where(numbers > 2 * noise, numbers, 0)
    cells = boxes.mean(2)
    there = members > 0
    cells[there] = sums[there] / numbers[there, None]
    return cut(cells), members


def by_privtree(stages):
    epsilon = math.sqrt(2 * 0.225 * stages.rho)  # Laplace noise of epsilon costs epsilon²/2
    scale = 2 * 3 / epsilon  # (2·2 − 1)/(2 − 1), twice for a replacement
    bias = scale * math.log(2)
    side = 3 * np.sqrt(stages.variances)
    waiting, boxes, leaf = [(np.arange(stages.subjects), np.stack([-side, side], 1), 0)], [], np.zeros(stages.subjects, int)
    while waiting:
        rows, box, depth = waiting.pop()
        count = max(-bias, len(rows) - depth * bias) + stages.random.laplace(0, scale)
        if count <= 0 or depth > 40:
            leaf[rows] = len(boxes)
            boxes.append(box)
            continue
        axis = np.argmax(box[:, 1] - box[:, 0])
        middle = box[axis].mean()
        upper = stages.along[rows, axis] > middle
        for end, part in (1, rows[~upper]), (0, rows[upper]):
            half = box.copy()
            half[axis, end] = middle
            waiting.append((part, half, depth + 1))
    return leaves_to_cells(stages, leaf, np.array(boxes), 0.225 * stages.rho)


def by_tree(stages):
    rho = 0.45 * stages.rho / (LEVELS + 1)
    side = 2 * np.sqrt(stages.variances)
    leaf, boxes = np.zeros(stages.subjects, int), np.stack([-side, side], 1)[None]
    done = np.zeros(1, bool)
    for level in range(LEVELS + 1):
        numbers, sums, noise = stages.sums(leaf, len(boxes), rho)
        there = numbers > 2 * noise
        cells = np.where(there[:, None], sums / np.maximum(numbers, noise)[:, None], boxes.mean(2))
        if level == LEVELS:
            return cut(cells), np.where(there, numbers, 0)
        done |= numbers < 16 * noise  # halves would be lost in the noise
        for node in np.flatnonzero(~done):
            axis = np.argmax(boxes[node, :, 1] - boxes[node, :, 0])
            middle = float(np.clip(cells[node, axis], *boxes[node, axis]))
            upper = (leaf == node) & (stages.along[:, axis] > middle)
            half = boxes[node].copy()
            half[axis, 0], boxes[node, axis, 1] = middle, middle
            leaf[upper] = len(boxes)
            boxes, done = np.concatenate([boxes, half[None]]), np.append(done, False)


def measured(stages, values, labels, cells, members):
    cells, members = cells[members > 0], members[members > 0]
    if len(cells) == 0:
        cells, members = np.zeros((1, stages.along.shape[1])), np.ones(1)
    near = nearest(stages.along, cells)
    left = ((stages.along - cells[near]) ** 2).sum() / ((stages.along - stages.along.mean(0)) ** 2).sum()
    right = sum(np.bincount(labels[near == cell]).max() for cell in np.unique(near)) / len(labels)
    synthetic = stages.synthetic(cells, members)
    map_ = TSNE(perplexity=min(30, len(synthetic) // 4), n_jobs=1, random_state=1).fit(synthetic)
    places = np.asarray(map_.transform(values))
    return len(cells), 1 - left, right, accuracy(places, labels), trust(values, places, np.random.default_rng(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--counts", type=int, nargs="+", default=[400, 4000])
    parser.add_argument("--epsilons", type=float, nargs="+", default=[1, 4, 10])
    parser.add_argument("--draws", type=int, default=3)
    options = parser.parse_args()
    print("| digits | ε | cells by | cells | variance between | label of the cell | accuracy | trustworthiness |\n|---|---|---|---|---|---|---|---|")
    for count in options.counts:
        values, labels = digits(options.data, count, np.random.default_rng(1))
        for epsilon in options.epsilons:
            rows = {by_means: [], by_privtree: [], by_tree: []}
            for draw in range(options.draws):
                for how, found in rows.items():
                    stages = Stages(values, rho_of(epsilon), np.random.default_rng(draw))
                    found.append(measured(stages, values, labels, *how(stages)))
            for how, found in rows.items():
                cells, *rest = np.mean(found, axis=0)
                print(f"| {count:,} | {epsilon:g} | {how.__name__[3:]} | {cells:.0f} | " + " | ".join(f"{x:.3f}" for x in rest) + " |", flush=True)


if __name__ == "__main__":
    main()
