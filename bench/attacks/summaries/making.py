"""How `dsne summarize` makes a summary, as attackers know it: scales, groups, and what noise the rules give. And the program itself."""

import csv
import json
import subprocess
import tempfile
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

ALONG, LEAST_PART = 0.5, 0.5
LENIENT, EVIDENCE = 0.15, 4.5  # what a subject may add to the evidence, per subject; and at most, of a table's rows
ERRORS_OF_SPREAD = 1.4
LEAST = 10
COMPONENTS = 50  # on which arrays are grouped
REACH = 4  # median distances from the median row, to which an array's rows are limited


class Scale:
    """A site's scale: logarithm or asinh, median, interquartile range, limits of values."""

    def __init__(self, records):
        self.log = (records > 0).all(0)
        sizes = np.where(records == 0, np.nan, np.abs(records))
        with np.errstate(all="ignore"):
            self.size = np.where(np.isnan(sizes).all(0), 1, np.nanmedian(np.where(np.isnan(sizes).all(0), 1, sizes), 0))
        stretched = self.stretched(records)
        self.middle = np.median(stretched, 0)
        low, high = np.percentile(stretched, [25, 75], axis=0)
        deviation = np.where(high > low, (high - low) / 1.349, stretched.std(0))
        self.deviation = np.where(deviation > 0, deviation, 1)

    def stretched(self, values):
        with np.errstate(all="ignore"):
            return np.where(self.log, np.log(np.maximum(values, 1e-300)), np.arcsinh(values / self.size))

    def unlimited(self, values):
        return (self.stretched(values) - self.middle) / self.deviation

    def log_slope(self, values):
        """The logarithm of a point's change with its value."""
        return np.where(self.log, -np.log(np.maximum(values, 1e-300)), -0.5 * np.log(values**2 + self.size**2)) - np.log(self.deviation)

    def __call__(self, values):
        return np.clip(self.unlimited(values), -3, 3)

    def units(self, points):
        stretched = points * self.deviation + self.middle
        return np.where(self.log, np.exp(stretched), self.size * np.sinh(stretched))


class ArrayScale:
    """An array's: as it is, but for a limit of the rows' distance from the median row."""

    def __init__(self, records):
        self.middle = np.median(records, 0)
        self.reach = REACH * np.median(np.linalg.norm(records - self.middle, axis=1))

    def unlimited(self, values):
        return values

    def __call__(self, values):
        away = values - self.middle
        return self.middle + away * np.minimum(1, self.reach / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-300))

    def units(self, points):
        return points


def squared(a, b):
    return np.maximum((a**2).sum(1)[:, None] - 2 * a @ b.T + (b**2).sum(1)[None], 0)


def components_of(points):
    """What arrays are grouped by."""
    away = points - points.mean(0)
    return away @ np.linalg.svd(away, full_matrices=False)[2][:COMPONENTS].T


def groups_of(points, generator):
    """Microaggregation, one group at a time: the nearest to a subject drawn among those left."""
    left, groups = np.arange(len(points)), []
    while len(left) >= 2 * LEAST:
        rows = points[left]
        near = ((rows - rows[generator.integers(len(left))]) ** 2).sum(1).argsort(kind="stable")[:LEAST]
        groups.append(left[near])
        left = np.delete(left, near)
    return [*groups, left]


def means_of(points, groups):
    return np.array([points[group].mean(0) for group in groups])


def deviations_of(points, groups):
    return np.concatenate([points[group] - points[group].mean(0) for group in groups])


class Noise:
    """The noise of a mean of such deviations, as the program draws it: a covariance of s (part I + along WᵀW) s. Of `one` size in all columns that vary."""

    def __init__(self, deviations, freedom, most, one=False):
        sizes = np.sqrt((deviations**2).sum(0) / freedom)
        if one:
            sizes = np.where(sizes > 0, np.sqrt((sizes[sizes > 0] ** 2).mean()), 0)
        self.sizes = np.where(sizes > 0, sizes, 1e-12)
        self.white = deviations / (self.sizes * np.sqrt(freedom))
        self.gram = self.white @ self.white.T
        values = np.maximum(np.linalg.eigvalsh(self.gram if len(self.gram) < self.white.shape[1] else self.white.T @ self.white), 0)
        parts = LEAST_PART * 1.1 ** np.arange(200)[:, None]
        length = (values / (ALONG * values + parts)).sum(1)
        self.part = parts[np.argmax(length / (1 - ALONG * length / freedom) <= most), 0]

    def covariance(self):
        return (ALONG * self.white.T @ self.white + self.part * np.eye(len(self.sizes))) * np.outer(self.sizes, self.sizes)

    def drawn(self, shape, generator):
        alone, along = generator.normal(size=(*shape, len(self.sizes))), generator.normal(size=(*shape, len(self.white)))
        return (np.sqrt(self.part) * alone + np.sqrt(ALONG) * along @ self.white) * self.sizes

    def log_density(self, away):
        """Of rows (…, columns), less a constant."""
        factor = np.linalg.cholesky(np.eye(len(self.gram)) + ALONG / self.part * self.gram)
        own = away.reshape(-1, len(self.sizes)) / self.sizes
        along = np.linalg.solve(factor, self.white @ own.T)
        length = (own**2).sum(1) / self.part - ALONG / self.part**2 * (along**2).sum(0)
        sizes = np.log(self.sizes).sum() + 0.5 * len(self.sizes) * np.log(self.part) + np.log(np.diag(factor)).sum()
        return (-0.5 * length - sizes).reshape(away.shape[:-1])


def row_noise(points, groups):
    """Of a table's rows, times the root of their numbers."""
    return Noise(deviations_of(points, groups), max(len(points) - len(groups), 1), min(LENIENT * len(points), EVIDENCE))


def noise_covariance(points, groups):
    return row_noise(points, groups).covariance()


def spread_of(values, groups):
    """The logarithms of the variances within groups, and their noise."""
    squares = deviations_of(values, groups) ** 2
    variance, count = squares.mean(0), len(squares)
    away = squares / np.where(variance > 0, variance, 1) - (variance > 0)
    noise = Noise(away, count - 1, LENIENT * count, one=True)
    noise.sizes = noise.sizes * ERRORS_OF_SPREAD / np.sqrt(count)
    return np.log(np.maximum(variance, 1e-300)), noise


def coarse_unit(spread):
    """A fifth of the first digit."""
    return 10.0 ** np.floor(np.log10(np.where(spread > 0, spread, 1))) / 5


def step_of(spread):
    """What rows are rounded to."""
    return 10.0 ** np.floor(np.log10(np.where(spread > 0, spread, 1e-298) / 100))


def counts_of(records):
    """How many share each measure's commonest value, and how many values differ."""
    commonest, different = [], []
    for column in records.T:
        counts = np.unique(column, return_counts=True)[1]
        commonest.append(counts.max())
        different.append(len(counts))
    return np.array(commonest), np.array(different)


def limits_of(subjects):
    return (subjects + 1) // 2, min(2 * LEAST, subjects // 2)


def slopes_of(covariates, values):
    """Least squares' slopes, the covariance of covariates' coefficients, and what is left."""
    away, response = covariates - covariates.mean(0), values - values.mean(0)
    inverse = np.linalg.inv(away.T @ away)
    slopes = inverse @ away.T @ response
    return slopes, inverse, response - away @ slopes


COVARIATES, WORDS = ("age", "sex"), "FM"


def limited(covariates):
    """Covariates, numbers limited to three robust deviations."""
    low, middle, high = np.percentile(covariates, [25, 50, 75], axis=0)
    reach = np.where(np.isin(covariates, [0, 1]).all(0), np.inf, 3 * (high - low) / 1.349)
    return np.clip(covariates, middle - reach, middle + reach)


def made_up_covariates(records, generator):
    """An age that measures explain in part, and a sex."""
    points = Scale(records)(records)
    factor = points @ np.linalg.svd(points - points.mean(0), full_matrices=False)[2][0]
    age = 0.5 * (factor - factor.mean()) / factor.std() + np.sqrt(0.75) * generator.normal(size=len(points))
    return np.c_[age, generator.random(len(points)) < 0.4]


@dataclass
class Summary:
    measures: np.ndarray  # which are kept
    members: list  # of each row, which the private file knows
    rows: np.ndarray  # in units, the kept measures
    subjects: np.ndarray
    spread: np.ndarray
    share: np.ndarray = None  # of excluded
    covariates: np.ndarray = None
    covariate_spread: np.ndarray = None
    slopes: np.ndarray = None


def members_in(folder):
    """Who is in each row, by the private file. Persons' ids are 1, 2 …"""
    kept = json.loads((folder / "summary_private.json").read_text())["kept"]
    framed = lambda text: len(text).to_bytes(8, "little") + text
    hashed = lambda id: blake2b(framed(b"person") + framed(id.encode()), key=bytes.fromhex(kept["key"]), digest_size=32).hexdigest()
    number = {hashed(str(i + 1)): i for i in range(sum(map(len, kept["rows"])))}
    return [np.array([number[person] for person in row]) for row in kept["rows"]]


def numbers(lines, columns):
    return np.array([[float(line[i]) for i in columns] for line in lines])


def table_read(file, names):
    """A summary's measures, rows, numbers and spread; its shares; and its covariates."""
    with open(file, newline="") as text:
        header, *lines = csv.reader(text)
    chosen = [header.index(name) for name in names if name in header]
    body = [line for line in lines if line[0].isdigit()]
    spread, slopes = lines[len(body)], lines[len(body) + 1 :]
    found = [numbers(body, chosen), numbers(body, [1])[:, 0].astype(int), numbers([spread], chosen)[0]]
    found.append(numbers(body, [header.index("excluded")])[:, 0] if "excluded" in header else None)
    own = [i for i, name in enumerate(header) if name.startswith("covariate:")]
    if own:
        found += [numbers(body, own), numbers([spread], own)[0], numbers(slopes, chosen)]
    return np.array([name in header for name in names]), found


def summarized(command, records, names=None, covariates=None, folder=None, verdicts=None, options=()):
    """Returns the summary that the site's own program makes of a table, or of an array if there are no names. Persons are numbered."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        data, target = scratch / ("data.csv" if names else "data.npy"), Path(folder or scratch / "out")
        arguments = [*command, str(data), "-o", str(target), *options]
        if names:
            own = {} if covariates is None else dict(zip(COVARIATES, covariates.T))
            with open(data, "w", newline="") as file:
                table = csv.writer(file)
                table.writerow(["id", *own, *names])
                for i, record in enumerate(records):
                    words = [WORDS[int(column[i])] if name == "sex" else repr(float(column[i])) for name, column in own.items()]
                    table.writerow([i + 1, *words, *(repr(float(value)) for value in record)])
            settings = {"feature_columns": list(names), "id_column": "id", "share_verdicts": verdicts is not None, **({"covariates": list(own)} if own else {})}
            (scratch / "settings.json").write_text(json.dumps(settings))
            arguments += ["-s", str(scratch / "settings.json")]
        else:
            np.save(data, records)
        if verdicts is not None:
            (scratch / "verdicts.txt").write_text("".join(f"{'exclude' if verdict else 'include'}\n" for verdict in verdicts))
            arguments += ["--verdicts", str(scratch / "verdicts.txt")]
        done = subprocess.run(arguments, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        if not names:
            rows = np.load(target / "summary.npz")["rows"]
            return Summary(np.ones(records.shape[1], bool), members_in(target), rows[:-1, 1:], rows[:-1, 0].astype(int), rows[-1, 1:])
        measures, found = table_read(target / "summary.csv", names)
        return Summary(measures, members_in(target), *found)


def abide(folder, all_measures=False):
    """ABIDE's records with MRIQC's measures, their names, sites, and rater 3's verdicts."""
    with open(Path(folder) / "mriqc/abide-8-sites.tsv") as file:
        rows = list(csv.reader(file, delimiter="\t"))
    header, rows = rows[0], rows[1:]
    values = np.array([[float(cell) if cell not in ("", "n/a") else np.nan for cell in row[5:]] for row in rows])
    names = header[5:]
    values = np.where(np.isnan(values), np.nanmedian(values, 0), values)
    site, rater = np.array([row[1] for row in rows]), np.array([row[4] for row in rows])
    chosen = range(values.shape[1])
    if not all_measures:
        chosen = [c for c in chosen if len(np.unique(values[:, c])) > 60 and (values[:, c] == np.median(values[:, c])).mean() < 0.3]
    return values[:, chosen], [names[c] for c in chosen], site, rater


def mnist(folder, dimensions=30):
    images = np.load(Path(folder) / "mnist/X.npy").astype(float)
    images = images[np.random.default_rng(0).permutation(len(images))[:3000]]
    images -= images.mean(0)
    _, vectors = np.linalg.eigh(images.T @ images)
    return images @ vectors[:, ::-1][:, :dimensions], [f"component_{i + 1}" for i in range(dimensions)]


def rounded(records, digits=3):
    """Records with so many significant digits."""
    with np.errstate(all="ignore"):
        unit = 10.0 ** (digits - 1 - np.floor(np.log10(np.abs(records))))
        return np.where(records == 0, 0, np.round(records * unit) / unit)


def report(name, *cells):
    print("| " + " | ".join([name, *(cell if isinstance(cell, str) else f"{cell:.2f}" for cell in cells)]) + " |", flush=True)
