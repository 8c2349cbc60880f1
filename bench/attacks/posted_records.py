#!/usr/bin/env python3
"""Subjects' records, from the distances that sites of `fed-tsne` and `fed-umap` post.

The coordinator keeps to the protocol. He knows the reference and each subject's distance to each of its points. A squared distance less the
subject's mean one is linear in the record, so he solves equations: exactly, where there are more reference points than features as the run
compares them (principal components, or scaled features). With fewer he gets the record's part in the reference's span and its distance from
the span; he guesses the rest from how features vary together in the reference. Where the span lacks one direction there are two possible
records, and he takes the likelier one.
"""

from dataclasses import dataclass

import numpy as np

from attacking import telling
from attacking.data import abide, mnist, parts
from attacking.federation import Federation, Refused, Site, matrix
from attacking.preparing import Preparation, components, zscore

NAME = "posted_records"
METHOD = "fed-tsne"
MAP = {"perplexity": 5, "max_iterations": 10}  # the map does not matter
FOUND = 0.1  # standard deviations
SMALLEST_SHARE = 1e-8  # of the widest direction; less is a rounding error


def add_options(parser):
    parser.add_argument("--runs", type=int, default=2, help="with other subjects each (%(default)s)")


@dataclass
class Posted:
    """What the coordinator has, and the truth."""

    reference: np.ndarray  # as the run compares subjects
    mean: np.ndarray  # of people as he knows them
    covariance: np.ndarray
    distances: np.ndarray
    prepare: Preparation
    back: np.ndarray  # from what is compared to features
    sites: list

    def truth(self):
        return np.vstack([self.prepare(site) for site in self.sites])

    def features(self):
        return np.vstack([site.values for site in self.sites])


def posted_by(options, sites):
    """Returns the reference's text and all sites' distances."""
    told, text = {}, None
    with Federation(telling.programs_of(options), sites) as federation:
        for turn in federation.turns():
            if told.get("phase") == "embed":
                return text, np.vstack([matrix(answer, "distances") for answer in turn.answers.values()])
            text = next(iter(turn.files.values()), text)
            told = turn.message
    raise Refused("the run ended before distances were posted")


def federation_of(sites, inputs):
    settings = {"allow": [METHOD]} | inputs.get("site_settings", {})
    all_inputs = {"method": METHOD, "site_data": "subjects.csv"} | MAP | inputs | {"site_settings": settings}
    return {f"site{number}": Site(dict(all_inputs), {"subjects.csv": subjects.csv()}) for number, subjects in enumerate(sites)}


def with_given(options, read, sizes, prepared_by, inputs, number):
    reference, *sites = parts(read(options.data), sizes, np.random.default_rng([options.seed, number]))
    federation = federation_of(sites, inputs)
    federation["site0"].inputs["reference_data"] = "reference.csv"
    federation["site0"].files["reference.csv"] = reference.csv()
    _, distances = posted_by(options, federation)
    prepare = prepared_by(reference)
    points = prepare(reference)
    return Posted(points, points.mean(axis=0), np.cov(points.T), distances, prepare, np.linalg.pinv(prepare.axes), sites)


def solved(posted):
    """Returns the records as the run compares them."""
    centre = posted.reference.mean(axis=0)
    about = posted.reference - centre
    squares = posted.distances**2
    means, lengths = squares.mean(axis=1, keepdims=True), (about**2).sum(axis=1)
    _, widths, directions = np.linalg.svd(about, full_matrices=True)
    rank = int((widths > SMALLEST_SHARE * widths[0]).sum())
    span, rest = directions[:rank], directions[rank:]
    inside = np.linalg.lstsq(2 * about @ span.T, (lengths - lengths.mean() - squares + means).T, rcond=None)[0].T
    off = np.sqrt(np.maximum(means[:, 0] - lengths.mean() - (inside**2).sum(axis=1), 0))
    return centre + inside @ span + guessed(posted, inside, posted.mean - centre, span, rest, off) @ rest


def guessed(posted, inside, mean, span, rest, off):
    """Returns the part off the span, guessed from the part in it: the conditional mean of a normal distribution; in one dimension its sign, with
    the known length."""
    slopes = np.linalg.lstsq(span @ posted.covariance @ span.T, span @ posted.covariance @ rest.T, rcond=None)[0]
    likely = rest @ mean + (inside - span @ mean) @ slopes
    return np.sign(likely) * off[:, None] if len(rest) == 1 else likely


def nearly(records, truth):
    """Returns for each record whether its error is below a tenth of people's usual distance from their mean."""
    usual = np.sqrt(((truth - truth.mean(axis=0)) ** 2).sum(axis=1).mean())
    return np.sqrt(((records - truth) ** 2).sum(axis=1)) < FOUND * usual


def found(records, truth):
    """Returns for each record which values are found, among the features that vary."""
    deviations = truth.std(axis=0)
    return (np.abs(records - truth) < FOUND * deviations)[:, deviations > 0]


def shares_of(posted):
    records, truth = solved(posted), posted.truth()
    whole = posted.prepare.centre + records @ posted.back
    values = found(whole, posted.features())
    return {
        "reference points": len(posted.reference),
        "features that are compared": truth.shape[1],
        "records found, as they are compared": float(nearly(records, truth).mean()),
        "records found, every feature": float(values.all(axis=1).mean()),
        "values found": float(values.mean()),
    }


def measured(options, attempt):
    runs = [shares_of(posted) for posted in map(attempt, range(options.runs))]
    figures = {name: float(np.mean([run[name] for run in runs])) for name in runs[0]}
    return figures, figures["records found, as they are compared"] > FOUND


def given(options):
    none, scaled = {"normalization": "none"}, {"normalization": "zscore"}
    temporal = lambda folder: abide(folder, "functional_temporal")
    pixels = lambda reference: Preparation(reference.values.mean(axis=0), np.eye(reference.values.shape[1]))
    yield "MNIST, 3 × 20, 50 components, 300 given reference points", mnist, 300, components, none
    yield "MNIST, 3 × 20, 784 features, 1,000 given reference points", mnist, 1000, pixels, none | {"initial_dims": 0}
    yield "ABIDE, 3 × 20, 7 measures, 300 given reference points", temporal, 300, zscore, scaled


def cases(options):
    attacker = "coordinator that listens"
    for setting, read, reference, prepared_by, inputs in given(options):
        sizes = [reference, 20, 20, 20]
        attempt = lambda number, r=read, s=sizes, p=prepared_by, i=inputs: with_given(options, r, s, p, i, number)
        yield telling.Case(attacker, setting, lambda a=attempt: measured(options, a))


if __name__ == "__main__":
    telling.main(__name__)
