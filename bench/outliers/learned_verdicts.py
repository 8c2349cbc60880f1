"""Measures what raters' verdicts in other sites' summaries are worth, by the program.

    learned_verdicts.py DATA_FOLDER BENCH_OWN_SCORES [PART...]     (numpy, pandas, scikit-learn)

DATA_FOLDER holds mriqc/abide-8-sites.tsv, mriqc/ds030.tsv and abide-qap/anatomical_spatial.csv.
Summaries are made by the program, rows of ten or more with noise; each site is judged by the
others' summaries. Every figure is the mean over SEEDS of the noise (of the forest's: of its trees),
with the deviation. Parts: any, rater_1, rater_2, rater_3, most (who taught), qap, forest, ds030, few,
damage; without a PART all of these. The part mriqc_learn takes minutes, and needs mriqc-learn with
scikit-learn before 1.4.
"""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score

from own_scores import DAMAGE, RATERS, VERDICTS, all_but, damaged, filled

SEEDS = 5
LEAST = 10
LEAST_SCANS = 20
TEACHERS = ["any", "rater 1", "rater 2", "rater 3", "most"]


class Sites:
    """Sites' records, verdicts and the program that judges them."""

    def __init__(self, bench, table, measures, target):
        self.bench, self.measures = bench, measures
        sizes = table.site.value_counts()
        self.names = sorted(sizes[sizes >= LEAST_SCANS].index)
        parts = [table[table.site == s] for s in self.names]
        self.records = [filled(part[measures].to_numpy(float)) for part in parts]
        self.flags = {v: [part[v].to_numpy(float) for part in parts] for v in VERDICTS}
        self.taught = [part[target].to_numpy(float) == 1 for part in parts]

    def judged(self, seed, records, others, taught=None):
        taught = self.taught if taught is None else taught
        sites = [
            {"records": r.tolist(), "excluded": e.tolist(), "seed": 1000 * seed + i, "least": LEAST}
            for i, (r, e) in enumerate(zip(self.records, taught))
        ]
        judged = [{"records": r.tolist(), "others": list(o)} for r, o in zip(records, others)]
        text = json.dumps({"measures": self.measures, "sites": sites, "judged": judged})
        run = subprocess.run([self.bench, "verdicts"], input=text, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)["judged"]

    def left_out(self, seed):
        return self.judged(seed, self.records, [all_but(len(self.names), s) for s in range(len(self.names))])

    def area(self, verdict, scores):
        areas = []
        for flag, score in zip(self.flags[verdict], scores):
            known = ~np.isnan(flag)
            if score is not None and 0 < flag[known].sum() < known.sum():
                areas.append(roc_auc_score(flag[known], np.array(score)[known]))
        return np.mean(areas) if areas else np.nan


def kinds_of(judged):
    """Returns the scores of each kind, site by site."""
    odd = [j["odd"]["scores"] for j in judged]
    like = [j["like"]["scores"] if "like" in j else None for j in judged]
    both = [None if m is None else rankdata(o) + rankdata(m) for o, m in zip(odd, like)]
    return {"odd": odd, "like_excluded": like, "ranks of both": both}


def forest(sites, seed):
    """Trains a forest on the pooled records of the other sites, each in its own units."""
    scaled = []
    for values in sites.records:
        low, middle, high = np.percentile(values, [25, 50, 75], axis=0)
        scaled.append((values - middle) / np.where(high > low, (high - low) / 1.349, 1))
    scores = []
    for s in range(len(scaled)):
        rest = all_but(len(scaled), s)
        model = RandomForestClassifier(500, class_weight="balanced", min_samples_leaf=3, random_state=seed)
        model.fit(np.vstack([scaled[i] for i in rest]), np.concatenate([sites.taught[i] for i in rest]))
        scores.append(model.predict_proba(scaled[s])[:, 1])
    return scores


def mriqc_learn(sites, seed):
    """Trains mriqc-learn's own pipeline on the pooled records of the other sites."""
    from mriqc_learn.models.production import init_pipeline

    np.random.seed(seed)
    tables = [pd.DataFrame(r, columns=sites.measures).assign(site=s) for s, r in zip(sites.names, sites.records)]
    scores = []
    for s in range(len(tables)):
        rest = all_but(len(tables), s)
        model = init_pipeline().fit(pd.concat([tables[i] for i in rest], ignore_index=True), np.concatenate([sites.taught[i] for i in rest]))
        scores.append(model.predict_proba(tables[s])[:, 1])
    return scores


def print_areas(name, rows):
    for kind in rows[0]:
        areas = np.array([[row[kind][v] for v in VERDICTS] for row in rows])
        cells = [f"{mean:.3f} ± {spread:.3f}" for mean, spread in zip(areas.mean(axis=0), areas.std(axis=0))]
        print(f"| {name} | {kind} | " + " | ".join(cells) + " |", flush=True)


def print_list(name, sites, runs):
    counts = []
    for judged in runs:
        listed = [np.array(j["like"]["listed"]) if "like" in j else np.zeros(len(r), bool) for j, r in zip(judged, sites.records)]
        told = sum(j["share"] * l.sum() for j, l in zip(judged, listed) if "like" in j)
        found = [sum((l & (f == 1)).sum() for l, f in zip(listed, sites.flags[v])) for v in ("any", "most")]
        counts.append([sum(l.sum() for l in listed), *found, told])
    listed, hit, most, told = np.mean(counts, axis=0)
    share = hit / listed if listed else np.nan
    said = told / listed if listed else np.nan
    print(f"| {name} | {listed:.1f} | {hit:.1f} | {most:.1f} | {share:.2f} | {said:.2f} |")


def print_measured(name, sites):
    runs = [sites.left_out(seed) for seed in range(SEEDS)]
    print("| data, taught by | score | rater 3 | any | most |\n|---|---|---|---|---|")
    print_areas(name, [{k: {v: sites.area(v, s) for v in VERDICTS} for k, s in kinds_of(j).items()} for j in runs])
    print("\n| list of | listed | any | most | share by any | told |\n|---|---|---|---|---|---|")
    print_list(name, sites, runs)
    models = sum("like" in j for judged in runs for j in judged)
    penalties = sorted({j["penalty"] for judged in runs for j in judged if "like" in j})
    print(f"\n{name}: {len(sites.names)} sites, a model at {models} of {SEEDS * len(sites.names)}, penalties {penalties}\n", flush=True)


def print_pooled(name, sites, model):
    """Prints the measures of a model of records, which would have to be pooled."""
    scores = [model(sites, seed) for seed in range(SEEDS)]
    print_areas(name, [{f"{model.__name__} on pooled records": {v: sites.area(v, s) for v in VERDICTS}} for s in scores])


def print_few(sites):
    """Prints the measures where only a few of the sites have verdicts."""
    for count in (2, 3, 5):
        areas, made = [], 0
        for seed in range(SEEDS):
            random = np.random.default_rng(seed)
            others = [sorted(random.choice(all_but(len(sites.names), s), count, replace=False)) for s in range(len(sites.names))]
            judged = sites.judged(seed, sites.records, [[int(o) for o in x] for x in others])
            made += sum("like" in j for j in judged)
            areas.append([sites.area(v, kinds_of(judged)["like_excluded"]) for v in VERDICTS])
        values = np.nanmean(areas, axis=0)
        print(f"| {count} | {made} of {SEEDS * len(sites.names)} | " + " | ".join(f"{v:.3f}" for v in values) + " |")


def print_planted(sites):
    every = np.concatenate(sites.records)
    deviations = np.subtract(*np.percentile(every, [75, 25], axis=0)) / 1.349
    deviations = np.where(deviations > 0, deviations, every.std(axis=0))
    for number, kind in enumerate(DAMAGE):
        areas = []
        for seed in range(SEEDS):
            random = np.random.default_rng(100 * seed + number)
            trials = [damaged(kind, values, every, deviations, random) for values in sites.records]
            judged = sites.judged(seed, [t[0] for t in trials], [all_but(len(trials), s) for s in range(len(trials))])
            for (_, bad), site in zip(trials, judged):
                inconsistent, odd = (np.array(site[k]["scores"]) for k in ("inconsistent", "odd"))
                like = np.array(site["like"]["scores"])
                either = np.array(site["odd"]["listed"]) | np.array(site["inconsistent"]["listed"])
                mixed = rankdata(np.maximum(inconsistent, odd)) + rankdata(like)
                areas.append([roc_auc_score(bad, inconsistent), roc_auc_score(bad, like), roc_auc_score(bad, mixed), either[bad].mean()])
        inconsistent, like, mixed, found = np.mean(areas, axis=0)
        print(f"| {kind} | {inconsistent:.3f} | {found:.2f} | {like:.3f} | {mixed:.3f} |")


def read_mriqc(data, name):
    return pd.read_csv(f"{data}/mriqc/{name}.tsv", sep="\t", na_values="n/a")


def print_ds030(sites, values, bad):
    areas = []
    for seed in range(SEEDS):
        (one,) = sites.judged(seed, [values], [range(len(sites.names))])
        listed = np.array(one["like"]["listed"])
        areas.append([roc_auc_score(bad, one["odd"]["scores"]), roc_auc_score(bad, one["like"]["scores"]), listed.sum(), (listed & bad).sum(), one["share"]])
    print("ds030: odd {:.3f}, like_excluded {:.3f}, listed {:.1f}, excluded of them {:.1f}, told {:.2f}".format(*np.mean(areas, axis=0)))


def main(data, bench, *parts):
    parts = parts or ("any", "rater_1", "rater_2", "rater_3", "most", "qap", "forest", "ds030", "few", "damage")
    abide, ds030 = read_mriqc(data, "abide-8-sites"), read_mriqc(data, "ds030")
    excluded = (abide[RATERS] == -1).sum(axis=1)
    abide["rater 3"] = np.where(abide.rater_3.notna(), abide.rater_3 == -1, np.nan)
    abide["any"], abide["most"] = (excluded >= 1) * 1.0, (excluded >= 2) * 1.0
    abide["rater 1"], abide["rater 2"] = (abide.rater_1 == -1) * 1.0, (abide.rater_2 == -1) * 1.0
    keys = ["subject_id", "site", *RATERS, *VERDICTS, *TEACHERS]
    measures = [c for c in abide if c in ds030 and c not in keys and abide[c].dtype.kind in "biuf"]
    anatomical = pd.read_csv(f"{data}/abide-qap/anatomical_spatial.csv").dropna()
    own = [c for c in anatomical if c not in ("subject", "session", "scan", "site")]
    verdicts = abide[["subject_id", *VERDICTS]].assign(subject=abide.subject_id.astype(int))
    anatomical = anatomical.merge(verdicts, on="subject", how="left")
    qap = Sites(bench, anatomical[anatomical["any"].notna()], own, "any")
    sites = {target: Sites(bench, abide, measures, target) for target in TEACHERS}
    for target in TEACHERS:
        if target.replace(" ", "_") in parts:
            print_measured(f"MRIQC, {target}", sites[target])
    if "qap" in parts:
        print_measured("QAP anatomical, any", qap)
    if "forest" in parts:
        for target in ("any", "rater 3"):
            print_pooled(f"MRIQC, {target}", sites[target], forest)
        print_pooled("QAP anatomical, any", qap, forest)
    if "mriqc_learn" in parts:
        print_pooled("MRIQC, any", sites["any"], mriqc_learn)
    if "ds030" in parts:
        print_ds030(sites["any"], filled(ds030[measures].to_numpy(float)), (ds030.rater_1 == -1).to_numpy())
    if "few" in parts:
        print("\n| sites with verdicts | models | rater 3 | any | most |\n|---|---|---|---|---|")
        print_few(sites["any"])
    if "damage" in parts:
        print("\n| damage | inconsistent, AUC | on odd or inconsistent | like_excluded, AUC | mixture, AUC |\n|---|---|---|---|---|")
        print_planted(sites["any"])


if __name__ == "__main__":
    main(*sys.argv[1:])
