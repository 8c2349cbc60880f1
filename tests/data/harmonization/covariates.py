"""Makes the values that covariates_test.cpp compares with: three sites that differ in age and in scanner, the slopes of
each site's measures on age and sex by statsmodels, and neuroCombat 0.2.12 with these covariates, without empirical Bayes.
Values are far within three robust deviations, so that summaries limit none of them."""

from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm
from neuroCombat import neuroCombat

FOLDER = Path(__file__).parent
SUBJECTS = 100
np.int = int  # neuroCombat names it so; numpy no longer does.


def save(name, array):
    np.savetxt(FOLDER / f"{name}.txt", array, fmt="%.9g")


random = np.random.default_rng(11)
slopes = np.array([[0.03, 0.03, 0, 0], [0, 0.4, 0.4, 0]])
values, covariates = [], []
for site in range(3):
    age = random.uniform(20 + 15 * site, 50 + 15 * site, SUBJECTS).round(1)
    sex = (random.uniform(size=SUBJECTS) < 0.3 + 0.2 * site).astype(float)
    own = np.column_stack([age, sex])
    residuals = random.uniform(-1.7, 1.7, (SUBJECTS, 4))
    scanner = random.normal(0, 1, 4), random.uniform(0.8, 1.25, 4)
    values.append(20 + scanner[0] + own @ slopes + residuals * scanner[1])
    covariates.append(own)
fits = [[sm.OLS(y, sm.add_constant(own)).fit() for y in site.T] for own, site in zip(covariates, values)]
batches = pd.DataFrame(np.vstack(covariates), columns=["age", "sex"])
batches["site"] = np.repeat(range(3), SUBJECTS)
combat = neuroCombat(np.vstack(values).T, batches, "site", categorical_cols=["sex"], continuous_cols=["age"], eb=False)
save("covariates", np.column_stack([np.vstack(covariates), np.vstack(values)]))
save("covariates_slopes", [fit.params[c] for site in fits for c in (1, 2) for fit in site])
save("covariates_errors", [fit.bse[c] for site in fits for c in (1, 2) for fit in site])
save("covariates_combat", combat["data"].T)
