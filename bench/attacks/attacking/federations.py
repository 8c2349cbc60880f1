"""The federations without a reference that the attacks on learned references are about."""

import argparse
import functools
from dataclasses import dataclass
from typing import Callable

import numpy as np

from attacking import telling
from attacking.data import Records, abide, abide_by_site, mnist, parts
from attacking.federation import Refused
from attacking.landmarks import learned_by

MOST_DRAWS = 4  # for each run: of few subjects not every federation learns a reference


@dataclass(eq=False)
class Unreferenced:
    """`draw` gives the sites' subjects, and people like them who take no part, for the data's folder and a random generator."""

    name: str
    inputs: dict
    draw: Callable

    def setting(self):
        return f"learned reference, {self.name}"

    def run(self, options, number, ask=lambda message, listener: None):
        """The sites' subjects, people who take no part, and what the coordinator heard."""
        sites, others = self.draw(options.data, np.random.default_rng([options.seed, number]))
        return sites, others, self.listened(options, sites, ask)

    def listened(self, options, sites, ask=lambda message, listener: None):
        return learned_by(telling.programs_of(options), sites, self.inputs, ask)


def first_that_run(attempt, runs):
    """What came of the first attempts, by number, that were not refused; the last refusal where these are too few."""
    made = []
    for number in range(MOST_DRAWS * runs):
        try:
            made.append(attempt(number))
        except Refused as refusal:
            if number == MOST_DRAWS * runs - 1:
                raise refusal
        if len(made) == runs:
            break
    return made


def runs_of(options, federation, runs):
    """A federation's first runs, made once for all attackers."""
    return made_runs(federation, options.programs, options.data, options.seed, runs)


@functools.cache
def made_runs(federation, programs, data, seed, runs):
    options = argparse.Namespace(programs=programs, data=data, seed=seed)
    return first_that_run(lambda number: federation.run(options, number), runs)


def alike(records, sizes, rng):
    """Sites of these sizes of one population, and others."""
    left = len(records) - sum(sizes)
    *subjects, others = parts(records, [*sizes, min(max(200, sum(sizes)), 1000, left)], rng)
    return subjects, others


def of_one_population(name, read, sizes, normalization):
    return Unreferenced(name, {"normalization": normalization}, lambda folder, rng: alike(read(folder), sizes, rng))


def told(sizes):
    return f"{len(sizes)} × {sizes[0]}" if len(set(sizes)) == 1 else f"{len(sizes)} sites, the last of {sizes[-1]}, {sum(sizes)} subjects"


def digits(*sizes):
    return of_one_population(f"MNIST, {told(sizes)}", mnist, sizes, "none")


def scans(*sizes):
    return of_one_population(f"ABIDE, {told(sizes)}, 24 measures", lambda folder: abide(folder, "anatomical_spatial"), sizes, "zscore")


def functional(*sizes):
    return of_one_population(f"ABIDE, {told(sizes)}, 7 measures", lambda folder: abide(folder, "functional_temporal"), sizes, "zscore")


def halves(folder, rng):
    sites = [parts(site, [len(site) // 2, len(site) - len(site) // 2], rng) for site in abide_by_site(folder)]
    own, others = zip(*sites)
    return list(own), together(others)


def together(records):
    return Records(np.vstack([each.values for each in records]), records[0].features)


def true_sites():
    """Half of each true site's scans take part. Two sites have 18, fewer than sites want by default."""
    inputs = {"normalization": "zscore", "site_settings": {"least_subjects": 10}}
    return Unreferenced("ABIDE, 8 true sites, 288 scans' 68 measures", inputs, halves)
