#!/usr/bin/env python3
"""Who takes part, from the sums that `fedne` makes known in its rounds.

The attacker keeps to the protocol and holds records of people. He is the coordinator, who knows each round's network and the sum of all sites'
updates. For each candidate he computes how its loss changes with the weights, among other people whose records he has; these also tell him what
sums without the candidate look like, and how they vary. There are two tests, as in sums_membership: each candidate alone and, where all members
are among the candidates, all together, by how strongly each must pull at the network to explain the sum.
"""

import numpy as np

from attacking import telling
from attacking.contributing import RIDGE, area_under_curve
from attacking.data import parts
from attacking.federation import Federation, Refused, Site
from attacking.matrices import unpack
from attacking.sums import sum_over_sites
from sums_membership import ABOVE_CHANCE, Study, divided

NAME = "fedne_members"
WIDTH, DIMENSIONS = 64, 2
NEIGHBOURS, REPULSION, SOFTENING = 7, 5, 1e-4  # shared/methods/fedne/map_network.h, shared/nn/neighbour_embedding.h
UPDATE_BOUND = 1e9
SMALL = 1e-4  # of the equations' mean, so that they have a solution
COMPANIES = 8  # groups of other people with whom a candidate could be at a site
WAYS = {
    "weights averaged": {"averaged": "weights", "input_noise": 0},
    "gradients averaged": {"averaged": "gradients", "input_noise": 0},
    "gradients, the reference for other sites": {"averaged": "gradients", "input_noise": 0, "surrogates": "reference"},
    "as by default": {"surrogates": "reference"},
}


def add_options(parser):
    parser.add_argument("--federations", nargs="+", default=["3x20", "10x200"], help="sites × subjects (%(default)s)")
    parser.add_argument("--rounds", type=int, nargs="+", default=[1, 10, 30], help="that are heard (%(default)s)")
    parser.add_argument("--runs", type=int, default=2, help="for each figure (%(default)s)")
    parser.add_argument("--others", type=int, default=200, help="candidates who take no part (%(default)s)")
    parser.add_argument("--known-others", type=int, default=400, help="people to learn from (%(default)s)")
    parser.add_argument("--whole-run", type=int, default=200, help="rounds that the run is set to (%(default)s)")
    parser.add_argument("--solved-rounds", type=int, default=1, help="that are solved for all who could be there (%(default)s)")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), help="of averaging")


class Inputs:
    """The network's inputs from records: along the reference's principal components, in the reference's units."""

    def __init__(self, study, reference):
        self.prepare = study.prepared_by(reference)
        of_reference = self.prepare(reference)
        self.mean, self.unit = of_reference.mean(axis=0), of_reference.std()
        self.reference = self(reference)

    def __call__(self, records):
        return (self.prepare(records) - self.mean) / self.unit

    def turned(self, own_copy):
        """Returns the program's signs of the components, which are arbitrary, from the coordinator's copy of the prepared reference."""
        signs = np.sign((own_copy * self.reference).sum(axis=0))
        if np.abs(self.reference * signs * self.unit + self.mean * signs - own_copy).max() > 1e-6 * np.abs(own_copy).max():
            raise Refused("the attacker's copy of the preprocessing is not this version's")
        return signs


class Network:
    """A network and its gradients by point, as products of each layer's input and the slope behind the layer."""

    def __init__(self, weights, features, behind=(WIDTH, WIDTH, WIDTH, DIMENSIONS)):
        self.layers, at = [], 0
        widths = [features, *behind]
        for inputs, outputs in zip(widths, widths[1:]):
            matrix = weights[at : at + inputs * outputs].reshape(outputs, inputs)
            at += inputs * outputs
            self.layers.append((matrix, weights[at : at + outputs]))
            at += outputs

    def inputs_of_layers(self, points):
        all_ = [points]
        for number, (matrix, biases) in enumerate(self.layers):
            points = points @ matrix.T + biases
            if number < len(self.layers) - 1:
                points = np.maximum(points, 0)
            all_.append(points)
        return all_

    def places(self, points):
        return self.inputs_of_layers(points)[-1]

    def gradients(self, points, slopes):
        """Returns for each layer its input, with a 1 for the bias, and the slope behind it."""
        values, found = self.inputs_of_layers(points), []
        for number in range(len(self.layers) - 1, -1, -1):
            found.insert(0, (np.hstack([values[number], np.ones((len(points), 1))]), slopes))
            slopes = (slopes @ self.layers[number][0]) * (values[number] > 0)
        return found


def slopes_among(places, own_inputs, company_places, company_inputs):
    """Returns how each point's loss changes with its place."""
    squared = (own_inputs**2).sum(axis=1)[:, None] + (company_inputs**2).sum(axis=1) - 2 * own_inputs @ company_inputs.T
    squared[squared < 1e-9] = np.inf  # itself
    near = np.argsort(squared, axis=1)[:, :NEIGHBOURS]
    to_near = places[:, None] - company_places[near]
    slopes = (2 * to_near / (1 + (to_near**2).sum(axis=2, keepdims=True))).mean(axis=1)
    away = places[:, None] - company_places[None]
    apart = (away**2).sum(axis=2) + SOFTENING
    return slopes - (2 * REPULSION * away / (apart * (apart + 1))[:, :, None]).mean(axis=1)


class Gradients:
    """The gradients of some points; only their inner products are needed."""

    def __init__(self, network, inputs, companies):
        places = network.places(inputs)
        slopes = np.mean([slopes_among(places, inputs, network.places(each), each) for each in companies], axis=0)
        self.layers = network.gradients(inputs, slopes)

    def with_each(self, others):
        return sum((a @ b.T) * (d @ e.T) for (a, d), (b, e) in zip(self.layers, others.layers))

    def with_sum(self, sum_):
        products, at = 0, 0
        for values, slopes in self.layers:
            inputs, outputs = values.shape[1] - 1, slopes.shape[1]
            matrix = sum_[at : at + inputs * outputs].reshape(outputs, inputs)
            at += inputs * outputs
            biases = sum_[at : at + outputs]
            at += outputs
            products = products + ((values @ np.hstack([matrix, biases[:, None]]).T) * slopes).sum(axis=1)
        return products


def federation_of(options, way, study, sites, reference, rounds):
    """Returns the sites by name; the first brings the reference."""
    inputs = {"method": "fedne", "site_data": "subjects.csv", "normalization": study.normalization, "surrogates": "none",
              "max_iterations": max(options.whole_run, rounds), "site_settings": {"allow": ["fedne"]}} | way
    federation = {f"site{number:02}": Site(dict(inputs), {"subjects.csv": own.csv()}) for number, own in enumerate(sites)}
    federation["site00"].inputs["reference_data"] = "reference.csv"
    federation["site00"].files["reference.csv"] = reference.csv()
    return federation


def heard_run(options, way, study, sites, reference, rounds):
    """Returns by round the coordinator's message and the sum of the sites' answers, and the reference as the coordinator prepared it."""
    federation = federation_of(options, way, study, sites, reference, rounds)
    heard, told = [], {}
    with Federation(telling.programs_of(options), federation) as running:
        for turn in running.turns():
            if told.get("stage") == "iterate" and told.get("phase") == "embed":
                heard.append((told, sum_over_sites(turn.answers.values(), "network_update", UPDATE_BOUND)[0]))
                if len(heard) == rounds:
                    return heard, prepared_reference(running.remote, len(reference))
            told = dict(turn.message)
    raise Refused("the run ended before its rounds")


def prepared_reference(coordinator, points):
    """Reads the prepared reference from the coordinator's own cache folder (shared/methods/disk_cache.cpp): a header and the matrix."""
    header = 112
    for path in coordinator.folders["cache"].rglob("*.points"):
        return np.frombuffer(path.read_bytes()[header:], dtype="<f8").reshape(points, -1)
    raise Refused("the coordinator keeps no prepared reference")


class Round:
    """Inner products of people's gradients with each other and with the sum; the last `known` of the people are usual ones."""

    def __init__(self, companies, people, known, message, sum_, members):
        network = Network(unpack(message["network"])[0], people.shape[1])
        gradients = Gradients(network, people, companies)
        self.products, self.sums = gradients.with_each(gradients), gradients.with_sum(sum_)
        usual = slice(len(people) - known, None)
        mean_mean = self.products[usual, usual].mean()
        self.sums = self.sums / (self.sums[usual].mean() / (members * mean_mean))
        self.usual, self.known, self.members = usual, known, members

    def alone(self):
        """Returns how much likelier the sum is with each candidate, if everybody's gradients are distributed like the usual people's."""
        usual, known = self.usual, self.known
        mean_with = self.products[:, usual].mean(axis=1)
        mean_mean = mean_with[usual].mean()
        centred = self.products - mean_with[:, None] - mean_with[None] + mean_mean
        excess = self.sums - self.sums[usual].mean() - self.members * (mean_with - mean_mean)
        among = centred[usual, usual]
        rest = RIDGE * np.trace(among) / known**2
        solved = np.linalg.solve(known * rest * np.eye(known) + among, np.column_stack([centred[usual], excess[usual]]))
        with_excess = excess - centred[:, usual] @ solved[:, -1]
        with_itself = np.diag(centred) - (centred[:, usual] * solved[:, :-1].T).sum(axis=1)
        return (with_excess - 0.5 * with_itself) / rest


def pulled(network, people, sum_):
    """Returns how strongly each of these people pulls at the network, if the sum consists of them alone.

    A subject's gradient is linear in the slope of the loss at its place, two numbers; everything else in it follows from its record.
    So the attacker need not know the subject's neighbours.
    """
    count = len(people)
    columns = Gradients.__new__(Gradients)
    columns.layers = network.gradients(np.repeat(people, DIMENSIONS, axis=0), np.tile(np.eye(DIMENSIONS), (count, 1)))
    gram = columns.with_each(columns)
    gram += SMALL * np.trace(gram) / len(gram) * np.eye(len(gram))
    slopes = np.linalg.solve(gram, columns.with_sum(sum_)).reshape(count, DIMENSIONS)
    squares = (slopes**2).sum(axis=1)
    return squares / squares.mean()


class Listener:
    """All rounds of one run, and everyone who might be in it."""

    def __init__(self, options, study, federation, way, run):
        sites, size = map(int, federation.split("x"))
        rng = np.random.default_rng([options.seed, run])
        reference, subjects, strangers, known = parts(study.records, [study.reference, sites * size, options.others, options.known_others], rng)
        inputs = Inputs(study, reference)
        heard, own_copy = heard_run(options, WAYS[way], study, divided(subjects, sites), reference, max(options.rounds))
        signs = inputs.turned(own_copy)
        self.members, self.everyone = len(subjects), len(subjects) + len(strangers)
        people = signs * np.vstack([inputs(each) for each in (subjects, strangers, known)])
        usual = people[self.everyone :]
        companies = [usual[rng.choice(len(usual), size - 1, replace=False)] for _ in range(COMPANIES)]
        self.rounds = [Round(companies, people, len(known), message, sum_, self.members) for message, sum_ in heard]
        candidates = np.vstack([people[: self.everyone], signs * inputs.reference])  # reference points that stand for subjects pull, too
        # More rounds tell nothing new, and thousands of people take long.
        first = heard[: options.solved_rounds] if way != "weights averaged" else []
        self.pulls = [pulled(Network(unpack(message["network"])[0], people.shape[1]), candidates, sum_) for message, sum_ in first]

    def figures(self, rounds):
        heard = self.rounds[:rounds]
        alone = sum(each.alone() for each in heard)[: self.everyone]
        scores = {"each candidate alone": alone}
        if self.pulls:
            scores["all who could be there"] = np.log(self.pulls[:rounds]).sum(axis=0)[: self.everyone]
        return {name: area_under_curve(score[: self.members], score[self.members :]) for name, score in scores.items()}


def membership(options, study, federation, way):
    listeners = [Listener(options, study, federation, way, run) for run in range(options.runs)]
    figures = {}
    for rounds in options.rounds:
        for name in listeners[0].figures(1):
            values = [listener.figures(rounds)[name] for listener in listeners]
            figures[f"area under the curve, {rounds} rounds, {name}"] = float(np.mean(values))
    return figures | {"runs": options.runs}, max(figures.values()) > ABOVE_CHANCE


def cases(options):
    study = Study(options, "MNIST")
    for federation in options.federations:
        for way in options.ways:
            setting = f"fedne, {way}, MNIST, members of {federation.replace('x', ' × ')}"
            yield telling.Case("coordinator that listens", setting, lambda f=federation, w=way: membership(options, study, f, w))


if __name__ == "__main__":
    telling.main(__name__)
