"""Makes numpy's own files for npy_test.cpp: the same 3 x 2 array in every type that is read."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
ARRAY = np.array([[1, 2], [3, 4], [100, 0]])

for kind in ["f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]:
    np.save(FOLDER / f"{kind}.npy", ARRAY.astype(f"<{kind}"))
np.save(FOLDER / "bool.npy", ARRAY > 2)
np.save(FOLDER / "big_endian.npy", ARRAY.astype(">f8"))
np.save(FOLDER / "big_endian_integers.npy", ARRAY.astype(">i4"))
np.save(FOLDER / "fortran.npy", np.asfortranarray(ARRAY.astype("<f8")))
np.save(FOLDER / "vector.npy", ARRAY[:, 0].astype("<f8"))
np.save(FOLDER / "structure.npy", np.zeros(2, dtype=[("a", "<f4"), ("b", "<i4")]))
np.save(FOLDER / "strings.npy", np.array(["a", "b"]))
with open(FOLDER / "version_2.npy", "wb") as file:
    np.lib.format.write_array(file, ARRAY.astype("<f8"), version=(2, 0))
with open(FOLDER / "version_3.npy", "wb") as file:
    np.lib.format.write_array(file, ARRAY.astype("<f8"), version=(3, 0))
