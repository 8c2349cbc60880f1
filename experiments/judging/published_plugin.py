"""The joint map as the published plugin's algorithm makes it (github.com/trendscenter/coinstac-dsne-multishot, read in its source), in one
process: a peer to compare with. Its choices are kept, and what they amount to:

- rows are divided by their largest absolute value, freed of their own mean, and reduced at each site by itself by a PCA that does not
  centre the columns;
- in the first round each site puts everything, the reference too, at random in the box of the reference's map, so the coordinator's map
  of the reference is lost in the first average;
- affinities are exaggerated 8 times, and twice after 100 iterations, to the end;
- the gains never learn: they are 1.2 or 0.8 in every round;
- a site's velocity of the reference is its own, not the average.

The plugin sums over all pairs. Here affinities are over the 10·perplexity nearest neighbours, which comes to the same (over 3·perplexity
they would be flatter), and repulsion is scikit-learn's Barnes-Hut sum with a small angle. Where points are fewer than features, where the
plugin's PCA fails, the principal components are taken.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.manifold import _barnes_hut_tsne

from .affinities import joint_affinities, largest_perplexity
from .random_draws import Engine, normals

LEARNING_RATE = 500
FIRST_EXAGGERATION, LAST_EXAGGERATION, LAST_EXAGGERATED = 8, 2, 100
MOMENTUM_SWITCH = 20
LEAST_GAIN = 0.01
NEIGHBOURS_PER_PERPLEXITY = 10
ANGLE = 0.2


@dataclass
class Options:
    perplexity: float = 30
    initial_dims: int = 50
    reference_iterations: int = 1000
    rounds: int = 501
    threads: int = 2


def prepared(points, dimensions):
    largest = np.abs(points).max(axis=1, keepdims=True)
    points = points / np.where(largest > 0, largest, 1)
    points = points - points.mean(axis=1, keepdims=True)
    if dimensions >= points.shape[1]:
        return points
    # Along components about zero.
    _, sizes, directions = np.linalg.svd(points, full_matrices=False)
    kept = min(dimensions, int((sizes > sizes.max(initial=0) * 1e-12).sum()))
    return points @ directions[:kept].T


class Slope:
    """The plugin's gradient, without the factor 4, of one set of points."""

    def __init__(self, points, options):
        perplexity = min(options.perplexity, largest_perplexity(len(points)))
        p = joint_affinities(prepared(points, options.initial_dims), perplexity, NEIGHBOURS_PER_PERPLEXITY * perplexity)
        self._p = csr_matrix(p)
        self._neighbours = self._p.indices.astype(np.int64)
        self._offsets = self._p.indptr.astype(np.int64)
        self._threads = options.threads

    def at(self, places, iteration):
        exaggeration = FIRST_EXAGGERATION if iteration <= LAST_EXAGGERATED else LAST_EXAGGERATION
        forces = np.zeros(places.shape, dtype=np.float32)
        _barnes_hut_tsne.gradient(
            (exaggeration * self._p.data).astype(np.float32), places.astype(np.float32), self._neighbours, self._offsets, forces,
            ANGLE, 2, 0, dof=1, compute_error=False, num_threads=self._threads)
        return forces.astype(float)


def next_gains(gains, slope, velocity):
    descends = (slope > 0) != (velocity > 0)
    return np.maximum(np.where(descends, gains + 0.2, gains * 0.8), LEAST_GAIN)


def next_velocity(velocity, gains, slope, iteration):
    momentum = 0.5 if iteration < MOMENTUM_SWITCH else 0.9
    return momentum * velocity - LEARNING_RATE * gains * slope


def reference_map(slope, places, iterations):
    velocity, gains = np.zeros_like(places), np.ones_like(places)
    for iteration in range(iterations):
        change = slope.at(places, iteration)
        gains = next_gains(gains, change, velocity)
        velocity = next_velocity(velocity, gains, change, iteration)
        places = places + velocity
        places = places - places.mean(axis=0)
    return places


class Site:
    """A site's reference (first) and own points together."""

    def __init__(self, reference, own, box, engine, options):
        self.slope = Slope(np.vstack([reference, own]), options)
        low, size = box
        count = len(reference) + len(own)
        self.places = low + size * engine.uniform(2 * count).reshape(2, count).T
        self.velocity = np.zeros_like(self.places)

    def make_round(self, shared, shift, iteration):
        self.places -= shift
        slope = self.slope.at(self.places, iteration)
        gains = next_gains(np.ones_like(slope), slope, self.velocity)
        self.velocity = next_velocity(self.velocity, gains, slope, iteration)
        self.places[shared:] += self.velocity[shared:]


def published_map(reference, sites, options, seed):
    """Returns places, the reference's first and then site by site, from points × features without missing values."""
    shared = len(reference)
    of_reference = reference_map(Slope(reference, options), normals(shared, 2, seed), options.reference_iterations)
    box = of_reference.min(axis=0), np.ptp(of_reference, axis=0)
    engine = Engine(seed)
    states = [Site(reference, own, box, engine, options) for own in sites]
    shift = np.zeros(2)
    for iteration in range(options.rounds):
        for site in states:
            if iteration > 0:  # the first round throws the reference's map away
                site.places[:shared] = of_reference
            site.make_round(shared, shift, iteration)
        of_reference = np.mean([site.places[:shared] + site.velocity[:shared] for site in states], axis=0)
        shift = np.mean([site.places.mean(axis=0) for site in states], axis=0)
    return np.vstack([of_reference] + [site.places[shared:] for site in states])
