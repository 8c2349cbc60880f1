"""Makes the subjects of covariates_test.cpp: three sites that differ in age and in scanner, each with age, sex and four measures.
Values are far within three robust deviations, so that summaries limit none of them."""

from pathlib import Path

import numpy as np

SUBJECTS = 100

random = np.random.default_rng(11)
slopes = np.array([[0.03, 0.03, 0, 0], [0, 0.4, 0.4, 0]])
sites = []
for site in range(3):
    age = random.uniform(20 + 15 * site, 50 + 15 * site, SUBJECTS).round(1)
    sex = (random.uniform(size=SUBJECTS) < 0.3 + 0.2 * site).astype(float)
    own = np.column_stack([age, sex])
    residuals = random.uniform(-1.7, 1.7, (SUBJECTS, 4))
    scanner = random.normal(0, 1, 4), random.uniform(0.8, 1.25, 4)
    sites.append(np.column_stack([own, 20 + scanner[0] + own @ slopes + residuals * scanner[1]]))
np.savetxt(Path(__file__).with_suffix(".txt"), np.vstack(sites), fmt="%.9g")
