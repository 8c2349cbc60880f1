"""Whole runs with the real programs: three sites in folders of their own, and one folder that they share."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "stepping"))
from sites import ON_SUMMARIES, SOURCE, Sites, assert_as_simulated, assert_keys_are_gone, sites_with_scans, temporary_folder  # noqa: E402

DSNE = os.environ["DSNE"]
RUN = "june"


class Runs(unittest.TestCase):
    def setUp(self):
        self.folder = temporary_folder(self)
        self.shared = self.folder / "shared"
        self.shared.mkdir()
        self.sites = Sites(self.folder / "federation", sites_with_scans(self.folder / "scans"), Path(DSNE).parent)

    def start(self, command, name, role, *more):
        given = ["--shared", self.shared, "--run", RUN, "--program", *self.sites.programs[role], *more]
        folder = self.sites.folder / ("owner" if role == "remote" else f"sites/{name}")
        environment = {**os.environ, "PYTHONPATH": str(SOURCE / "adapters" / "files"), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.Popen(
            [sys.executable, "-m", "dsne_files.command", command, "--folder", folder, *given],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )

    def run_all(self, parameters, *wait):
        """Calls all nodes once, at the same time; returns exit codes and printed text, the owner's last."""
        self.sites.write(self.folder / "parameters.json", parameters)
        calls = [self.start("member", site, "local", "--site", site, "--inputs", self.sites.inputs(site), *wait) for site in self.sites.sites]
        asked = ["--sites", ",".join(self.sites.sites), "--parameters", self.folder / "parameters.json", *wait]
        calls.append(self.start("owner", "owner", "remote", *asked))
        printed = [call.communicate()[0] for call in calls]
        return [call.returncode for call in calls], printed

    def test_a_run_on_summaries_equals_a_simulated_one(self):
        expected = self.sites.expected(DSNE, ON_SUMMARIES)
        codes, printed = self.run_all(ON_SUMMARIES, "--wait")
        self.assertEqual(codes, [0] * 4, printed)
        assert_as_simulated(self, self.sites, RUN, expected)
        assert_keys_are_gone(self, self.sites, RUN)
        for site in self.sites.sites:
            sent = self.sites.outputs(site, RUN) / "release_log.jsonl"
            self.assertIn('"summary', sent.read_text())

    def test_the_run_of_test_inputs_equals_a_simulated_one(self):
        self.sites = Sites(self.folder / "test-inputs", SOURCE / "test-inputs", Path(DSNE).parent)
        expected = self.sites.expected(DSNE)
        codes, printed = self.run_all({}, "--wait")
        self.assertEqual(codes, [0] * 4, printed)
        assert_as_simulated(self, self.sites, RUN, expected)

    def test_a_run_in_calls_that_do_not_wait(self):
        """Each node calls, sends what is new, and calls again, as with mail."""
        expected = self.sites.expected(DSNE, ON_SUMMARIES)
        calls = 0
        codes = [75]
        while any(codes):
            codes, printed = self.run_all(ON_SUMMARIES)
            self.assertLessEqual(set(codes), {0, 75}, printed)
            calls += 1
            self.assertLess(calls, 30)
        assert_as_simulated(self, self.sites, RUN, expected)

    def test_a_run_goes_on_without_a_site_that_stops_answering(self):
        parameters = {**ON_SUMMARIES, "at_least_sites": 2}
        self.sites.expected(DSNE, parameters)
        self.sites.write(self.folder / "parameters.json", parameters)
        asked = ["--sites", ",".join(self.sites.sites), "--parameters", self.folder / "parameters.json"]
        silent, *others = reversed(self.sites.sites)
        printed, codes = [], [75]
        for call in range(20):
            members = [silent, *others] if call < 2 else others
            without = [] if call < 2 else ["--without", silent]
            calls = [self.start("member", site, "local", "--site", site, "--inputs", self.sites.inputs(site)) for site in members]
            printed += [each.communicate()[0] for each in calls]
            owner = self.start("owner", "owner", "remote", *asked, *without)
            printed.append(owner.communicate()[0])
            codes = [each.returncode for each in (*calls, owner)]
            if not any(codes):
                break
        self.assertEqual(codes, [0] * 3, printed)
        for site in others:
            joint = self.sites.outputs(site, RUN) / "joint" / "index.html"
            self.assertIn(f"This run went on without site {silent}: it stopped answering", joint.read_text())

    def test_a_fault_ends_the_run_for_all_with_its_site_and_no_value(self):
        file = self.sites.inputs("local1") / "inputs.json"
        inputs = json.loads(file.read_text())
        self.sites.write(file, {**inputs, "perplexity": 7})
        codes, printed = self.run_all({}, "--wait")
        self.assertEqual(codes, [1] * 4, printed)
        for text in printed:
            self.assertIn("perplexity", text)


if __name__ == "__main__":
    unittest.main()
