"""Every method, in FLARE's simulator and by `dsne simulate`."""

import json
import os
import random
import shutil
import unittest
from pathlib import Path

from federations import PRIVATE_RELEASES, PRIVATE_RUN, Federation, private_federation, with_settings
from outcomes import assert_refused_for_its_budget
from sites import assert_as_simulated, assert_keys_are_gone, contents, site_inputs

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
# The simulator's name of every job.
JOB = "simulate_job"
PRIVATE = {"share_labels": False, "share_places": False, "epsilon_budget": 1000, "simulation": True}


def time_series_sites(folder):
    """Makes a folder as with_settings does, of subjects with time series of ten regions, half of which go together."""
    made = random.Random(1)
    shutil.rmtree(folder, ignore_errors=True)
    spec = []
    for site in range(3):
        inputs = site_inputs(folder, site)
        inputs.mkdir(parents=True)
        files = [f"series{subject}.csv" for subject in range(20)]
        for file in files:
            sources = [[made.random() for _ in range(30)] for _ in range(2)]
            lines = (
                ",".join([f"region{region}", *(str(value + made.random()) for value in sources[region % 2])]) for region in range(10)
            )
            (inputs / file).write_text("\n".join(lines))
        (inputs / "subjects.csv").write_text("\n".join(["file,id", *(f"{file},{file[6:-4]}" for file in files)]))
        spec.append({"site_data": {"value": ["subjects.csv"]}, "subject_files": {"value": files}, "site_settings": {"value": {"allow": ["sphere"]}}})
    (folder / "inputspec.json").write_text(json.dumps(spec))
    return folder


class Methods(unittest.TestCase):
    def federation(self, test_inputs):
        return Federation(WORK / "methods" / self.id().rpartition(".")[2], test_inputs, Path(DSNE).parent)

    def inputs(self):
        return WORK / "inputs" / self.id().rpartition(".")[2]

    def assert_equal_runs(self, parameters, settings=None, test_inputs=None):
        federation = self.federation(test_inputs or with_settings(self.inputs(), settings or {}))
        expected = federation.expected(DSNE, parameters)
        log = federation.simulate(parameters)
        self.assertFalse([line for line in log.splitlines() if " ERROR " in line])
        assert_as_simulated(self, federation, JOB, expected)
        assert_keys_are_gone(self, federation, JOB)
        return federation

    def assert_equal_runs_of(self, method, parameters=None, test_inputs=None):
        """Of a method that sends more than a summary, at sites that allow it."""
        test_inputs = test_inputs or with_settings(self.inputs(), {"allow": [method]})
        return self.assert_equal_runs({"method": method, **(parameters or {})}, test_inputs=test_inputs)

    def test_dsne(self):
        self.assert_equal_runs_of("dsne", {"max_iterations": 12})

    def test_fed_tsne(self):
        self.assert_equal_runs_of("fed-tsne", {"max_iterations": 20})

    def test_fed_umap(self):
        self.assert_equal_runs_of("fed-umap", {"max_iterations": 20})

    def test_spectral_clustering(self):
        self.assert_equal_runs_of("spectral-clustering", {"clusters": 5})

    def test_fedne(self):
        self.assert_equal_runs_of("fedne", {"max_iterations": 3})

    def test_sphere(self):
        self.assert_equal_runs_of("sphere", {"data_format": "time_series"}, time_series_sites(self.inputs()))

    def test_dp_dsne(self):
        """Seeds the noise, so that two runs can be compared."""
        federation = self.assert_equal_runs(
            {"method": "dp-dsne", "max_iterations": 4, "dp_sigma": 1, "simulation_seed": 7}, PRIVATE
        )
        for site in federation.sites:
            self.assertEqual(len(federation.ledger(site)), 4)

    def test_dp_density(self):
        """Seeds the noise, so that two runs can be compared."""
        federation = self.assert_equal_runs({"method": "dp-density", "simulation_seed": 7}, PRIVATE)
        for site in federation.sites:
            self.assertEqual(len(federation.ledger(site)), 1)

    def test_a_private_run_among_sites_that_know_each_other_until_the_ledger_is_spent(self):
        federation = private_federation(WORK / "methods" / "private", self.inputs(), DSNE)
        federation.simulate(PRIVATE_RUN)
        for site in federation.sites:
            files = contents(federation.outputs(site, JOB))
            self.assertIn("run.json", files, files.get("error.txt"))
            self.assertEqual(len(federation.ledger(site)), PRIVATE_RELEASES)
        federation.simulate(PRIVATE_RUN)
        assert_refused_for_its_budget(self, federation, JOB)


if __name__ == "__main__":
    unittest.main()
