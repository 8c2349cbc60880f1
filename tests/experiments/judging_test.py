"""Compares the experiments' parts with values computed by hand and with other programs."""

import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "experiments"))
import account  # noqa: E402
import evaluate  # noqa: E402
import run  # noqa: E402
from judging import accountants, measures  # noqa: E402
from judging.affinities import joint_affinities, kl_divergence  # noqa: E402
from judging.dataset import Dataset, read_dataset, thinned  # noqa: E402
from judging.description import experiment_names, parse_experiment, read_experiment, varied  # noqa: E402
from judging.errors import InputError  # noqa: E402
from judging.hulls import class_hulls  # noqa: E402
from judging.natural_order import natural_key  # noqa: E402
from judging.published_plugin import Options, Slope, next_gains, published_map  # noqa: E402
from judging.random_draws import Engine, normals, shuffled  # noqa: E402
from judging.split import draw_split, parse_rule  # noqa: E402
from judging.steadiness import steadiness_and_cohesiveness  # noqa: E402


def three_groups(points=90):
    """Returns three groups that are far apart in the first two of five features."""
    data = np.random.default_rng(7).normal(size=(points, 5))
    group = np.arange(points) * 3 // points
    data[:, 0] += np.where(group == 1, 20, 0)
    data[:, 1] += np.where(group == 2, 20, 0)
    return data, [str(one) for one in group]


class RandomDraws(unittest.TestCase):
    def test_the_engine_is_the_one_of_the_standard(self):
        self.assertEqual(int(Engine(5489).draw(10000)[-1]), 9981545732273789042)  # C++20, rand.predef

    def test_draws_are_those_of_libstdcxx(self):
        expected = [0.87269516693547444, -0.97256288, 0.54730999264855151, 1.4551781605998846, -1.6098339155396044, -0.86224828478897253]
        np.testing.assert_allclose(normals(2, 3, 7).ravel(), expected, rtol=1e-7)
        self.assertEqual(shuffled(5, 1).tolist(), [1, 4, 0, 2, 3])

    def test_parts_of_a_stream_are_the_stream(self):
        engine = Engine(3)
        parts = np.concatenate([engine.draw(5), engine.draw(400), engine.draw(1)])
        self.assertEqual(parts.tolist(), Engine(3).draw(406).tolist())
        self.assertLess(Engine(3).uniform(1000).max(), 1)


class Splits(unittest.TestCase):
    def setUp(self):
        self.data = Dataset(np.zeros((120, 2)), [str(i % 4) for i in range(120)], ["AB"[i % 2] for i in range(120)])

    def test_nobody_is_at_two_places_and_counts_are_kept(self):
        rule = parse_rule({"reference": [{"each": "label", "count": 5}], "sites": [{"for_each": "label", "take": [{"count": 10}]}]})
        reference, sites = draw_split(rule, self.data, 1)
        self.assertEqual([len(site) for site in sites], [10] * 4)
        self.assertEqual(sorted(self.data.labels[row] for row in reference), sorted("0123" * 5))
        drawn = reference + [row for site in sites for row in site]
        self.assertEqual(len(set(drawn)), len(drawn))
        self.assertEqual({self.data.labels[row] for row in sites[2]}, {"2"})

    def test_the_rest_is_drawn_last_and_the_turn_moves_on(self):
        rule = parse_rule({"reference": [{"other_than_label": "$turn", "count": 9}], "sites": [{"take": [{}]}, {"take": [{"label": "$turn", "count": 9}]}]})
        reference, sites = draw_split(rule, self.data, 2)
        self.assertNotIn("1", {self.data.labels[row] for row in reference})
        self.assertEqual({self.data.labels[row] for row in sites[1]}, {"1"})
        self.assertEqual([len(reference), len(sites[0]), len(sites[1])], [9, 102, 9])

    def test_what_cannot_be_drawn_is_refused(self):
        few = parse_rule({"reference": [{"count": 200}], "sites": [{"take": [{}]}]})
        self.assertRaises(InputError, draw_split, few, self.data, 1)
        unnamed = Dataset(self.data.values, [""] * 120, [""] * 120)
        by_label = parse_rule({"reference": [{"each": "label", "count": 5}], "sites": [{"take": [{}]}]})
        self.assertRaises(InputError, draw_split, by_label, unnamed, 1)

    def test_shares_are_of_all_that_match(self):
        rule = parse_rule({"reference": [{"share": 0.25}], "sites": [{"copies": 3, "take": [{"site": "A", "share": 0.2}]}]})
        reference, sites = draw_split(rule, self.data, 1)
        self.assertEqual((len(reference), [len(site) for site in sites]), (30, [12, 12, 12]))


class Descriptions(unittest.TestCase):
    def test_every_experiment_can_be_read(self):
        names = experiment_names(ROOT / "experiments")
        self.assertEqual(len(names), 15)
        for name in names:
            experiment = read_experiment(ROOT / "experiments", name)
            self.assertTrue(experiment.conditions and experiment.methods)

    def test_a_misspelt_member_is_refused(self):
        self.assertRaises(InputError, parse_experiment, "x", '{"titel": 1}')
        self.assertRaises(InputError, parse_experiment, "x", "{")

    def test_the_command_line_changes_methods_and_settings(self):
        experiment = read_experiment(ROOT / "experiments", "dp-ping")
        changed = varied(experiment, ["no noise"], True, {"dp_sigma": 3})
        self.assertEqual([method.name for method in changed.methods], ["no noise"])
        self.assertNotIn("dp_sigma", changed.methods[0].settings)
        self.assertEqual(changed.methods[0].settings["max_iterations"], 20)
        self.assertEqual(changed.parameters["dp_sigma"], 3)
        self.assertIn("dp_sigma=3", changed.changes)

    def test_synthetic_data_is_as_described(self):
        data = read_dataset(read_experiment(ROOT / "experiments", "ping").data, None)
        self.assertEqual(data.values.shape, (632, 800))
        self.assertEqual(data.labels.count("B"), 220)
        again = read_dataset(read_experiment(ROOT / "experiments", "ping").data, None)
        np.testing.assert_array_equal(data.values, again.values)
        self.assertEqual(len(thinned(data, 5).values), 28 + 32 + 24 + 21 + 12 + 10)

    def test_tables_are_joined_by_their_keys(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "a.csv").write_text("id,site,x\n1,A,0.5\n2,B,n/a\n3,A,7\n")
            (folder / "b.csv").write_text("id,y\n3,30\n2,20\n")
            description = {"tables": ["a.csv", "b.csv"], "join": ["id"], "features": ["y", "x"], "label_column": "site"}
            data = read_dataset(description, folder)
            np.testing.assert_array_equal(data.values, [[np.nan, 20], [7, 30]])
            self.assertEqual((data.labels, data.sites), (["B", "A"], ["", ""]))

    def test_names_are_in_natural_order(self):
        self.assertEqual(sorted(["10", "9", "grade 10", "grade 2"], key=natural_key), ["9", "10", "grade 2", "grade 10"])


class Measures(unittest.TestCase):
    def test_a_good_map_is_better_than_one_in_random_order(self):
        data, labels = three_groups()
        sites = ["even", "odd"] * 45
        evaluator = measures.Evaluator(data, labels, sites, 10)
        good = evaluator.measure(data[:, :2])
        bad = evaluator.measure(data[np.random.default_rng(1).permutation(90), :2])
        self.assertEqual(set(good), {measure.name for measure in measures.MEASURES})
        for measure in measures.MEASURES:
            if "roundness" in measure.name or measure.name in ("silhouette", "site_mixing"):
                continue
            self.assertEqual(good[measure.name] > bad[measure.name], measure.higher_is_better, measure.name)

    def test_kl_divergence_is_the_sum_over_all_pairs(self):
        data, _ = three_groups(40)
        p = joint_affinities(data, 5)
        self.assertAlmostEqual(p.sum(), 1, places=12)
        squares = ((data[:, None, :2] - data[None, :, :2]) ** 2).sum(axis=2)
        w = 1 / (1 + squares)
        np.fill_diagonal(w, 0)
        q, dense = w / w.sum(), p.toarray()
        kept = dense > 0
        self.assertAlmostEqual(kl_divergence(p, data[:, :2]), (dense[kept] * np.log(dense[kept] / q[kept])).sum(), places=12)

    def test_hulls_of_squares_and_of_a_line(self):
        square = np.array([[0, 0], [0, 2], [2, 0], [2, 2]], dtype=float)
        both = np.vstack([square, square + [1, 0]])
        overlap, circle, perimeter = class_hulls(both, ["a"] * 4 + ["b"] * 4)
        self.assertAlmostEqual(overlap, 8 / 6 - 1)
        self.assertAlmostEqual(circle, 2 / np.pi)
        self.assertAlmostEqual(perimeter, np.pi / 4)
        self.assertEqual(class_hulls(np.column_stack([np.arange(5.0), np.arange(5.0)]), ["a"] * 5)[1], 0)

    def test_the_kmeans_ratio_by_hand(self):
        places = np.array([[0, 0], [2, 0], [10, 0], [12, 0]], dtype=float)
        self.assertAlmostEqual(measures.kmeans_ratio(places, ["a", "a", "b", "b"]), 4 / 10)
        self.assertIsNone(measures.kmeans_ratio(places, ["a"] * 4))

    def test_sites_that_lie_apart_do_not_mix(self):
        places = np.random.default_rng(3).normal(size=(60, 2))
        apart = np.where(np.arange(60)[:, None] < 30, places, places + 100)
        self.assertEqual(measures.site_mixing(apart, ["x"] * 60, ["a"] * 30 + ["b"] * 30), 0)
        self.assertAlmostEqual(measures.site_mixing(places, ["x"] * 60, ["a", "b"] * 30), 1, delta=0.15)
        self.assertIsNone(measures.site_mixing(places, ["x"] * 60, ["a"] * 60))

    def test_steadiness_tells_merged_clusters_and_cohesiveness_split_ones(self):
        rng = np.random.default_rng(5)
        flat, cluster = rng.normal(size=(200, 2)), np.arange(200) // 50
        planes = [np.linalg.qr(rng.normal(size=(6, 2)))[0].T for _ in range(4)]
        data = 5 * np.eye(6)[cluster] + np.concatenate([flat[cluster == c] @ planes[c] for c in range(4)])
        good = flat + 10 * np.array([[0, 0], [0, 1], [1, 0], [1, 1]])[cluster]
        merged = np.where((cluster == 1)[:, None], good - [0, 8], good)
        split = np.where(((cluster == 0) & (flat[:, 0] > 0))[:, None], good - [0, 10], good)
        values = {name: steadiness_and_cohesiveness(data, places) for name, places in (("good", good), ("merged", merged), ("split", split))}
        self.assertGreater(values["good"][0], values["merged"][0] + 0.05)
        self.assertGreater(values["good"][1], values["split"][1] + 0.02)

    def test_tables_show_three_digits(self):
        self.assertEqual([measures.measure_text(value) for value in (0.98765, 12.345, 123456.7, None)], ["0.988", "12.3", "123457", "n/a"])


class PublishedPlugin(unittest.TestCase):
    def test_the_slope_is_the_sum_over_all_pairs(self):
        rng = np.random.default_rng(0)
        slope = Slope(rng.normal(size=(150, 20)), Options(threads=1))
        places = 20 * rng.normal(size=(150, 2))
        weights = 1 / (1 + ((places[:, None] - places[None]) ** 2).sum(axis=2))
        np.fill_diagonal(weights, 0)
        for iteration, exaggeration in ((0, 8), (101, 2)):
            forces = (exaggeration * slope._p.toarray() - weights / weights.sum()) * weights
            exact = forces.sum(axis=1)[:, None] * places - forces @ places
            np.testing.assert_allclose(slope.at(places, iteration), exact, atol=0.005 * np.abs(exact).max())

    def test_gains_never_learn(self):
        ones = np.ones((3, 1))
        gains = next_gains(ones, np.array([[1.0], [-1], [1]]), np.array([[1.0], [1], [-1]]))
        np.testing.assert_allclose(gains.ravel(), [0.8, 1.2, 1.2])

    def test_a_map_is_the_same_for_the_same_seed_and_tells_groups(self):
        data, labels = three_groups(120)
        options = Options(perplexity=5, initial_dims=5, reference_iterations=50, rounds=60, threads=1)
        sites = [data[i::3][10:] for i in range(3)]
        reference = np.vstack([data[i::3][:10] for i in range(3)])
        first = published_map(reference, sites, options, 1)
        self.assertEqual(first.shape, (120, 2))
        np.testing.assert_array_equal(first, published_map(reference, sites, options, 1))
        self.assertFalse(np.array_equal(first, published_map(reference, sites, options, 2)))


class Accountants(unittest.TestCase):
    def test_all_bound_the_exact_curve(self):
        exact = accountants.gaussian(2, 60, 100, 1e-5)
        for accountant in accountants.ACCOUNTANTS:
            self.assertGreaterEqual(accountant.epsilon(2, 60, 100, 1e-5), exact * (1 - 1e-9), accountant.name)

    def test_counts_are_near_the_exact_curve_at_the_noise_of_epsilon_1(self):
        self.assertAlmostEqual(accountants.counts(2**0.5, 5.28, 1, 1e-5), 0.999, delta=0.003)

    def test_the_papers_figures(self):
        self.assertAlmostEqual(accountants.published_figure(7.9e-8, 0.001**0.5, 1000, 1e-5), 1.39, delta=0.003)
        theorem = accountants.plus_theorem(100, 500, 1e-5)
        self.assertAlmostEqual(8 * 500 * np.log(np.e + theorem / 1e-5) / theorem**2, 1e4, delta=1e-4)

    def test_curves_go_through_the_figures(self):
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "curves.json"
            self.assertEqual(account.main(["--method", "dp-dsne", "--sigma", "25", "--rounds", "40", "--b-max", "1e-3", "--curves", str(file)]), 0)
            curves = json.loads(file.read_text())
        at = curves["curves"]["releases"].index(40)
        for figure in curves["accountants"]:
            self.assertEqual(curves["curves"]["epsilon"][figure["name"]][at], figure["epsilon"])
        self.assertEqual(curves["curves"]["published_figure"][at], curves["published_figure"]["value"])


class Commands(unittest.TestCase):
    def test_a_map_of_a_file_is_measured(self):
        data, labels = three_groups()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            lines = ["label,a,b,c,d,e"] + [",".join([label, *map(repr, row)]) for label, row in zip(labels, data.tolist())]
            (folder / "data.csv").write_text("\n".join(lines) + "\n")
            rows = [f"s,{x!r},{y!r},{label}" for (x, y), label in zip(data[:, :2].tolist(), labels)]
            (folder / "map.csv").write_text("\n".join(["site,x,y,label", *rows]) + "\n")
            arguments = [str(folder / "map.csv"), "--data", str(folder / "data.csv"), "--perplexity", "10", "--json", str(folder / "out.json")]
            self.assertEqual(evaluate.main(arguments), 0)
            measured = json.loads((folder / "out.json").read_text())[0]["measures"]
            self.assertEqual(measured["accuracy"], 1)
            # Public points lie on the map, and are not judged.
            (folder / "map.csv").write_text("\n".join(["site,x,y,label", *rows, *["reference,0,0,z"] * 50]) + "\n")
            (folder / "data.csv").write_text("\n".join([*lines, *["z,0,0,0,0,0"] * 50]) + "\n")
            self.assertEqual(evaluate.main(arguments), 0)
            self.assertEqual(json.loads((folder / "out.json").read_text())[0]["measures"]["accuracy"], 1)

    def test_an_experiment_makes_maps_and_tables(self):
        methods = ["published", "pooled"] + (["single-shot"] if os.environ.get("DSNE") else [])
        with tempfile.TemporaryDirectory() as name:
            arguments = ["ping", "--quick", "--seeds", "1", "--threads", "1", "--output", name, "--methods", *methods,
                         "--dsne", os.environ.get("DSNE", "none")]
            self.assertEqual(run.main(arguments), 0)
            results = json.loads((Path(name) / "ping" / "results.json").read_text())
            self.assertEqual(len(results["maps"]), 4 * len(methods))
            for entry in results["maps"]:
                lines = (Path(name) / "ping" / entry["file"]).read_text().splitlines()
                self.assertEqual(len(lines), entry["points"] + 1)
                if entry["method"] != "published":  # its fixed learning rate throws so few points about
                    self.assertGreater(entry["measures"]["trustworthiness"], 0.6)
            self.assertIn("## sources 2 and 5", (Path(name) / "ping" / "results.md").read_text())

    def test_data_that_is_not_there_is_asked_for(self):
        with tempfile.TemporaryDirectory() as name:
            self.assertEqual(run.main(["coil-sizes", "--data", name, "--output", name]), 1)
            self.assertEqual(run.main(["ping", "--methods", "jiont", "--output", name]), 1)


if __name__ == "__main__":
    unittest.main()
