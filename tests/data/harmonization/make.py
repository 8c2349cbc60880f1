"""Makes the values that harmonization_test.cpp compares with: neuroCombat 0.2.12, the reference as its reference batch,
which stays as it is and defines the units. Its iteration is run on until it stands still."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from neuroCombat import neuroCombat

FOLDER = Path(__file__).parent
np.int = int  # neuroCombat names it so; numpy no longer does.


def save(name, array):
    np.savetxt(FOLDER / f"{name}.txt", array, fmt="%.17g")


sys.modules["neuroCombat.neuroCombat"].it_sol.__defaults__ = (1e-14,)
random = np.random.default_rng(7)
reference = random.normal(2, 3, (30, 8)) * [1, 2, 3, 4, 5, 6, 7, 8]
site = random.normal(5, 4, (9, 8)) * [1, 2, 3, 4, 5, 6, 7, 8] * random.uniform(0.5, 2, 8)
batches = pd.DataFrame({"batch": [1] * len(reference) + [2] * len(site)})
result = neuroCombat(dat=np.vstack([reference, site]).T, covars=batches, batch_col="batch", ref_batch=1)
save("reference", reference)
save("site", site)
save("combat", result["data"].T[len(reference):])
