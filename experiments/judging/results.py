"""Makes all maps of an experiment, measures them, and writes the files of the results."""

import json
from dataclasses import dataclass

import numpy as np

from .measures import MEASURES, Evaluator, measure_table, measure_text
from .split import draw_split
from .trial import make_map, make_trial


@dataclass
class Result:
    condition: str
    method: str
    seed: int
    places: np.ndarray
    groups: list
    labels: list
    values: dict  # by the measure's name, where it has one


def run_experiment(experiment, data, seeds, programs, effort, before):
    """Makes and measures every map: all conditions, seeds 1 … `seeds`, all methods. `before` receives the number of maps made and of all maps."""
    for rule in experiment.conditions.values():
        for seed in range(1, seeds + 1):
            draw_split(rule, data, seed, effort.fewer)  # refuses too few data now, not after hours
    total = len(experiment.conditions) * seeds * len(experiment.methods)
    results = []
    for condition in experiment.conditions:
        for seed in range(1, seeds + 1):
            trial = make_trial(experiment, condition, data, seed, effort)
            own = [point for point, group in enumerate(trial.groups) if group != "reference"]  # the public points' positions are nobody's result
            evaluator = Evaluator(trial.pooled[own], [trial.labels[i] for i in own], [trial.groups[i] for i in own], trial.perplexity())
            for method in experiment.methods:
                before(len(results), total)
                places = make_map(trial, method, programs, effort)
                results.append(Result(condition, method.name, seed, places, trial.groups, trial.labels, evaluator.measure(places[own])))
    before(total, total)
    return results


def _mean_and_range(values):
    if not values:
        return measure_text(None)
    if len(values) == 1:
        return measure_text(values[0])
    return f"{measure_text(np.mean(values))} [{measure_text(min(values))}, {measure_text(max(values))}]"


def results_text(experiment, results):
    """Returns for each condition a table in Markdown: the mean over the seeds and, in brackets, the least and the largest value."""
    text = f"# {experiment.title}\n\n{experiment.source}. {experiment.question}\n"
    if experiment.changes:
        text += f"\nNot as described, but with: {', '.join(experiment.changes)}.\n"
    methods = [method.name for method in experiment.methods]
    for condition in experiment.conditions:
        cells = {}
        for measure in MEASURES:
            found = [[result.values[measure.name] for result in results
                      if (result.condition, result.method) == (condition, method) and measure.name in result.values] for method in methods]
            cells[measure.name] = [_mean_and_range(values) for values in found]
        text += f"\n## {condition}\n\n{measure_table(methods, cells)}"
    return text


def results_json(experiment, results):
    """Returns every map's measures and file, and what tools/figures/experiment.py shows of them."""
    shown = [measure for name in experiment.measures for measure in MEASURES if measure.name == name]
    return {"experiment": experiment.name, "title": experiment.title, "changes": list(experiment.changes),
            "shown_measures": [{"name": one.name, "title": one.title, "higher_is_better": one.higher_is_better} for one in shown],
            "maps": [{"condition": result.condition, "method": result.method, "seed": result.seed, "points": len(result.places),
                      "file": f"maps/{number}.csv", "measures": result.values} for number, result in enumerate(results, 1)]}


def _quoted(text):
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n') else text


def write_results(experiment, results, folder):
    """Writes results.md, results.json and every map, maps/<n>.csv, into a folder."""
    (folder / "maps").mkdir(parents=True, exist_ok=True)
    for number, result in enumerate(results, 1):
        lines = ["site," + ",".join("xyz"[: result.places.shape[1]]) + ",label"]
        for group, place, label in zip(result.groups, result.places.tolist(), result.labels):
            lines.append(",".join([_quoted(group), *map(repr, place), _quoted(label)]))
        (folder / "maps" / f"{number}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "results.md").write_text(results_text(experiment, results), encoding="utf-8")
    (folder / "results.json").write_text(json.dumps(results_json(experiment, results), indent=1) + "\n", encoding="utf-8")
