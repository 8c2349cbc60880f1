"""What a run makes known while it learns its reference, read from the messages of a real run (docs/protocol.md, `landmarks`).

The sums are the coordinator's: sites' masked terms, added up. Which node of the tree a record would be in, and where it lies in the
components, follows from what was asked. So whoever knows some of the subjects can take their part out of every sum.
"""

import json
from dataclasses import dataclass, field, replace

import numpy as np

from attacking.federation import Federation, Refused, Site, matrix, needed
from attacking.matrices import unpack
from attacking.sums import sum_over_sites

MEMBERS_BOUND = 2.0**31
WIDE_BOUND = 2.0**48
WIDE_UNITS = 2.0 ** (96 - 48 * np.arange(6))  # what a number's digits stand for


def federation_of(sites, inputs):
    """Sites by name, each with its subjects, and no reference at any."""
    inputs = {"method": "single-shot", "site_data": "subjects.csv"} | inputs
    return {f"site{number}": Site(dict(inputs), {"subjects.csv": subjects.csv()}) for number, subjects in enumerate(sites)}


@dataclass
class Node:
    """A group of subjects: sums over them, and how they were asked about."""

    axes: np.ndarray  # rows; second moments are known along them
    members: int = 0
    total: np.ndarray = None  # the sum of coordinates
    squares: float = 0.0
    products: np.ndarray = None  # axes × axes
    direction: np.ndarray = None
    thresholds: np.ndarray = None
    below: np.ndarray = None
    threshold: float = None  # where it was split
    children: tuple = ()
    parent: int = None

    @property
    def mean(self):
        return self.total / self.members

    @property
    def scatter(self):
        """Second moments about the mean."""
        along = self.axes @ self.mean
        return self.products - self.members * np.outer(along, along)

    @property
    def spread(self):
        return self.squares - self.members * self.mean @ self.mean


@dataclass
class Learned:
    """All that the coordinator has heard. Features are as the sites have them, coordinates are in the components."""

    subjects: int = 0
    digits: np.ndarray = None  # of the sums of values: features × 6
    square_digits: np.ndarray = None  # of the sums of squares about the mean that was told
    told_mean: np.ndarray = None
    squares: np.ndarray = None  # the same as numbers
    bases: list = field(default_factory=list)
    products: list = field(default_factory=list)  # in scaled features
    components: np.ndarray = None
    variances: np.ndarray = None  # along them
    scale: np.ndarray = None
    nodes: list = field(default_factory=list)

    def centred(self, values):
        return (values - self.told_mean) / self.scale

    def coordinates(self, values):
        return self.centred(values) @ self.components

    def way(self, place):
        """The nodes that a record with these coordinates is in, or would be."""
        way = [0]
        while self.nodes[way[-1]].children:
            node = self.nodes[way[-1]]
            way.append(node.children[int(place @ node.direction > node.threshold)])
        return way

    def leaves(self):
        return [number for number, node in enumerate(self.nodes) if not node.children]

    def members_of(self, places):
        """Of each node, the rows that are in it."""
        rows = [[] for _ in self.nodes]
        for row, place in enumerate(places):
            for node in self.way(place):
                rows[node].append(row)
        return [np.array(each, int) for each in rows]

    def without(self, values):
        """The same sums without subjects whose records are known."""
        places, centred = self.coordinates(values), self.centred(values)
        left = replace(self, subjects=self.subjects - len(values), nodes=[])
        left.products = [seen - centred.T @ (centred @ basis) for seen, basis in zip(self.products, self.bases)]
        for node, rows in zip(self.nodes, self.members_of(places)):
            there = places[rows]
            along = there @ node.axes.T
            rest = replace(node, members=node.members - len(rows), total=node.total - there.sum(axis=0))
            rest.squares = node.squares - (there**2).sum()
            rest.products = node.products - along.T @ along
            if node.below is not None:
                rest.below = node.below - ((there @ node.direction)[:, None] <= node.thresholds).sum(axis=0)
            left.nodes.append(rest)
        return left


def wide(digits):
    """The numbers that were sent in digits; a difference of two runs' digits loses none."""
    return digits @ WIDE_UNITS


def symmetric(triangle, size):
    """A matrix from its entries 11, 12, 22, 13, …"""
    result = np.zeros((size, size))
    rows = [(a, b) for b in range(size) for a in range(b + 1)]
    for (a, b), value in zip(rows, triangle):
        result[a, b] = result[b, a] = value
    return result


class Listener:
    """Takes a run's messages, question by question. Sums of products are read last: what they are in units of depends on the scale,
    which is in the reference that all sites get."""

    def __init__(self):
        self.learned = Learned()
        self.later = []

    def take(self, told, answers):
        stage = needed(told, "stage")
        hear = getattr(self, f"hear_{stage}", None)
        if hear:
            hear(told, list(answers.values()))

    def hear_mean(self, told, answers):
        self.learned.subjects = int(round(sum_over_sites(answers, "subjects", MEMBERS_BOUND)[0, 0]))
        self.learned.digits = sum_over_sites(answers, "values", WIDE_BOUND)
        self.learned.told_mean = wide(self.learned.digits) / sum_over_sites(answers, "present", MEMBERS_BOUND)[0].round()
        self.scales = needed(told, "parameters")["normalization"] == "zscore"

    def hear_spread(self, told, answers):
        self.learned.square_digits = sum_over_sites(answers, "squares", WIDE_BOUND)
        self.learned.squares = wide(self.learned.square_digits)

    def hear_subspace(self, told, answers):
        self.learned.scale = self.scale_now()
        self.learned.bases.append(matrix(told, "basis"))
        self.later.append((self.read_products, (answers,)))

    def scale_now(self):
        """What the coordinator himself takes for the scale before all are told."""
        deviations = np.sqrt(self.learned.squares / self.learned.subjects)
        flat = deviations <= 1e-12 * np.abs(self.learned.told_mean)
        return np.where(flat, np.inf, deviations) if self.scales else np.ones(len(flat))

    def hear_moments(self, told, answers):
        nodes = self.learned.nodes
        if not nodes:
            self.learned.components = matrix(told, "basis")
            self.learned.variances = matrix(told, "variances")[:, 0]
            nodes.append(Node(np.eye(self.learned.components.shape[1]), self.learned.subjects))
        for cut in told.get("cuts", []):
            self.cut(cut["node"], cut["threshold"], cut.get("turn"))
        asked = told["axes"] if "axes" in told else needed(told, "components")
        for number, axes in zip(told["nodes"], asked):
            nodes[number].axes = nodes[number].axes[:axes]
        self.later.append((self.read_moments, (told["nodes"], answers)))

    def cut(self, number, threshold, turn):
        nodes, node = self.learned.nodes, self.learned.nodes[number]
        axes = np.eye(self.learned.components.shape[1]) if turn is None else unpack(turn) @ node.axes
        node.threshold, node.children = node.thresholds[threshold], (len(nodes), len(nodes) + 1)
        below = int(node.below[threshold])
        nodes += [Node(axes, below, parent=number), Node(axes, node.members - below, parent=number)]

    def hear_count(self, told, answers):
        below = np.round(sum_over_sites(answers, "below", MEMBERS_BOUND)[:, 0])
        for number, direction, thresholds in zip(told["nodes"], matrix(told, "directions"), told["thresholds"]):
            node = self.learned.nodes[number]
            node.direction, node.thresholds = direction, np.array(thresholds)
            node.below, below = below[: len(thresholds)], below[len(thresholds) :]

    def hear_reference(self, text):
        reference = json.loads(text)
        self.learned.scale = unpack(reference["scale"])[0]
        self.learned.scale[reference["without_spread"]] = np.inf
        self.bound = (self.learned.squares / self.learned.scale**2).sum()
        for read, arguments in self.later:
            read(*arguments)

    def read_products(self, answers):
        self.learned.products.append(sum_over_sites(answers, "products", self.bound))

    def read_moments(self, numbers, answers):
        totals = sum_over_sites(answers, "node_sums", np.sqrt(self.learned.subjects * self.bound))
        rest = sum_over_sites(answers, "node_products", self.bound)[:, 0]
        for number, total in zip(numbers, totals):
            node = self.learned.nodes[number]
            size = len(node.axes)
            count = size * (size + 1) // 2
            node.total, node.squares, node.products = total, rest[0], symmetric(rest[1 : 1 + count], size)
            rest = rest[1 + count :]


def learned_by(programs, sites, inputs, ask=lambda message, listener: None):
    """What the coordinator hears until the reference is learned. `ask` may change its questions before the sites get them."""
    listener, told = Listener(), {}
    with Federation(programs, federation_of(sites, inputs)) as federation:
        for turn in federation.turns():
            if told.get("phase") == "landmarks":
                listener.take(told, turn.answers)
            if turn.phase == "reference" and listener.learned.nodes:
                (text,) = turn.files.values()
                listener.hear_reference(text)
                return listener.learned
            if turn.phase == "landmarks":
                ask(turn.message, listener)
            told = turn.message
    raise Refused("the run ended before a reference was learned")
