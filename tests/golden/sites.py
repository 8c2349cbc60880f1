"""What sites of the golden runs bring: small tables and time series, made of Python's random numbers."""

import random
import re

MEASURES = ["cjv", "cnr", "efc", "fber", "fwhm_avg", "snr_total"]
MIDDLES = [0.4, 3.0, 0.6, 900.0, 4.0, 11.0]


def joined(rows):
    return "".join(",".join(row) + "\n" for row in rows)


def rows_of(name, count):
    """Returns rows of ids, diagnoses and measures, of three kinds of scans, with their header."""
    draws = random.Random(name)
    rows = [["id", "diagnosis", *MEASURES]]
    for row in range(count):
        values = [middle * (1 + 0.3 * ((place + row) % 3) + 0.1 * draws.gauss(0, 1)) for place, middle in enumerate(MIDDLES)]
        rows.append([f"sub-{name}{row:02}", ("control", "patient", "sibling")[row % 3], *(f"{value:.5f}" for value in values)])
    return rows


def table(name, count):
    return joined(rows_of(name, count))


def reference():
    return joined(row[1:] for row in rows_of("R", 30))


def rich_table(name, count):
    """Returns a table with all that a page can tell: bad scans and their verdicts, missing values, dates, scanners, and at site A a measure more."""
    rows = rows_of(name, count)
    rows[0] += ["date", "scanner", "verdict"] + (["summary_bg_p95"] if name == "A" else [])
    for number, row in enumerate(rows[1:]):
        bad = number % 3 == 1
        if bad:
            row[2:5] = [f"{1.5 * float(row[2]):.5f}", f"{0.7 * float(row[3]):.5f}", f"{1.2 * float(row[4]):.5f}"]
        if number % 20 == 7:
            row[5] = ""
        row += [f"2024-{1 + number // 25:02}-{1 + number % 25:02}", "Trio" if number < count // 2 else "Prisma", "exclude" if bad else "keep"]
        row += [f"{number % 7}.5"] if name == "A" else []
    rows[1][6] = f"{3 * float(rows[1][6]):.5f}"
    return joined(rows)


def spoiled(text):
    """Returns a table without the id of its first subject."""
    header, rows = text.split("\n", 1)
    return header + "\n" + re.sub(r"sub-\w+", "", rows, count=1)


def series(name):
    """Returns the time series of eight regions, which follow two sources."""
    draws = random.Random(name)
    sources = [[draws.random() for _ in range(30)] for _ in range(2)]
    rows = [[f"{('Vis', 'Motor')[region // 4]}:{region}", *(f"{value + draws.random():.4f}" for value in sources[region // 4])] for region in range(8)]
    return joined(rows)


def series_files(name, count):
    """Returns the files of subjects' time series and, as subjects.csv, their list."""
    files = {f"{name}{subject:02}.csv": series(f"{name}{subject}") for subject in range(count)}
    return files | {"subjects.csv": joined([["file", "id"], *([file, f"sub-{file[:-4]}"] for file in files)])}
