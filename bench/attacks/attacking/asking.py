"""Three ways for a coordinator to learn, from the sums of method dsne, what a site's subjects add up to.

Each is a class with `seen`, a vector made of what a site answers, `contributions`, what single people would add to it, and `expected`,
what it would be with so many people of a kind.
"""

import numpy as np

from attacking.contributing import Affinities, PERPLEXITY
from attacking.federation import Federation, Refused, Site, matrix
from attacking.matrices import pack, unpack
from attacking.tsne import Watched, affinities_among, repulsion, weights_between

LEAST_LEARNING_RATE = 10
MOMENTUM = 0.5


def site_of(study, subjects, reference):
    inputs = {"method": "dsne", "normalization": study.normalization, "site_data": "subjects.csv", "reference_data": "reference.csv"}
    files = {"subjects.csv": subjects.csv(), "reference.csv": reference.csv()}
    return Site(inputs | {"site_settings": {"share_places": False}}, files)


def rounds_of(programs, site, ask=lambda message, turn: None):
    """Each round's message as the site got it, its answer, and what it keeps to itself, which only its own people can know."""
    told, count = None, 0
    with Federation(programs, {"site": site}) as federation:
        for turn in federation.turns():
            if told is not None:
                yield told, turn.answers["site"], federation.sites["site"].cache["method"]
            if turn.phase == "embed":
                ask(turn.message, count)
                told, count = turn.message, count + 1
            elif told is not None:
                return
    raise Refused("the run ended before its rounds")


def slope_of_round(programs, site, own, last, ask=lambda message, turn: None):
    """The gradient on the reference in a round, and where the reference is in it."""
    watched = None
    for number, (told, answer, _) in enumerate(rounds_of(programs, site, ask)):
        places = matrix(told, "reference_places")
        watched = watched or Watched(np.ones(places.shape))
        rate = max((own + len(places)) / 48, LEAST_LEARNING_RATE)
        displaced = matrix(answer, "reference_displacement")
        slope = watched.gradient(matrix(told, "reference_velocity"), displaced, rate, MOMENTUM)
        if number == last:
            return slope, places
    raise Refused("the run ended before the round that matters")


class Lie:
    """The reference is said to be a single point, where every subject is then placed too; in the next round it is far away.

    The gradient is then, for each reference point, the sum of its affinities to all subjects, times what is known.
    """

    attacker = "coordinator that lies"
    distance = 1000.0
    last = 1

    def ask(self, message, number):
        self.say(message, np.array([[number * self.distance, 0.0]]), 0.0)

    @staticmethod
    def say(message, places, velocity):
        points = message["reference_places"]["rows"]
        message["reference_places"] = pack(np.broadcast_to(places, (points, 2)))
        message["reference_velocity"] = pack(np.tile([velocity, 0.0], (points, 1)))
        message["shift"] = [0.0, 0.0]

    def seen(self, programs, study, subjects, reference):
        own, points = len(subjects), len(reference)
        slope, _ = slope_of_round(programs, site_of(study, subjects, reference), own, self.last, self.ask)
        weight = 1 / (1 + self.distance**2)
        all_weights = own * (own - 1) + points * (points - 1) + 2 * own * points * weight
        pull = slope[:, 0] / 4 + own * weight**2 * self.distance / all_weights
        return pull / (weight * self.distance) * 2 * (own + points)

    def contributions(self, programs, study, people, company, reference):
        prepared = study.prepared_by(reference)
        return Affinities(prepared(company), prepared(reference)).of(prepared(people))

    def expected(self, contributions, size, *_):
        return size * contributions.mean(axis=0)


class LieByAndBy(Lie):
    """The same within what a site checks of the reference's moves (shared/dsne/plausible_reference.h).

    The start is the honest one. Twice the map's unit is always believed as a velocity, and later ten times what the site itself would
    have moved the reference, of which the velocity told before is a part, times the momentum: so each round's can be 4.5 times the last
    one's, and in the fifth round the whole reference is said to be far away. Subjects are not on one point, but near to one from there.
    """

    attacker = "coordinator that lies by and by"
    distance = 800.0
    last = 4

    def ask(self, message, number):
        if number == 0:
            self.start = unpack(message["reference_places"])
        if number < self.last:
            self.say(message, self.start, 2 * 4.5**number)
        else:
            self.say(message, self.start.mean(axis=0) + [[self.distance, 0.0]], 0.0)


class Listening:
    """The coordinator keeps to the protocol, and looks at the first round's gradient.

    A subject's place at the start follows from its record: the attacker has his own site place everyone that he knows.
    """

    attacker = "coordinator that listens"
    simulated = 8

    def seen(self, programs, study, subjects, reference):
        own = len(subjects)
        slope, self.map = slope_of_round(programs, site_of(study, subjects, reference), own, 0)
        return (slope / 2 * (own + len(reference))).ravel()

    def start_places(self, programs, study, people, reference):
        for _, _, kept in rounds_of(programs, site_of(study, people, reference)):
            return unpack(kept["places"]) - unpack(kept["velocity"])
        raise Refused("the run ended before its first round")

    def contributions(self, programs, study, people, company, reference):
        """By each person's own forces on the reference; not by those of others that a presence changes."""
        prepared = study.prepared_by(reference)
        places = self.start_places(programs, study, people.with_more(company), reference)
        self.places = places[: len(people)]
        self.points, self.public = prepared(people), prepared(reference)
        everyone = np.vstack([places[len(people) :], self.map])
        normalizer = weights_between(everyone, everyone).sum() - len(everyone)
        near = weights_between(self.places, self.map)
        shares = Affinities(prepared(company), self.public).of(self.points)
        pull = shares * near - 2 * (len(everyone) + 1) / normalizer * near**2
        return (pull[:, :, None] * (self.map[None] - self.places[:, None])).reshape(len(people), -1)

    def expected(self, contributions, size, others, rng):
        """The mean of some made-up sites; `others` are the rows of people who are not candidates."""
        drawn = [rng.choice(others, size, replace=False) for _ in range(self.simulated)]
        return np.mean([self.gradient(self.points[rows], self.places[rows]) for rows in drawn], axis=0)

    def gradient(self, points, places):
        """What a site of these people would answer."""
        conditional = affinities_among(np.vstack([points, self.public]), PERPLEXITY)
        everyone = np.vstack([places, self.map])
        own = len(points)
        shares = (conditional + conditional.T)[own:] * weights_between(self.map, everyone)
        pull = shares.sum(axis=1)[:, None] * self.map - shares @ everyone
        return (pull - 2 * len(everyone) * repulsion(everyone)[own:]).ravel()
