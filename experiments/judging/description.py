"""An experiment as its file in experiments/ describes it:

    {"title": …, "source": "where in which paper", "question": "what it asks",
     "get": "how to get the data", "data": {see read_dataset}, "parameters": {of every map},
     "conditions": [{"name": …, "reference": …, "sites": …}],
     "methods": [{"name": "dsne"}, {"name": "published", "maker": "published"},
                 {"name": "paper's noise", "settings": {"method": "dp-dsne", …}}],
     "measures": ["accuracy", …], "seeds": 5}

`maker` is "federation" (of `local` and `remote`), "published" (the published plugin's algorithm) or "pooled" (t-SNE on everyone's data in
one place). Without `methods` they are USUAL_METHODS; `measures` are those that the box plots show; `seeds` is how many splits of the data
are drawn, 10 without it.
"""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from .errors import InputError
from .fields import check_members, names, optional_number, required
from .measures import MEASURES
from .natural_order import natural_key
from .split import parse_rule

MAKERS = ("federation", "published", "pooled")
USUAL_MEASURES = ["accuracy", "trustworthiness", "kl_divergence", "kmeans_ratio", "intersection_area", "roundness"]


@dataclass(frozen=True)
class Method:
    name: str
    maker: str = "federation"
    settings: dict = field(default_factory=dict)  # a federation's parameters, besides the experiment's


USUAL_METHODS = [
    Method("published", "published"),
    Method("dsne", settings={"method": "dsne"}),
    Method("single-shot", settings={"method": "single-shot"}),
    Method("pooled", "pooled"),
]


@dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    source: str
    question: str
    get: str
    data: dict
    parameters: dict
    conditions: dict  # rules of splits by name
    methods: list
    measures: list
    seeds: int
    changes: tuple = ()  # what the command line changed


def _method(description):
    check_members(description, {"name", "maker", "settings"})
    maker = description.get("maker", "federation")
    if maker not in MAKERS:
        raise InputError(f"experiment: maker must be one of {', '.join(MAKERS)}")
    return Method(required(description, "name"), maker, description.get("settings", {}))


def parse_experiment(name, text):
    try:
        description = json.loads(text)
    except ValueError as error:
        raise InputError("experiment: the description is not JSON") from error
    check_members(description, {"title", "source", "question", "get", "data", "parameters", "conditions", "methods", "measures", "seeds"})
    conditions = {}
    for condition in required(description, "conditions"):
        check_members(condition, {"name", "reference", "sites"})
        conditions[required(condition, "name")] = parse_rule(condition)
    methods = [_method(one) for one in description["methods"]] if "methods" in description else USUAL_METHODS
    measures = names(description, "measures") or USUAL_MEASURES
    for measure in measures:
        if measure not in {known.name for known in MEASURES}:
            raise InputError(f"experiment: there is no measure {measure}")
    texts = [required(description, member) for member in ("title", "source", "question")]
    return Experiment(name, *texts, description.get("get", ""), required(description, "data"), description.get("parameters", {}),
                      conditions, methods, measures, int(optional_number(description, "seeds", 1, 1000) or 10))


def experiment_names(folder):
    """Returns the experiments' names in natural order."""
    found = sorted((file.stem for file in Path(folder).glob("*.json")), key=natural_key)
    if not found:
        raise InputError("there is no experiment in the folder of experiments (--experiments)")
    return found


def read_experiment(folder, name):
    if name not in experiment_names(folder):
        raise InputError("there is no such experiment (see --list)")
    return parse_experiment(name, (Path(folder) / f"{name}.json").read_text(encoding="utf-8"))


def varied(experiment, methods=(), quick=False, settings=None, own_table=None):
    """Returns the experiment as the command line changes it: these methods alone (all without any), parameters for a trial with few points,
    settings for every map in place of the description's, a table of the user's own. It has no method when it has none of those named."""
    settings = settings or {}
    changes = [f"data of {own_table}"] if own_table else []
    changes += ["a quick trial with few subjects and iterations"] if quick else []
    changes += [f"{name}={value}" for name, value in settings.items()]
    parameters = {**experiment.parameters, **({"perplexity": 5} if quick else {}), **settings}

    def changed(method):
        own = dict(method.settings)
        if quick and "max_iterations" in own:
            own["max_iterations"] = 20
        # A method's own setting would overrule that of all maps.
        return replace(method, settings={name: value for name, value in own.items() if name not in settings})

    kept = [changed(method) for method in experiment.methods if not methods or method.name in methods]
    return replace(experiment, methods=kept, parameters=parameters, changes=tuple(changes))
