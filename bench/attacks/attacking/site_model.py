"""What a site of `dsne` or `joint` as they are answers, round after round, to what a run's coordinator said: the program's own formulas
(shared/federated/view_*, joint_*), for many possible sites at once.

An attacker who tries records hears in each round what the sites were told, so that each site's answers depend on its own subjects alone.
The first axis of all arrays is which of the possible sites it is.
"""

import numpy as np

from attacking.hearing import standing_weights
from attacking.tsne import ENTROPY_TOLERANCE, affinities, squared_distances
from attacking.unmixing import placed

PERPLEXITY = 30
OVER_REFERENCE = 5
LEAST_GAIN = 0.01
EVEN_STEP = 0.81917251339616445
SITE_EXAGGERATION = 12
SETTLING = 100  # shared/federated/methods/joint_objective.h
ROWS_AT_ONCE = 20_000
FEW_DIMENSIONS = 10
EXACT_ENTROPY = 1e-12
EXACT_STEP = 1e-9


def rows_of(squared, perplexity, counts=None, exact=False):
    """Conditional affinities of many rows; what does not count is infinitely far."""
    tolerance = EXACT_ENTROPY if exact else ENTROPY_TOLERANCE
    parts = [squared[at : at + ROWS_AT_ONCE] for at in range(0, len(squared), ROWS_AT_ONCE)]
    return np.vstack([affinities(part, perplexity, counts=counts, tolerance=tolerance) for part in parts])


def distances(a, b):
    """Squared, for each possible site: a (…, n, d), b (…, m, d)."""
    if a.shape[-1] > FEW_DIMENSIONS:
        squares = (a**2).sum(axis=-1)[..., :, None] + (b**2).sum(axis=-1)[..., None, :]
        return np.maximum(0, squares - 2 * a @ np.swapaxes(b, -1, -2))
    return ((a[..., :, None, :] - b[..., None, :, :]) ** 2).sum(axis=-1)


def without_self(squared):
    number = np.arange(squared.shape[1])
    squared[:, number, number] = np.inf
    return squared


class Steps:
    """A site's own places, and how they go on."""

    def __init__(self, starts, rate, momentum, cell=None):
        self.places, self.velocity, self.gains = starts.copy(), np.zeros_like(starts), np.ones_like(starts)
        self.rate, self.momentum, self.cell = rate, momentum, cell
        self.held = False  # whether gains stay as they are: they change at jumps

    def go(self, slope, pushed=None):
        """An iteration, and how each place is moved besides."""
        if not self.held:
            self.gains = np.maximum(np.where(slope * self.velocity < 0, self.gains + 0.2, self.gains * 0.8), LEAST_GAIN)
        self.velocity = self.momentum * self.velocity - self.rate * self.gains * slope
        self.places = self.places + self.velocity + (0 if pushed is None else pushed)

    def state(self):
        """Possible sites × numbers."""
        return np.hstack([self.places.reshape(len(self.places), -1), self.velocity.reshape(len(self.places), -1)])


def pulls(shares, places, others):
    """Σ_j p_ij w_ij (y_i − y_j) on the places, and each pull by pair, the other way round summed: on the others."""
    weights = shares / (1 + distances(places, others))
    on_places = weights.sum(axis=2)[..., None] * places - weights @ others
    on_others = weights.sum(axis=1)[..., None] * others - np.swapaxes(weights, 1, 2) @ places
    return on_places, on_others


def pushes(places, others, counts):
    """Σ_j W_j w² (y_i − y_j) on the places, and Σ W_j w_ij of each."""
    near = 1 / (1 + distances(places, others))
    squares = near**2 * counts
    return squares.sum(axis=2)[..., None] * places - squares @ others, (near * counts).sum(axis=2), near


class Model:
    """One site, with the number of its subjects and what is public about it.

    With `exact` searches end later than the program's, so that answers are smooth in the records.
    """

    STILL = 0  # rounds after which no place is moved at random, whatever the jitter

    def __init__(self, heard, site, exact=False):
        self.heard, self.exact = heard, exact
        self.public, self.truth = heard.public, heard.truth[site]
        self.size = len(self.truth)
        self.correction = heard.own_starts[site] - self.placed(self.truth)  # of those whom the reference lacks

    def starts(self, records):
        """Where possible records are placed; whoever the reference lacks stays where the program put it."""
        return self.placed(records.reshape(-1, records.shape[2])).reshape(*records.shape[:2], 2) + self.correction

    def placed(self, records):
        shares = rows_of(squared_distances(records, self.public), OVER_REFERENCE, exact=self.exact)
        return placed(shares, self.heard.maps[0], *((400, EXACT_STEP) if self.exact else ()))

    def answers(self, records, rounds, starts=None):
        """For each round a dictionary of what the site adds to the sums; `records` possible sites × subjects × features."""
        shares, steps = self.shares(records), self.steps(self.starts(records) if starts is None else starts)
        return [self.one_round(shares, steps, number) for number in range(rounds)]

    def moved(self, records, step):
        """All sites in which one feature of one subject is moved, with their starts."""
        subjects, features = records.shape
        possible = records + step * np.eye(records.size).reshape(-1, subjects, features)
        starts = np.repeat(self.starts(records[None]), len(possible), axis=0)
        number = np.arange(len(possible))
        alone = possible[number, number // features]
        starts[number, number // features] = self.placed(alone) + self.correction[number // features]
        return possible, starts


class JointModel(Model):
    def __init__(self, heard, site, exact=False):
        super().__init__(heard, site, exact)
        self.groups = heard.groups()
        self.cells = np.eye(heard.cells.max() + 1)
        self.in_cells = np.bincount(heard.cells, weights=heard.members)
        self.reference_cells = self.cells[heard.cells] / np.bincount(heard.cells)
        self.cell = heard.own_cells[site][None]
        self.elsewhere = self.in_cells - np.bincount(heard.own_cells[site], minlength=len(self.cells))

    def cells_of(self, starts):
        """Which cell each subject is in; it is taken to stay there, were its record a little different."""
        return np.broadcast_to(self.cell, starts.shape[:2])

    def sums_elsewhere(self, everyone, own):
        return everyone - own

    def affinities(self, records):
        """Own × own and own × reference, of P, and how far each subject's site is apart."""
        number, size = records.shape[:2]
        total = self.heard.total
        to_public = distances(records, self.public[None])
        flat = to_public.reshape(number * size, -1)
        over_reference = rows_of(flat, OVER_REFERENCE, exact=self.exact).reshape(to_public.shape)
        among = without_self(distances(records, records))
        over_site = rows_of(among.reshape(number * size, -1), PERPLEXITY, exact=self.exact).reshape(among.shape)
        everyone = np.concatenate([among, to_public], axis=2).reshape(number * size, -1)
        share = rows_of(everyone, PERPLEXITY, exact=self.exact)[:, size:].sum(axis=1).reshape(number, size)
        at_site = (1 - share) * np.minimum(1, len(self.public) / total / share)
        over_site = at_site[..., None] * over_site
        own = (over_site + np.swapaxes(over_site, 1, 2)) / (2 * total)
        reference = (1 - at_site)[..., None] * over_reference / (2 * total)
        return own, reference, self.apartness(own, reference)

    def apartness(self, own, reference):
        at_site, at_reference = own.sum(axis=2), 2 * reference.sum(axis=2)
        everywhere = at_site + at_reference
        share = at_site / everywhere
        likewise = at_reference * share + (own @ share[..., None])[..., 0]
        anywhere = self.size / self.heard.total
        return np.maximum(0, (likewise / everywhere - anywhere) / (1 - anywhere))

    def shares(self, records):
        own, reference, apart = self.affinities(records)
        return own, reference, (apart[:, :, None] + apart[:, None, :]) / 2

    def steps(self, starts):
        return Steps(starts, max(self.heard.total / 2, 10), 0.8, self.cells_of(starts))

    def one_round(self, shares, steps, number, pushed=None):
        own, reference, both = shares
        map_ = self.heard.maps[number]
        most = 1 + (SITE_EXAGGERATION - 1) * max(0.0, 1 - number / (0.7 * SETTLING))
        centres = self.reference_cells.T @ map_
        before = self.sums_of(steps.places, steps.cell, centres)
        by_own, _ = pulls(own * (1 + (most - 1) * both), steps.places, steps.places)
        by_reference, on_reference = pulls(reference, steps.places, map_[None])
        stand_ins, counts = self.others(self.sums_elsewhere(self.heard.cell_sums[number], before), centres, number)
        repulsion = self.repulsion(steps.places, map_, stand_ins, counts)
        steps.go(4 * (by_own + by_reference - repulsion), pushed)
        after = self.sums_of(steps.places, steps.cell, centres)
        return {"reference_attraction": self.groups @ on_reference, "cell_sums": after[..., :2], "cell_products": after[..., 2:]}

    def sums_of(self, places, cell, centres):
        away = places - centres[cell]
        products = np.stack([away[..., 0] ** 2, away[..., 0] * away[..., 1], away[..., 1] ** 2], axis=-1)
        return np.swapaxes(self.cells[cell], 1, 2) @ np.concatenate([away, products], axis=-1)

    def others(self, sums, centres, number):
        """Points that stand for the other sites' in each cell, four of them (shared/federated/methods/cell_sums.cpp)."""
        used = np.flatnonzero(self.elsewhere > 0)
        count = self.elsewhere[used]
        mean = sums[:, used, :2] / count[:, None]
        a = sums[:, used, 2] / count - mean[..., 0] ** 2
        b = sums[:, used, 3] / count - mean[..., 0] * mean[..., 1]
        c = sums[:, used, 4] / count - mean[..., 1] ** 2
        turns = 2 * np.pi * ((EVEN_STEP * (number + used)) % 1)
        directions = np.stack([np.stack([np.cos(turns), -np.sin(turns)], -1), np.stack([np.sin(turns), np.cos(turns)], -1)], -2)
        spread = np.sqrt(2) * square_root(a, b, c) @ directions
        middle = (centres[used] + mean)[:, :, None]
        columns = np.swapaxes(spread, -1, -2)
        points = np.concatenate([middle + columns, middle - columns], axis=2)
        return points.reshape(len(sums), -1, 2), np.repeat(count / 4, 4)

    def repulsion(self, places, map_, stand_ins, counts):
        force, weight, near = pushes(places, np.concatenate([np.broadcast_to(map_, (len(places), *map_.shape)), stand_ins], axis=1),
                                     np.concatenate([np.ones(len(map_)), counts]))
        own_force, own_weight, _ = pushes(places, places, 1.0)
        among_map = (1 / (1 + squared_distances(map_, map_))).sum() - len(map_)
        between = (1 / (1 + distances(np.broadcast_to(map_, (len(places), *map_.shape)), stand_ins)) * counts).sum(axis=(1, 2))
        among = np.einsum("i,bij,j->b", counts, 1 / (1 + distances(stand_ins, stand_ins)), counts) - counts.sum()
        normalizer = own_weight.sum(axis=1) - self.size + 2 * weight.sum(axis=1) + among_map + 2 * between + among
        return (own_force + force) / normalizer[:, None, None]


def square_root(a, b, c):
    """Eigenvectors times roots of eigenvalues of [[a, b], [b, c]], with the signs of Eigen's solver: one step of Givens and Wilkinson."""
    half = (a - c) / 2
    length = np.hypot(half, b)
    signed = half + np.where(half > 0, length, -length)
    with np.errstate(divide="ignore", invalid="ignore"):
        x = a - np.where(half == 0, c - np.abs(b), c - b**2 / signed)
        steep = np.abs(x) > np.abs(b)
        t = np.where(steep, b / x, x / b)
        u = np.sqrt(1 + t**2) * np.where(np.where(steep, x, b) < 0, -1, 1)
        cos, sin = np.where(steep, 1 / u, -t * -1 / u), np.where(steep, -t / u, -1 / u)
    cos, sin = np.where(b == 0, 1, cos), np.where(b == 0, 0, sin)
    first = np.stack([cos, -sin], -1)
    second = np.stack([sin, cos], -1)
    one, two = (a * v[..., 0] ** 2 + 2 * b * v[..., 0] * v[..., 1] + c * v[..., 1] ** 2 for v in (first, second))
    swapped = (one > two)[..., None]
    low, high = np.where(swapped, second, first), np.where(swapped, first, second)
    roots = np.sqrt(np.maximum(0, np.stack([np.minimum(one, two), np.maximum(one, two)], -1)))
    return np.stack([low, high], -1) * roots[..., None, :]


class DsneModel(Model):
    STILL = 4

    def __init__(self, heard, site, exact=False):
        super().__init__(heard, site, exact)
        self.weights = heard.own_weights[site]
        self.means = heard.groups() / heard.groups().sum(axis=1)[:, None]
        self.among = squared_distances(self.public, self.public)
        np.fill_diagonal(self.among, np.inf)

    def affinities(self, records):
        """Of P times 2N: own × own, and own × single reference point."""
        number, size = records.shape[:2]
        counts = np.concatenate([np.ones(size), self.weights])
        to_public = distances(records, self.public[None])
        among = without_self(distances(records, records))
        rows = np.concatenate([among, to_public], axis=2).reshape(number * size, -1)
        of_own = rows_of(rows, PERPLEXITY, counts, self.exact).reshape(number, size, -1)
        of_reference = np.empty((number, len(self.public), size))
        for at in range(0, number, 60):
            part = slice(at, at + 60)
            squared = np.concatenate([np.swapaxes(to_public[part], 1, 2), np.broadcast_to(self.among, (len(to_public[part]), *self.among.shape))], axis=2)
            shape = squared.shape
            of_reference[part] = rows_of(squared.reshape(-1, shape[2]), PERPLEXITY, counts, self.exact).reshape(shape)[..., :size]
        own = of_own[..., :size] + np.swapaxes(of_own[..., :size], 1, 2)
        single = of_own[..., size:] / self.weights + np.swapaxes(of_reference, 1, 2)
        return own, single

    @property
    def total(self):
        return self.size + self.weights.sum()

    def shares(self, records):
        return [each / (2 * self.total) for each in self.affinities(records)]

    def steps(self, starts):
        return Steps(starts, max(self.total / 48, 10), 0.5)

    def one_round(self, shares, steps, number, pushed=None):
        own, single = shares
        map_ = self.heard.maps[number]
        if number:
            steps.places = steps.places - self.heard.shifts[number]
        map_here = map_[None]
        by_own, _ = pulls(own, steps.places, steps.places)
        by_reference, _ = pulls(single * self.weights, steps.places, map_here)
        _, on_reference = pulls(single, steps.places, map_here)
        force, weight, near = pushes(steps.places, map_here, self.weights)
        own_force, own_weight, _ = pushes(steps.places, steps.places, 1.0)
        among = self.weights @ (1 / (1 + squared_distances(map_, map_))) @ self.weights - self.weights.sum()
        normalizer = own_weight.sum(axis=1) - self.size + 2 * weight.sum(axis=1) + among
        squares = near**2
        push = squares.sum(axis=1)[..., None] * map_ - np.swapaxes(squares, 1, 2) @ steps.places
        inverse = 1 / normalizer[:, None, None]
        on_reference = 4 * (on_reference - push * inverse)
        steps.go(4 * (by_own + by_reference - (own_force + force) * inverse), pushed)
        mean = steps.places.sum(axis=1, keepdims=True) / (self.size + len(self.public))
        return {"forces": self.means @ on_reference, "inverse": inverse, "mean_of_places": mean}


MODELS = {"dsne": DsneModel, "joint": JointModel}


class PossibleJointSite(JointModel):
    """A site of people whom the attacker knows, in a run that he has heard: the others are as everyone is, but for their number."""

    def __init__(self, heard, size):
        JointModel.__init__(self, heard, 0)
        become_possible(self, size)
        self.others_share = 1 - size / heard.subjects
        self.elsewhere = self.in_cells * self.others_share

    def cells_of(self, starts):
        among = self.heard.sampled
        nearest = distances(starts, self.heard.maps[0][among][None]).argmin(axis=2)
        return self.heard.cells[np.array(among)[nearest]]

    def sums_elsewhere(self, everyone, own):
        return np.broadcast_to(everyone * self.others_share, own.shape)


class PossibleDsneSite(DsneModel):
    def __init__(self, heard, size):
        DsneModel.__init__(self, heard, 0)
        become_possible(self, size)
        share = 1 - size / heard.subjects
        self.weights = 1 + share * (standing_weights(heard, heard.members) - 1)


POSSIBLE = {"dsne": PossibleDsneSite, "joint": PossibleJointSite}


def become_possible(model, size):
    model.size, model.correction = size, 0.0
