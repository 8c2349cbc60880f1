"""Makes the values that outlier_scores_test.cpp compares with: numpy, scipy, scikit-learn."""

from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import iqr, norm
from sklearn.decomposition import PCA
from sklearn.neighbors import NearestNeighbors

folder = Path(__file__).parent
random = np.random.default_rng(6)

mixing = random.normal(size=(4, 4))
reference = random.normal(size=(90, 4)) @ mixing
excluded = 3 * random.normal(size=(24, 4)) @ mixing
own = random.normal(size=(40, 4)) @ mixing + [0.5, 0, 0, 0]
for points in (reference, excluded, own):
    points[:, 1] = np.exp(points[:, 1])  # positive, so compared by its logarithm
own[3, 2] *= 40
own[7] = own[7, [1, 0, 2, 3]]


class Space:
    """Computes scaling and components as ComparisonSpace does."""

    def __init__(self, points):
        self.low, self.centre, self.high = np.percentile(self.taken(points), [25, 50, 75], axis=0)
        self.pca = PCA().fit(self.scaled(points))

    def taken(self, x):
        x = x.copy()
        rest = [0, 2, 3]
        x[:, rest] = np.arcsinh(x[:, rest] / np.median(np.abs(reference[:, rest]), axis=0))
        x[:, 1] = np.log(np.maximum(x[:, 1], reference[:, 1].min() / 1000))
        return x

    def scaled(self, x):
        return np.clip((self.taken(x) - self.centre) / ((self.high - self.low) / 1.349), -6, 6)

    def __call__(self, x):
        return self.pca.transform(self.scaled(x)) * np.sqrt(2 + 1 / self.pca.explained_variance_)


def nearest(points, candidates, count):
    """Returns mean distances to the nearest candidates, without the point itself."""
    distances = NearestNeighbors(n_neighbors=count + 1).fit(candidates).kneighbors(points)[0]
    is_candidate = distances[:, 0] < 1e-6
    return np.where(is_candidate, distances[:, 1:].mean(axis=1), distances[:, :-1].mean(axis=1))


def in_units_of(known, values):
    return (values - np.median(known)) / (iqr(known) + 1e-9)


space = Space(np.vstack([reference, own]))
theirs, mine, bad = space(reference), space(own), space(excluded)

typical = nearest(np.vstack([theirs, mine]), np.vstack([theirs, mine]), len(own) // 2)
halves = [x[d <= np.median(d)] for x, d in zip((theirs, mine), np.split(typical, [len(reference)]))]
odd_reference, odd_own = (np.log(nearest(x, np.vstack(halves), 20)) for x in (theirs, mine))

ratings = np.maximum(in_units_of(odd_reference, odd_own), in_units_of(odd_own, odd_own))
known = in_units_of(odd_reference, odd_reference)
for site in (slice(0, None, 2), slice(1, None, 2)):
    known[site] = np.maximum(known[site], in_units_of(odd_reference[site], odd_reference[site]))

like_reference, like_own = (
    np.log(nearest(x, theirs, 20) / np.sort(cdist(x, bad))[:, :20].mean(axis=1)) for x in (theirs, mine)
)
judged_ratings = ratings + in_units_of(like_reference, like_own)
judged_known = known + in_units_of(like_reference, like_reference)



def share_below(values, known):
    return (known[None, :] < values[:, None]).mean(axis=1)


def odd_at_own_site(values):
    """Returns whether scores are beyond 99 % of the normal distribution with the middle and the lower half of the site's scores."""
    ordered = np.sort(values)
    middle = ordered[len(values) // 4 : len(values) - len(values) // 4].mean()
    below = middle - ordered[: len(values) // 2].mean()
    return norm(middle, below / np.sqrt(2 / np.pi)).cdf(values) > 0.99


def also_to_check(scores, likeness=None):
    flagged = scores == 1  # as one of 91 may be
    found = odd_at_own_site(odd_own) & (scores >= 0.9)
    if likeness is not None:
        found |= odd_at_own_site(likeness) & (share_below(likeness, like_reference) >= 0.9)
    return found & ~flagged


scores, judged_scores = share_below(ratings, known), share_below(judged_ratings, judged_known)

centred = space.scaled(own) - space.pca.mean_
precision = np.linalg.inv(np.cov(space.scaled(np.vstack([reference, own])).T))
departures = centred @ precision / np.sqrt(np.diag(precision))

space = Space(reference)
a, b = space(own), space(reference)
within = [cdist(x, x).sum() / (len(x) * (len(x) - 1)) for x in (a, b)]
energy = 1 - sum(within) / (2 * cdist(a, b).mean())

for name, values in {
    "reference": reference,
    "excluded": excluded,
    "own": own,
    "ratings": ratings,
    "scores": scores,
    "also_check": also_to_check(scores),
    "judged_ratings": judged_ratings,
    "judged_scores": judged_scores,
    "judged_also_check": also_to_check(judged_scores, like_own),
    "departures": departures,
    "energy": [energy],
}.items():
    np.save(folder / f"{name}.npy", np.reshape(values, (len(values), -1)))
