"""One split of the data and its maps."""

from dataclasses import dataclass

import numpy as np
from sklearn.manifold import TSNE

from . import published_plugin
from .affinities import largest_perplexity
from .federation import federated_map
from .preprocessing import as_pooled, medians_of, scaled, without_missing
from .split import draw_split

USUAL_PERPLEXITY = 30
USUAL_INITIAL_DIMS = 50


@dataclass(frozen=True)
class Effort:
    """How long a map is worked on; less in quick trials."""

    fewer: int = 1  # divides the numbers of subjects
    pooled_iterations: int = 1000
    published_reference_iterations: int = 1000
    published_rounds: int = 501


@dataclass(frozen=True)
class Programs:
    dsne: str
    compspec: str
    threads: int = 2


@dataclass
class Trial:
    """One split. Points are in the order of the maps: the reference, then site by site."""

    reference: np.ndarray  # as read: NaN where a value is missing
    sites: list  # the same
    scaled: np.ndarray  # all points, without missing values, in the reference's scale
    pooled: np.ndarray  # the same, scaled and reduced by PCA of all points
    labels: list
    groups: list  # each point's site in the federation, or "reference"
    parameters: dict
    seed: int

    def perplexity(self):
        return self.parameters.get("perplexity") or USUAL_PERPLEXITY

    def initial_dims(self):
        return self.parameters.get("initial_dims", USUAL_INITIAL_DIMS)


def make_trial(experiment, condition, data, seed, effort):
    """Draws the condition's split with the seed, and prepares the points for maps made in one process: the reference's medians replace missing
    values; `pooled`, which maps are judged by, is the input of t-SNE on everyone's data."""
    reference, sites = draw_split(experiment.conditions[condition], data, seed, effort.fewer)
    rows = reference + [row for site in sites for row in site]
    groups = ["reference"] * len(reference) + [f"site {number}" for number, site in enumerate(sites, 1) for _ in site]
    parameters = {**experiment.parameters, "seed": seed}
    kind, missing = parameters.get("normalization", "none"), parameters.get("missing", "error")
    values = data.values[rows]
    medians = medians_of(data.values[reference]) if np.isnan(values).any() else None
    whole = without_missing(values, medians, missing)
    initial_dims = parameters.get("initial_dims", USUAL_INITIAL_DIMS)
    return Trial(data.values[reference], [data.values[site] for site in sites], scaled(whole[: len(reference)], whole, kind),
                 as_pooled(whole, kind, initial_dims), [data.labels[row] for row in rows], groups, parameters, seed)


def _pooled_map(trial, effort):
    perplexity = min(trial.perplexity(), largest_perplexity(len(trial.pooled)))
    tsne = TSNE(perplexity=perplexity, init="pca", max_iter=max(250, effort.pooled_iterations), random_state=trial.seed)
    return tsne.fit_transform(trial.pooled).astype(float)


def _published_map(trial, programs, effort):
    """Makes the plugin's map. The plugin scales rows itself; its input has one scale and no missing values."""
    first = len(trial.reference)
    dims = trial.initial_dims() or trial.scaled.shape[1]
    options = published_plugin.Options(trial.perplexity(), dims, effort.published_reference_iterations, effort.published_rounds,
                                       programs.threads)
    bounds = np.cumsum([first] + [len(site) for site in trial.sites])
    sites = [trial.scaled[start:end] for start, end in zip(bounds[:-1], bounds[1:])]
    return published_plugin.published_map(trial.scaled[:first], sites, options, trial.seed)


def make_map(trial, method, programs, effort):
    """Returns places, the reference's first and then site by site."""
    if method.maker == "published":
        return _published_map(trial, programs, effort)
    if method.maker == "pooled":
        return _pooled_map(trial, effort)
    return federated_map(programs.dsne, programs.compspec, trial.reference, trial.sites, {**trial.parameters, **method.settings})
