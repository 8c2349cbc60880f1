"""A run by NeuroFLAME's own run_local_simulation.sh, in an image made as adapters/neuroflame/README.md says."""

import os
import resource
import subprocess
import unittest
from pathlib import Path

import boilerplate
from federations import Federation
from sites import digits

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
IMAGE = os.environ["DSNE_FLARE_IMAGE"]


def build_image():
    """Builds the image as the script does, but on this machine's network: containers on some machines reach no other one."""
    dockerfile = boilerplate.FOLDER / "Dockerfile-dev"
    lines = [line for line in dockerfile.read_text().splitlines() if line not in boilerplate.repository.FROM_OUR_IMAGE]
    if not lines[0].startswith("FROM "):
        raise ValueError("the boilerplate's Dockerfile-dev does not begin with its base")
    dockerfile.write_text("\n".join([f"FROM {IMAGE}", *lines[1:]]) + "\n")
    command = ["docker", "build", "--network", "host", "--tag", "nvflare-dev", "--file", dockerfile, boilerplate.FOLDER]
    subprocess.run(command, check=True, capture_output=True)


def lower_limits():
    """Lowers the script's limit of locked memory, since some machines grant nobody an unlimited one."""
    if resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] != resource.RLIM_INFINITY:
        script = boilerplate.FOLDER / "run_local_simulation.sh"
        script.write_text(script.read_text().replace("--ulimit memlock=-1 ", ""))


class Script(unittest.TestCase):
    def test_a_run_equals_a_simulated_one(self):
        federation = Federation(WORK, digits(WORK.parent / "digits"), "/computation")
        parameters = {"method": "single-shot"}
        expected = federation.expected(DSNE, parameters)
        boilerplate.lay_out(federation, parameters)
        build_image()
        lower_limits()
        command = ["./run_local_simulation.sh", ",".join(federation.sites), "--no-build"]
        run = subprocess.run(command, cwd=boilerplate.FOLDER, capture_output=True, text=True, check=False)
        printed = run.stdout + run.stderr
        self.assertEqual(run.returncode, 0, printed[-3000:])
        boilerplate.assert_as_simulated(self, expected, printed)


if __name__ == "__main__":
    unittest.main()
