"""Draws figures of made-up results and looks at their panels. Exit code 77: matplotlib is not installed."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import matplotlib.image
except ImportError:
    print("skipped: matplotlib is not installed; scripts/setup installs it")
    sys.exit(77)

SCRIPTS = Path(__file__).resolve().parents[2] / "tools" / "figures"
sys.path.insert(0, str(SCRIPTS))
import account  # noqa: E402
import density  # noqa: E402
import experiment  # noqa: E402
import style  # noqa: E402
import summary  # noqa: E402

CONDITIONS, METHODS, SEEDS = ["small", "large"], ["published", "dsne"], 3


def write_results(folder):
    """Two conditions, two methods, three seeds; the published method has no silhouette. dsne is best with seed 2."""
    (folder / "maps").mkdir()
    entries = []
    for condition in CONDITIONS:
        for method in METHODS:
            for seed in range(1, SEEDS + 1):
                file = f"maps/{len(entries) + 1}.csv"
                rows = [f"{'reference' if i < 3 else 'site 1'},{i + seed},{i * i},{'$a$' if i % 2 else '_b'}"
                        for i in range(8)]
                (folder / file).write_text("\n".join(["site,x,y,label", *rows]) + "\n", encoding="utf-8")
                measures = {"accuracy": {1: 0.5, 2: 0.9, 3: 0.1}[seed]}
                if method == "dsne":
                    measures["silhouette"] = 0.2
                entries.append({"condition": condition, "method": method, "seed": seed, "file": file, "points": 8,
                                "measures": measures})
    shown = [{"name": "accuracy", "title": "Label accuracy", "higher_is_better": True},
             {"name": "silhouette", "title": "Silhouette", "higher_is_better": True}]
    results = {"experiment": "made-up", "title": "Made up, $5", "shown_measures": shown, "maps": entries}
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")
    return results


ACCOUNT = {
    "method": "dp-dsne", "releases": 3, "delta": 1e-5, "sigma": 4.0, "epsilon": 2.0,
    "accountants": [{"name": "gaussian"}, {"name": "zcdp"}],
    "published_figure": {"value": 1.5},
    "curves": {"releases": [1, 2, 3, 4], "epsilon": {"gaussian": [1, 1.5, 2, 2.2], "zcdp": [2, 3, 4, 4.5]},
               "published_figure": [1, 1.2, 1.5, 1.7]},
}


class Folder(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)

    def script(self, name, *arguments):
        return subprocess.run([sys.executable, SCRIPTS / name, *arguments], capture_output=True, text=True)

    def is_picture(self, file):
        image = matplotlib.image.imread(self.folder / file)
        self.assertGreater(image.min(axis=2).std(), 0.01, "an empty picture")


class Summary(Folder):
    page = """In each cell: published · dsne.

| experiment | condition | seeds | accuracy | trustworthiness |
|---|---|---|---|---|
| mnist-sizes | small * | 3 | 0.5 · 0.7 | – · 0.9 |
| unknown | small | 3 | 0.1 · 0.1 | 0.1 · 0.1 |
"""

    def test_a_mark_per_method_and_condition(self):
        accuracy, trust = summary.summary_figure(self.page).axes
        self.assertEqual([label.get_text() for label in accuracy.get_yticklabels()], ["MNIST, a digit per site: small"])
        self.assertEqual([list(line.get_xdata()) for line in accuracy.lines], [[0.5], [0.7]])
        self.assertEqual([list(line.get_xdata()) for line in trust.lines], [[None], [0.9]])

    def test_the_script_draws_the_real_page_and_refuses_another(self):
        experiments = Path(__file__).resolve().parents[2] / "experiments" / "results" / "README.md"
        done = self.script("summary.py", experiments, self.folder / "summary.png")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.is_picture("summary.png")
        (self.folder / "page.md").write_text("In each cell: published · dsne.\n")
        done = self.script("summary.py", self.folder / "page.md", self.folder / "none.png")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


class Experiment(Folder):
    def test_a_panel_for_each_measure_and_map(self):
        write_results(self.folder)
        figures = dict(experiment.figures(self.folder))
        self.assertEqual(list(figures), ["measures.png", "maps-1.png", "maps-2.png"])
        titles = [axes.get_title("left") for axes in figures["measures.png"].axes]
        self.assertEqual(titles, ["Label accuracy", "Silhouette"])
        headings = [axes.get_title("left") for axes in figures["maps-2.png"].axes]
        self.assertEqual(headings, [f"{map}, by {key}" for map in ("published", "dsne, best run", "dsne, worst run")
                                    for key in ("label", "site")])

    def test_boxes_stand_at_their_values(self):
        write_results(self.folder)
        accuracy, silhouette = dict(experiment.figures(self.folder))["measures.png"].axes
        medians = [line for line in accuracy.lines if line.get_linewidth() == 2]
        self.assertEqual([set(line.get_ydata()) for line in medians], [{0.5}] * 4)
        lacking = [text for text in silhouette.texts if text.get_text() == "n/a"]
        self.assertEqual(len(lacking), len(CONDITIONS))

    def test_the_best_and_the_worst_map(self):
        maps = [entry for entry in write_results(self.folder)["maps"] if entry["condition"] == "small"]
        chosen = [(heading, entry["seed"]) for heading, entry in experiment.chosen_maps(maps)]
        self.assertEqual(chosen, [("published", 2), ("dsne, best run", 2), ("dsne, worst run", 3)])

    def test_every_point_is_drawn_and_every_name_is_in_the_legend(self):
        write_results(self.folder)
        figure = dict(experiment.figures(self.folder))["maps-1.png"]
        for axes in figure.axes:
            self.assertEqual(sum(len(marks.get_offsets()) for marks in axes.collections), 8)
        legends = [[text.get_text() for text in legend.get_texts()] for legend in figure.legends]
        self.assertEqual(legends, [["$a$", " _b"], ["site 1", "reference"]])

    def test_the_script_writes_pictures(self):
        write_results(self.folder)
        done = self.script("experiment.py", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for file in ("measures.png", "maps-1.png", "maps-2.png"):
            self.is_picture(file)

    def test_wrong_input_is_refused_in_one_line(self):
        def refused(word):
            done = self.script("experiment.py", self.folder)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(word, done.stderr)

        refused("results.json")
        results = write_results(self.folder)
        (self.folder / "maps/1.csv").write_text("x,y\n1,2\n")
        (self.folder / "maps/2.csv").write_text("x,y\n1,2\n")
        refused("columns")
        for text, word in (("{", "experiment.py"), ("[]", "experiment.py"), (json.dumps({"title": ""}), "maps"),
                           (json.dumps({**results, "maps": []}), "no map")):
            (self.folder / "results.json").write_text(text)
            refused(word)


class Curves(Folder):
    def test_a_line_for_each_accountant_and_the_published_figure(self):
        axes, = account.account_figure(ACCOUNT).axes
        self.assertEqual([line.get_label() for line in axes.lines],
                         ["gaussian: ε = 2", "zcdp: ε = 4", "published figure (does not hold): 1.5"])
        self.assertEqual(list(axes.lines[1].get_ydata()), [2, 3, 4, 4.5])
        self.assertIn("dp-dsne", axes.get_title("left"))
        self.assertEqual(axes.get_yscale(), "log")

    def test_bounds_are_rounded_up(self):
        self.assertEqual([account.bound(value, 4) for value in (4000012.3, 2.0, 1.38822, 0.1, 1e-7)],
                         ["4.001e+6", "2", "1.389", "0.1", "1e-7"])

    def test_a_line_for_each_epsilon_and_share(self):
        made_up = {"data": "MNIST", "epsilons": [0.5, 1], "shares": [0.05, 0.1, 0.2], "subjects": [50, 100],
                   "seen": [[[0, 0.1], [0.2, 0.3], [0.4, 0.5]], [[0, 0], [0.5, 0.6], [0.9, 1]]]}
        axes, = density.density_figure(made_up).axes
        self.assertEqual(len(axes.lines), 6)
        self.assertEqual(axes.lines[5].get_label(), "epsilon 1, 20 % bad scans")
        self.assertEqual(list(axes.lines[5].get_ydata()), [0.9, 1])

    def test_the_script_writes_a_picture_and_the_same_svg_each_time(self):
        (self.folder / "a.json").write_text(json.dumps(ACCOUNT))
        for picture in ("a.png", "a.svg", "b.svg"):
            done = self.script("account.py", self.folder / "a.json", self.folder / picture)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.is_picture("a.png")
        self.assertEqual((self.folder / "a.svg").read_bytes(), (self.folder / "b.svg").read_bytes())

    def test_wrong_input_is_refused(self):
        (self.folder / "a.json").write_text(json.dumps({key: ACCOUNT[key] for key in ACCOUNT if key != "curves"}))
        done = self.script("account.py", self.folder / "a.json", self.folder / "a.png")
        self.assertEqual(done.returncode, 1)
        self.assertIn("lacks 'curves'", done.stderr)
        self.assertFalse((self.folder / "a.png").exists())
        self.assertIn("Usage", self.script("account.py").stderr)


class Style(unittest.TestCase):
    def test_names_in_natural_order(self):
        self.assertEqual(sorted(["grade 10", "b", "10", "2", "grade 2"], key=style.natural),
                         ["2", "10", "b", "grade 2", "grade 10"])

    def test_marks_differ(self):
        self.assertEqual(len({style.mark(entry) for entry in range(style.MOST_STYLES)}), style.MOST_STYLES)


if __name__ == "__main__":
    unittest.main()
