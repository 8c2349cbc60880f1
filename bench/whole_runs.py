"""What benches of whole runs share: a run by `dsne simulate` in a temporary folder, and digits to make it with."""

import contextlib
import csv
import json
import pathlib
import subprocess
import tempfile
import time

import numpy as np
from scipy.ndimage import rotate, shift

COMPSPEC = pathlib.Path(__file__).resolve().parents[1] / "compspec.json"


@contextlib.contextmanager
def simulated(programs, sites):
    """Makes a run of sites, each given as its files by name (arrays or texts) and its inputs. Yields the sites' outputs folders and the seconds
    that the run took."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, (files, _) in enumerate(sites):
            own = folder / f"input/local{number}/simulatorRun"
            own.mkdir(parents=True)
            for file, content in files.items():
                if isinstance(content, str):
                    (own / file).write_text(content)
                else:
                    np.save(own / file, content)
        spec = [{name: {"value": value} for name, value in inputs.items()} for _, inputs in sites]
        (folder / "inputspec.json").write_text(json.dumps(spec))
        began = time.monotonic()
        command = [f"{programs}/dsne", "simulate", "-s", str(COMPSPEC), "-d", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stdout[-500:] + done.stderr[-500:])
        yield [folder / f"output/local{number}/simulatorRun" for number in range(len(sites))], time.monotonic() - began


def column_of(file, *names):
    """Returns columns of a table as numbers, rows × names."""
    with open(file, newline="") as text:
        return np.array([[float(row[name]) for name in names] for row in csv.DictReader(text)])


def moved(image, random):
    """Returns a digit a little turned and shifted."""
    turned = rotate(image.reshape(28, 28), random.normal(0, 6), reshape=False, order=1)
    return np.clip(shift(turned, random.normal(0, 0.7, 2), order=1), 0, 255).ravel()


def components_of(images):
    """Returns the images along their first 50 principal components."""
    centred = images - images.mean(axis=0)
    return centred @ np.linalg.svd(centred, full_matrices=False)[2][:50].T
