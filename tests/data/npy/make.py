"""Makes numpy's own file for npy_test.cpp."""

from pathlib import Path

import numpy as np

np.save(Path(__file__).parent / "f8.npy", np.array([[1, 2], [3, 4], [100, 0]], "<f8"))
