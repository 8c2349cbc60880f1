"""Whole runs in vantage6's own mock of a network, beside the same run by `dsne simulate`, and single tasks as its nodes start them."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

import jwt
import pandas
from sites import ON_SUMMARIES, Sites, assert_as_simulated, assert_keys_are_gone, contents, sites_with_scans, temporary_folder

DSNE = os.environ["DSNE"]
BINARIES = Path(DSNE).parent
FIVE = os.environ["DSNE_VANTAGE6"] == "5"
MODULE = "dsne_vantage6"


class Organizations(Sites):
    """The sites as vantage6 numbers them, from 1."""

    @property
    def numbers(self):
        return {site: index + 1 for index, site in enumerate(self.sites)}

    def home(self, site):
        return self.folder / "organizations" / str(self.numbers[site])

    def run_name(self, site):
        """Returns the name that the central part gave the only run."""
        (run,) = (entry.name for entry in (self.home(site) / "outputs").iterdir() if entry.is_dir())
        return run


class Tasks(unittest.TestCase):
    """Tests with sites at organizations 1, 2 and 3."""

    def setUp(self):
        folder = temporary_folder(self)
        self.sites = Organizations(folder / "federation", sites_with_scans(folder / "scans"), BINARIES)
        home = str(self.sites.folder / "organizations" / "{organization}")
        named = {"DSNE_FOLDER": home} if FIVE else {"USER_REQUESTED_DATABASE_LABELS": "dsne", "DSNE_DATABASE_URI": home}
        changed = mock.patch.dict(os.environ, {"DSNE_LOCAL": str(BINARIES / "local"), "DSNE_REMOTE": str(BINARIES / "remote"), **named})
        changed.start()
        self.addCleanup(changed.stop)

    def databases(self):
        """Moves the sites' folders to where nodes of 5.0 have databases; returns them. The steps have to find the files without their names."""
        folders = []
        for site in self.sites.sites:
            folder = self.sites.folder / "databases" / site
            folder.parent.mkdir(exist_ok=True)
            self.sites.home(site).rename(folder)
            folders.append(folder)
        return folders


class Mocked(Tasks):
    def run_mocked(self, parameters):
        """Returns the result of a run, None where it failed, and what was printed."""
        arguments = {"parameters": parameters, "sites": self.sites.numbers}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                return (_five if FIVE else _four)(self, arguments), printed.getvalue()
            except (Exception, SystemExit) as error:
                return None, f"{printed.getvalue()}{error}"

    def test_a_run_on_summaries_equals_a_simulated_one(self):
        expected = self.sites.expected(DSNE, ON_SUMMARIES)
        result, printed = self.run_mocked(ON_SUMMARIES)
        self.assertIsNotNone(result, printed[-3000:])
        self.assertEqual(result["phase"], "finished")
        run = self.sites.run_name("local0")
        assert_as_simulated(self, self.sites, run, expected)
        assert_keys_are_gone(self, self.sites, run)

    def test_a_site_that_says_otherwise_ends_the_run_for_all(self):
        file = self.sites.inputs("local1") / "inputs.json"
        self.sites.write(file, {**json.loads(file.read_text()), "perplexity": 7})
        result, printed = self.run_mocked(ON_SUMMARIES)
        self.assertIsNone(result)
        self.assertIn("perplexity", printed)
        for site in self.sites.sites:
            run = self.sites.run_name(site)
            self.assertIn("perplexity", contents(self.sites.outputs(site, run))["error.txt"].decode())
        assert_keys_are_gone(self, self.sites, run)

    def test_parameters_cannot_say_what_is_the_sites_own(self):
        result, printed = self.run_mocked({"site_settings": {"share_labels": True}})
        self.assertIsNone(result)
        self.assertIn("name site_settings, which is the site's own to say", printed)


def _four(test, arguments):
    from vantage6.algorithm.tools.mock_client import MockAlgorithmClient

    numbers = list(test.sites.numbers.values())
    # The mock reads databases itself; ours are folders, which only the steps read.
    datasets = [[{"database": pandas.DataFrame()}] for _ in numbers]
    client = MockAlgorithmClient(datasets=datasets, module=MODULE, organization_ids=numbers)
    task = client.task.create(input_={"method": "run", "kwargs": arguments}, organizations=numbers[:1])
    # The last result is the central part's: those of its tasks were there before.
    return client.result.from_task(task["id"])[-1]


def _five(test, arguments):
    from vantage6.algorithm.mock.network import MockNetwork

    datasets = [{"dsne": {"database": str(folder), "db_type": "folder"}} for folder in test.databases()]
    client = MockNetwork(module_name=MODULE, datasets=datasets).user_client
    frame = client.dataframe.create(label="dsne", method="site_files", arguments={}, name="dsne")
    databases = [{"type": "dataframe", "dataframe_id": frame["id"]}]
    task = client.task.create(organizations=[1], method="run", arguments=arguments, databases=databases)
    return client.result.from_task(task["id"])[-1]


class Wrapped(Tasks):
    """A site's first step as a node starts it: a process that reads INPUT_FILE and writes OUTPUT_FILE."""

    def start(self, method, arguments, **environment):
        """Returns what the task wrote to OUTPUT_FILE; None where it wrote nothing."""
        folder = self.sites.folder / "task"
        folder.mkdir(exist_ok=True)
        token = jwt.encode({"sub": {"organization_id": 1, "node_id": 1, "collaboration_id": 1, "image": "x"}}, "x" * 32)
        (folder / "token").write_text(token)
        (folder / "input").write_text(json.dumps(arguments if FIVE else {"method": method, "kwargs": arguments}))
        (folder / "output").write_bytes(b"")
        environment = {
            **os.environ, "PKG_NAME": MODULE, "INPUT_FILE": str(folder / "input"), "OUTPUT_FILE": str(folder / "output"), "HOST": "http://localhost",
            "PORT": "1", "API_PATH": "", "TOKEN_FILE": str(folder / "token"), "CONTAINER_TOKEN": token, "ALGORITHM_METHOD": method, **environment,
        }
        script = "from vantage6.algorithm.tools.wrap import wrap_algorithm; wrap_algorithm()"
        run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
        self.printed = run.stdout + run.stderr
        return (folder / "output").read_bytes() or None

    def environment(self):
        """Returns the environment in which the step finds the site's files."""
        if not FIVE:
            return {"DSNE_DATABASE_URI": str(self.sites.home("local0"))}
        session = self.sites.folder / "session"
        session.mkdir()
        folder = self.databases()[0]
        action = {"FUNCTION_ACTION": "data_extraction", "DATABASE_URI": str(folder), "DATABASE_TYPE": "folder"}
        frame = self.start("site_files", {}, **action)
        self.assertTrue(frame, self.printed)
        (session / "dsne.parquet").write_bytes(frame)
        shutil.rmtree(folder)
        return {"SESSION_FOLDER": str(session), "FUNCTION_ACTION": "federated_compute", "USER_REQUESTED_DATAFRAMES": "dsne", "DSNE_FOLDER": ""}

    def asked(self, **changes):
        return {"run_name": "run-1", "sites": self.sites.numbers, "number": 1, "text": json.dumps(ON_SUMMARIES), "files": "", **changes}

    def step(self, environment, **changes):
        written = self.start("step", self.asked(**changes), **environment)
        self.assertTrue(written, self.printed)
        return json.loads(written)

    def step_here(self, **changes):
        """Makes the same step without a process of its own."""
        from dsne_vantage6 import step

        given = {"mock_client": mock.Mock(organization_id=1)}
        if FIVE:
            given["mock_data"] = [pandas.read_parquet(self.sites.folder / "session" / "dsne.parquet")]
        return step(**given, **self.asked(**changes))

    def test_a_step(self):
        answer = self.step(self.environment())
        self.assertEqual((answer["site"], answer["step"]), ("local0", 1), answer)
        self.assertIn("phase", json.loads(answer["text"]))

    def test_what_a_hostile_central_part_may_not_ask(self):
        environment = self.environment()
        good = self.step(environment)
        changed = mock.patch.dict(os.environ, environment)
        changed.start()
        self.addCleanup(changed.stop)
        for changes, told in (
            ({"number": 3}, "another one was asked for"), ({"number": True}, "of another type"), ({"text": {}}, "of another type"),
            ({"number": 2, "files": "!"}, "no parcel"), ({"number": 2, "text": "[]"}, "no JSON object|not a JSON object"),
            ({"run_name": "../x"}, "cannot be a folder's"), ({"sites": {"local0": 7}}, "no site of this organization"),
            ({"sites": {"a": 1, "b": 1}}, "same organization"), ({"sites": {"../a": 1}}, "cannot be a folder's"),
            ({"sites": {"a": 1, "A": 2}}, "the same name"),
        ):
            with self.subTest(changes=changes):
                self.assertRegex(self.step_here(**changes)["error"], told)
        self.assertEqual(self.step_here(), good)

    @unittest.skipUnless(FIVE, "in 4.14 the site's folder outlasts the run")
    def test_a_run_with_a_guarantee_needs_a_place_for_its_ledger(self):
        self.assertIn("ledger", self.step(self.environment(), text='{"method": "dp-density"}')["error"])


if __name__ == "__main__":
    unittest.main()
