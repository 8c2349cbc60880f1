"""A run in NeuroFLAME's own boilerplate: our folder computation/ in place of its own, stepped by its makeJob.py and debugger.py.

NeuroFLAME's run_local_simulation.sh calls these two, in a container of its own.
"""

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import boilerplate
from federations import Federation
from sites import ON_SUMMARIES, SOURCE, digits, sites_with_scans, temporary_folder

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
BOILERPLATE = boilerplate.FOLDER


class NeuroFlame(unittest.TestCase):
    def setUp(self):
        self.federation = Federation(WORK, digits(WORK.parent / "digits"), Path(DSNE).parent)

    def run_boilerplate(self, parameters):
        """Makes a run of the federation as NeuroFLAME's script does; returns what it printed."""
        boilerplate.lay_out(self.federation, parameters)
        return self.run_script(self.federation.sites)

    def run_script(self, sites):
        """Runs what the script calls, on the test data in the folder; returns what it printed."""
        sites = ",".join(sites)
        environment = {**os.environ, "PYTHONPATH": str(BOILERPLATE / "app" / "code")}
        for role, command in self.federation.programs.items():
            environment[f"DSNE_{role.upper()}"] = command[0]
        printed = ""
        # Without -t, as in the script, a new process stands for a site in every step, and the run takes four times as long.
        for command in (["makeJob.py", sites], ["debugger.py", "./job", "-w", "./simulator_workspace", "-n", "3", "-c", sites, "-t", "3"]):
            run = subprocess.run(
                [sys.executable, *command], cwd=BOILERPLATE, env=environment, capture_output=True, text=True, check=False
            )
            printed += run.stdout + run.stderr
        return printed

    def test_a_run_equals_a_simulated_one(self):
        expected = self.federation.expected(DSNE)
        printed = self.run_boilerplate({"log_level": "info"})
        boilerplate.assert_as_simulated(self, expected, printed)

    def test_a_run_on_summaries_equals_a_simulated_one(self):
        self.federation = Federation(WORK, sites_with_scans(WORK.parent / "scans"), Path(DSNE).parent)
        expected = self.federation.expected(DSNE, ON_SUMMARIES)
        printed = self.run_boilerplate(ON_SUMMARIES)
        boilerplate.assert_as_simulated(self, expected, printed)

    def test_the_repository_is_as_neuroflame_publishes(self):
        for old in ("test_output", "simulator_workspace"):
            shutil.rmtree(BOILERPLATE / old, ignore_errors=True)
        pristine = WORK / "pristine"
        subprocess.run(["git", "clone", "--quiet", BOILERPLATE, pristine], check=True)
        boilerplate.repository.lay_out(BOILERPLATE)
        boilerplate.repository.lay_out_data(BOILERPLATE, SOURCE / "test-inputs")
        sites = ["site1", "site2", "site3"]
        script = "import pathlib; from scripts.neuroflame_manifest import load_manifest; load_manifest(pathlib.Path('.'))"
        subprocess.run([sys.executable, "-c", script], cwd=BOILERPLATE, check=True)
        migration = [sys.executable, pristine / "scripts" / "migrate_computation.py", BOILERPLATE, "--check"]
        differ = subprocess.run(migration, capture_output=True, text=True, check=False).stdout.split("\n  ")[1:]
        self.assertEqual([name.strip() for name in differ], ["Dockerfile-dev", "Dockerfile-prod"])
        for site in sites:
            code, found = self.validate(BOILERPLATE / "test_data" / site)
            self.assertIn(code, (0, 2), found)
        shutil.rmtree(BOILERPLATE / "job", ignore_errors=True)
        printed = self.run_script(sites)
        for site in sites:
            self.assertIn("run.json", boilerplate.outputs(site), printed[-3000:])

    def validate(self, folder):
        """Returns the validator's exit code and findings."""
        command = [sys.executable, SOURCE / "adapters" / "neuroflame" / "validate_data.py", folder, "--dsne", DSNE]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        return run.returncode, json.loads(run.stdout)

    def test_data_that_cannot_run_are_told(self):
        folder = self.federation.inputs("local0")
        own = json.loads((folder / "inputs.json").read_text())
        for inputs in ({}, [], {**own, "site_data": ["other.csv"]}, {**own, "summary": "none.csv"}):
            self.federation.write(folder / "inputs.json", inputs)
            code, found = self.validate(folder)
            self.assertEqual(code, 1)
            self.assertTrue(found["given"])

    def test_a_private_method_without_a_place_for_its_ledger_is_refused(self):
        printed = self.run_boilerplate({"method": "dp-density"})
        self.assertIn("a run with a guarantee keeps a ledger over all runs", printed)
        for site in self.federation.sites:
            self.assertNotIn("run.json", boilerplate.outputs(site))


class HostileCoordinator(unittest.TestCase):
    """Calls a site's rounds as NeuroFLAME calls them, with messages that a hostile central node could send."""

    @classmethod
    def setUpClass(cls):
        for folder in (BOILERPLATE / "app" / "code", SOURCE / "adapters" / "neuroflame"):
            sys.path.insert(0, str(folder))
        os.environ["DSNE_LOCAL"] = str(Path(DSNE).parent / "local")
        shutil.rmtree(BOILERPLATE / "app" / "code" / "computation", ignore_errors=True)

    def setUp(self):
        self.output = temporary_folder(self)
        self.inputs = Federation(WORK, digits(WORK.parent / "digits"), Path(DSNE).parent).inputs("local1")

        from computation import site

        self.site = site
        self.word = site.begin(str(self.output))["word"]

    def step(self, parameters=None, **changes):
        message = {"words": {"local1": self.word, "local2": "other"}, "step": 1, "text": "{}", "ended": False, **changes}
        return self.site.make_step(
            message, parameters=parameters or {}, data_dir=str(self.inputs), output_dir=str(self.output), artifact_dir=str(self.output)
        )

    def assert_refused(self, **changes):
        with self.assertRaises(self.site.NodeError):
            self.step(**changes)

    def arrived(self, content):
        from framework import artifact

        (self.output / "arrived").write_bytes(content)
        return artifact("parcel", str(self.output / "arrived"))

    def test_a_site_that_is_not_named_once_refuses(self):
        for words in ({}, {"local2": "other"}, {"a": self.word, "b": self.word}, {"../x": self.word}, {"a/b": self.word}, []):
            with self.subTest(words=words):
                self.assert_refused(words=words)

    def test_messages_of_other_types_steps_and_files_are_refused(self):
        header = json.dumps({"folders": [], "files": [["../../inputs.json", 1]]}).encode()
        self.assertIn("keys", json.loads(self.step()["text"]))
        for lie in ({"step": 3}, {"step": True}, {"step": None}, {"step": 2, "text": {}}, {"step": 2, "text": "[]"}):
            with self.subTest(lie=lie):
                self.assert_refused(**lie)
        for content in (header + b"\n1", b"no parcel", json.dumps({"folders": [], "files": [["subjects.tsv", 1]]}).encode() + b"\n1"):
            self.assert_refused(step=2, files=self.arrived(content))
        self.assertNotEqual((self.inputs / "subjects.tsv").read_bytes(), b"1")

    def test_parameters_cannot_say_what_is_the_sites_own(self):
        with self.assertRaises(self.site.NodeError):
            self.site.make_step(
                {"words": {"local1": self.word}, "step": 1, "text": "{}"}, parameters={"site_settings": {"share_labels": True}},
                data_dir=str(self.inputs), output_dir=str(self.output), artifact_dir=str(self.output),
            )

    def test_whatever_has_a_guarantee_needs_a_place_for_its_ledger(self):
        with self.assertRaisesRegex(self.site.NodeError, "ledger_folder"):
            self.step(parameters={"method": "dp-density"})

    def test_what_people_call_sites_becomes_a_folders_name(self):
        from computation.coordinator import _plain_names

        names = _plain_names(["Site A", "Site/A", "../x", "", "Universit\u00e9", "-", "a" * 99])
        self.assertEqual(len(set(names.values())), 7)
        self.assertTrue(all(self.site.Node(name, [], self.output, "run") for name in names.values()))
        self.assertEqual(names["Site A"], "Site_A")


if __name__ == "__main__":
    unittest.main()
