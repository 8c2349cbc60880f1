#!/usr/bin/env python3
"""Makes the maps that an experiment describes (experiments/NAME.json), by a federation of `local` and `remote`, by the published plugin's
algorithm and by t-SNE on pooled data, with several seeds; measures them, and writes results.md, results.json and the maps to OUTPUT/NAME,
from which tools/figures/experiment.py draws. NAME `all` stands for every experiment.
"""

import argparse
import json
import sys
from pathlib import Path

from judging.dataset import read_dataset, thinned
from judging.description import experiment_names, read_experiment, varied
from judging.errors import InputError
from judging.results import results_text, run_experiment, write_results
from judging.trial import Effort, Programs

HERE = Path(__file__).resolve().parent
QUICK_SEEDS, QUICK_THINNING = 2, 5


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the experiments")
    parser.add_argument("--list", "-l", action="store_true", help="list the experiments")
    parser.add_argument("--data", type=Path, help="the folder of the public data sets, or a table of your own to make the experiment with")
    parser.add_argument("--seeds", type=int, help="how many splits of the data (default: the experiment's own number)")
    parser.add_argument("--methods", nargs="+", default=[], help="only these of the experiment's methods; an experiment without is left out")
    parser.add_argument("--set", nargs="+", default=[], dest="settings", metavar="NAME=VALUE",
                        help="parameters of every map; but not method (see --methods) nor seed (see --seeds)")
    parser.add_argument("--quick", action="store_true", help="a trial with a fifth of the subjects, 2 seeds and few iterations")
    parser.add_argument("--output", "-o", type=Path, default=Path("build/experiments"), help="where results go (build/experiments)")
    parser.add_argument("--experiments", type=Path, default=HERE, help="the folder of descriptions")
    parser.add_argument("--dsne", default="build/bin/dsne", help="the command (build/bin/dsne)")
    parser.add_argument("--compspec", default=str(HERE.parent / "compspec.json"), help="the computation's description")
    parser.add_argument("--threads", type=int, default=2, help="of the published plugin's algorithm")
    request = parser.parse_args(arguments)
    if not request.names and not request.list:
        parser.error("NAME is missing")
    if request.seeds is not None and not 1 <= request.seeds <= 1000:
        parser.error("--seeds must be from 1 to 1000")
    if request.data is not None and not request.data.exists():
        parser.error("--data names no file and no folder that is there")
    try:
        request.settings = read_settings(request.settings)
    except InputError as error:
        parser.error(str(error))
    return request


def read_settings(pairs):
    """Reads values by name: a number where the text is one, else a word."""
    settings = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or name in ("", "method", "seed"):
            raise InputError("--set takes a parameter's name and value, as in perplexity=20, but neither method nor seed")
        try:
            settings[name] = json.loads(text)
        except ValueError:
            settings[name] = text
    return settings


def print_list(folder):
    for name in experiment_names(folder):
        experiment = read_experiment(folder, name)
        print(f"{name}\n    {experiment.title}\n    {experiment.source}")
        if experiment.get:
            print(f"    Data: {experiment.get}")


def run_one(experiment, request):
    try:
        data = read_dataset(experiment.data, request.data)
    except InputError as error:
        raise InputError(f"{error}; {experiment.get}") from error if experiment.get else error
    effort = Effort()
    if request.quick:
        data, effort = thinned(data, QUICK_THINNING), Effort(QUICK_THINNING, 100, 50, 50)
    seeds = request.seeds or (QUICK_SEEDS if request.quick else experiment.seeds)

    def progress(done, total):
        print(f"{experiment.name}: {done} of {total}", file=sys.stderr)

    results = run_experiment(experiment, data, seeds, Programs(request.dsne, request.compspec, request.threads), effort, progress)
    folder = request.output / experiment.name
    write_results(experiment, results, folder)
    print(f"{results_text(experiment, results)}\nWritten to {folder}\nTo draw them: tools/figures/experiment.py {folder}\n")


def main(arguments=None):
    request = parse_arguments(arguments)
    try:
        if request.list:
            print_list(request.experiments)
            return 0
        chosen = experiment_names(request.experiments) if request.names == ["all"] else request.names
        described = [read_experiment(request.experiments, name) for name in chosen]
        known = {method.name for experiment in described for method in experiment.methods}
        if not set(request.methods) <= known:
            raise InputError("--methods names one that no experiment asked for has")
    except InputError as error:
        print(error, file=sys.stderr)
        return 1
    own_table = request.data.name if request.data is not None and request.data.is_file() else None
    failed = 0
    for experiment in described:
        experiment = varied(experiment, request.methods, request.quick, request.settings, own_table)
        if not experiment.methods:
            print(f"{experiment.name}: left out, it has none of the --methods", file=sys.stderr)
            continue
        try:
            run_one(experiment, request)
        except InputError as error:
            failed += 1
            print(f"{experiment.name}: {error}", file=sys.stderr)
    if failed:
        print(f"{failed} of {len(described)} experiments could not be made", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
