"""Records from the sums of many rounds, by one who reckons with how places move from round to round (attacking/site_model.py).

What the numbers determine is told by equations that are linear around the truth; whether a search gets there, by Levenberg and Marquardt's
way from records that are near the truth or that the map suggests.
"""

import copy

import numpy as np

from attacking.site_model import MODELS
from attacking.unmixing import neighbourhood

DETERMINED = 0.05  # of a standard deviation
STEP = 1e-5  # of a difference
DOUBTFUL = 0.1  # of a slope
AT_ONCE = 70  # possible sites
PRIOR_FLOOR = 0.02  # of a record in directions in which its neighbours are alike
START_KNOWN = 1e-3
LONGEST = 1.5  # of a record's step, in units of what is known before
UNITS = {"reference_attraction": 1e-9, "cell_sums": 1e-6, "cell_products": 1e-5, "forces": 1e-9, "inverse": 1e-12, "mean_of_places": 1e-9}


def flattened(answer, noise):
    """One round's numbers, each in units of what it is known to; possible sites × numbers."""
    return np.hstack([values.reshape(len(values), -1) / (noise * UNITS[name]) for name, values in sorted(answer.items())])


class Sums:
    """The sums over some sites, of which the attacker knows all else, as functions of their subjects' records."""

    def __init__(self, heard, sites, rounds, noise=1.0):
        self.models = [MODELS[heard.method](heard, site, exact=True) for site in sites]
        self.rounds, self.noise = rounds, noise
        self.truth = np.vstack([model.truth for model in self.models])
        self.public = heard.public

    def split(self, records):
        ends = np.cumsum([model.size for model in self.models])[:-1]
        return zip(self.models, np.split(records, ends))

    def of_site(self, model, possible, starts=None):
        starts = model.starts(possible) if starts is None else starts
        parts = [slice(at, at + AT_ONCE) for at in range(0, len(possible), AT_ONCE)]
        rounds = [[flattened(answer, self.noise) for answer in model.answers(possible[part], self.rounds, starts[part])] for part in parts]
        return np.concatenate([np.stack(part, axis=1) for part in rounds])

    def of(self, records):
        """rounds × numbers."""
        return sum(self.of_site(model, own[None])[0] for model, own in self.split(records))

    def slopes(self, records):
        """rounds × numbers × unknowns. Of the slopes to both sides the flatter: a step may lead over a jump, where neighbours change.

        Where both differ much, the slope is no use, and none is told.
        """
        up, down = (self.slopes_by(records, step) for step in (STEP, -STEP))
        lengths = [np.linalg.norm(each, axis=(0, 1)) for each in (up, down)]
        flatter = np.where(lengths[0] < lengths[1], up, down)
        differ = np.linalg.norm(up - down, axis=(0, 1)) > DOUBTFUL * np.minimum(*lengths)
        return np.where(differ, 0, flatter)

    def slopes_by(self, records, step):
        columns = []
        for model, own in self.split(records):
            here = self.of_site(model, own[None])
            columns.append((self.of_site(model, *model.moved(own, step)) - here) / step)
        return np.moveaxis(np.concatenate(columns), 0, -1)

    def slopes_of_pushes(self):
        """The same for pushes of each place at the end of each round, as unknown to the attacker, at the truth."""
        return np.concatenate([self.pushes_of_site(model, own) for model, own in self.split(self.truth)], axis=2)

    def pushes_of_site(self, model, own):
        """A push goes on from round to round: what it does to places and velocities is multiplied by what these do in the next."""
        shares, steps, size = model.shares(own[None]), model.steps(model.starts(own[None])), 2 * len(own)
        on_state, on_numbers = np.zeros((2 * size, 0)), []
        for number in range(self.rounds):
            before = copy.copy(steps)
            model.one_round(shares, steps, number)
            answers, states = self.tried(model, shares, before, steps.gains, number)
            on_numbers.append(np.hstack([answers[:, :-size] @ on_state, answers[:, -size:]]))
            on_state = np.hstack([states[:, :-size] @ on_state, states[:, -size:]])
        slopes = np.stack([np.pad(each, ((0, 0), (0, self.rounds * size - each.shape[1]))) for each in on_numbers])
        slopes[:, :, : model.STILL * size] = 0
        return slopes

    def tried(self, model, shares, before, gains, number):
        """Slopes of a round's numbers, and of the state that it leaves, by places and velocities before it and by its push."""
        size = before.places[0].size
        moves = STEP * np.vstack([np.zeros(3 * size), np.eye(3 * size)])
        places, velocity, pushed = (part.reshape(-1, *before.places.shape[1:]) for part in np.split(moves, 3, axis=1))
        steps = copy.copy(before)
        steps.places, steps.velocity, steps.gains, steps.held = before.places + places, before.velocity + velocity, gains, True
        answers = flattened(model.one_round(shares, steps, number, pushed), self.noise)
        return [((after[1:] - after[0]) / STEP).T for after in (answers, steps.state())]

    def starts(self, records):
        return np.vstack([model.starts(own[None])[0] for model, own in self.split(records)])

    def prior(self, records):
        """Mean, and root of the inverse covariance, of each record as its neighbours in the reference have it."""
        mean, root = neighbourhood(records, self.public, PRIOR_FLOOR)
        return mean, np.linalg.inv(root)


def left_open(slopes, inverse_roots):
    """The standard deviation that each value is left with, records × features."""
    subjects, features = inverse_roots.shape[:2]
    roots = np.linalg.inv(inverse_roots)
    whitened = np.einsum("rsf,sfg->rsg", slopes.reshape(-1, subjects, features), roots).reshape(len(slopes), -1)
    _, singular, axes = np.linalg.svd(whitened, full_matrices=False)
    lost = 1 - 1 / (1 + singular**2)
    wide = np.einsum("sfg,ksg->ksf", roots, axes.reshape(-1, subjects, features))
    before = (roots**2).sum(axis=2)
    return np.sqrt(np.maximum(0, before - np.einsum("k,ksf->sf", lost, wide**2)))


class Search:
    """Records that explain the sums of more and more rounds; `known` are places that the attacker knows besides, at the start."""

    def __init__(self, sums, seen, records, known_starts=None, say=None):
        self.sums, self.seen, self.records = sums, seen, records.copy()
        self.known, self.say = known_starts, say or (lambda search, note: None)

    def misfit(self, records, scale):
        left = ((self.sums.of(records) - self.seen[: self.sums.rounds]) / scale).ravel()
        if self.known is None:
            return left
        return np.concatenate([left, ((self.sums.starts(records) - self.known) / START_KNOWN).ravel()])

    def slopes(self, scale):
        slopes = self.sums.slopes(self.records).reshape(-1, self.records.size) / scale
        if self.known is None:
            return slopes
        of_starts = []
        for model, own in self.sums.split(self.records):
            _, moved = model.moved(own, STEP)
            of_starts.append((moved - model.starts(own[None])) / STEP)
        rows, at = np.zeros((self.known.size, self.records.size)), 0
        for block in of_starts:
            flat = block.reshape(len(block), -1).T / START_KNOWN
            row, column = (at // self.records.shape[1]) * 2, at
            rows[row : row + len(flat), column : column + len(block)] = flat
            at += len(block)
        return np.vstack([slopes, rows])

    def descend(self, scale, steps):
        damping, shape = 1.0, self.records.shape
        for _ in range(steps):
            mean, inverse = self.sums.prior(self.records)
            roots = np.linalg.inv(inverse)
            misfit, slopes = self.misfit(self.records, scale), self.slopes(scale)
            slopes = np.where(np.isfinite(slopes), slopes, 0)
            off = np.einsum("sfg,sg->sf", inverse, self.records - mean)
            white = np.einsum("rsf,sfg->rsg", slopes.reshape(len(slopes), *shape), roots).reshape(len(slopes), -1)
            downhill = white.T @ misfit + off.ravel()
            values, axes = np.linalg.eigh(white.T @ white)
            cost = misfit @ misfit + (off**2).sum()
            for _ in range(6):
                step = -(axes @ ((axes.T @ downhill) / (np.maximum(values, 0) + 1 + damping))).reshape(shape)
                step *= np.minimum(1, LONGEST / np.maximum(np.linalg.norm(step, axis=1), 1e-12))[:, None]
                tried = self.records + np.einsum("sfg,sg->sf", roots, step)
                new = self.misfit(tried, scale)
                new_cost = new @ new + (np.einsum("sfg,sg->sf", inverse, tried - mean) ** 2).sum()
                if new_cost < cost:
                    break
                damping = max(damping, 1e-3 * values.max()) * 8
            else:
                return
            self.records, damping = tried, damping / 8
            if new_cost > 0.99 * cost:
                return

    def solve(self, rounds, scales, steps):
        for count in rounds:
            self.sums.rounds = count
            for scale in scales:
                self.descend(scale, steps)
                self.say(self, f"{count} rounds, scale {scale:g}")
        return self.records
