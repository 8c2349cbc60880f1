"""What the figures have in common."""

import json
import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({
    "text.parse_math": False,  # A label may hold dollar signs.
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "axes.edgecolor": "0.6",
    "grid.color": "0.9",
    "legend.frameon": False,
    "svg.hashsalt": "dsne",  # The same file each time.
})

# Okabe and Ito, "Color Universal Design", 2008, the yellow darkened; then darker shades of these, as in the reports.
BRIGHT = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#000000", "#e0d020"]
DARK = ["#00305c", "#804e00", "#00523a", "#7a265c", "#1c628c", "#7a2000", "#6842a0", "#7a7000"]
MARKERS = "os^DvPX"
DASHES = ["-", "--", ":", "-.", (0, (5, 3)), (0, (12, 3, 2, 3, 2, 3))]
BACKGROUND = "#c2c2c7"
MOST_STYLES = len(BRIGHT) * len(MARKERS)


def mark(entry):
    """Returns the marker and colour of a legend's entry, counted from 0."""
    turn, colour = divmod(entry % MOST_STYLES, len(BRIGHT))
    return MARKERS[turn], (DARK if turn % 2 else BRIGHT)[colour]


def natural(text):
    """Returns the sort key of a name: "grade 2" comes before "grade 10"."""
    return [(0, float(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", text) if part]


def shown(text, length=40):
    """Returns a name as a legend can show it: a legend omits names that start with an underscore."""
    text = "".join(c if c.isprintable() else " " for c in text)
    if len(text) > length:
        text = text[:length // 2] + "…" + text[len(text) - length // 2 + 1:]
    return " " + text if text.startswith("_") else text


def legend_below(axes, columns=2):
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.12), ncol=columns, handlelength=4)


def save(figure, file):
    figure.savefig(file, dpi=160, bbox_inches="tight", metadata={"Date": None} if str(file).endswith(".svg") else None)


def run(main, usage, arguments):
    """Calls main with the command line's arguments. Wrong input ends in one line."""
    if len(sys.argv) - 1 != arguments:
        sys.exit(f"Usage: {usage}")
    try:
        main(*sys.argv[1:])
    except KeyError as error:
        sys.exit(f"{sys.argv[0]}: the input lacks {error}")
    except (OSError, ValueError, TypeError, AttributeError) as error:
        sys.exit(f"{sys.argv[0]}: {error}")


def draw(figure_of, usage):
    """Draws one JSON file, which the command line names with the picture to write."""
    run(lambda file, picture: save(figure_of(json.loads(Path(file).read_text(encoding="utf-8"))), picture),
        f"{usage} PICTURE, a file name that ends in .png or .svg", 2)
