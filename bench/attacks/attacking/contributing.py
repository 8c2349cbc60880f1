"""Telling who is in a sum from what each person would contribute to it."""

import numpy as np
from scipy.optimize import nnls
from scipy.stats import rankdata

from attacking.tsne import affinities, squared_distances

PERPLEXITY = 30
NEIGHBOURS = 3 * PERPLEXITY
RIDGE = 0.1


class Affinities:
    """A point's affinities to each reference point at a site with the given people, both directions added up.

    Reference points may stand for several points; the affinities are those to each single one.
    """

    def __init__(self, company, reference, stands_for=None):
        self.counts = np.ones(len(company) + len(reference))
        if stands_for is not None:
            self.counts[len(company) :] = stands_for
        self.everyone = np.vstack([company, reference])
        self.own = len(company)
        self.among = squared_distances(reference, self.everyone)
        rows = np.arange(len(reference))
        self.among[rows, self.own + rows] = np.inf
        self.furthest = np.partition(self.among, NEIGHBOURS - 1, axis=1)[:, NEIGHBOURS - 1]

    def of(self, points):
        to_everyone = squared_distances(points, self.everyone)
        result = (affinities(to_everyone, PERPLEXITY, counts=self.counts) / self.counts)[:, self.own :]
        alone_and_everyone = np.concatenate([[1.0], self.counts])
        for row, distances in zip(result, to_everyone[:, self.own :]):
            near = distances < self.furthest
            if near.any():
                row[near] += affinities(np.column_stack([distances, self.among])[near], PERPLEXITY, counts=alone_and_everyone)[:, 0]
        return result


def likelihoods(excess, candidates, others):
    """Returns each candidate's log-likelihood ratio: of the sum's excess with it to that without it, if contributions are normal like the others'.

    Homer et al. (2008) found people in mixtures of DNA by such a test.
    """
    mean = others.mean(axis=0)
    covariance = np.cov(others.T)
    covariance += RIDGE * np.trace(covariance) / len(mean) * np.eye(len(mean))
    unusual = candidates - mean
    weighted = np.linalg.solve(covariance, unusual.T).T
    return weighted @ excess - 0.5 * (weighted * unusual).sum(axis=1)


def parts_in_sum(sums, candidates):
    """Returns how much of each candidate is in the sums, if they consist of candidates only."""
    return nnls(candidates.T, sums, maxiter=100 * len(candidates))[0]


def likest(difference, candidates):
    """Returns the candidate whose contribution has the direction closest to a difference of sums."""
    return int((candidates @ difference / np.linalg.norm(candidates, axis=1)).argmax())


def area_under_curve(members, others):
    """Returns how often a member's score is above a non-member's: 0.5 is chance, 1 certainty."""
    ranks = rankdata(np.concatenate([members, others]))[: len(members)]
    return (ranks.sum() - len(members) * (len(members) + 1) / 2) / (len(members) * len(others))
