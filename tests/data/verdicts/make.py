"""Makes the values that verdict_model_test.cpp compares with: numpy, scikit-learn."""

from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

folder = Path(__file__).parent
random = np.random.default_rng(45)

rows = random.normal(size=(30, 4))
subjects = random.integers(10, 20, size=30)
shares = 1 / (1 + np.exp(2.5 - rows @ [1.0, -0.5, 0.2, 0.0] - 0.3 * random.normal(size=30)))
shares = np.clip(np.round(shares * subjects) / subjects, 1 / subjects, 1 - 1 / subjects)

# A group is two weighted samples, one of either class; both classes have half of the weight.
both = np.vstack([rows, rows])
classes = np.repeat([1, 0], 30)
inside, outside = subjects * shares, subjects * (1 - shares)
weights = np.concatenate([inside / inside.sum(), outside / outside.sum()]) / 2

fits = []
for penalty in (3.0, 0.3, 0.03):
    # scikit-learn minimises C * loss + |weights|^2 / 2.
    model = LogisticRegression(C=1 / penalty, tol=1e-12, max_iter=10000)
    model.fit(both, classes, sample_weight=weights)
    fits.append(np.concatenate([[penalty], model.coef_[0], model.intercept_]))

# The area of the last fit, over all pairs of samples.
area = roc_auc_score(classes, model.decision_function(both), sample_weight=weights)

np.savetxt(folder / "groups.txt", np.column_stack([rows, subjects, shares]), fmt="%.17g")
np.savetxt(folder / "fits.txt", fits, fmt="%.17g")
np.savetxt(folder / "area.txt", [area], fmt="%.17g")
