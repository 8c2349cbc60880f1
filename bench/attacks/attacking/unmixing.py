"""From sums over some subjects of what each does to the public reference points on a map, back to the subjects' records.

What a subject adds to the sums of method joint follows from its record, its place in each round, and how much of its affinity the
reference has. These are unknown; where it is at the start follows from its record, and how many are nearest to each reference point there
is known. First records are picked, one subject at a time, that explain the first round best; then all unknowns go downhill together, round
after round more of them, and records that have run into a corner are picked anew.
"""

import numpy as np

from attacking.locating import located
from attacking.tsne import affinities, squared_distances, weights_between

PERPLEXITY = 5
NEIGHBOURS = 15
LIBRARY = 6000
LEAST_SHARE = 0.02
PROPOSALS = 60
LOCATED = ((20, 0.01), (30, 0.03), (45, 0.03))  # among so many public points, with that much noise
STEPS = ((1, 4), (2, 4), (4, 2))  # rounds that are looked at, and how often
WEIGHTS = {"moments": 0.1, "start": 0.003, "record": 0.003}
PRIORS = {"record": 0.3, "share": 0.2, "place": 0.3, "normalizer": 0.05}  # how far a step may be believed


def over_reference(records, public):
    return affinities(squared_distances(records, public), PERPLEXITY)


def normalizer(places):
    return weights_between(places, places).sum() - len(places)


def placed(shares, map_, steps=40, least_step=1e-4):
    """Where the program places points with these affinities over the reference (shared/tsne/transform.h); with a shorter step more exactly."""
    norm = 1 + normalizer(map_) / len(map_)

    def fit(places, shares):
        away = places[:, None] - map_[None]
        squared = (away**2).sum(axis=2)
        weights = 1 / (1 + squared)
        pull = 2 * shares * weights
        slope = ((pull - 2 / norm * weights**2)[:, :, None] * away).sum(axis=1)
        return (shares * np.log1p(squared)).sum(axis=1) + weights.sum(axis=1) / norm, slope, pull.sum(axis=1)

    places = map_[shares.argmax(axis=1)].copy()
    left, slope, curvature = fit(places, shares)
    active = np.arange(len(places))
    for _ in range(steps):
        step = -slope[active] / curvature[active][:, None]
        moves = np.linalg.norm(step, axis=1) >= least_step
        active, step = active[moves], step[moves]
        if not len(active):
            break
        length = np.ones(len(active))
        promised = -1e-4 * (slope[active] * step).sum(axis=1)
        new = fit(places[active] + step, shares[active])
        for _ in range(10):
            short = np.flatnonzero(new[0] > left[active] - length * promised)
            if not len(short):
                break
            length[short] /= 2
            again = fit(places[active[short]] + length[short, None] * step[short], shares[active[short]])
            for old, value in zip(new, again):
                old[short] = value
        better = new[0] < left[active]
        active, step, length = active[better], step[better], length[better]
        places[active] += length[:, None] * step
        left[active], slope[active], curvature[active] = (value[better] for value in new)
    return places


def neighbourhood(records, public, floor):
    """Mean and root of the covariance of each record's nearest public points: where records are likely to be."""
    near = public[np.argsort(squared_distances(records, public), axis=1)[:, :NEIGHBOURS]]
    mean = near.mean(axis=1)
    away = near - mean[:, None]
    covariance = np.einsum("nki,nkj->nij", away, away) / NEIGHBOURS + floor**2 * np.eye(records.shape[1])
    return mean, np.linalg.cholesky(covariance)


class Seen:
    """What the attacker sees: sums over as many subjects as `nearest` has entries.

    public: the reference's records; maps: its places, in each round; points: of the run; gradients: in each round the sum less what the
    reference does to itself; nearest: of each subject, where the map starts; cells: of each subject, counted from 0; moments: in each
    round each cell's mean place and second moments about it; normalizer: roughly Z.
    """

    def __init__(self, public, maps, points, gradients, nearest, cells, moments, normalizer_):
        self.public, self.maps, self.points, self.gradients = public, maps, points, gradients
        self.nearest, self.moments, self.normalizer = nearest, moments, normalizer_
        self.scale = np.abs(gradients[0]).max()
        self.members = np.eye(cells.max() + 1)[cells]
        self.cells = cells

    def moments_of(self, places):
        return moments(places, self.members)

    def pulls(self, shares, places, number):
        """What each subject's attraction adds to the gradient, by reference point, were all its affinity the reference's."""
        away = self.maps[number][None] - places[:, None]
        weights = 1 / (1 + (away**2).sum(axis=2))
        return (2 / self.points * shares * weights)[:, :, None] * away

    def pushes(self, places, number, correction=0.0):
        away = self.maps[number][None] - places[:, None]
        squares = 1 / (1 + (away**2).sum(axis=2)) ** 2
        return -4 / (self.normalizer * (1 + correction)) * squares[:, :, None] * away


def moments(places, members):
    """Of the places of each cell's members: mean, and mean of squares and product about it."""
    mean_of = members.T / members.sum(axis=0)[:, None]
    mean = mean_of @ places
    away = places - members @ mean
    return np.hstack([mean, mean_of @ np.column_stack([away[:, 0] ** 2, away[:, 0] * away[:, 1], away[:, 1] ** 2])])


class Unmixing:
    """The unknowns, and how they are improved: `records`, which `share` of its affinity each subject gives the reference, its `places` in
    each round, and the `corrections` of Z, as shares of it."""

    def __init__(self, seen, rng):
        self.seen, self.rng = seen, rng
        self.public = seen.public
        self.subjects = len(seen.nearest)
        self.pick_first()

    def library(self, size):
        """Records between public ones, and around them."""
        near = np.argsort(squared_distances(self.public, self.public), axis=1)[:, 1:12]
        one = self.rng.integers(len(self.public), size=size)
        corners = [one, near[one, self.rng.integers(11, size=size)], near[one, self.rng.integers(11, size=size)]]
        parts = self.rng.dirichlet([1, 1, 1], size=size)
        mixed = sum(part[:, None] * self.public[corner] for part, corner in zip(parts.T, corners))
        spread = self.rng.choice([0.025, 0.1, 0.25, 0.5], size=(size, 1))
        return mixed + spread * self.rng.normal(size=mixed.shape)

    # The first round, one subject at a time.

    def pick_first(self):
        library = self.library(LIBRARY)
        shares = over_reference(library, self.public)
        places = placed(shares, self.seen.maps[0])
        distances = squared_distances(places, self.seen.maps[0])
        fitting = {}
        for point in np.unique(self.seen.nearest):
            inside = np.flatnonzero(distances.argmin(axis=1) == point)
            fitting[point] = inside if len(inside) >= 40 else np.union1d(inside, np.argsort(distances[:, point])[:40])
        first = np.array([self.rng.choice(fitting[point]) for point in self.seen.nearest])
        self.records, self.share, self.places = library[first], np.full(self.subjects, 0.5), [places[first]]
        self.corrections = np.zeros(1)
        for _ in range(4):
            offers = [fitting[point] for point in self.seen.nearest]
            self.pick(lambda subject: (library[offers[subject]], shares[offers[subject]], places[offers[subject]]))
        for _ in range(3):
            self.pick_nearby()

    def added(self, shares, share, places):
        return share[:, None, None] * self.seen.pulls(shares, places, 0) + self.seen.pushes(places, 0)

    def pick(self, offered):
        """Each subject in turn becomes what explains the first round best, given the others."""
        added = self.added(over_reference(self.records, self.public), self.share, self.places[0])
        left = self.seen.gradients[0] - added.sum(axis=0)
        for subject in self.rng.permutation(self.subjects):
            records, shares, places = offered(subject)
            without = left + added[subject]
            pull = self.seen.pulls(shares, places, 0).reshape(len(records), -1)
            push = self.seen.pushes(places, 0).reshape(len(records), -1)
            wanted = without.ravel() - push
            share = np.clip((pull * wanted).sum(axis=1) / np.maximum((pull**2).sum(axis=1), 1e-300), LEAST_SHARE, 1)
            misfits = ((wanted - share[:, None] * pull) ** 2).sum(axis=1)
            best = misfits.argmin()
            if misfits[best] < (left**2).sum():
                self.records[subject], self.share[subject], self.places[0][subject] = records[best], share[best], places[best]
                added[subject] = (share[best] * pull[best] + push[best]).reshape(-1, 2)
                left = without - added[subject]

    def pick_nearby(self):
        spread = np.exp(self.rng.uniform(np.log(0.02), np.log(0.5), size=(self.subjects, PROPOSALS, 1)))
        size = (self.subjects, PROPOSALS, self.public.shape[1])
        records = self.records[:, None] + spread * self.rng.normal(size=size)
        shares = over_reference(records.reshape(-1, size[2]), self.public)
        places = placed(shares, self.seen.maps[0])
        inside = squared_distances(places, self.seen.maps[0]).argmin(axis=1).reshape(size[:2]) == self.seen.nearest[:, None]
        inside[:, 0] = True
        shares, places = shares.reshape(*size[:2], -1), places.reshape(*size[:2], 2)
        self.pick(lambda subject: tuple(each[subject][inside[subject]] for each in (records, shares, places)))

    # All unknowns together.

    @property
    def rounds(self):
        return len(self.places)

    def misfit(self, unknown, around):
        records, share, places, corrections = unknown
        seen, shares, parts = self.seen, over_reference(unknown[0], self.public), []
        for number, there in enumerate(places):
            added = share[:, None, None] * seen.pulls(shares, there, number) + seen.pushes(there, number, corrections[number])
            parts.append((added.sum(axis=0) - seen.gradients[number]).ravel() / seen.scale)
            parts.append(WEIGHTS["moments"] * (seen.moments_of(there) - seen.moments[number]).ravel())
        parts.append(WEIGHTS["start"] * (places[0] - placed(shares, seen.maps[0])).ravel())
        mean, inverse = around
        parts.append(WEIGHTS["record"] * np.einsum("nij,nj->ni", inverse, records - mean).ravel())
        return np.concatenate(parts)

    def slopes(self, unknown, inverse, h=1e-4):
        """The misfit's derivatives by the records, feature by feature, the shares, the places of each round, and the corrections."""
        records, share, places, corrections = unknown
        seen, subjects, features, rounds = self.seen, *records.shape, self.rounds
        on_map, on_cells = 2 * len(self.public), seen.moments[0].size
        per_round, record_columns = on_map + on_cells, subjects * features
        rows = per_round * rounds + 2 * subjects + record_columns
        result = np.zeros((rows, record_columns + subjects + 2 * subjects * rounds + rounds))
        each = np.arange(subjects)
        shares = over_reference(records, self.public)
        at_start = placed(shares, seen.maps[0])
        for feature in range(features):
            columns = feature * subjects + each
            moved = records.copy()
            moved[:, feature] += h
            other = over_reference(moved, self.public)
            change = believable((other - shares) / h)
            for number, there in enumerate(places):
                first = per_round * number
                slope = share[:, None, None] * seen.pulls(change, there, number) / seen.scale
                result[first : first + on_map, columns] = slope.reshape(subjects, -1).T
            drift = believable((placed(other, seen.maps[0]) - at_start) / h)
            for axis in (0, 1):
                result[per_round * rounds + 2 * each + axis, columns] = -WEIGHTS["start"] * drift[:, axis]
            for row in range(features):
                rows_of_row = per_round * rounds + 2 * subjects + features * each + row
                result[rows_of_row, columns] = WEIGHTS["record"] * inverse[:, row, feature]
        for number, there in enumerate(places):
            self._slopes_of_places(result, unknown, shares, number, there, per_round, on_map)
        return result

    def _slopes_of_places(self, result, unknown, shares, number, there, per_round, on_map, h=1e-5):
        records, share, _, corrections = unknown
        seen, subjects = self.seen, self.subjects
        each, first = np.arange(subjects), per_round * number
        column = records.size + subjects + 2 * subjects * number

        def added(places):
            return share[:, None, None] * seen.pulls(shares, places, number) + seen.pushes(places, number, corrections[number])

        here, away = added(there), there - seen.members @ seen.moments_of(there)[:, :2]
        part = WEIGHTS["moments"] / seen.members.sum(axis=0)[seen.cells]
        result[first : first + on_map, records.size + each] = (seen.pulls(shares, there, number) / seen.scale).reshape(subjects, -1).T
        for axis in (0, 1):
            moved = there.copy()
            moved[:, axis] += h
            columns = column + 2 * each + axis
            result[first : first + on_map, columns] = ((added(moved) - here) / h / seen.scale).reshape(subjects, -1).T
            moment = first + on_map + 5 * seen.cells
            result[moment + axis, columns] = part
            result[moment + 2 + 2 * axis, columns] = 2 * part * away[:, axis]
            result[moment + 3, columns] = part * away[:, 1 - axis]
            if number == 0:
                result[per_round * self.rounds + 2 * each + axis, columns] = WEIGHTS["start"]
        push = seen.pushes(there, number, corrections[number]).sum(axis=0) / (1 + corrections[number])
        result[first : first + on_map, result.shape[1] - self.rounds + number] = -push.ravel() / seen.scale

    def unknown(self):
        return self.records, self.share, np.array(self.places), self.corrections

    def moved(self, step):
        records, share, places, corrections = self.unknown()
        ends = np.cumsum([records.size, share.size, places.size])
        by_record, by_share, by_place, rest = np.split(step, ends)
        return (
            records + np.clip(by_record.reshape(records.T.shape).T, -0.5, 0.5),
            np.clip(share + by_share, LEAST_SHARE, 1),
            places + np.clip(by_place.reshape(places.shape), -1, 1),
            corrections + rest,
        )

    def descend(self, steps, places_only=False):
        """Levenberg and Marquardt's way downhill."""
        sizes = (self.records.size, self.subjects, 2 * self.subjects * self.rounds, self.rounds)
        priors = zip(sizes, ("record", "share", "place", "normalizer"))
        prior = np.concatenate([np.full(size, PRIORS[name] ** -2) for size, name in priors])
        free = np.arange(len(prior)) >= (self.records.size + self.subjects if places_only else 0)
        damping = 1e-2
        for _ in range(steps):
            mean, root = neighbourhood(self.records, self.public, 0.01)
            around = mean, np.linalg.inv(root)
            misfit = self.misfit(self.unknown(), around)
            slopes = self.slopes(self.unknown(), around[1])[:, free]
            curvature, downhill, cost = slopes.T @ slopes, slopes.T @ misfit, misfit @ misfit
            for _ in range(8):
                step = np.zeros(len(prior))
                step[free] = -np.linalg.solve(curvature + damping * cost / len(misfit) * np.diag(prior[free]), downhill)
                tried = self.moved(step)
                new = self.misfit(tried, around)
                if new @ new < cost:
                    break
                damping *= 8
            else:
                return
            self.records, self.share, places, self.corrections = tried
            self.places = list(places)
            damping = max(damping / 5, 1e-6)
            if new @ new > 0.999 * cost:
                return

    # Records anew, with all places as they are. A round's sums are then linear in the affinities.

    def pick_records(self, library, library_shares):
        seen, unit = self.seen, 1 / (2 * self.seen.points)
        products, seen_products = 0, 0
        for number, there in enumerate(self.places):
            effect = seen.pulls(np.ones((self.subjects, len(self.public))), there, number).transpose(1, 0, 2) / seen.scale / unit
            wanted = (seen.gradients[number] - seen.pushes(there, number, self.corrections[number]).sum(axis=0)) / seen.scale
            products = products + effect @ effect.transpose(0, 2, 1)
            seen_products = seen_products + np.einsum("jnd,jd->jn", effect, wanted)
        own = np.einsum("jii->ij", products)
        now = self.share[:, None] * over_reference(self.records, self.public) * unit
        _, root = neighbourhood(self.records, self.public, 0.02)
        spread = np.exp(self.rng.uniform(np.log(0.005), 0, size=(self.subjects, PROPOSALS, 1)))
        random = self.rng.normal(size=(self.subjects, PROPOSALS, self.public.shape[1]))
        records = self.records[:, None] + spread * np.einsum("nij,nkj->nki", root, random)
        records[:, 0] = self.records
        wanted = seen_products.T - np.einsum("jik,kj->ij", products, now) + own * now
        for subject in range(self.subjects):
            best = fits(library_shares * unit, wanted[subject], own[subject])[0].argsort()[:15]
            records[subject, -15:] = library[best]
            records[subject, -25:-15] = library[best[:10]] + 0.1 * random[subject, :10]
        for number, (candidates, noise) in enumerate(LOCATED):
            records[:, 1 + number] = self.located(wanted / np.maximum(own, 1e-12 * own.max()), candidates, noise)
        shares = over_reference(records.reshape(-1, self.public.shape[1]), self.public).reshape(self.subjects, PROPOSALS, -1) * unit
        for subject in self.rng.permutation(self.subjects):
            wanted = seen_products[:, subject] - np.einsum("jk,kj->j", products[:, subject], now) + own[subject] * now[subject]
            cost, share = fits(shares[subject], wanted, own[subject])
            best = cost.argmin()
            self.records[subject], self.share[subject] = records[subject, best], share[best]
            now[subject] = share[best] * shares[subject, best]

    def located(self, affinity, candidates, noise):
        """Each record by its affinities to the public points nearest to it, as far as these can be told from the others'."""
        order = squared_distances(self.records, self.public).argsort(axis=1).argsort(axis=1)
        affinity = np.where(order < candidates, np.clip(affinity, 0, None), 0)
        largest = (-affinity).argsort(axis=1).argsort(axis=1) < NEIGHBOURS
        affinity = np.where(largest, affinity, 0)
        return np.array([located(row, self.public, noise, 1e-3) if row.any() else now for row, now in zip(affinity, self.records)])

    def solve(self, say=lambda unmixing: None):
        library = np.vstack([self.library(LIBRARY // 2), self.public])
        library_shares = over_reference(library, self.public)
        for rounds, times in STEPS:
            while self.rounds < min(rounds, len(self.seen.gradients)):
                self.places.append(self.places[-1].copy())
                self.corrections = np.append(self.corrections, self.corrections[-1])
                self.descend(6, places_only=True)
            for _ in range(times):
                for _ in range(3):
                    self.pick_records(library, library_shares)
                self.descend(4, places_only=True)
                self.descend(8)
                say(self)
        return self.records



def fits(shares, wanted, own):
    """How badly each row explains what is wanted, with the share that does it best; and that share."""
    along, square = shares @ wanted, shares**2 @ own
    share = np.clip(along / np.maximum(square, 1e-300), LEAST_SHARE, 1)
    return share**2 * square - 2 * share * along, share


def believable(slopes):
    """Without those at which a neighbour comes or goes."""
    return np.where(np.abs(slopes) > 50, 0, slopes)
