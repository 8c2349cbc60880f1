#!/usr/bin/env python3
"""Who takes part, from the sums over the subjects that a given reference lacks (`reference=extended`).

The attacker is the coordinator, keeps to the protocol, and holds records of people of a group that the reference lacks: of those who are in
the sums, and of others like them whom it would lack. Landmarks are learned from the sums of a tree, as without a reference, but along the reference's components, and over those
alone whom it lacks. So he weighs the nodes that a candidate would be in as landmark_members does, by tests fitted to his other runs.
"""

import numpy as np

from attacking import telling
from attacking.belonging import by_tree
from attacking.data import Records, mnist, mnist_labels, parts
from attacking.federation import Federation, Refused, Site
from attacking.fitted import area_by_other_runs
from attacking.landmarks import MEMBERS_BOUND, Listener, Node
from attacking.preparing import COMPONENTS, components
from attacking.sums import sum_over_sites
from attacking.tsne import squared_distances
from sums_membership import ABOVE_CHANCE

NAME = "landmark_extended"
REFERENCE = 500
LACKED = 0  # the digit
NEAREST = 15  # among which a subject that the reference lacks has none of it (shared/federated/reference/lacking_subjects.cpp)
FURTHEST = 10  # radii of the reference (shared/federated/reference/extension.cpp)


def add_options(parser):
    parser.add_argument("--federations", nargs="+", default=["3x60"], help="sites × subjects of the digit at each; twice as many digits are needed (%(default)s)")
    parser.add_argument("--beside", type=int, default=20, help="subjects of each site like the reference (%(default)s)")
    parser.add_argument("--runs", type=int, default=4, help="two at least: a run's test is fitted to the others (%(default)s)")


class ExtensionListener(Listener):
    """What is heard of a tree over those whom the reference lacks; values are what the run compares, along the reference's components."""

    def __init__(self, dimensions):
        super().__init__()
        self.dimensions = dimensions

    def hear_lacking(self, _, answers):
        self.learned.subjects = int(round(sum_over_sites(answers, "lacking", MEMBERS_BOUND)[0, 0]))
        self.learned.nodes.append(Node(np.eye(self.dimensions), self.learned.subjects))

    def finish(self, reference):
        """Reads the sums, whose bound is the reference's."""
        if self.learned.subjects == 0:
            raise Refused("the reference lacks nobody")
        learned = self.learned
        learned.told_mean, learned.scale, learned.components = reference.mean(axis=0), np.ones(self.dimensions), np.eye(self.dimensions)
        radius = FURTHEST * np.linalg.norm(reference - learned.told_mean, axis=1).max()
        self.bound = learned.subjects * radius**2
        for read, arguments in self.later:
            read(*arguments)
        root = learned.nodes[0]
        learned.variances = np.full(self.dimensions, root.squares / root.members / self.dimensions)
        return learned


def prepared_by(reference):
    """What the run compares of records: along the reference's principal components, whose largest entries are positive."""
    prepare = components(reference)
    largest = np.abs(prepare.axes).argmax(axis=0)
    prepare.axes = prepare.axes * np.sign(prepare.axes[largest, np.arange(len(largest))])
    return prepare


def heard(options, sites, reference):
    """What the coordinator heard of the tree."""
    inputs = {"method": "single-shot", "site_data": "subjects.csv", "normalization": "none", "reference": "extended"}
    given = {f"site{number}": Site(dict(inputs), {"subjects.csv": own.csv()}) for number, own in enumerate(sites)}
    given["site0"].inputs["reference_data"] = "reference.csv"
    given["site0"].files["reference.csv"] = reference.csv()
    listener, told = ExtensionListener(COMPONENTS), {}
    with Federation(telling.programs_of(options), given) as federation:
        for turn in federation.turns():
            if told.get("phase") == "landmarks":
                listener.take(told, turn.answers)
            if told.get("phase") == "landmarks" and turn.phase != "landmarks":
                return listener.finish(prepared_by(reference)(reference))
            told = turn.message
    raise Refused("the run ended before landmarks were learned")


def lacking(own, reference):
    """Which of a site's subjects the reference lacks, by the program's rule: about those who take part and those who do not is asked alike."""
    squared = squared_distances(own.values, own.with_more(reference).values)
    squared[np.arange(len(own)), np.arange(len(own))] = np.inf
    return (np.argsort(squared, axis=1)[:, :NEAREST] < len(own)).all(axis=1)


def told_of_candidates(options, federation, run):
    """Signs of each candidate, who of them is in the sums, and what was heard."""
    sites, size = map(int, federation.split("x"))
    rng = np.random.default_rng([options.seed, run])
    records, labels = mnist(options.data), mnist_labels(options.data)
    lacked, usual = (records.at(np.flatnonzero(which)) for which in (labels == LACKED, labels != LACKED))
    # The first half takes part. The others are asked about if the reference would lack them at such sites, too.
    reference, *beside = parts(usual, [REFERENCE, *2 * sites * [options.beside]], rng)
    of_digit = parts(lacked, 2 * sites * [size], rng)
    at_sites = [own.with_more(more) for own, more in zip(of_digit, beside)]
    learned = heard(options, at_sites[:sites], reference)
    asked = [own.values[lacking(own, reference)] for own in at_sites]
    prepare = prepared_by(reference)
    candidates = prepare(Records(np.vstack(asked), reference.features))
    return by_tree(learned, candidates), np.arange(len(candidates)) < sum(map(len, asked[:sites])), learned


def membership(options, federation):
    told = [told_of_candidates(options, federation, run) for run in range(options.runs)]
    area = area_by_other_runs([(signs, members) for signs, members, _ in told])
    figures = {
        "area under the curve, by the tree's sums": area,
        "subjects in the sums": float(np.mean([learned.subjects for *_, learned in told])),
        "of these, as counted here": float(np.mean([members.sum() for _, members, _ in told])),
        "landmarks": float(np.mean([len(learned.leaves()) for *_, learned in told])),
        "runs": options.runs,
    }
    return figures, area > ABOVE_CHANCE


def cases(options):
    for federation in options.federations:
        setting = f"extended reference, MNIST, {federation.replace('x', ' × ')} of a digit that the reference lacks"
        yield telling.Case("coordinator with records", setting, lambda f=federation: membership(options, f))


if __name__ == "__main__":
    telling.main(__name__)
