"""Measures the scores of own subjects by the program, on rated scans and on planted damage.

    own_scores.py DATA_FOLDER BENCH_OWN_SCORES [LEAST_MEMBERS]     (numpy, pandas, scikit-learn)

DATA_FOLDER holds mriqc/abide-8-sites.tsv, mriqc/ds030.tsv and abide-qap/*.csv. Summaries are made
here: means of groups of at least LEAST_MEMBERS (5) of a site's scans, rounded as a site would send.
"""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

LIMIT = 4.0
RATERS = ["rater_1", "rater_2", "rater_3"]
VERDICTS = ["rater 3", "any", "most"]
THRESHOLDS = {"odd": (2, 3, 4), "inconsistent": (2, 3, 4)}
DAMAGE = ["x 1000", "/ 10", "swapped", "noise", "third"]
DAMAGED_SHARE = 0.08
SEEDS = 3
LEAST_SCANS = 10


def filled(values):
    medians = np.nanmedian(values, axis=0)
    return np.where(np.isnan(values), np.nan_to_num(medians), values)


def squared_distances(rows, point):
    return ((rows - point) ** 2).sum(axis=1)


def groups_of(values, least):
    """Groups rows by fixed-size microaggregation."""
    left, groups = np.arange(len(values)), []

    def take_around(centre):
        nonlocal left
        order = np.argsort(squared_distances(values[left], values[centre]), kind="stable")[:least]
        groups.append(left[order])
        left = np.delete(left, order)

    while len(left) >= 2 * least:
        middle = values[left].mean(axis=0)
        far = left[np.argmax(squared_distances(values[left], middle))]
        opposite_too = len(left) >= 3 * least
        take_around(far)
        if opposite_too:
            take_around(left[np.argmax(squared_distances(values[left], values[far]))])
    return groups + [left]


def summary_of(values, least):
    positive = (values > 0).all(axis=0)
    size = np.median(np.abs(values), axis=0) + 1e-12
    logarithm = np.log(np.where(positive, values, 1))
    scale = np.where(positive, logarithm, np.arcsinh(values / size))
    middle = np.median(scale, axis=0)
    deviation = np.subtract(*np.percentile(scale, [75, 25], axis=0)) / 1.349
    constant = deviation <= 1e-9
    unit = np.where(constant, 1, deviation)
    limited = np.clip((scale - middle) / unit, -LIMIT, LIMIT) * ~constant
    groups = groups_of(limited, least)
    scale = np.where(constant, scale, middle + limited * unit)
    values = np.where(positive, np.exp(scale), np.sinh(scale) * size)
    spread = values.std(axis=0)
    step = 10.0 ** np.floor(np.log10(np.maximum(spread, 1e-300) / 100))
    means = np.array([values[group].mean(axis=0) for group in groups])
    means = np.where(spread > 0, np.round(means / step) * step, means)
    scatter = sum(((values[g] - values[g].mean(axis=0)) ** 2).sum(axis=0) for g in groups)
    freedom = max(len(values) - len(groups), 1)
    return {
        "means": means.tolist(),
        "subjects": [len(group) for group in groups],
        "spread": np.sqrt(scatter / freedom).tolist(),
    }


def scored(bench, records, others, summaries):
    """Returns the program's scores of each table of records."""
    sites = [{"records": r.tolist(), "others": o} for r, o in zip(records, others)]
    text = json.dumps({"sites": sites, "summaries": summaries})
    run = subprocess.run([bench], input=text, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def all_but(count, site):
    return [other for other in range(count) if other != site]


def mean_area(flags, scores):
    """Returns the mean AUC within sites, and the number of sites where there is one."""
    areas = []
    for flag, score in zip(flags, scores):
        known = ~np.isnan(flag)
        if 0 < flag[known].sum() < known.sum():
            areas.append(roc_auc_score(flag[known], np.array(score)[known]))
    return f"{np.mean(areas):.3f} ({len(areas)})"


def larger(score):
    """Returns what outlier_score ranks."""
    return np.maximum(score["odd"]["scores"], score["inconsistent"]["scores"])


def on_either(score):
    return np.array(score["odd"]["listed"]) | np.array(score["inconsistent"]["listed"])


def print_areas(title, scores, flags):
    kinds = {kind: [s[kind]["scores"] for s in scores] for kind in ("odd", "inconsistent")}
    kinds["larger"] = [larger(s) for s in scores]
    for kind, values in kinds.items():
        areas = [f"{v} {mean_area(flags[v], values)}" for v in VERDICTS]
        print(f"   {kind}{title}: " + ", ".join(areas))
    print_list(f"either list{title}", [on_either(s) for s in scores], flags)


def each_alone(values):
    """Returns a reference as a summary whose rows are its subjects."""
    return {"means": values.tolist(), "subjects": [1] * len(values), "spread": [0] * values.shape[1]}


def print_lists(scores, flags):
    for name, thresholds in THRESHOLDS.items():
        for threshold in thresholds:
            listed = [np.array(s[name]["scores"]) > threshold for s in scores]
            print_list(f"{name} > {threshold}", listed, flags)
        print_list(f"{name} as listed", [np.array(s[name]["listed"]) for s in scores], flags)


def print_list(title, listed, flags):
    count = sum(site.sum() for site in listed)
    found = {v: sum((s & (f == 1)).sum() for s, f in zip(listed, flags[v])) for v in ("any", "most")}
    print(f"   {title}: {count} listed, any {found['any']}, most {found['most']}")


def left_out_threshold(scores, flags, share=0.5):
    """Chooses on all sites but one the least threshold at which `share` is excluded by a rater."""
    hits = listed = 0
    chosen = []
    for site in range(len(scores)):
        for threshold in np.arange(1.5, 6.01, 0.25):
            above = [np.array(scores[s]["odd"]["scores"]) > threshold for s in all_but(len(scores), site)]
            bad = [flags[s] == 1 for s in all_but(len(scores), site)]
            total = sum(a.sum() for a in above)
            if total and sum((a & b).sum() for a, b in zip(above, bad)) >= share * total:
                break
        chosen.append(threshold)
        above = np.array(scores[site]["odd"]["scores"]) > threshold
        listed += above.sum()
        hits += (above & (flags[site] == 1)).sum()
    print(f"   odd, threshold of sites left out (half excluded by any): {sorted(map(float, chosen))}, {listed} listed, any {hits}")


def rated_scans(bench, name, table, measures, least, extra=None):
    names = [s for s in sorted(table.site.unique()) if (table.site == s).sum() >= LEAST_SCANS]
    parts = [table[table.site == s] for s in names]
    records = [filled(part[measures].to_numpy(float)) for part in parts]
    summaries = [summary_of(r, least) for r in records]
    others = [all_but(len(names), s) for s in range(len(names))]
    scores = scored(bench, records, others, summaries)
    flags = {v: [part[v].to_numpy(float) for part in parts] for v in VERDICTS}
    directed = sum(s["uses_direction"] for s in scores)
    print(f"{name}: {len(names)} sites, the direction used at {directed}")
    alone = scored(bench, records, [[] for _ in names], summaries)
    print_areas("", scores, flags)
    print_areas(" without summaries", alone, flags)
    if extra is not None:
        given = scored(bench, records, [[0] for _ in names], [each_alone(extra[0])])
        print_areas(" with ds030's scans as the only source", given, flags)
    print_lists(scores, flags)
    left_out_threshold(scores, flags["any"])
    if extra is not None:
        (one,) = scored(bench, [extra[0]], [list(range(len(names)))], summaries)
        for kind in ("odd", "inconsistent"):
            print(f"   ds030, {kind}: {roc_auc_score(extra[1], one[kind]['scores']):.3f}")
    return records


def damaged(kind, values, every, deviations, random):
    values, count = values.copy(), values.shape[1]
    rows = random.choice(len(values), max(1, round(DAMAGED_SHARE * len(values))), replace=False)
    for row in rows:
        measure = random.integers(count)
        if kind == "x 1000":
            values[row, measure] *= 1000
        elif kind == "/ 10":
            values[row, measure] /= 10
        elif kind == "swapped":
            a, b = random.choice(count, 2, replace=False)
            values[row, [a, b]] = values[row, [b, a]]
        elif kind == "noise":
            values[row] += deviations * random.normal(size=count)
        else:
            third = random.choice(count, count // 3, replace=False)
            values[row, third] = every[random.integers(len(every)), third]
    return values, np.isin(np.arange(len(values)), rows)


def planted(bench, name, sites, least):
    summaries = [summary_of(site, least) for site in sites]
    every = np.concatenate(sites)
    deviations = np.subtract(*np.percentile(every, [75, 25], axis=0)) / 1.349
    deviations = np.where(deviations > 0, deviations, every.std(axis=0))
    means = []
    found, false = [], []
    for number, kind in enumerate(DAMAGE):
        trials, others = [], []
        for seed in range(SEEDS):
            random = np.random.default_rng(100 * seed + number)
            for site, values in enumerate(sites):
                trials.append(damaged(kind, values, every, deviations, random))
                others.append(all_but(len(sites), site))
        scores = scored(bench, [values for values, _ in trials], others, summaries)
        areas = []
        for (_, bad), score in zip(trials, scores):
            inconsistent = np.array(score["inconsistent"]["scores"])
            areas.append(roc_auc_score(bad, inconsistent))
            listed = np.array(score["inconsistent"]["listed"])
            found.append(listed[bad].mean())
            false.append(listed[~bad].mean())
        means.append(np.mean(areas))
    text = ", ".join(f"{kind} {mean:.3f}" for kind, mean in zip(DAMAGE, means))
    print(f"{name}, planted damage, inconsistent: {text}; mean {np.mean(means):.3f}, least {min(means):.3f}; ", end="")
    print(f"listed {np.mean(found):.2f} of the damaged, {np.mean(false):.3f} of the others")


def read_mriqc(data, name):
    return pd.read_csv(f"{data}/mriqc/{name}.tsv", sep="\t", na_values="n/a")


def read_qap(data, name):
    return pd.read_csv(f"{data}/abide-qap/{name}.csv").dropna(subset=["subject"])


def main(data, bench, least=5):
    abide, ds030 = read_mriqc(data, "abide-8-sites"), read_mriqc(data, "ds030")
    excluded = (abide[RATERS] == -1).sum(axis=1)
    abide["rater 3"] = np.where(abide.rater_3.notna(), abide.rater_3 == -1, np.nan)
    abide["any"], abide["most"] = (excluded >= 1) * 1.0, (excluded >= 2) * 1.0
    keys = ["subject_id", "site", *RATERS, *VERDICTS]
    measures = [c for c in abide if c in ds030 and c not in keys and abide[c].dtype.kind in "biuf"]
    bad = (ds030[[c for c in ds030 if "rater" in c][0]] == -1).to_numpy()
    extra = (filled(ds030[measures].to_numpy(float)), bad)
    mriqc = rated_scans(bench, "MRIQC, ABIDE", abide, measures, least, extra)

    keys = ["subject", "session", "scan", "site"]
    anatomical = read_qap(data, "anatomical_spatial").dropna()
    verdicts = abide[["subject_id", *VERDICTS]].assign(subject=abide.subject_id.astype(int))
    measures = [c for c in anatomical if c not in keys]
    anatomical = anatomical.merge(verdicts, on="subject", how="left")
    qap = rated_scans(bench, "QAP anatomical", anatomical, measures, least)

    temporal = read_qap(data, "functional_temporal")
    temporal = temporal.assign(subject=temporal.subject.astype(int))
    functional = read_qap(data, "functional_spatial").drop(columns="ghost_z")
    functional = functional.merge(temporal, on=keys).dropna()
    measures = [c for c in functional if c not in keys]
    sizes = functional.site.value_counts()
    names = sorted(sizes[sizes >= LEAST_SCANS].index)
    rest = [functional.loc[functional.site == s, measures].to_numpy(float) for s in names]
    for name, sites in (("MRIQC", mriqc), ("QAP anatomical", qap), ("QAP functional", rest)):
        planted(bench, name, sites, least)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:4]))
