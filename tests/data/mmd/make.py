"""Writes mmd.json beside it: MMD, its gradient, and rounds of federated descent, computed with numpy from the paper's equations.

Made with Python 3.11, numpy 2.4.6. Qiao, Ma & Fan, Federated t-SNE and UMAP for distributed data visualization (AAAI 2025):
equation 10 and algorithm 1, the kernel being a sum over gammas. Columns are points, as in the paper; rows are in the file.

    pip install numpy==2.4.6 && python make.py
"""
import json
import pathlib

import numpy as np

STEPS = 3
ROUNDS = 4


def kernels(x, y, gamma):
    squares = np.diag(x.T @ x)[:, None] - 2 * x.T @ y + np.diag(y.T @ y)[None, :]
    return np.exp(-gamma * squares)


def mmd(x, y, gammas):
    n, m = x.shape[1], y.shape[1]
    total = 0.0
    for gamma in gammas:
        total += (kernels(x, x, gamma).sum() - n) / (n * (n - 1))
        total -= 2 * kernels(x, y, gamma).sum() / (n * m)
        total += (kernels(y, y, gamma).sum() - m) / (m * (m - 1))
    return total


def gradient(x, y, gammas):
    n, m = x.shape[1], y.shape[1]
    total = np.zeros_like(y)
    for gamma in gammas:
        kxy, kyy = kernels(x, y, gamma), kernels(y, y, gamma)
        total += -4 * gamma / (n * m) * (x @ kxy - y @ np.diag(kxy.sum(axis=0)))
        total += 4 * gamma / (m * (m - 1)) * (y @ kyy - y @ np.diag(kyy.sum(axis=0)))
    return total


def descent(sites, y, gammas, step, average):
    trace = []
    for _ in range(ROUNDS):
        ends = []
        for x in sites:
            own = y.copy()
            for _ in range(STEPS if average == "variables" else STEPS - 1):
                own = own - step * gradient(x, own, gammas)
            ends.append(own if average == "variables" else gradient(x, own, gammas))
        mean = sum(ends) / len(ends)
        y = mean if average == "variables" else y - step * mean
        trace.append(y.T.tolist())
    return trace


def main():
    rng = np.random.default_rng(21)
    sites = [rng.normal(size=(3, 9)) + 1, rng.normal(size=(3, 14)) * 2]
    start = rng.normal(size=(3, 5))
    variances = np.array([2.5, 1.75, 0.5])
    middle = 1 / (2 * variances.sum())
    gammas = [middle / 4, middle, middle * 4]
    step = 2 * start.shape[1] / (4 * np.mean(gammas))
    result = {"sites": [x.T.tolist() for x in sites], "start": start.T.tolist(), "variances": variances.tolist(),
              "gammas": gammas, "step": step, "steps": STEPS,
              "mmd": [mmd(x, start, gammas) for x in sites],
              "gradient": [gradient(x, start, gammas).T.tolist() for x in sites],
              "rounds": {a: descent(sites, start, gammas, step, a) for a in ("variables", "gradients")}}
    pathlib.Path(__file__).with_name("mmd.json").write_text(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
