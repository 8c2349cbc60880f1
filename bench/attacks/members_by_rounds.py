#!/usr/bin/env python3
"""Who takes part, from all that `dsne` and `joint` as they are say in many rounds.

The attacker holds records of people. He hears a run: as the coordinator, or as the coordinator colluding with all sites but one, who take
their own terms away. For each candidate he works out what a site would have answered, round after round, with the candidate among people
whom he knows (attacking/site_model.py); other people tell him what sums are without the candidate, and how they vary. Two tests, as in
sums_membership. With `dsne` he may also lie about the reference as far as a site believes, in the first five rounds.

Two runs: a subject joins one of three sites, and he asks which of all whose records he holds, by the counts and by the difference of sums.
"""

import functools

import numpy as np

from attacking import telling
from attacking.asking import say
from attacking.contributing import area_under_curve, likelihoods, likest, parts_in_sum
from attacking.counting import nearest_of
from attacking.data import parts
from attacking.hearing import heard_run, standing_weights
from attacking.matrices import unpack
from attacking.site_model import MODELS, POSSIBLE
from attacking.tsne import affinities_among, weights_between
from sums_membership import ABOVE_CHANCE, Study, divided

NAME = "members_by_rounds"
PERPLEXITY = 30
COMPANY = 19
SITES_DRAWN = 12
AT_ONCE = 60
FARTHEST, TURNS = 1.999, (None, 0, 60, 120, 180)  # of the lie, as in attacking/asking.py


def add_options(parser):
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 10], help="whose sums are seen (%(default)s)")
    parser.add_argument("--size", type=int, default=20, help="of the sites (%(default)s)")
    parser.add_argument("--rounds", type=int, nargs="+", default=[1, 4, 10], help="that joint is heard (%(default)s)")
    parser.add_argument("--dsne-rounds", type=int, nargs="+", default=[1, 5, 100], help="that dsne is heard (%(default)s)")
    parser.add_argument("--runs", type=int, default=2, help="for each figure (%(default)s)")
    parser.add_argument("--others", type=int, default=100, help="candidates who are at no site (%(default)s)")
    parser.add_argument("--known-others", type=int, default=150, help="people to learn from (%(default)s)")
    parser.add_argument("--large-federation", type=int, default=400, help="subjects of all sites before one joins (%(default)s)")
    parser.add_argument("--joins", type=int, default=6, help="times that one joins (%(default)s)")
    parser.add_argument("--studies", nargs="+", default=["ABIDE", "MNIST"])
    parser.add_argument("--methods", nargs="+", default=["dsne", "joint"])


class Lie:
    def __call__(self, message, heard):
        number = len(heard.sums)
        if number == 0:
            self.start = unpack(message["reference_places"])
        if number == 0 or number >= len(TURNS):
            return
        turn = np.radians(TURNS[number])
        say(message, self.start + FARTHEST * np.array([[np.cos(turn), np.sin(turn)]]), 0.0)


def answered(heard, number):
    """The sums of a round as site_model tells them: of dsne what the reference does to itself is taken away."""
    sums = heard.sums[number]
    if heard.method == "joint":
        return {name: values[None] for name, values in sums.items()}
    if number == 0:
        weights = standing_weights(heard, heard.members)
        conditional = affinities_among(heard.public, PERPLEXITY, weights) / weights
        heard.among = (conditional + conditional.T) / (2 * heard.total)
    map_, sites, groups = heard.maps[number], len(heard.truth), heard.groups()
    near = weights_between(map_, map_)
    slope = -sums["reference_displacement"] / max(heard.total / 48, 10)
    slope = slope - 4 * sites * forces(heard.among * near, map_)
    squares = near**2
    repelled = 4 * forces(squares, map_)
    # Forces of subjects are the same all over a group; what differs in it is the reference's own repulsion, times the sum of 1/Z.
    away_of, away_in = (each - groups.T @ (groups @ each / groups.sum(axis=1)[:, None]) for each in (repelled, slope))
    inverse = -(away_of * away_in).sum() / (away_of**2).sum()
    of_groups = groups @ (slope + repelled * inverse) / groups.sum(axis=1)[:, None] / sites
    return {"forces": of_groups[None], "inverse": np.full((1, 1, 1), inverse), "mean_of_places": sums["mean_of_places"][None]}


def forces(shares, map_):
    return shares.sum(axis=1)[:, None] * map_ - shares @ map_


def in_a_row(answer):
    return np.hstack([values.reshape(len(values), -1) for _, values in sorted(answer.items())])


def simulated(heard, possible, rounds):
    """What possible sites would have answered: possible sites × rounds × numbers."""
    model = POSSIBLE[heard.method](heard, possible.shape[1])
    parts_ = [possible[at : at + AT_ONCE] for at in range(0, len(possible), AT_ONCE)]
    return np.concatenate([np.stack([in_a_row(each) for each in model.answers(part, rounds)], axis=1) for part in parts_])


def counted(heard, people):
    """At which of the sampled points each is counted."""
    where = heard.maps[0] if heard.method == "joint" else heard.public
    if heard.method == "joint":
        people = POSSIBLE["joint"](heard, 1).starts(people[None])[0]
    return np.eye(len(heard.sampled))[nearest_of(people, where, heard.sampled)]


class Listener:
    """One run and all who might be in it."""

    def __init__(self, options, study, method, sites, run, rounds, lies):
        rng = np.random.default_rng([options.seed, run])
        wanted = [study.reference, sites * options.size, options.others, options.known_others]
        reference, subjects, strangers, known = parts(study.records, wanted, rng)
        prepare = study.prepared_by(reference)
        parameters = {"normalization": study.normalization} | ({"max_iterations": max(5, rounds)} if method == "dsne" else {})
        at_sites = divided(subjects, sites)
        ask = Lie() if lies else lambda *_: None
        self.heard = heard_run(telling.programs_of(options), method, at_sites, reference, prepare, rounds, ask, parameters)
        self.size, self.sites, self.rng = options.size, sites, rng
        self.strangers, self.known = prepare(strangers), prepare(known)

    def look(self, rounds):
        """What each person would add to a site of others, and what sites of others answer."""
        heard, company, rest = self.heard, self.known[:COMPANY], self.known[COMPANY:]
        self.people = np.vstack([*heard.truth, self.strangers, rest])
        with_each = np.concatenate([np.repeat(company[None], len(self.people), axis=0), self.people[:, None]], axis=1)
        self.added = simulated(heard, with_each, rounds) - simulated(heard, company[None], rounds)
        drawn = np.stack([self.rng.choice(len(rest), self.size, replace=False) for _ in range(SITES_DRAWN)])
        self.usual = simulated(heard, rest[drawn], rounds).mean(axis=0)
        self.counts = counted(heard, self.people)
        self.seen = np.stack([in_a_row(answered(heard, number))[0] for number in range(rounds)])
        own = MODELS[heard.method](heard, 0).answers(heard.truth[0][None], rounds)
        self.seen_of_first = np.stack([in_a_row(each)[0] for each in own])

    def scores(self, rounds, colluding):
        """Both tests' area under the curve."""
        heard = self.heard
        everyone = heard.subjects
        members = len(heard.truth[0]) if colluding else everyone
        rows = np.r_[0:members, everyone : len(self.people)]
        seen = (self.seen_of_first if colluding else self.seen)[:rounds].ravel()
        counts = (heard.own_members[0] if colluding else heard.members)[heard.sampled]
        expected = (1 if colluding else self.sites) * self.usual[:rounds].ravel()
        added = self.added[rows, :rounds].reshape(len(rows), -1)
        others = slice(members + len(self.strangers), None)
        unit = added[others].std(axis=0)
        used = unit > 1e-9 * unit.max()
        weight = np.sqrt(rounds)
        added = np.hstack([added[:, used] / unit[used], weight * self.counts[rows]])
        usual_counts = members * self.counts[rows][others].mean(axis=0)
        excess = np.concatenate([(seen - expected)[used] / unit[used], weight * (counts - usual_counts)])
        candidates = added[: others.start]
        one = likelihoods(excess, candidates, added[others])
        all_ = parts_in_sum(excess + members * added[others].mean(axis=0), candidates)
        return [area_under_curve(score[:members], score[members:]) for score in (one, all_)]


class Listeners:
    """Runs with other subjects each, heard when they are first needed."""

    def __init__(self, *how):
        self.how = how

    @functools.cached_property
    def each(self):
        options, study, method, sites, lies = self.how
        most = rounds_of(options, method, lies)[-1]
        made = [Listener(options, study, method, sites, run, most, lies) for run in range(options.runs)]
        for listener in made:
            listener.look(most)
        return made


def rounds_of(options, method, lies):
    return [len(TURNS)] if lies else sorted(options.rounds if method == "joint" else options.dsne_rounds)


def membership(listeners, colluding):
    options, _, method, _, lies = listeners.how
    figures, best = {}, 0
    for rounds in rounds_of(options, method, lies):
        one, all_ = np.mean([listener.scores(rounds, colluding) for listener in listeners.each], axis=0)
        figures[f"area under the curve, {rounds} rounds, each candidate alone"] = float(one)
        figures[f"area under the curve, {rounds} rounds, all who could be there"] = float(all_)
        best = max(best, one, all_)
    figures["runs"] = options.runs
    return figures, bool(best > ABOVE_CHANCE)


def who_joined(options, study, method):
    """Which of all records is the newcomer's, by the first round of two runs."""
    rng = np.random.default_rng(options.seed)
    size = options.large_federation
    reference, subjects, known = parts(study.records, [study.reference, size + 1, options.known_others], rng)
    prepare = study.prepared_by(reference)
    parameters = {"normalization": study.normalization}

    def hear(at_sites):
        return heard_run(telling.programs_of(options), method, at_sites, reference, prepare, 1, parameters=parameters)

    after = hear(divided(subjects, 3))
    people, company = prepare(subjects), prepare(known)[:COMPANY]
    with_each = np.concatenate([np.repeat(company[None], len(people), axis=0), people[:, None]], axis=1)
    added = simulated(after, with_each, 1) - simulated(after, company[None], 1)
    added = added[:, 0]
    unit = added.std(axis=0)
    added = added / unit
    counts = counted(after, people)
    right = among = 0
    for joined in rng.choice(len(divided(subjects, 3)[0]), options.joins, replace=False):
        before = hear(divided(subjects.at(np.arange(size + 1) != joined), 3))
        difference = (in_a_row(answered(after, 0))[0] * after.total - in_a_row(answered(before, 0))[0] * before.total) / after.total / unit
        at = (after.members - before.members)[after.sampled]
        possible = np.flatnonzero((counts * at).sum(axis=1) > 0)
        among += len(possible)
        right += int(possible[likest(difference, added[possible])] == joined)
    figures = {
        "times that one joined": options.joins,
        "found among all, times": right,
        "left by the counts alone, of all": among / options.joins,
    }
    return figures, right > options.joins / 2


def cases_of(options, study, method):
    setting = f"{method}, {study.name}, {study.reference} reference points"
    for sites in options.sites:
        at = f"{setting}, members of {sites} × {options.size}"
        honest, lied_to = (Listeners(options, study, method, sites, lies) for lies in (False, True))
        yield telling.Case("coordinator that listens", at, lambda all_=honest: membership(all_, colluding=False))
        yield telling.Case("coordinator and all sites but one, colluding", at, lambda all_=honest: membership(all_, colluding=True))
        if method == "dsne":
            yield telling.Case("coordinator that lies as far as is believed", at, lambda all_=lied_to: membership(all_, colluding=False))
    at = f"{setting}, who of {options.large_federation + 1} at 3 sites joined, two runs"
    yield telling.Case("coordinator that listens", at, lambda: who_joined(options, study, method))


def cases(options):
    for name in options.studies:
        for method in options.methods:
            yield from cases_of(options, Study(options, name), method)


if __name__ == "__main__":
    telling.main(__name__)
