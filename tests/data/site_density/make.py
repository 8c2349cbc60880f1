"""P(X + Z >= count) for X binomial and Z normal, by scipy: p_values.txt, one case a line
(points, share, variance of Z, count, probability)."""

import numpy as np
from scipy.stats import binom, norm

CASES = [
    (100, 0.1, 1e-6, 20),
    (100, 0.1, 1e-6, 10),
    (50, 1 / 36, 38.0, 12),
    (1000, 0.03, 40.0, 80),
    (1000, 0.5, 2.0, 560),
    (20, 0.9, 9.0, -3),
    (1, 0.5, 0.5, 2),
    (50000, 0.01, 3000.0, 800),
]

with open("p_values.txt", "w") as file:
    for points, share, variance, count in CASES:
        x = np.arange(points + 1)
        tail = norm.sf((count - 0.5 - x) / np.sqrt(variance))
        probability = np.sum(binom.pmf(x, points, share) * tail)
        print(points, repr(share), variance, count, repr(float(probability)), file=file)
