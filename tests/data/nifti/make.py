"""Makes small images with nibabel for nifti_volume_test.cpp, and what nibabel and numpy read from them.

<name>.txt holds the first time point summed over Z, one row per Y.
"""

from pathlib import Path

import nibabel as nib
import numpy as np

FOLDER = Path(__file__).parent
SHAPE = (4, 3, 5)

generator = np.random.default_rng(9)


def save(name, voxels, slope=None, order="<", ending="nii.gz"):
    header = nib.Nifti1Header(endianness=order)
    header.set_data_dtype(voxels.dtype.newbyteorder(order))
    image = nib.Nifti1Image(voxels, np.diag([2, 2, 3, 1]), header)
    if slope is not None:
        image.header.set_slope_inter(*slope)
    path = FOLDER / f"{name}.{ending}"
    nib.save(image, path)
    read = nib.load(path).get_fdata()
    first = read[..., 0] if read.ndim == 4 else read
    np.savetxt(FOLDER / f"{name}.txt", np.nan_to_num(first).sum(axis=2).T, fmt="%.17g")


def integers(kind, shape=SHAPE):
    limits = np.iinfo(kind)
    return generator.integers(max(limits.min, -1000), min(limits.max, 1000), shape).astype(kind)


for kind in ["uint8", "int16", "int32", "int64"]:
    save(kind, integers(kind))
save("float32", generator.normal(size=SHAPE).astype("float32"))
save("float64", generator.normal(size=SHAPE), ending="nii")
save("big_endian", integers("int16"), order=">", ending="nii")
save("four", generator.normal(size=(*SHAPE, 3)).astype("float32"))

holes = generator.normal(size=SHAPE).astype("float32")
holes[:, 0] = np.nan
save("holes", holes)

# What nibabel scales when it reads, it also scales when it saves; the header is written by hand to keep the stored integers.
voxels = integers("int16")
save("scaled", voxels, ending="nii")
path = FOLDER / "scaled.nii"
content = bytearray(path.read_bytes())
content[112:120] = np.array([0.5, 100], "<f4").tobytes()
path.write_bytes(content)
np.savetxt(FOLDER / "scaled.txt", nib.load(path).get_fdata().sum(axis=2).T, fmt="%.17g")

rgb = np.zeros(SHAPE, dtype=[("R", "u1"), ("G", "u1"), ("B", "u1")])
nib.save(nib.Nifti1Image(rgb, np.eye(4)), FOLDER / "rgb.nii.gz")
nib.save(nib.Nifti1Image(np.zeros((4, 3), "uint8"), np.eye(4)), FOLDER / "flat.nii.gz")
nib.save(nib.Nifti2Image(integers("uint8"), np.eye(4)), FOLDER / "nifti2.nii.gz")
