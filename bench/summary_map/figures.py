#!/usr/bin/env python3
"""Figures of the map on summaries, by the command `dsne`: each site makes its summary, `dsne map` the frame of all, and each site
places its own subjects with `dsne place --frame`. What is judged is the sites' own subjects, all sites together.

    figures.py DSNE DATA_FOLDER [least members] [seeds] [federation...]        (numpy, scikit-learn, pandas)

Digits are 50 components of a thousand digits that no site has, as an array or as a table whose measures the site lists; the thousand
are the reference of federations "and a reference"; "two", "four" and "six digits a site" may be named, too. Accuracy: 10 nearest neighbours; trust(7); kept: neighbours among the 10 nearest in
the data; KL from the pooled affinities. Of ABIDE also the score: its area under the curve for scans that any rater, and that most raters,
excluded, mean within sites. Prints a table's rows."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
from sklearn.decomposition import PCA
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import NearestNeighbors


def distances(a, b):
    return np.maximum((a**2).sum(1)[:, None] - 2 * a @ b.T + (b**2).sum(1)[None], 0)


def affinities(z, perplexity):
    d = distances(z, z)
    np.fill_diagonal(d, np.inf)
    d -= d.min(1)[:, None]
    np.fill_diagonal(d, 1e300)
    low, high, beta = np.zeros(len(z)), np.full(len(z), np.inf), 1 / np.median(d[:, :200], axis=1).clip(1e-9)
    for _ in range(60):
        p = np.exp(-beta[:, None] * d)
        s = p.sum(1)
        entropy = np.log(s) + beta * np.einsum("ij,ij->i", p, d) / s
        if np.abs(entropy - np.log(perplexity)).max() < 1e-5:
            break
        wide = entropy > np.log(perplexity)
        low, high = np.where(wide, beta, low), np.where(wide, high, beta)
        beta = np.where(np.isinf(high), 2 * beta, (low + high) / 2)
    p /= s[:, None]
    return (p + p.T) / (2 * len(z))


def judge(z, map_, labels, perplexity):
    n = len(map_)
    d = distances(z, z)
    np.fill_diagonal(d, np.inf)
    order = np.argsort(d, 1, kind="stable")
    rank = np.argsort(order, 1)
    near = NearestNeighbors(n_neighbors=11).fit(map_).kneighbors(map_)[1][:, 1:]
    far = np.maximum(np.take_along_axis(rank, near[:, :7], 1) + 1 - 7, 0).sum()
    p = affinities(z, perplexity)
    q = 1 / (1 + distances(map_, map_))
    np.fill_diagonal(q, 0)
    q /= q.sum()
    some = p > 1e-15
    accuracy = np.mean([np.bincount(v).argmax() == t for v, t in zip(labels[near], labels)])
    kept = np.mean([len(np.intersect1d(a, b)) / 10 for a, b in zip(near, order[:, :10])])
    return accuracy, 1 - 2 * far / (n * 7 * (2 * n - 22)), kept, (p[some] * np.log(p[some] / q[some])).sum()


FEDERATIONS = (
    "MNIST, one digit a site",
    "MNIST, mixed",
    "MNIST and a reference, one digit a site",
    "MNIST and a reference, mixed",
    "MNIST, twenty sites of twenty",
    "COIL-20, an object a site",
    "COIL-20, mixed",
    "ABIDE's eight sites",
    "MNIST as tables, one digit a site",
    "MNIST as tables, mixed",
)


def digits(data, name, seed):
    random = np.random.default_rng(seed)
    x = np.load(data / "mnist/X.npy").astype(float)
    y = np.load(data / "mnist/y.npy").astype(int)
    kinds = next((kinds for kinds, word in ((2, "two"), (4, "four"), (6, "six")) if f"{word} digits" in name), 1)
    if kinds > 1:
        of = [random.permutation(np.where(y == d)[0])[100:] for d in range(10)]
        size = 400 // kinds
        sites = [np.concatenate([of[(d + k) % 10][k * size : (k + 1) * size] for k in range(kinds)]) for d in range(10)]
    elif "one" in name:
        sites = [random.permutation(np.where(y == d)[0])[100:500] for d in range(10)]
    else:
        p = random.permutation(len(y))
        sites = np.split(p[:400], 20) if "twenty" in name else np.split(p[1000:], 10)
    others = random.permutation(np.setdiff1d(np.arange(len(y)), np.concatenate(sites)))[:1000]
    x = PCA(50, random_state=0).fit(x[others]).transform(x)
    values = pd.DataFrame(x, columns=[f"component_{i:02}" for i in range(1, 51)]) if "tables" in name else None
    own = [x[s] if values is None else values.iloc[s] for s in sites]
    every = np.concatenate(sites)
    return own, y[every], x[every], 30, x[others] if "reference" in name else None


def federation(data, name, seed):
    """Returns each site's values, all labels, the data that affinities are judged in, the perplexity, and a reference or None."""
    if name.startswith("MNIST"):
        return digits(data, name, seed)
    if name.startswith("COIL"):
        x = np.load(data / "coil20/X.npy").reshape(1440, -1).astype(float)
        y = np.load(data / "coil20/y.npy").astype(int)
        p = np.random.default_rng(4 + seed).permutation(1440)
        sites = [p[i::10] for i in range(10)] if "mixed" in name else [np.where(y == c)[0] for c in np.unique(y)]
        every = np.vstack([x[s] for s in sites])
        return [x[s] for s in sites], np.concatenate([y[s] for s in sites]), PCA(50, random_state=0).fit_transform(every), 30, None
    table = pd.read_csv(data / "mriqc/abide-8-sites.tsv", sep="\t", na_values="n/a")
    y = pd.factorize(table.site, sort=True)[0]
    x = table.drop(columns=["subject_id", "site", "rater_1", "rater_2", "rater_3"]).select_dtypes("number")
    filled = x.fillna(x.median()).to_numpy(float)
    z = (filled - filled.mean(0)) / np.where(filled.std(0) > 0, filled.std(0), 1)
    sites = [x[y == c] for c in range(8)]
    return sites, np.concatenate([y[y == c] for c in range(8)]), np.vstack([z[y == c] for c in range(8)]), 10, None


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[1]}: {done.stderr}")
    return done.stdout


def data_of(site):
    return next(p for p in (site / "data.tsv", site / "data.npy") if p.exists())


def placed(dsne, sites, least, perplexity, reference, folder):
    """Returns each site's own subjects on the map, placed as a site would, with their scores."""
    summaries = []
    for number, values in enumerate(sites):
        site = folder / f"site{number}"
        site.mkdir()
        listed = [c for c in getattr(values, "columns", ()) if c.startswith("component_")]
        (site / "settings.json").write_text(json.dumps({"least_members": least, "feature_columns": listed}))
        if isinstance(values, pd.DataFrame):
            table = values.copy()
            table.insert(0, "bids_name", [f"sub-{number}x{i}" for i in range(len(table))])
            table.to_csv(site / "data.tsv", sep="\t", index=False)
        else:
            np.save(site / "data.npy", values)
        run(dsne, "summarize", data_of(site), "--settings", site / "settings.json", "--output", site)
        summaries.append(next(p for p in (site / "summary.csv", site / "summary.npz") if p.exists()))
    given = []
    if reference is not None:
        np.save(folder / "reference.npy", reference)
        given = ["--reference", folder / "reference.npy"]
    run(dsne, "map", *summaries, "--output", folder / "frame.json", "--perplexity", perplexity, "--harmonization", "none", *given)
    tables = []
    for number in range(len(sites)):
        site = folder / f"site{number}"
        run(dsne, "place", "--frame", folder / "frame.json", "--data", data_of(site), "--settings", site / "settings.json", "--summary", site, "--output", site / "placed")
        tables.append(pd.read_csv(site / "placed/embedding.csv"))
    return pd.concat(tables)


def scored(data, scores):
    """How well the score tells scans that any rater, and that most raters, excluded."""
    table = pd.read_csv(data / "mriqc/abide-8-sites.tsv", sep="\t", na_values="n/a")
    votes = (table[["rater_1", "rater_2", "rater_3"]] == -1).sum(axis=1).to_numpy()
    site = pd.factorize(table.site, sort=True)[0]
    order = np.argsort(site, kind="stable")
    votes, site = votes[order], site[order]
    areas = [[roc_auc_score(votes[site == s] >= least, scores[site == s]) for s in range(8) if 0 < (votes[site == s] >= least).sum()] for least in (1, 2)]
    return [np.mean(area) for area in areas]


def main():
    dsne, data = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    least = int((sys.argv[3:] + ["10"])[0])
    seeds = [int(s) for s in (sys.argv[4:] + ["1,2,3,4,5"])[0].split(",")]
    for name in sys.argv[5:] or FEDERATIONS:
        found = []
        for seed in seeds:
            sites, labels, space, perplexity, reference = federation(data, name, seed)
            folder = pathlib.Path(tempfile.mkdtemp())
            table = placed(dsne, sites, least, perplexity, reference, folder)
            figures = judge(space, table[["x", "y"]].to_numpy(float), labels, perplexity)
            found.append([*figures, *(scored(data, table["outlier_score"].to_numpy(float)) if name.startswith("ABIDE") else [])])
            shutil.rmtree(folder)
        mean, spread = np.mean(found, 0), np.std(found, 0)
        print(f"| {name} | {least} | " + " / ".join(f"{v:.3f}" for v in mean) + " | " + " / ".join(f"{v:.3f}" for v in spread) + f" | {len(seeds)} |", flush=True)


if __name__ == "__main__":
    main()
