"""Draws what a guarantee leaves of a sphere, docs/images/sphere-guarantee.svg, from the tables of bench/sphere/results.md, which have what
bench_sphere_guarantee measured.

    python bench/sphere/curves.py

Needs matplotlib.
"""

import pathlib

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
RESULTS = pathlib.Path(__file__).resolve().parent / "results.md"
COLOURS = ["#d55e00", "#0072b2", "#cc79a7", "#009e73"]


def tables():
    """Returns for each form its columns' names, the numbers of subjects, and a row of (degrees, correlation) for each."""
    section = RESULTS.read_text().split("### A sphere with a guarantee\n")[1].split("\n### ")[0]
    for form in ["Closed form", "Minimised form"]:
        lines = section.split(f"\n{form}, ")[1].split("\n\n")[1].splitlines()
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        subjects = [int(row[0].replace(",", "")) for row in rows[2:]]
        yield form, rows[0][1:], subjects, [[[float(part) for part in cell.replace("°", "").split("/")] for cell in row[1:]] for row in rows[2:]]


def main():
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.hashsalt": "sphere", "svg.fonttype": "none"})
    figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for (form, names, subjects, rows), style in zip(tables(), ["-", "--"]):
        for column, name in enumerate(names):
            for part in (0, 1):
                axes[part].plot(subjects, [row[column][part] for row in rows], style, marker=".", color=COLOURS[column], label=name if style == "-" else None)
    axes[0].set(xscale="log", xlabel="subjects", ylabel="degrees from the place without noise", ylim=(0, None))
    axes[1].set(xscale="log", xlabel="subjects", ylabel="Shepard correlation", ylim=(0, 0.85))
    for each in axes:
        each.set_xticks(subjects, [f"{count:,}" for count in subjects])
        each.minorticks_off()
    axes[0].legend()
    figure.suptitle("Closed form (solid) and minimised form (dashed)", fontsize=10)
    figure.savefig(DOCS / "images" / "sphere-guarantee.svg", metadata={"Date": None})


main()
