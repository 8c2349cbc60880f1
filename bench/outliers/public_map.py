"""Measures how well the public map judges sites that are not on it: each of ABIDE's left out in turn, and ds030.

    public_map.py DSNE [DRAWS]              (pandas, scikit-learn; needs scripts/public_map and its package)
    public_map.py DSNE few                  the same with fifteen scans of each site, drawn by chance
    public_map.py DSNE mriqc_learn [SITE…]  mriqc-learn's own model (with scikit-learn before 1.4)

A site's scans are placed by `dsne place` on a map of all other sites' summaries, as `dsne look` places them on the public map. Every draw makes all
summaries anew, with new noise. ds030's two scanners are left out together. Nothing was chosen by these figures.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

SCRIPT = pathlib.Path(__file__).parents[2] / "scripts/public_map"
VERDICTS = ("any", "most", "rater 3")
LISTS = ("as raters", "odd", "inconsistent")
FEW = 15


def published(wheel):
    """Returns the tables of the package by name, with the verdicts of any rater, of most and of the third."""
    tables = {}
    for name in ("abide", "ds030"):
        table = pd.read_csv(pathlib.Path(wheel, f"mriqc_learn/datasets/{name}.tsv"), sep="\t", na_values="n/a", dtype={"subject_id": str})
        verdicts = table[[c for c in table if c.startswith("rater_")]] == -1
        table["any"], table["most"] = verdicts.any(axis=1), verdicts.sum(axis=1) >= 2
        table["rater 3"] = verdicts.get("rater_3", np.nan)
        tables[name] = table.set_index("subject_id")
    return tables


def is_same_data(one, other):
    return one == other or (one.startswith("ds030") and other.startswith("ds030"))


def judged(dsne, sites, name, folder, scans=None):
    """Returns the scores and lists of a site's scans by the map of the other sites."""
    others = [site / "summary.csv" for site in sites if not is_same_data(site.name, name)]
    run = lambda *words: subprocess.run([dsne, *words], check=True, capture_output=True)  # noqa: E731
    run("map", *others, "--output", folder / "frame.json")
    table = pd.read_csv(folder / "sites" / name / "scans.tsv", sep="\t", dtype=str, keep_default_na=False).drop(columns="verdict")
    (table if scans is None else table.iloc[scans]).to_csv(folder / "site.tsv", sep="\t", index=False)
    run("place", "--frame", folder / "frame.json", "--data", folder / "site.tsv", "--id-column", "subject_id", "--output", folder / "placed")
    (folder / "placed/known_scans.json").unlink(missing_ok=True)
    scores = pd.read_csv(folder / "placed/embedding.csv", dtype={"id": str}).set_index("id")
    lists = pd.read_csv(folder / "placed/flagged.csv", dtype=str).set_index("id")["list"].fillna("")
    for kind in LISTS:
        scores[kind] = lists.str.contains(rf"\b{kind}\b").reindex(scores.index, fill_value=False)
    return scores


def area(verdict, score):
    known = verdict.notna()
    flags = verdict[known].astype(bool)
    return roc_auc_score(flags, score[known]) if 0 < flags.sum() < len(flags) else np.nan


def measured(dsne, tables, few=False, seed=0):
    """Returns a row for each site: areas by score and verdict, and the counts of the lists."""
    rows = {}
    random = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        subprocess.run([SCRIPT, "--dsne", dsne, "--keep", folder, "--output", folder / "all.json"], check=True, capture_output=True)
        sites = sorted((folder / "sites").iterdir())
        for site in sites:
            table = tables["ds030" if site.name.startswith("ds030") else "abide"]
            size = (table.site == site.name.split()[1]).sum()
            scans = sorted(random.choice(size, FEW, replace=False)) if few else None
            scores = judged(dsne, sites, site.name, folder, scans)
            verdicts = table.loc[scores.index, list(VERDICTS)]
            row = {(kind, v): area(verdicts[v], scores[kind]) for kind in ("like_excluded", "odd_score") if kind in scores for v in VERDICTS}
            seen = table.loc[scores.index].filter(regex="^rater_").notna().all(axis=1)
            for kind, chosen in lists_of(scores).items():
                row |= {(kind, "listed"): chosen.sum(), (kind, "any"): verdicts["any"][chosen].sum(), (kind, "most"): verdicts["most"][chosen].sum()}
                row |= {(kind, "seen by all"): (chosen & seen).sum(), (kind, "any of these"): verdicts["any"][chosen & seen].sum()}
            row[("scans", "")] = len(scores)
            rows[site.name] = row
    return pd.DataFrame(rows).T


def lists_of(scores):
    """Returns the lists, those on none other apart."""
    raters, odd, inconsistent = (scores[kind] for kind in LISTS)
    return {
        "as raters": raters, "as raters and odd": raters & odd, "as raters only": raters & ~odd & ~inconsistent, "odd only": odd & ~raters,
        "inconsistent only": inconsistent & ~raters & ~odd, "any list": raters | odd | inconsistent,
    }  # fmt: skip


def print_areas(name, draws, which):
    for kind in ("like_excluded", "odd_score"):
        means = np.array([[draw.loc[which, (kind, v)].mean() for v in VERDICTS] for draw in draws], dtype=float)
        print(f"| {name} | `{kind}` | " + " | ".join(f"{m:.3f} ± {s:.3f}" for m, s in zip(means.mean(axis=0), means.std(axis=0))) + " |")


def print_lists(draws):
    total = sum(draw.sum() for draw in draws) / len(draws)
    for kind in dict.fromkeys(kind for kind, count in total.index if count == "listed"):
        listed, by_any, by_most, seen, of_seen = (total[(kind, c)] for c in ("listed", "any", "most", "seen by all", "any of these"))
        print(f"| {kind} | {listed:.1f} | {by_any:.1f} | {by_most:.1f} | {by_any / listed:.2f} | {seen:.1f} | {of_seen / seen:.2f} |")


def print_measured(dsne, tables, count, few):
    draws = [measured(dsne, tables, few, seed) for seed in range(count)]
    abide = [name for name in draws[0].index if name.startswith("ABIDE")]
    print("| sites | score | any | most | rater 3 |\n|---|---|---|---|---|")
    print_areas("ABIDE, 17 left out in turn", draws, abide)
    print_areas("ds030, both scanners left out", draws, [name for name in draws[0].index if name not in abide])
    print("\n| list | listed | excluded by any | by most | share by any | seen by all raters | share of these |\n|---|---|---|---|---|---|---|")
    print_lists(draws)
    sizes = draws[0][("scans", "")].astype(int)
    print("\n| site | scans | any | most | rater 3 | listed | excluded |\n|---|---|---|---|---|---|---|")
    mean = sum(draw.astype(float) for draw in draws) / count
    for name, row in mean.iterrows():
        cells = [f"{row[('like_excluded', v)]:.3f}" for v in VERDICTS]
        print(f"| {name} | {sizes[name]} | " + " | ".join(cells) + f" | {row[('as raters', 'listed')]:.1f} | {row[('as raters', 'any')]:.1f} |")


def print_mriqc_learn(tables, sites):
    """Prints the areas of the model that mriqc-learn publishes, on ds030, and of its pipeline trained without each of the sites."""
    from mriqc_learn.models.production import init_pipeline, load_model

    abide, ds030 = tables["abide"], tables["ds030"]
    names = [c for c in abide if c in ds030 and abide[c].dtype.kind == "f" or c.startswith("size")]
    filled = lambda t: t[names].fillna(t[names].median()).assign(site=t.site)  # noqa: E731
    score = load_model().predict_proba(filled(ds030))[:, 1]
    for site in sorted(set(ds030.site)):
        print(f"published model, ds030 {site}: {area(ds030['any'][ds030.site == site], pd.Series(score, ds030.index)[ds030.site == site]):.3f}", flush=True)
    for winnow in (False, True):
        areas = []
        for site in sites or sorted(set(abide.site)):
            rest, own = abide[abide.site != site], abide[abide.site == site]
            pipeline = init_pipeline()
            if not winnow:
                pipeline.steps = [step for step in pipeline.steps if step[0] != "winnow"]
            pipeline.fit(filled(rest), rest["any"])
            scores = pd.Series(pipeline.predict_proba(filled(own))[:, 1], own.index)
            areas.append([area(own[v], scores) for v in VERDICTS])
            print(f"{'with' if winnow else 'without'} winnowing, {site}: " + " ".join(f"{a:.3f}" for a in areas[-1]), flush=True)
        print("mean " + " ".join(f"{a:.3f}" for a in np.nanmean(areas, axis=0)), flush=True)


def main(dsne, what="3", *sites):
    with tempfile.TemporaryDirectory() as folder:
        package = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, "mriqc-learn==0.0.3"]
        subprocess.run(package, check=True)
        tables = published(folder)
        if what == "mriqc_learn":
            sys.path.insert(0, folder)
            print_mriqc_learn(tables, sites)
        else:
            print_measured(dsne, tables, 5 if what == "few" else int(what), what == "few")


if __name__ == "__main__":
    main(*sys.argv[1:])
