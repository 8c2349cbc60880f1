#!/usr/bin/python3
"""Draws what experiments/run.py has left in a folder: box plots of the measures over the seeds (measures.png) and the
maps of each condition (maps-1.png and so on), by label and by site."""

import csv
import json
import math
from pathlib import Path

import style
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

COLUMNS = 4
MOST_DOTS = 12  # Of more values only the outliers are shown.


def names(maps, key):
    """Returns the names in the order of the results, each once."""
    return list(dict.fromkeys(entry[key] for entry in maps))


def draw_boxes(axes, maps, measure, name_length):
    """Draws a box per method, the conditions beside each other, their names above them."""
    conditions, methods = names(maps, "condition"), names(maps, "method")
    labels, place = [], 0.0
    for condition in conditions:
        start = place
        for number, method in enumerate(methods):
            values = [entry["measures"][measure] for entry in maps
                      if (entry["condition"], entry["method"]) == (condition, method) and measure in entry["measures"]]
            colour = style.mark(number)[1]
            if values:
                axes.boxplot(values, positions=[place], widths=0.6, manage_ticks=False,
                             showfliers=len(values) > MOST_DOTS, flierprops={"markersize": 4},
                             **{part: {"color": colour} for part in ("boxprops", "whiskerprops", "capprops")},
                             medianprops={"color": colour, "linewidth": 2})
                if len(values) <= MOST_DOTS:
                    step = 0.4 / len(values)
                    axes.plot([place + step * (i - (len(values) - 1) / 2) for i in range(len(values))], values, ".",
                              color="0.2", markersize=3)
            else:
                axes.text(place, 0.5, "n/a", transform=axes.get_xaxis_transform(), ha="center", color="0.4")
            labels.append((place, style.shown(method, 24)))
            place += 1
        if len(conditions) > 1:
            axes.text((start + place - 1) / 2, 1.01, style.shown(condition, name_length),
                      transform=axes.get_xaxis_transform(), ha="center", va="bottom", fontsize=6.5)
        place += 0.6
    axes.set_xlim(-0.7, place - 0.9)
    axes.set_xticks([at for at, _ in labels], [label for _, label in labels], rotation=60, ha="right",
                    rotation_mode="anchor", fontsize=7)
    axes.grid(axis="y")


def measures_figure(results):
    """Draws a panel for each of the experiment's measures."""
    maps, measures = results["maps"], results["shown_measures"]
    boxes = len(names(maps, "condition")) * len(names(maps, "method"))
    columns = min(len(measures), 3 if boxes <= 12 else 2 if boxes <= 25 else 1)
    rows = math.ceil(len(measures) / columns)
    name_length = max(8, 120 // columns // len(names(maps, "condition")))
    figure = Figure(figsize=(10, 0.6 + 3.1 * rows), layout="constrained")
    figure.suptitle(results["title"], fontweight="bold", x=0.01, ha="left")
    grid = figure.subplots(rows, columns, squeeze=False).flat
    for axes, measure in zip(grid, measures):
        axes.set_title(measure["title"], pad=16)
        axes.set_ylabel("higher is better" if measure["higher_is_better"] else "lower is better", color="0.4")
        draw_boxes(axes, maps, measure["name"], name_length)
    for axes in list(grid):
        axes.remove()
    return figure


def read_map(file):
    with open(file, newline="", encoding="utf-8", errors="replace") as text:
        rows = list(csv.DictReader(text))
    if not rows or not {"x", "y", "site", "label"} <= rows[0].keys():
        raise ValueError("a map has no points, or lacks one of the columns x, y, site and label")
    return {"x": [float(row["x"]) for row in rows], "y": [float(row["y"]) for row in rows],
            "site": [row["site"] for row in rows], "label": [row["label"] for row in rows]}


def chosen_maps(maps):
    """Returns headings and maps: of `dsne`, or else of the first method, the best and the worst one, of the others the best; by
    label accuracy, or by trustworthiness where there are no labels."""
    methods = names(maps, "method")
    main = "dsne" if "dsne" in methods else methods[0]
    chosen = []
    for method in methods:
        of_method = [entry for entry in maps if entry["method"] == method]
        judge = "accuracy" if "accuracy" in of_method[0]["measures"] else "trustworthiness"
        of_method.sort(key=lambda entry: entry["measures"].get(judge, -math.inf), reverse=True)
        both = method == main and len(of_method) > 1
        chosen.append((method + (", best run" if both else ""), of_method[0]))
        if both:
            chosen.append((method + ", worst run", of_method[-1]))
    return chosen


def styles(maps, key, background):
    """Returns the marker and colour of each label or site, the background last."""
    found = {name for points in maps for name in points[key]}
    result = {name: style.mark(i) for i, name in enumerate(sorted(found - {background}, key=style.natural))}
    if background in found:
        result[background] = ("o", style.BACKGROUND)
    return result


def draw_map(axes, points, key, look):
    order = sorted(range(len(points["x"])), key=lambda i: i * 0x9E3779B97F4A7C15 % 2**64)
    size = max(1.0, min(12.0, 6000 / len(order)))
    colours = [look[name][1] for name in points[key]]
    behind = [i for i in order if colours[i] == style.BACKGROUND]
    for z, some in enumerate([behind, [i for i in order if colours[i] != style.BACKGROUND]], start=1):
        for marker in style.MARKERS:
            of_marker = [i for i in some if look[points[key][i]][0] == marker]
            axes.scatter([points["x"][i] for i in of_marker], [points["y"][i] for i in of_marker], s=size,
                         c=[colours[i] for i in of_marker], marker=marker, linewidths=0, zorder=z)
    axes.set(xticks=[], yticks=[])
    axes.set_aspect("equal", adjustable="datalim")


def maps_figure(title, maps, folder):
    """Draws the maps of one condition, each by label and by site."""
    cells = [(heading, read_map(Path(folder) / entry["file"])) for heading, entry in chosen_maps(maps)]
    points = [points for _, points in cells]
    looks = {"label": styles(points, "label", ""), "site": styles(points, "site", "reference")}
    rows = math.ceil(2 * len(cells) / COLUMNS)
    legend_rows = max(math.ceil(len(look) / 4) for look in looks.values())
    height = 0.8 + 2.7 * rows + 0.17 * legend_rows
    figure = Figure(figsize=(10, height))
    figure.subplots_adjust(left=0.01, right=0.99, top=1 - 0.6 / height, bottom=(0.4 + 0.17 * legend_rows) / height,
                           wspace=0.06, hspace=0.1)
    figure.suptitle(title, fontweight="bold", x=0.01, ha="left", y=1 - 0.1 / height)
    grid = figure.subplots(rows, COLUMNS, squeeze=False).flat
    for heading, points in cells:
        for key, look in looks.items():
            axes = next(grid)
            axes.set_title(f"{style.shown(heading, 30)}, by {key}", fontsize=8)
            draw_map(axes, points, key, look)
    for axes in list(grid):
        axes.remove()
    for x, (key, look) in zip((0.01, 0.51), looks.items()):
        handles = [Line2D([], [], linestyle="", marker=marker, color=colour, markersize=4,
                          label=style.shown(name, 18) or "no label") for name, (marker, colour) in look.items()]
        figure.legend(handles=handles, title=f"By {key}", title_fontproperties={"weight": "bold"}, ncol=4, fontsize=7,
                      loc="upper left", bbox_to_anchor=(x, (0.35 + 0.17 * legend_rows) / height), alignment="left",
                      borderaxespad=0, handletextpad=0)
    return figure


def figures(folder):
    """Returns every picture's file name and figure."""
    results = json.loads((Path(folder) / "results.json").read_text(encoding="utf-8"))
    if not results["maps"]:
        raise ValueError("the results hold no map")
    if results["shown_measures"]:
        yield "measures.png", measures_figure(results)
    for number, condition in enumerate(names(results["maps"], "condition"), start=1):
        maps = [entry for entry in results["maps"] if entry["condition"] == condition]
        yield f"maps-{number}.png", maps_figure(f"{results['title']}: {condition}", maps, folder)


def main(folder):
    for name, figure in figures(folder):
        style.save(figure, Path(folder) / name)


if __name__ == "__main__":
    style.run(main, "tools/figures/experiment.py FOLDER, a folder that experiments/run.py wrote", 1)
