#!/usr/bin/python3
"""Draws what `experiments/account.py --curves` wrote: epsilon against the number of releases, by each accountant."""

from decimal import ROUND_CEILING, Context, Decimal

import style
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter


def bound(value, digits):
    """Formats a bound, which must not be rounded down."""
    return f"{Context(prec=digits, rounding=ROUND_CEILING).create_decimal(Decimal(repr(value))).normalize():g}"


def account_figure(account):
    curves = account["curves"]
    releases, figures = curves["releases"], curves["epsilon"]
    figure = Figure(figsize=(8, 5))
    axes = figure.subplots()
    for number, accountant in enumerate(account["accountants"]):
        name = accountant["name"]
        axes.plot(releases, figures[name], color=style.mark(number)[1], linestyle=style.DASHES[number % len(style.DASHES)],
                  label=f"{name}: ε = {bound(figures[name][releases.index(account['releases'])], 4)}")
    if "published_figure" in curves:
        axes.plot(releases, curves["published_figure"], color="black", linestyle="--",
                  label=f"published figure (does not hold): {bound(account['published_figure']['value'], 4)}")
    axes.set_title(f"{account['method']}: ε against the number of releases, σ = {bound(account['sigma'], 6)}, "
                   f"δ = {account['delta']:g}")
    axes.set_xlabel(f"number of releases (the legend's figures: after {account['releases']:,})")
    axes.set_ylabel("ε, logarithmic")
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(LogFormatter())
    axes.yaxis.set_minor_formatter(LogFormatter(minor_thresholds=(2, 0.5)))
    axes.set_xlim(0, releases[-1])
    axes.grid()
    style.legend_below(axes)
    return figure


if __name__ == "__main__":
    style.draw(account_figure, "tools/figures/account.py ACCOUNT.json")
