"""A port of `dsne summarize` to numpy, what attackers know of it, and the program itself.

The port has the rules that the program has, and those that were tried (Rules). `making.py DATA_FOLDER PROGRAM` compares its files with the
program's."""

import csv
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ALONG = 0.5


@dataclass(frozen=True)
class Rules:
    """How a summary is made; by default as the program does."""

    least: int = 10
    drawn: bool = True  # groups gather around subjects that are drawn, else around the furthest one
    evidence: float = 0.15  # what a subject may add, per subject; 0: noise of one standard error
    outer: float = 1.0  # of those left, the share furthest from their mean among whom the subject is drawn
    reach: float = 0  # a record's largest distance from the median, in median distances; 0: none
    noisy_spread: bool = True
    noisy_choice: bool = True  # of measures
    errors: float = 1.0  # all noise is multiplied by this


EARLIER = Rules(drawn=False, evidence=0, noisy_spread=False, noisy_choice=False)


class Scale:
    """A site's scale: logarithm or asinh, median, interquartile range, limits of values and of records."""

    def __init__(self, records, reach=0.0):
        self.log = (records > 0).all(0)
        sizes = np.where(records == 0, np.nan, np.abs(records))
        with np.errstate(all="ignore"):
            self.size = np.where(np.isnan(sizes).all(0), 1, np.nanmedian(np.where(np.isnan(sizes).all(0), 1, sizes), 0))
        stretched = self.stretched(records)
        self.middle = np.median(stretched, 0)
        low, high = np.percentile(stretched, [25, 75], axis=0)
        deviation = np.where(high > low, (high - low) / 1.349, stretched.std(0))
        self.deviation = np.where(deviation > 0, deviation, 1)
        self.reach = np.inf
        if reach:
            self.reach = reach * np.median(np.linalg.norm(self(records), axis=1))

    def stretched(self, values):
        with np.errstate(all="ignore"):
            return np.where(self.log, np.log(np.maximum(values, 1e-300)), np.arcsinh(values / self.size))

    def unlimited(self, values):
        return (self.stretched(values) - self.middle) / self.deviation

    def __call__(self, values):
        points = np.clip(self.unlimited(values), -3, 3)
        distance = np.linalg.norm(points, axis=1, keepdims=True)
        return points * np.minimum(1, self.reach / np.maximum(distance, 1e-12))

    def units(self, points):
        stretched = points * self.deviation + self.middle
        return np.where(self.log, np.exp(stretched), self.size * np.sinh(stretched))


def squared(a, b):
    return np.maximum((a**2).sum(1)[:, None] - 2 * a @ b.T + (b**2).sum(1)[None], 0)


def groups_of(points, rules, generator):
    """Microaggregation, one group at a time: the nearest to a subject drawn among those left, or to the one furthest from their mean."""
    left, groups = np.arange(len(points)), []
    while len(left) >= 2 * rules.least:
        rows = points[left]
        outermost = (-((rows - rows.mean(0)) ** 2).sum(1)).argsort(kind="stable")
        first = outermost[generator.integers(max(int(rules.outer * len(left)), 1))] if rules.drawn else outermost[0]
        near = ((rows - rows[first]) ** 2).sum(1).argsort(kind="stable")[: rules.least]
        groups.append(left[near])
        left = np.delete(left, near)
    return [*groups, left]


def means_of(points, groups):
    return np.array([points[group].mean(0) for group in groups])


def deviations_of(points, groups):
    return np.concatenate([points[group] - points[group].mean(0) for group in groups])


def independent_part(deviations, freedom, evidence):
    """The independent part of the noise, in the columns' variances."""
    part = 0.5
    if not evidence:
        return part
    sizes = np.sqrt((deviations**2).sum(0) / freedom)
    white = deviations[:, sizes > 0] / (sizes[sizes > 0] * np.sqrt(freedom))
    values = np.linalg.svd(white, compute_uv=False) ** 2
    while True:
        length = (values / (ALONG * values + part)).sum()
        if length / (1 - ALONG * length / freedom) <= evidence * len(deviations):
            return part
        part *= 1.1


def noise_covariance(deviations, freedom, evidence):
    covariance = deviations.T @ deviations / freedom
    return ALONG * covariance + independent_part(deviations, freedom, evidence) * np.diag(np.diag(covariance))


def noise_like(deviations, freedom, rows, evidence, generator):
    sizes = np.sqrt((deviations**2).sum(0) / freedom)
    along = generator.normal(size=(rows, len(deviations))) @ deviations / np.sqrt(freedom)
    alone = generator.normal(size=(rows, deviations.shape[1])) * sizes
    return np.sqrt(ALONG) * along + np.sqrt(independent_part(deviations, freedom, evidence)) * alone


def noisy_rows(points, groups, rules, generator):
    deviations = deviations_of(points, groups)
    freedom = max(len(points) - len(groups), 1)
    noise = noise_like(deviations, freedom, len(groups), rules.evidence, generator)
    return means_of(points, groups) + rules.errors * noise / np.sqrt([[len(group)] for group in groups])


def relative_squares(values, groups):
    """Each subject's squared deviations, their mean, and how far they are from it, in means."""
    squares = deviations_of(values, groups) ** 2
    variance = squares.mean(0)
    return variance, squares / np.where(variance > 0, variance, 1) - (variance > 0)


def spread_of(values, groups, rules, generator):
    variance, away = relative_squares(values, groups)
    if rules.noisy_spread:
        noise = noise_like(away, len(values) - 1, 1, rules.evidence, generator)[0] / np.sqrt(len(values))
        variance = variance * np.exp(rules.errors * noise)
    return np.sqrt(variance)


def counts_of(records):
    """How many share each measure's commonest value, and how many values differ."""
    commonest, different = [], []
    for column in records.T:
        counts = np.unique(column, return_counts=True)[1]
        commonest.append(counts.max())
        different.append(len(counts))
    return np.array(commonest), np.array(different)


def limits_of(subjects, rules):
    return (subjects + 1) // 2, min(2 * rules.least, subjects // 2)


def kept_measures(records, rules, generator):
    commonest, different = counts_of(records)
    half, enough = limits_of(len(records), rules)
    if rules.noisy_choice:
        commonest = commonest + np.sqrt(half) / 2 * generator.normal(size=len(commonest))
        different = different + np.sqrt(enough) / 2 * generator.normal(size=len(different))
    return (commonest < half) & (different >= enough) & (records.std(0) > 0)


def slopes_of(covariates, values):
    """Least squares' slopes, the covariance of covariates' coefficients, and what is left."""
    away, response = covariates - covariates.mean(0), values - values.mean(0)
    inverse = np.linalg.inv(away.T @ away)
    slopes = inverse @ away.T @ response
    return slopes, inverse, response - away @ slopes


@dataclass
class Summary:
    measures: np.ndarray  # which are kept
    rows: np.ndarray  # in units, the kept measures
    subjects: np.ndarray
    spread: np.ndarray
    covariates: np.ndarray = None
    covariate_spread: np.ndarray = None
    slopes: np.ndarray = None


def summarized(records, rules, generator, covariates=None):
    """Returns the summary and its groups."""
    measures = kept_measures(records, rules, generator)
    scale = Scale(records[:, measures], rules.reach)
    points = scale(records[:, measures])
    groups = groups_of(points, rules, generator)
    groups = [groups[i] for i in generator.permutation(len(groups))]
    values = scale.units(points)
    summary = Summary(measures, scale.units(noisy_rows(points, groups, rules, generator)), np.array([len(g) for g in groups]),
                      spread_of(values, groups, rules, generator))
    if covariates is not None:
        summary.covariates = noisy_rows(covariates, groups, rules, generator)
        summary.covariate_spread = spread_of(covariates, groups, rules, generator)
        slopes, inverse, residuals = slopes_of(covariates, values)
        count = covariates.shape[1]
        noise = noise_like(residuals, len(values) - 1 - count, count, rules.evidence, generator)
        summary.slopes = slopes + rules.errors * np.linalg.cholesky(inverse) @ noise
    return summary, groups


def delivered(command, records, names, folder=None, verdicts=None, ids=None, options=(), settings=None):
    """Returns the summary that the site's own program makes, and the shares of excluded."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        with open(scratch / "data.csv", "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["id", *names])
            for i, record in enumerate(records):
                table.writerow([ids[i] if ids is not None else f"sub-{i}", *(repr(float(value)) for value in record)])
        (scratch / "settings.json").write_text(json.dumps({"feature_columns": list(names), "id_column": "id", **(settings or {})}))
        target = Path(folder or scratch / "out")
        arguments = [*command, str(scratch / "data.csv"), "-o", str(target), "-s", str(scratch / "settings.json"), *options]
        if verdicts is not None:
            (scratch / "verdicts.txt").write_text("".join(f"{'exclude' if verdict else 'include'}\n" for verdict in verdicts))
            arguments += ["--verdicts", str(scratch / "verdicts.txt")]
        done = subprocess.run(arguments, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        with open(target / "summary.csv", newline="") as file:
            lines = list(csv.reader(file))
    header = lines[0]
    columns = [i for i, name in enumerate(header) if name in names]
    measures = np.array([name in header for name in names])
    numbers = np.array([[float(line[i]) for i in columns] for line in lines[1:]])
    body = lines[1:-1]
    share = np.array([float(line[-1]) for line in body]) if header[-1] == "excluded" else None
    return Summary(measures, numbers[:-1], np.array([int(line[1]) for line in body]), numbers[-1]), share


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


def main(folder, program, files=40):
    """Prints, for files of the same records by the program and by the port, how much the mean of all rows and the spread differ from file to file,
    in robust deviations and as a factor, over the measures, and how many measures are kept."""
    records, names, *_ = abide(folder, all_measures=True)
    records = records[np.random.default_rng(41).permutation(len(records))[:60]]
    print("| 60 persons | mean of all rows | rows | logarithm of the spread | measures |\n|---|---|---|---|---|")
    for name in ("the program", "the port"):
        generator = np.random.default_rng(41)
        made = [delivered(program.split(), records, names)[0] if name == "the program" else summarized(records, Rules(), generator)[0] for _ in range(files)]
        always = np.all([summary.measures for summary in made], 0)
        own = Scale(records[:, always])
        rows = [own.unlimited(summary.rows[:, always[summary.measures]]) for summary in made]
        means = [summary.subjects @ some / summary.subjects.sum() for summary, some in zip(made, rows)]
        spreads = [np.log(np.maximum(summary.spread[always[summary.measures]], 1e-300)) for summary in made]
        cells = [np.median(np.std(values, 0)) for values in (means, np.concatenate(rows), spreads)]
        report(name, *(f"{cell:.3f}" for cell in cells), f"{np.mean([summary.measures.sum() for summary in made]):.1f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *(int(n) for n in sys.argv[3:4]))
