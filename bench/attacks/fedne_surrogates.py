#!/usr/bin/env python3
"""Who is at which site, from the surrogates that sites of `fedne` send with `surrogates=sites`.

The attacker keeps to the protocol and holds records of people. He is the coordinator or another site: all of them receive each site's surrogate
and the network. The network places each candidate on the map, and the program's formula gives how the candidate repels the places of the grid.
Non-negative least squares over the rounds that he heard then tell which candidates each site's surrogate consists of, if it consists of
candidates alone. The sum of the shares is the site's number of subjects.
"""

import numpy as np
from scipy.optimize import nnls

from attacking import telling
from attacking.contributing import area_under_curve
from attacking.data import parts
from attacking.federation import Federation, Refused, needed
from attacking.matrices import unpack
from fedne_members import DIMENSIONS, Inputs, Network, federation_of, prepared_reference
from sums_membership import ABOVE_CHANCE, Study, divided

NAME = "fedne_surrogates"
HIDDEN = 64  # shared/nn/neighbour_embedding.cpp
AGREED = {"surrogates": "sites", "site_settings": {"allow": ["fedne"]}}
WAYS = {
    "steps by gradients": AGREED,
    "as published": AGREED | {"averaged": "weights", "input_noise": 0, "batch_edges": 64},
}
SMALL = 1e-9  # of the equations' mean


def add_options(parser):
    parser.add_argument("--federations", nargs="+", default=["3x20", "10x200"], help="sites × subjects (%(default)s)")
    parser.add_argument("--heard", type=int, nargs="+", default=[1, 5, 20], help="surrogates of each site (%(default)s)")
    parser.add_argument("--runs", type=int, default=2, help="for each figure (%(default)s)")
    parser.add_argument("--others", type=int, default=200, help="candidates who take no part (%(default)s)")
    parser.add_argument("--whole-run", type=int, default=200, help="rounds that the run is set to (%(default)s)")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), help="of averaging")


class Grid:
    """The grid of a message, as in shared/nn/neighbour_embedding.cpp."""

    def __init__(self, message):
        given = needed(message, "grid")
        self.low, self.step, side = np.array(given["low"]), given["step"], given["side"]
        at = np.meshgrid(*DIMENSIONS * [np.arange(side)], indexing="ij")
        self.points = self.low + self.step * np.stack(at, axis=-1).reshape(-1, DIMENSIONS)
        self.half_width = self.step * (side - 1) / 2

    def repulsion(self, places):
        """Returns how much each place (columns) repels each point (rows)."""
        squared = ((self.points[:, None] - places[None]) ** 2).sum(axis=2)
        return np.log1p(1 / (squared + self.step**2))

    def said(self, surrogate):
        """Returns a site's surrogate at each point, as a share of all subjects'."""
        network = Network(surrogate, DIMENSIONS, (HIDDEN, 1))
        return network.places((self.points - self.low - self.half_width) / self.half_width)[:, 0]


def heard_surrogates(options, federation, programs, most):
    """Returns, for each time, the message that asked for surrogates and these by site; and the reference as the coordinator prepared it."""
    heard, told = [], {}
    with Federation(programs, federation) as running:
        for turn in running.turns():
            if "grid" in told:
                heard.append((told, {site: unpack(needed(answer, "surrogate"))[0] for site, answer in turn.answers.items()}))
                if len(heard) == most:
                    return heard, prepared_reference(running.remote, options.reference)
            told = dict(turn.message)
    raise Refused("the run ended before its rounds")


class Equations:
    """Equations for the candidates that each site's surrogates consist of, summed over the times that surrogates were sent."""

    def __init__(self, people, sites, subjects):
        self.people, self.subjects = people, subjects
        self.products = np.zeros((len(people), len(people)))
        self.with_said = {site: np.zeros(len(people)) for site in sites}

    def take(self, message, surrogates):
        grid = Grid(message)
        network = Network(unpack(message["network"])[0], self.people.shape[1])
        of_each = grid.repulsion(network.places(self.people))
        self.products += of_each.T @ of_each
        for site, surrogate in surrogates.items():
            self.with_said[site] += of_each.T @ (self.subjects * grid.said(surrogate))

    def solved(self):
        """Returns by site how much of each candidate is in it."""
        count = len(self.products)
        root = np.linalg.cholesky(self.products + SMALL * np.trace(self.products) / count * np.eye(count))
        return {site: nnls(root.T, np.linalg.solve(root, said), maxiter=100 * count)[0] for site, said in self.with_said.items()}


def areas(shares, members):
    """Returns how well each site's shares separate its members from everyone else, and the error of its number of subjects."""
    told = {site: area_under_curve(share[members[site]], share[~members[site]]) for site, share in shares.items()}
    errors = [abs(share.sum() / members[site].sum() - 1) for site, share in shares.items()]
    return float(np.mean(list(told.values()))), float(np.median(errors))


def one_run(options, study, federation, way, run):
    """Returns the figures by how many surrogates of each site were heard."""
    sites, size = map(int, federation.split("x"))
    rng = np.random.default_rng([options.seed, run])
    reference, subjects, strangers = parts(study.records, [study.reference, sites * size, options.others], rng)
    options.reference = len(reference)
    given = federation_of(options, WAYS[way], study, divided(subjects, sites), reference, options.whole_run)
    heard, own_copy = heard_surrogates(options, given, telling.programs_of(options), max(options.heard))
    inputs = Inputs(study, reference)
    people = inputs.turned(own_copy) * np.vstack([inputs(subjects), inputs(strangers)])
    site_of = np.concatenate([np.repeat(np.arange(sites), size), np.full(len(strangers), -1)])
    members = {site: site_of == number for number, site in enumerate(given)}
    equations, figures = Equations(people, given, len(subjects)), {}
    for number, (message, surrogates) in enumerate(heard, start=1):
        equations.take(message, surrogates)
        if number in options.heard:
            figures[number] = areas(equations.solved(), members)
    return figures


def membership(options, study, federation, way):
    runs = [one_run(options, study, federation, way, run) for run in range(options.runs)]
    figures = {}
    for number in options.heard:
        area, error = np.mean([run[number] for run in runs], axis=0)
        figures[f"area under the curve, members of a site, {number} surrogates of each"] = float(area)
        figures[f"error of a site's number of subjects, {number} surrogates of each"] = float(error)
    best = max(value for name, value in figures.items() if name.startswith("area"))
    return figures | {"runs": options.runs}, best > ABOVE_CHANCE


def cases(options):
    study = Study(options, "MNIST")
    for federation in options.federations:
        for way in options.ways:
            setting = f"fedne, surrogates of sites, {way}, MNIST, members of {federation.replace('x', ' × ')}"
            yield telling.Case("coordinator or site that listens", setting, lambda f=federation, w=way: membership(options, study, f, w))


if __name__ == "__main__":
    telling.main(__name__)
