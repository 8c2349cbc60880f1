"""The module `dsne` with the real command: it takes tables, returns tables, and raises the command's own errors."""

import json
import os
import tempfile
import unittest
from pathlib import Path

import dsne
import numpy as np
import pandas as pd
from scans import MEASURES, scans


class Commands(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def summaries(self):
        """Makes three sites' summaries, each in a folder of the site's name."""
        tables = {site: scans(site, 72) for site in ("north", "south", "west")}
        return tables, {site: dsne.summarize(table, output=self.folder / site) for site, table in tables.items()}


class Check(Commands):
    def test_a_good_table_would_run(self):
        checked = dsne.check(scans("north", 60))
        self.assertTrue(checked.would_run)
        self.assertEqual(repr(checked), checked.document["verdict"])
        self.assertEqual(list(checked.measures["name"]), list(MEASURES))
        self.assertEqual(set(checked.measures["file"]), {"data"})
        median = scans("north", 60)["cnr"].median()
        self.assertAlmostEqual(checked.measures.set_index("name").loc["cnr", "median"], median, places=9)

    def test_faults_are_rows_with_what_to_do(self):
        table = scans("north", 60)
        table.loc[5, "bids_name"] = table.loc[4, "bids_name"]
        checked = dsne.check(table)
        self.assertFalse(checked.would_run)
        self.assertEqual(list(checked.problems["kind"]), ["repeated_ids"])
        repeated = checked.problems.iloc[0]
        self.assertTrue(repeated["ends_run"])
        self.assertTrue(repeated["to_do"])
        self.assertEqual(repeated["rows"], [6, 7])

    def test_tables_by_name_are_compared(self):
        checked = dsne.check({"north": scans("north", 60), "south": scans("north", 60)})
        self.assertEqual(set(checked.measures["file"]), {"north", "south"})
        between = checked.problems[checked.problems["file"].isna()]
        self.assertIn("shared_persons", set(between["kind"]))

    def test_a_path_is_read_where_it_lies(self):
        path = self.folder / "group_T1w.tsv"
        scans("north", 60).to_csv(path, sep="\t", index=False)
        self.assertEqual(set(dsne.check(path).measures["file"]), {"group_T1w"})
        missing = dsne.check(self.folder / "nothing.tsv")
        self.assertFalse(missing.would_run)
        self.assertEqual(list(missing.problems["kind"]), ["no_file"])

    def test_settings_count(self):
        checked = dsne.check(scans("north", 60), settings={"feature_columns": ["cnr", "cjv"]})
        self.assertEqual(set(checked.measures["name"]), {"cnr", "cjv"})

    def test_an_index_is_the_ids(self):
        table = scans("north", 60).set_index("bids_name")
        for name in ("bids_name", None):
            checked = dsne.check(table.rename_axis(name))
            self.assertEqual(checked.document["files"][0]["persons"], 60)
            self.assertEqual(checked.document["files"][0]["text"]["id_columns"], [name or "participant_id"])

    def test_a_name_with_a_path_is_refused(self):
        with self.assertRaises(dsne.Error):
            dsne.map({"../north": scans("north", 3)}, output=self.folder / "frame.json")


class Look(Commands):
    def test_one_sites_scans_are_listed_by_kind(self):
        looked = dsne.look(scans("north", 60))
        self.assertEqual(list(looked), ["T1w"])
        self.assertEqual(len(looked["T1w"].embedding), 60)
        bad = {f"sub-north{scan:03d}_T1w" for scan in range(12, 61, 12)}
        self.assertGreaterEqual(len(bad & set(looked["T1w"].flagged["id"])), 3)
        self.assertNotIn("See", looked["T1w"].text)
        page = dsne.look(scans("north", 60), output=self.folder / "pages")["T1w"].page
        self.assertTrue(page.is_file())

    def test_a_folder_without_measures_is_refused(self):
        with self.assertRaisesRegex(dsne.Error, "it is empty"):
            dsne.look(self.folder)


class WithoutARun(Commands):
    def test_summaries_make_a_map_on_which_a_site_places_its_subjects(self):
        tables, summaries = self.summaries()
        north = summaries["north"]
        self.assertEqual(north["row"].iloc[-1], "spread")
        self.assertEqual(north["subjects"].iloc[:-1].sum(), 72)
        self.assertEqual(set(north.columns), {"row", "subjects", *MEASURES})

        frame = self.folder / "frame.json"
        with self.assertRaisesRegex(dsne.Error, "perplexity"):
            dsne.map(summaries, output=frame, perplexity=0)
        points = dsne.map(summaries, output=frame, reference=scans("public", 40))
        written = json.loads(frame.read_text())
        self.assertEqual(points["subjects"].sum(), 3 * 72 + 40)
        np.testing.assert_array_equal(points[["x", "y"]].to_numpy(), written["positions"])
        self.assertEqual(list(points["site"].unique()), ["north", "south", "west", "reference"])
        # Tables, folders and files give the same map.
        folders = dsne.map([self.folder / site for site in summaries], output=self.folder / "same.json", reference=scans("public", 40))
        pd.testing.assert_frame_equal(points, folders)
        by_name = {site: self.folder / site / "summary.csv" for site in summaries}
        pd.testing.assert_frame_equal(points, dsne.map(by_name, output=self.folder / "same.json", reference=scans("public", 40)))

        placed = dsne.place(tables["north"], frame=frame, summary=self.folder / "north", output=self.folder / "placed")
        self.assertEqual(list(placed.embedding["id"]), list(tables["north"]["bids_name"]))
        self.assertTrue(np.isfinite(placed.embedding[["x", "y"]].to_numpy()).all())
        self.assertIn("72 of your subjects are in your summary's rows", placed.text)
        self.assertTrue(placed.page.is_file())
        self.assertLessEqual(set(placed.flagged["id"]), set(placed.embedding["id"]))
        without_a_folder = dsne.place(tables["north"], frame=frame, summary=self.folder / "north")
        self.assertNotIn("index.html", without_a_folder.text)
        self.assertIsNone(without_a_folder.page)
        pd.testing.assert_frame_equal(without_a_folder.embedding, placed.embedding)

    def test_too_few_rows_make_no_common_map(self):
        summary = dsne.summarize(scans("north", 40), output=self.folder / "north", site="Utrecht")
        points = dsne.map({"north": summary}, output=self.folder / "frame.json")
        self.assertEqual(len(points), len(summary) - 2)
        self.assertEqual(list(points["site"].unique()), ["Utrecht"])
        self.assertTrue(points["x"].isna().all())

    def test_covariates_come_from_a_table_of_persons(self):
        table = scans("north", 72)
        persons = pd.DataFrame({"participant_id": table["bids_name"].str.replace("_T1w", ""), "age": np.arange(72) % 31 + 20.5})
        made = dsne.summarize(table, output=self.folder, covariates=persons, settings={"covariates": ["age"]})
        self.assertEqual(list(made["row"][-2:]), ["spread", "slope age"])
        self.assertAlmostEqual(made["covariate:age"][:-2].mean(), persons["age"].mean(), delta=8)

    def test_a_summary_is_changed_as_the_command_says(self):
        table = scans("north", 72)
        first = dsne.summarize(table, output=self.folder)
        verdicts = ["exclude" if i % 12 == 11 else "include" for i in range(72)]
        with self.assertRaisesRegex(dsne.Error, "share_verdicts"):
            dsne.summarize(table, output=self.folder, verdicts=verdicts)
        again = dsne.summarize(table, output=self.folder, verdicts=verdicts, settings={"share_verdicts": True})
        self.assertNotIn("excluded", first)
        self.assertIn("excluded", again)
        pd.testing.assert_frame_equal(first, again.drop(columns="excluded"))
        struck = dsne.summarize(output=self.folder, strike="sub-north001_T1w")
        self.assertEqual(len(struck), len(first) - 1)
        bold = dsne.summarize(scans("others", 40), output=self.folder, data_set="bold", settings={"least_members": 10})
        self.assertTrue((self.folder / "summary_bold.csv").is_file())
        self.assertEqual(bold["subjects"].iloc[:-1].sum(), 40)

    def test_arrays_have_summaries_too(self):
        draw = np.random.default_rng(1)
        folder = self.folder / "networks"
        folder.mkdir()
        for scan in range(40):
            matrix = np.corrcoef(draw.normal(size=(5, 30)))
            np.save(folder / f"sub-{scan:02d}.npy", matrix)
        listed = folder / "list.csv"
        listed.write_text("file\n" + "".join(f"sub-{scan:02d}.npy\n" for scan in range(40)))
        summary = dsne.summarize(listed, output=self.folder / "site", data_format="connectivity")
        self.assertEqual(summary.shape[1], 1 + 10)
        self.assertEqual(summary["subjects"].iloc[:-1].sum(), 40)

    def test_what_the_command_refuses_is_raised_in_its_words(self):
        with self.assertRaises(dsne.Error) as raised:
            dsne.summarize(scans("north", 12), output=self.folder / "north")
        self.assertRegex(str(raised.exception), r"^dsne summarize: .*20 ")
        self.assertNotIn("\n", str(raised.exception))
        with self.assertRaisesRegex(dsne.Error, r"^dsne place: .*the map \(--frame\)"):
            dsne.place(scans("north", 12), frame=self.folder / "nothing.json")


class Simulate(Commands):
    sites = {"North": scans("north", 96), "South": scans("south", 84), "West": {"site_data": scans("west", 84), "site_settings": {"least_members": 10}}}

    def test_a_run_gives_each_site_its_list(self):
        run = dsne.simulate(self.sites, folder=self.folder / "run", method="single-shot", reference="summaries")
        self.assertIn("The run ended well", repr(run))
        self.assertEqual(list(run.sites), list(self.sites))
        self.assertEqual(set(run.summaries["site"]), set(self.sites))
        for name, count in (("North", 96), ("South", 84), ("West", 84)):
            site = run.sites[name]
            self.assertEqual(len(site.embedding), count)
            self.assertTrue((site.folder / "index.html").is_file())
            bad = {f"sub-{name.lower()}{scan:03d}_T1w" for scan in range(12, count + 1, 12)}
            self.assertGreaterEqual(len(bad & set(site.flagged["id"])), len(bad) // 2)
            self.assertLessEqual(set(site.flagged["id"]), set(site.embedding["id"]))
        with self.assertRaisesRegex(dsne.Error, "not empty"):
            dsne.simulate(self.sites, folder=self.folder / "run")

    def test_new_scans_go_on_a_finished_runs_map(self):
        run = dsne.simulate(self.sites, folder=self.folder / "run", method="single-shot", reference="summaries")
        new = scans("later", 30)
        placed = dsne.place(new, frame=run.sites["South"].folder / "summaries.json")
        self.assertEqual(list(placed.embedding["id"]), list(new["bids_name"]))
        self.assertLessEqual(set(placed.flagged["id"]), set(new["bids_name"]))

    def test_a_run_that_fails_tells_every_sites_fault(self):
        spoilt = scans("south", 60)
        spoilt.loc[7, "bids_name"] = spoilt.loc[6, "bids_name"]
        with self.assertRaises(dsne.Error) as raised:
            dsne.simulate({"North": scans("north", 60), "South": spoilt, "West": spoilt}, method="single-shot", reference="summaries")
        lines = str(raised.exception).splitlines()
        self.assertTrue(lines[0].startswith("The run failed"))
        self.assertTrue(any("South" in line or "local1" in line for line in lines))
        self.assertTrue(any("West" in line or "local2" in line for line in lines))


class Program(unittest.TestCase):
    def test_without_an_executable_it_says_so(self):
        kept = os.environ.get("DSNE_PROGRAM")
        os.environ["DSNE_PROGRAM"] = "/nowhere/dsne"
        try:
            with self.assertRaisesRegex(dsne.Error, "no executables"):
                dsne.check(scans("north", 30))
        finally:
            if kept is None:
                del os.environ["DSNE_PROGRAM"]
            else:
                os.environ["DSNE_PROGRAM"] = kept


if __name__ == "__main__":
    unittest.main()
