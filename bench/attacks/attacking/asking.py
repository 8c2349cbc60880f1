"""Ways for a coordinator to learn, from the sums of method dsne, what the subjects of all sites add up to.

Each is a class with `seen`, a vector made of what the sites answer, `contributions`, what single people would add to it, and `expected`,
what it would be with so many people of a kind.
"""

import numpy as np

from attacking.contributing import Affinities, PERPLEXITY
from attacking.federation import Federation, Refused, Site, matrix
from attacking.matrices import pack, unpack
from attacking.sums import sum_over_sites
from attacking.tsne import Watched, affinities_among, repulsion, weights_between

LEAST_LEARNING_RATE = 10
MOMENTUM = 0.5
MAP_BOUND = 1e6  # bound of the sites' terms (shared/exchange/site_answers.h)
FEWEST_AT_OTHERS = 20


def federation_of(study, sites, reference):
    """Returns the sites by name, each with its subjects; the first brings the reference."""
    inputs = {"method": "dsne", "normalization": study.normalization, "site_data": "subjects.csv"}
    inputs |= {"site_settings": {"share_places": False, "allow": ["dsne"]}}
    federation = {f"site{number}": Site(dict(inputs), {"subjects.csv": subjects.csv()}) for number, subjects in enumerate(sites)}
    federation["site0"].inputs["reference_data"] = "reference.csv"
    federation["site0"].files["reference.csv"] = reference.csv()
    return federation


def rounds_of(programs, sites, ask=lambda message, turn: None):
    """Returns each round's message as the sites received it, their answers, and what the first site keeps, which only its own people can know."""
    told, count = None, 0
    with Federation(programs, sites) as federation:
        for turn in federation.turns():
            if told is not None:
                yield told, turn.answers.values(), federation.sites["site0"].cache["method"]
            if turn.phase == "embed":
                ask(turn.message, count)
                told, count = turn.message, count + 1
            elif told is not None:
                return
    raise Refused("the run ended before its rounds")


def slopes_of_rounds(programs, sites, own, last, ask=lambda message, turn: None):
    """Returns the sum of the sites' gradients on the reference in each round up to the last that matters, and the reference's places.

    Each site has `own` subjects. Sites have gains of their own, but equal ones as long as nothing moves.
    """
    watched = None
    for number, (told, answers, _) in enumerate(rounds_of(programs, sites, ask)):
        places = matrix(told, "reference_places")
        watched = watched or Watched(np.ones(places.shape))
        rate = max((own + len(places)) / 48, LEAST_LEARNING_RATE)
        displaced = sum_over_sites(answers, "reference_displacement", MAP_BOUND)
        velocity = len(sites) * matrix(told, "reference_velocity")
        yield watched.gradient(velocity, displaced, rate, MOMENTUM), places
        if number == last:
            return
    raise Refused("the run ended before the round that matters")


def say(message, places, velocity):
    """Tells the sites that the reference is at these places, or all of it at this one, and moves along the first axis."""
    points = message["reference_places"]["rows"]
    message["reference_places"] = pack(np.broadcast_to(places, (points, 2)))
    message["reference_velocity"] = pack(np.tile([velocity, 0.0], (points, 1)))
    message["shift"] = [0.0, 0.0]


class Lie:
    """Says that the whole reference is one point, where every subject is then placed too; in the next round it is far away.

    The gradient on each reference point is then the sum of its affinities to all subjects, times known numbers.
    """

    attacker = "coordinator that lies"
    reads_sums = True
    distance = 1000.0
    last = 1

    def ask(self, message, number):
        say(message, np.array([[number * self.distance, 0.0]]), 0.0)

    def seen(self, programs, study, sites, reference):
        own, points = len(sites[0]), len(reference)
        federation = federation_of(study, sites, reference)
        *_, (slope, _) = slopes_of_rounds(programs, federation, own, self.last, self.ask)
        weight = 1 / (1 + self.distance**2)
        all_weights = own * (own - 1) + points * (points - 1) + 2 * own * points * weight
        pull = slope[:, 0] / 4 + len(sites) * own * weight**2 * self.distance / all_weights
        return pull / (weight * self.distance) * 2 * (own + points)

    def contributions(self, programs, study, people, company, reference):
        prepared = study.prepared_by(reference)
        return Affinities(prepared(company), prepared(reference)).of(prepared(people))

    def expected(self, contributions, sites, size, *_):
        return sites * size * contributions.mean(axis=0)


class Listening:
    """The coordinator keeps to the protocol and looks at the first round's gradient.

    A subject's start follows from its record, so the attacker's own site can place everyone whose record he has.
    """

    attacker = "coordinator that listens"
    reads_sums = False
    last = 0
    simulated = 8

    def ask(self, message, number):
        """Changes no message."""

    def seen(self, programs, study, sites, reference):
        own = len(sites[0])
        rounds = slopes_of_rounds(programs, federation_of(study, sites, reference), own, self.last, self.ask)
        slopes, self.maps = zip(*rounds)
        return np.hstack([slope.ravel() for slope in slopes]) / 2 * (own + len(reference))

    def places_of(self, programs, study, people, reference):
        """Returns the people's places at the start of each round. A sum needs three sites, so two more sites have a few of the people, too."""
        few = people.at(slice(FEWEST_AT_OTHERS))
        rounds = rounds_of(programs, federation_of(study, [people, few, few], reference), self.ask)
        kept = [kept for _, (_, _, kept) in zip(range(self.last + 1), rounds)]
        return [unpack(state["places"]) - unpack(state["velocity"]) for state in kept]

    def contributions(self, programs, study, people, company, reference):
        """Returns each person's own forces on the reference, without the changes that the person's presence makes to the forces of others."""
        prepared = study.prepared_by(reference)
        self.points, self.public = prepared(people), prepared(reference)
        shares = Affinities(prepared(company), self.public).of(self.points)
        places = self.places_of(programs, study, people.with_more(company), reference)
        self.places = [of_all[: len(people)] for of_all in places]
        of_company = [of_all[len(people) :] for of_all in places]
        return np.hstack([forces_on(*now, shares) for now in zip(self.maps, self.places, of_company)])

    def expected(self, contributions, sites, size, others, rng):
        """Returns the mean answer of made-up sites, times the number of sites; `others` are the rows of people who are not candidates."""
        drawn = [rng.choice(others, size, replace=False) for _ in range(self.simulated)]
        return sites * np.mean([self.gradient(self.points[rows], [places[rows] for places in self.places]) for rows in drawn], axis=0)

    def gradient(self, points, places):
        """Returns what a site of these people, present in every round, would answer."""
        own = len(points)
        conditional = affinities_among(np.vstack([points, self.public]), PERPLEXITY)
        affinities = (conditional + conditional.T)[own:]
        return np.hstack([gradient_on(map_, there, affinities) for map_, there in zip(self.maps, places)])


def forces_on(reference, people, company, shares):
    """Returns each person's own forces on the reference, in a map together with the given people."""
    everyone = np.vstack([company, reference])
    normalizer = weights_between(everyone, everyone).sum() - len(everyone)
    near = weights_between(people, reference)
    pull = shares * near - 2 * (len(everyone) + 1) / normalizer * near**2
    return (pull[:, :, None] * (reference[None] - people[:, None])).reshape(len(people), -1)


def gradient_on(reference, people, affinities):
    """Returns the gradient on the reference, from each point's affinities to the people and to the reference."""
    everyone = np.vstack([people, reference])
    shares = affinities * weights_between(reference, everyone)
    pull = shares.sum(axis=1)[:, None] * reference - shares @ everyone
    return (pull - 2 * len(everyone) * repulsion(everyone)[len(people) :]).ravel()
