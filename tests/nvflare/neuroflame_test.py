"""A run in NeuroFLAME's own boilerplate: our folder computation/ in the place of its own, stepped by its makeJob.py and debugger.py.

These two are what its run_local_simulation.sh calls, in a container of its own.
"""

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from federations import SOURCE, Federation, contents

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
BOILERPLATE = Path(os.environ["DSNE_BOILERPLATE_FOLDER"])
# What NeuroFLAME itself leaves in a site's folder.
OF_THE_ENGINE = ("{site}.log", ".artifacts", "_temp_state", ".neuroflame_error.json")


class NeuroFlame(unittest.TestCase):
    def setUp(self):
        self.federation = Federation(WORK, SOURCE / "test-inputs", Path(DSNE).parent)
        for old in ("app/code/computation", "test_data", "test_output", "job", "simulator_workspace"):
            shutil.rmtree(BOILERPLATE / old, ignore_errors=True)
        shutil.copytree(SOURCE / "adapters" / "neuroflame" / "computation", BOILERPLATE / "app" / "code" / "computation")
        for site in self.federation.sites:
            shutil.copytree(self.federation.inputs(site), BOILERPLATE / "test_data" / site)

    def run_boilerplate(self, parameters):
        """Makes a run as NeuroFLAME's script does; gives what it printed."""
        self.federation.write(BOILERPLATE / "test_data" / "server" / "parameters.json", parameters)
        sites = ",".join(self.federation.sites)
        environment = {**os.environ, "PYTHONPATH": str(BOILERPLATE / "app" / "code")}
        for role, command in self.federation.programs.items():
            environment[f"DSNE_{role.upper()}"] = command[0]
        printed = ""
        # Without -t one process at a time stands for one site after the other, as in the script, and the run takes many minutes.
        for command in (["makeJob.py", sites], ["debugger.py", "./job", "-w", "./simulator_workspace", "-n", "3", "-c", sites, "-t", "3"]):
            run = subprocess.run(
                [sys.executable, *command], cwd=BOILERPLATE, env=environment, capture_output=True, text=True, check=False
            )
            printed += run.stdout + run.stderr
        return printed

    def outputs(self, site):
        folder = BOILERPLATE / "test_output" / "simulate_job" / site
        engine = [name.format(site=site) for name in OF_THE_ENGINE]
        return {name: content for name, content in contents(folder).items() if name.split("/")[0] not in engine}

    def test_a_run_equals_a_simulated_one(self):
        printed = self.run_boilerplate({"log_level": "info"})
        expected = self.federation.expected(DSNE)
        for site, folder in expected.items():
            actual, simulated = self.outputs(site), contents(folder)
            self.assertIn("result.json", actual, printed[-3000:])
            self.assertEqual(json.loads(actual.pop("result.json"))["phase"], "finished")
            actual["release_log.jsonl"] = actual["release_log.jsonl"].replace(b'"run":"dsne"', b'"run":"simulatorRun"')
            self.assertEqual(actual.pop("work/dsne/ended"), b"")
            self.assertEqual(sorted(actual), sorted(simulated))
            for name, content in simulated.items():
                self.assertTrue(actual[name] == content, f"{name} of {site} differs")

    def test_a_private_method_without_a_place_for_its_ledger_is_refused(self):
        printed = self.run_boilerplate({"method": "dp-density"})
        self.assertIn("a private method keeps a ledger over all runs", printed)
        for site in self.federation.sites:
            self.assertNotIn("result.json", self.outputs(site))


if __name__ == "__main__":
    unittest.main()
