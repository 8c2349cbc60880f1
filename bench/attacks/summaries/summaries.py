#!/usr/bin/env python3
"""Attacks on a site's summary, made by `dsne summarize` from real data.

    summaries.py DSNE_SUMMARIZE DATA_FOLDER [--quick]      (numpy, scikit-learn)

DSNE_SUMMARIZE is the command, words separated by blanks ("build/bin/dsne summarize"); DATA_FOLDER holds mriqc/abide-8-sites.tsv and mnist/X.npy.
Members are told from others of the same population by somebody who has their records, and shadow sites made by a port of the maker (with or
without swaps and noise), calibrated for each target. Prints Markdown."""
import argparse
import csv
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from scipy.optimize import nnls
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def squared(a, b):
    return np.maximum((a**2).sum(1)[:, None] - 2 * a @ b.T + (b**2).sum(1)[None], 0)


class Scale:
    """The attacker's scale, computed from the population: logarithm or asinh, median, interquartile range, limits."""

    def __init__(self, records):
        self.log = (records > 0).all(0)
        sizes = np.where(records == 0, np.nan, np.abs(records))
        self.size = np.nan_to_num(np.nanmedian(sizes, 0), nan=1)
        stretched = self.stretch(records)
        self.middle = np.median(stretched, 0)
        low, high = np.percentile(stretched, [25, 75], axis=0)
        self.deviation = np.where(high > low, (high - low) / 1.349, 1)

    def stretch(self, values):
        with np.errstate(all="ignore"):
            return np.where(self.log, np.log(np.maximum(values, 1e-300)), np.arcsinh(values / self.size))

    def __call__(self, values):
        return np.clip((self.stretch(values) - self.middle) / self.deviation, -3, 3)


def grouped(points, k, swaps):
    """Groups rows by MDAV, one group at a time, then swaps members."""
    left, labels, group = np.arange(len(points)), np.zeros(len(points), int), 0
    while len(left):
        if len(left) < 2 * k:
            labels[left] = group
            break
        rows = points[left]
        far = rows[((rows - rows.mean(0)) ** 2).sum(1).argmax()]
        near = ((rows - far) ** 2).sum(1).argsort(kind="stable")[:k]
        labels[left[near]] = group
        left, group = np.delete(left, near), group + 1
    return swapped(points, labels) if swaps else labels


def swapped(points, labels, sweeps=30):
    between, count = squared(points, points), labels.max() + 1
    size = np.bincount(labels).astype(float)
    means = np.array([points[labels == g].mean(0) for g in range(count)])
    away = squared(points, means)
    for _ in range(sweeps):
        changed = False
        for i in range(len(points)):
            a = labels[i]
            change = away[:, a] - away[i, a] + away[i, labels] - away[np.arange(len(points)), labels] - between[i] * (1 / size[a] + 1 / size[labels])
            change[labels == a] = 0
            j = change.argmin()
            if change[j] < -1e-9:
                b = labels[j]
                labels[i], labels[j], changed = b, a, True
                for g in (a, b):
                    means[g] = points[labels == g].mean(0)
                    away[:, g] = ((points - means[g]) ** 2).sum(1)
        if not changed:
            break
    return labels


def port(points, k, swaps, noise, generator):
    """Returns rows as the program makes them, on a scale: means of groups with noise of one standard error."""
    labels = grouped(points, k, swaps)
    means = np.array([points[labels == g].mean(0) for g in range(labels.max() + 1)])
    within = points - means[labels]
    freedom = max(len(points) - len(means), 1)
    along = generator.normal(size=(len(means), len(points))) @ within / np.sqrt(freedom)
    alone = generator.normal(size=means.shape) * np.sqrt((within**2).sum(0) / freedom)
    error = np.sqrt(0.5 / np.bincount(labels))[:, None]
    return means + (noise * error * (along + alone)), labels


def delivered(command, records, names, k, folder=None, verdicts=None, ids=None, options=()):
    """Returns the rows of a summary that the site's own program makes, their measures, numbers of subjects, and shares of excluded."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        with open(scratch / "data.csv", "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["id", *names])
            for i, record in enumerate(records):
                table.writerow([ids[i] if ids is not None else f"sub-{i}", *(repr(float(v)) for v in record)])
        (scratch / "settings.json").write_text(json.dumps({"least_members": k, "feature_columns": list(names), "id_column": "id"}))
        target = folder or scratch / "out"
        arguments = [*command, str(scratch / "data.csv"), "-o", str(target), "-s", str(scratch / "settings.json"), *options]
        if verdicts is not None:
            (scratch / "verdicts.txt").write_text("".join(f"{'exclude' if v else 'include'}\n" for v in verdicts))
            arguments += ["--verdicts", str(scratch / "verdicts.txt")]
        done = subprocess.run(arguments, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        with open(Path(target) / "summary.csv", newline="") as file:
            rows = list(csv.reader(file))
        header = rows[0]
        kept = [i for i, name in enumerate(header) if name in names]
        body = np.array([[float(row[i]) for i in kept] for row in rows[1:-1]])
        share = np.array([float(row[-1]) for row in rows[1:-1]]) if header[-1] == "excluded" else None
        return body, [header[i] for i in kept], np.array([int(r[1]) for r in rows[1:-1]]), share


def features(targets, rows, whitener, centres):
    """Returns what an attacker with the targets' records sees of a summary: distances to rows, plain and whitened, and how far the nearest row lies
    from the middle of the population around it, towards the target."""
    plain, white = squared(targets, rows), squared(targets @ whitener, rows @ whitener)
    plain.sort(1)
    order = white.argsort(1)
    sorted_white = np.take_along_axis(white, order, 1)
    pull = np.empty((len(targets), len(rows)))
    towards = (rows - centres) @ whitener
    for g in range(len(rows)):
        pull[:, g] = ((targets - centres[g]) @ whitener) @ towards[g]
    pull /= np.sqrt(white) + 1
    soft = -np.log(np.exp(-(white - white.min(1)[:, None]) / white.min(1).mean()).sum(1))
    return np.c_[plain[:, 0], plain[:, 1] - plain[:, 0], sorted_white[:, 0], sorted_white[:, 1] - sorted_white[:, 0], soft, pull.max(1), np.take_along_axis(pull, order[:, :1], 1)]


def centres_of(rows, population, k):
    near = squared(rows, population).argsort(1)[:, : 3 * k]
    return population[near].mean(1)


def found_at(score, member, rate=0.01):
    threshold = np.quantile(score[~member], 1 - rate)
    return (score[member] > threshold).mean()


def whitener_of(sample, labels):
    """Returns what turns the deviations within groups into independent ones of the same size."""
    within = sample - np.array([sample[labels == g].mean(0) for g in range(labels.max() + 1)])[labels]
    values, vectors = np.linalg.eigh(within.T @ within / len(within) + 0.05 * np.eye(within.shape[1]))
    return vectors / np.sqrt(values)


def learned(seen, inside):
    """Learns to tell members from what shadow sites' files showed of each target (sites × targets × features), and who was inside. Returns a function
    that scores all targets by what a file shows of them, calibrated for each."""
    out = np.where(inside[:, :, None], np.nan, seen)
    mean, spread = np.nanmean(out, 0), np.nanstd(out, 0) + 1e-9
    calibrated = lambda shown: np.c_[(shown - mean) / spread, shown]
    train = np.concatenate([calibrated(shown) for shown in seen])
    models = [make_pipeline(StandardScaler(), LogisticRegression(max_iter=500)), HistGradientBoostingClassifier(max_iter=80, learning_rate=0.1, max_leaf_nodes=12)]
    for model in models:
        model.fit(train, inside.ravel())
    return lambda shown: np.mean([model.predict_proba(calibrated(shown))[:, 1] for model in models], 0)


def members(make_real, targets, member_sets, population, n, k, swaps, noise, shadows, generator):
    """Returns AUC and the share of members found at 1 % false alarms: by the nearest row, and by shadow sites."""
    everyone = np.r_[targets, population]
    whitener = whitener_of(population[:600], grouped(population[:600], k, False))
    seen, inside = [], []
    for _ in range(shadows):
        chosen = generator.random(len(targets)) < min(0.5, n / (2 * len(targets)))
        rest = generator.choice(len(population), max(n - chosen.sum(), 0), replace=False)
        rows, _ = port(np.r_[targets[chosen], population[rest]], k, swaps, noise, generator)
        seen.append(features(targets, rows, whitener, centres_of(rows, everyone, k)))
        inside.append(chosen)
    score = learned(np.array(seen), np.array(inside))
    nearest, trained, truth = [], [], []
    for chosen in member_sets:
        rows = make_real(chosen)
        f = features(targets, rows, whitener, centres_of(rows, everyone, k))
        member = np.isin(np.arange(len(targets)), chosen)
        nearest.append(-f[:, 0])
        trained.append(score(f))
        truth.append(member)
    truth = np.concatenate(truth)
    nearest, trained = np.concatenate(nearest), np.concatenate(trained)
    return roc_auc_score(truth, nearest), found_at(nearest, truth), roc_auc_score(truth, trained), found_at(trained, truth)


def abide(folder):
    with open(Path(folder) / "mriqc/abide-8-sites.tsv") as file:
        rows = list(csv.reader(file, delimiter="\t"))
    header, rows = rows[0], rows[1:]
    number = lambda text: float(text) if text not in ("", "n/a") else np.nan
    values = np.array([[number(v) for v in row[5:]] for row in rows])
    names = header[5:]
    values = np.where(np.isnan(values), np.nanmedian(values, 0), values)
    site, rater = np.array([row[1] for row in rows]), np.array([row[4] for row in rows])
    varied = [c for c in range(values.shape[1]) if len(np.unique(values[:, c])) > 60 and (values[:, c] == np.median(values[:, c])).mean() < 0.3]
    return values[:, varied], [names[c] for c in varied], site, rater


def mnist(folder, dimensions=30):
    images = np.load(Path(folder) / "mnist/X.npy").astype(float)
    images = images[np.random.default_rng(0).permutation(len(images))[:3000]]
    images -= images.mean(0)
    _, vectors = np.linalg.eigh(images.T @ images)
    components = images @ vectors[:, ::-1][:, :dimensions]
    return components, [f"component_{i + 1}" for i in range(dimensions)]


def rows_from_list(rows, sizes, records, truth, whitener):
    """Returns how many rows' members are found by an attacker who has all participants' records and the limits: nonnegative least squares,
    then exchanges."""
    solved = 0
    white = records @ whitener
    for g, row in enumerate(rows):
        n, goal = int(sizes[g]), row @ whitener
        weights, _ = nnls(np.r_[white.T, 10 * np.ones((1, len(white)))], np.r_[goal * n, 10 * n], maxiter=3000)
        chosen = set(np.argsort(-weights)[:n])
        best = ((white[list(chosen)].mean(0) - goal) ** 2).sum()
        improved = True
        while improved:
            improved = False
            for out in list(chosen):
                rest = white[[i for i in chosen if i != out]].sum(0)
                error = (((rest + white) / n - goal) ** 2).sum(1)
                error[list(chosen)] = np.inf
                if error.min() < best - 1e-12:
                    best, improved = error.min(), True
                    chosen = (chosen - {out}) | {int(error.argmin())}
                    break
        solved += chosen == set(truth[g])
    return solved


def report(name, *cells):
    print("| " + " | ".join([name, *(c if isinstance(c, str) else f"{c:.2f}" for c in cells)]) + " |", flush=True)


def pooled(command, records, names, n, shadows, real, generator, label):
    scale = Scale(records)
    points = scale(records)
    for k in (5, 10):
        for swaps, noise, tool in ((False, 1 if k >= 10 else 2, True), (True, 1, False), (False, 1, False), (False, 2, False), (True, 0, False), (False, 0, False)):
            targets = generator.permutation(len(points))[: 2 * n]
            others = np.setdiff1d(np.arange(len(points)), targets)
            sets = [generator.permutation(2 * n)[:n] for _ in range(real)]

            def make(chosen):
                if not tool:
                    return port(points[targets[chosen]], k, swaps, noise, generator)[0]
                body, kept, _, _ = delivered(command, records[targets[chosen]], names, k)
                full = np.tile(np.median(records, 0), (len(body), 1))
                full[:, [names.index(c) for c in kept]] = body
                return scale(full)

            result = members(make, points[targets], sets, points[others], n, k, swaps, noise, shadows, generator)
            what = "dsne summarize" if tool else ("swaps" if swaps else "no swaps") + f", noise of {noise} standard errors"
            report(f"{label}, k = {k}, {what}", *result)


def true_sites(command, records, names, site, shadows, real, generator):
    for k in (5, 10):
        results = []
        for name in ("NYU", "UCLA", "LEUVEN"):
            own, other = records[site == name], records[site != name]
            n = len(own) // 2
            scale = Scale(other)

            def make(chosen):
                body, kept, _, _ = delivered(command, own[chosen], names, k)
                full = np.tile(np.median(own, 0), (len(body), 1))
                full[:, [names.index(c) for c in kept]] = body
                return scale(full)

            sets = [generator.permutation(len(own))[:n] for _ in range(real)]
            results.append(members(make, scale(own), sets, scale(other), n, k, False, 1 if k >= 10 else 2, shadows, generator))
        report(f"ABIDE true sites (3), attacker has others' records, k = {k}, dsne summarize", *np.mean(results, 0))


def list_attack(records, n, draws, generator):
    """Prints how many rows of eight a file are solved; the attacker whitens by the deviations within groups, which half of the noise follows."""
    points = Scale(records)(records)
    for k in (5, 10):
        for swaps in (True, False):
            for noise in (0, 1, 1.5, 2):
                solved, total = 0, 0
                for _ in range(draws):
                    own = points[generator.permutation(len(points))[:n]]
                    rows, labels = port(own, k, swaps, noise, generator)
                    within = own - np.array([own[labels == g].mean(0) for g in range(labels.max() + 1)])[labels]
                    covariance = within.T @ within / len(within)
                    values, vectors = np.linalg.eigh((covariance + np.diag(np.diag(covariance))) / 2)
                    picked = generator.permutation(len(rows))[:8]
                    sizes = np.bincount(labels)
                    truth = [np.where(labels == g)[0] for g in picked]
                    solved += rows_from_list(rows[picked], sizes[picked], own, truth, vectors / np.sqrt(values + 1e-9))
                    total += len(picked)
                print(f"| rows solved from a list of all {n} participants, limits known, k = {k}, {'swaps' if swaps else 'no swaps'}, noise of {noise} standard errors | {solved} of {total} |", flush=True)


def two_files(command, records, names, n, generator):
    """Prints how well a newcomer's record follows from the files before and after: --add, a strike, and a file made again."""
    scale = Scale(records)
    order = generator.permutation(len(records))[: n + 40]
    own, new = records[order[:n]], records[order[n:]]
    with tempfile.TemporaryDirectory() as folder:
        before = delivered(command, own, names, 10, folder=folder)[0]
        ids = [f"sub-{i}" for i in range(n + 40)]
        after = delivered(command, np.r_[own, new], names, 10, folder=folder, ids=ids, options=["--add"])[0]
    same = (after[: len(before)] == before).all()
    print(f"| file before and after --add of 40 | old rows unchanged: {same}; {len(after) - len(before)} new rows |", flush=True)
    errors = []
    for _ in range(10):
        order = generator.permutation(len(records))[: n + 1]
        points = scale(records[order])
        a, _ = port(points[:n], 10, True, False, generator)
        b, _ = port(points, 10, True, False, generator)
        noisy_a, _ = port(points[:n], 10, True, True, generator)
        noisy_b, _ = port(points, 10, True, True, generator)
        guess = b.mean(0) + (b.mean(0) - a.mean(0)) * n
        noisy = noisy_b.mean(0) + (noisy_b.mean(0) - noisy_a.mean(0)) * n
        errors.append([np.sqrt(((guess - points[n]) ** 2).mean()), np.sqrt(((noisy - points[n]) ** 2).mean())])
    plain, noisy = np.median(errors, 0)
    print(f"| forbidden: file made again with one newcomer, her record from the means' difference, error in standard deviations | no noise {plain:.2f}, noise {noisy:.2f} |", flush=True)


def verdict_attack(command, records, names, rater, generator):
    bad = rater == "-1"
    scale, results = Scale(records), []
    for _ in range(4):
        order = generator.permutation(len(records))
        own, others = order[:200], order[200:400]
        body, kept, _, share = delivered(command, records[own], names, 10, verdicts=bad[own])
        columns = [names.index(c) for c in kept]
        full = np.tile(np.median(records, 0), (len(body), 1))
        full[:, columns] = body
        rows, points = scale(full), scale(records)
        predicted = lambda who: share[squared(points[who], rows).argmin(1)]
        results.append([roc_auc_score(bad[own], predicted(own)), roc_auc_score(bad[others], predicted(others))])
    own, others = np.mean(results, 0)
    print(f"| a member's own verdict, by the share of the nearest row, AUC | {own:.2f}; of somebody who is no member {others:.2f} |", flush=True)


def single_values(command, records, names, n, generator):
    """Prints how near a row comes to the largest value of a measure, and how many rows equal somebody's whole number."""
    scale, errors, exact = Scale(records), [], 0
    whole = [c for c in range(records.shape[1]) if (records[:, c] == records[:, c].round()).all()]
    for _ in range(4):
        own = records[generator.permutation(len(records))[:n]]
        body, kept, _, _ = delivered(command, own, names, 10)
        for at, name in enumerate(kept):
            c = names.index(name)
            deviation = (np.percentile(own[:, c], 75) - np.percentile(own[:, c], 25)) / 1.349
            errors.append(abs(body[:, at].max() - own[:, c].max()) / deviation)
            if c in whole:
                exact += np.isin(body[:, at], own[:, c]).sum()
    print(f"| largest value of a measure, guessed as the largest row, error in robust deviations | median {np.median(errors):.2f}, smallest {np.min(errors):.3f} |", flush=True)
    print(f"| rows equal to somebody's whole number ({len(whole)} measures) | {exact} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("command")
    parser.add_argument("data")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    command, generator = arguments.command.split(), np.random.default_rng(41)
    shadows, real = (12, 2) if arguments.quick else (60, 6)
    records, names, site, rater = abide(arguments.data)
    print("| records and groups | result |\n|---|---|")
    list_attack(records, 200, 2 if arguments.quick else 8, generator)
    two_files(command, records, names, 200, generator)
    verdict_attack(command, records, names, rater, generator)
    single_values(command, records, names, 200, generator)
    print("\n| members | nearest row: AUC | found at 1 % | shadow sites: AUC | found at 1 % |\n|---|---|---|---|---|")
    pooled(command, records, names, 200, shadows, real, generator, f"ABIDE pooled, n = 200, {len(names)} measures")
    true_sites(command, records, names, site, shadows, real, generator)
    components, labels = mnist(arguments.data)
    pooled(command, components, labels, 200, shadows, real, generator, "MNIST, 30 components, n = 200")


if __name__ == "__main__":
    main()
