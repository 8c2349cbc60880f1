#!/usr/bin/python3
"""Draws the summary of experiments/results/README.md from that page's tables: a row per condition, a mark per method."""

import style
from matplotlib.figure import Figure
from pathlib import Path

MEASURES = {"accuracy": "label accuracy", "trustworthiness": "trustworthiness"}
SHOWN = {"mnist-sizes": "MNIST, a digit per site", "mnist-mixed": "MNIST, mixed sites", "coil-sizes": "COIL-20",
         "abide": "ABIDE's quality measures", "smri": "sMRI, synthetic", "ping": "PING, synthetic",
         "mrn": "MRN, synthetic"}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(page):
    """Returns each table of the page, as its header and rows."""
    found, rows = [], []
    for line in [*page.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(cells(line))
        elif rows:
            found.append((rows[0], rows[2:]))
            rows = []
    return found


def numbers(cell):
    return [None if part.strip() == "–" else float(part) for part in cell.split("·")]


def results(page):
    """Returns the methods, and the name and measures of every condition that is shown."""
    line = next((line for line in page.splitlines() if line.startswith("In each cell: ")), "")
    methods = [name.strip() for name in line.removeprefix("In each cell: ").rstrip(".").split("·")]
    fitting = [table for table in tables(page) if set(MEASURES) < set(table[0])]
    if not fitting:
        raise ValueError("the page has no table of " + " and ".join(MEASURES))
    header, rows = fitting[0]
    conditions = [(f"{SHOWN[row[0]]}: {row[1].rstrip(' *')}",
                   {name: numbers(row[header.index(name)]) for name in MEASURES})
                  for row in rows if row[0] in SHOWN]
    return methods, conditions


def summary_figure(page):
    methods, conditions = results(page)
    figure = Figure(figsize=(9, 0.9 + 0.27 * len(conditions)))
    panels = figure.subplots(1, len(MEASURES), sharey=True)
    for axes, (measure, title) in zip(panels, MEASURES.items()):
        for number, method in enumerate(methods):
            marker, colour = style.mark(number)[0], style.BACKGROUND if method == "pooled" else style.mark(number)[1]
            values = [of_condition[measure][number] for _, of_condition in conditions]
            beside = 0 if method == "pooled" else 0.15 * (number - 1.5)  # Marks of equal values side by side.
            axes.plot(values, [row + beside for row in range(len(values))], "|" if method == "pooled" else marker,
                      color=colour, label=method, markersize=14 if method == "pooled" else 5,
                      zorder=1 if method == "pooled" else 2)
        axes.set_title(title)
        axes.grid(axis="x")
    panels[0].set_yticks(range(len(conditions)), [name for name, _ in conditions])
    panels[0].invert_yaxis()
    style.legend_below(panels[0], columns=len(methods))
    figure.subplots_adjust(wspace=0.06)
    return figure


def main(page, picture):
    style.save(summary_figure(Path(page).read_text(encoding="utf-8")), picture)


if __name__ == "__main__":
    style.run(main, "tools/figures/summary.py experiments/results/README.md PICTURE, a file name that ends in .png or .svg", 2)
