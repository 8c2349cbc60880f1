"""Tests of membership that are fitted to runs which the attacker makes himself, of people of whom he knows who takes part."""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from attacking.contributing import area_under_curve

KINDS = (
    lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=500, class_weight="balanced", C=0.3)),
    lambda: RandomForestClassifier(150, min_samples_leaf=8, class_weight="balanced", random_state=0),
)


def area_of(score, members):
    return area_under_curve(score[members], score[~members])


def area_by(known, judged):
    """How well the better of two kinds of test tells who takes part. Both are lists of runs: for each candidate a row of signs of
    membership, and whether it takes part. The tests are fitted to the known runs."""
    signs, members = (np.concatenate(each) for each in zip(*known))
    fitted = [kind().fit(signs, members) for kind in KINDS]
    return max(np.mean([area_of(test.predict_proba(signs)[:, 1], members) for signs, members in judged]) for test in fitted)


def area_by_other_runs(runs):
    """The same where each run is judged by tests fitted to the others."""
    return float(np.mean([area_by(runs[:one] + runs[one + 1 :], [run]) for one, run in enumerate(runs)]))
