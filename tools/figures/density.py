#!/usr/bin/python3
"""Draws what bench_density wrote of one data set: how often bad scans at one site are seen in dp-density's counts."""

import style
from matplotlib.figure import Figure


def density_figure(density):
    """Draws the figure: colours are epsilon, dashes the share."""
    figure = Figure(figsize=(8, 5))
    axes = figure.subplots()
    for number, (epsilon, by_share) in enumerate(zip(density["epsilons"], density["seen"])):
        for share, seen, dashes in zip(density["shares"], by_share, (":", "--", "-")):
            axes.plot(density["subjects"], seen, color=style.mark(number)[1], linestyle=dashes,
                      label=f"epsilon {epsilon:g}, {100 * share:g} % bad scans")
    axes.set_title(density["data"])
    axes.set_xlabel("subjects at each of ten sites")
    axes.set_ylabel("share of runs in which bad scans of one site are seen")
    axes.set_xlim(0, max(density["subjects"]))
    axes.set_ylim(0, 1.01)
    axes.grid()
    style.legend_below(axes)
    return figure


if __name__ == "__main__":
    style.draw(density_figure, "tools/figures/density.py DENSITY.json")
