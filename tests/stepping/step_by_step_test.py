"""Runs adapters/step_by_step.py: it ends as `dsne simulate` does."""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from sites import SOURCE, temporary_folder

DSNE = Path(os.environ["DSNE"]).resolve()
SITES = ["local0", "local1", "local2"]


class StepByStep(unittest.TestCase):
    def setUp(self):
        self.folder = temporary_folder(self)
        (self.folder / "build").mkdir()
        (self.folder / "build" / "bin").symlink_to(DSNE.parent)

    def copy(self, name):
        """Copies test-inputs as it is in the repository."""
        for kind in ("input", "output"):
            for site in SITES:
                shutil.copytree(SOURCE / "test-inputs" / kind / site, self.folder / name / kind / site)
        shutil.copy(SOURCE / "test-inputs" / "dsne.json", self.folder / name)
        return self.folder / name

    def test_the_orchestrator_makes_the_run_that_simulate_makes(self):
        stepped = self.copy("run")
        made = subprocess.run([sys.executable, SOURCE / "adapters" / "step_by_step.py"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertRegex(made.stdout, r"^\d+ rounds; open .*index\.html$")
        simulated = self.copy("simulated")
        subprocess.run([DSNE, "simulate", "-d", simulated, "-i", simulated / "dsne.json"], check=True, capture_output=True)
        for site in SITES:
            for name in ("embedding.csv", "flagged.csv", "joint/embedding.csv"):
                with self.subTest(site=site, name=name):
                    mine, other = (folder / "output" / site / "simulatorRun" / name for folder in (stepped, simulated))
                    self.assertEqual(mine.read_bytes(), other.read_bytes())


if __name__ == "__main__":
    unittest.main()
