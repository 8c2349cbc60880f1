"""Makes the maps and values that steadiness_test.cpp compares with: steadiness and cohesiveness by the
authors' package (snc 0.2.1), over several seeds.

data.txt: four clusters of 50 points, in their order, each close to a plane of its own.
good.txt, merged.txt, split.txt: maps of them; two clusters lie half on each other; one is cut in two.
reliability.txt: a row per map in this order: mean and standard deviation (over seeds) of steadiness,
then of cohesiveness, with k the square root of the number of points; then the three maps with k = 7.
"""

from pathlib import Path

import numpy as np
from snc.snc import SNC

FOLDER = Path(__file__).parent
RANDOM = np.random.default_rng(5)
SEEDS = 5
CLUSTER = 50


def save(name, array, form="%.3f"):
    np.savetxt(FOLDER / f"{name}.txt", array, fmt=form)
    return np.loadtxt(FOLDER / f"{name}.txt")


def reliability(data, places, k):
    values = []
    for seed in range(SEEDS):
        np.random.seed(seed)
        measure = SNC(raw=data, emb=places, dist_parameter={"alpha": 0.1, "k": k})
        measure.fit()
        values.append([measure.steadiness(), measure.cohesiveness()])
    mean, deviation = np.mean(values, axis=0), np.std(values, axis=0, ddof=1)
    return np.column_stack([mean, deviation]).ravel()


flat = RANDOM.normal(size=(4 * CLUSTER, 2))
cluster = np.arange(4 * CLUSTER) // CLUSTER
planes = [np.linalg.qr(RANDOM.normal(size=(6, 2)))[0].T for _ in range(4)]
data = 5 * np.eye(6)[cluster] + np.concatenate(
    [flat[cluster == c] @ planes[c] for c in range(4)])
data = save("data", data + RANDOM.normal(scale=0.05, size=data.shape))

good = flat + 10 * np.array([[0, 0], [0, 1], [1, 0], [1, 1]])[cluster]
merged = np.where((cluster == 1)[:, None], good - [0, 8], good)
split = np.where(((cluster == 0) & (flat[:, 0] > 0))[:, None], good - [0, 10], good)
maps = [save("good", good), save("merged", merged), save("split", split)]
rows = [reliability(data, places, k) for k in ("sqrt", 7) for places in maps]
print(save("reliability", rows, "%.6f"))
