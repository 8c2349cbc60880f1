"""Makes small images with nibabel for nifti_volume_test.cpp, and what nibabel and numpy read from them.

<name>.txt holds the first time point summed over Z, one row per Y.
"""

from pathlib import Path

import nibabel as nib
import numpy as np

FOLDER = Path(__file__).parent
SHAPE = (4, 3, 5)

generator = np.random.default_rng(9)


def save(name, voxels, order="<", ending="nii.gz"):
    header = nib.Nifti1Header(endianness=order)
    header.set_data_dtype(voxels.dtype.newbyteorder(order))
    image = nib.Nifti1Image(voxels, np.diag([2, 2, 3, 1]), header)
    path = FOLDER / f"{name}.{ending}"
    nib.save(image, path)
    save_sums(path)


def save_sums(path):
    read = nib.load(path).get_fdata()
    first = read[..., 0] if read.ndim == 4 else read
    np.savetxt(FOLDER / f"{path.name.split('.')[0]}.txt", first.sum(axis=2).T, fmt="%.17g")


def integers():
    return generator.integers(-1000, 1000, SHAPE).astype("int16")


save("float32", generator.normal(size=SHAPE).astype("float32"))
save("float64", generator.normal(size=SHAPE), ending="nii")
save("big_endian", integers(), order=">", ending="nii")
save("four", generator.normal(size=(*SHAPE, 3)).astype("float32"))

# What nibabel scales when it reads, it also scales when it saves; the header is written by hand to keep the stored integers.
voxels = integers()
save("scaled", voxels, ending="nii")
path = FOLDER / "scaled.nii"
content = bytearray(path.read_bytes())
content[112:120] = np.array([0.5, 100], "<f4").tobytes()
path.write_bytes(content)
save_sums(path)
