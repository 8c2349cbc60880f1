"""A whole run under FLARE with each node in a container of its own, started as adapters/README.md says."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from dsne_flare.job import write_job
from federations import ADMIN, NVFLARE, Federation, Poc
from outcomes import assert_all_are_told, spoil
from sites import assert_as_simulated, assert_keys_are_gone, digits

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
IMAGE = os.environ["DSNE_FLARE_IMAGE"]
NETWORK = "dsne-test"


def docker(*command, check=True):
    """Runs the command; returns what it prints."""
    run = subprocess.run(["docker", *map(str, command)], capture_output=True, text=True, check=False)
    if check and run.returncode != 0:
        raise RuntimeError(run.stderr)
    return run.stdout.strip()


def mounted(*folders):
    """Returns options that give a container these folders, under their own paths."""
    return [option for folder in folders for option in ("--volume", f"{folder}:{folder}")]


class Containers(Poc):
    """Starts nodes that see their own workspace, folder and inputs, and nothing else of this machine."""

    host = "server"

    def __enter__(self):
        docker("network", "create", NETWORK)
        return super().__enter__()

    def __exit__(self, *_):
        super().__exit__()
        docker("network", "rm", NETWORK)

    def _make_kits(self, project):
        """Makes kits for separate machines; POC mode's are for one machine."""
        subprocess.run([NVFLARE, "provision", "-p", project, "-w", self.folder], check=True, capture_output=True)

    def start(self, name):
        folder = self.federation.folder / ("coordinator" if name == "server" else f"sites/{name}")
        folder.mkdir(exist_ok=True)
        command = ["--detach", "--name", f"{NETWORK}-{name}", "--network", NETWORK, "--network-alias", name]
        docker("run", *command, *mounted(self.kit(name), folder), IMAGE, self.kit(name) / "startup" / "sub_start.sh")
        self.processes[name] = f"{NETWORK}-{name}"

    def kill(self, name):
        container = self.processes.pop(name)
        log = subprocess.run(["docker", "logs", container], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout
        (self.federation.folder / f"{name}.log").write_bytes(log)
        docker("rm", "--force", container)

    def run(self, parameters=None, during=None, limit=900):
        job = self.federation.folder / "job"
        shutil.rmtree(job, ignore_errors=True)
        write_job(job, self.federation.sites, parameters)
        script = Path(__file__).with_name("submit.py")
        given = [self.kit(ADMIN), ADMIN, job, len(self.federation.sites)]
        command = ["--rm", "--network", NETWORK, *mounted(self.kit(ADMIN), job, script), IMAGE, "timeout", limit, "python3", script]
        return docker("run", *command, *given).split()[-2:]

    def _session(self):
        """Opens no session: submit.py makes its own, on the nodes' network."""


class Images(unittest.TestCase):
    def setUp(self):
        self.federation = Federation(WORK / self.id().rpartition(".")[2][:40], digits(WORK / "digits"), "/computation")

    def test_a_run_equals_a_simulated_one(self):
        expected = self.federation.expected(DSNE)
        with Containers(self.federation) as nodes:
            job, status = nodes.run()
        self.assertEqual(status, "FINISHED:COMPLETED")
        assert_as_simulated(self, self.federation, job, expected)
        assert_keys_are_gone(self, self.federation, job)

    def test_bad_input_ends_the_run_for_all_without_what_it_holds(self):
        spoil(self.federation, "local1", "S3CRET")
        with Containers(self.federation) as nodes:
            job, status = nodes.run()
        self.assertEqual(status, "FINISHED:EXECUTION_EXCEPTION")
        assert_all_are_told(self, self.federation, job, r"site local1.*site_data row 4, column \d+: not a number")
        assert_keys_are_gone(self, self.federation, job)
        for log in self.federation.folder.glob("*.log"):
            self.assertNotIn("S3CRET", log.read_text(errors="replace"))


if __name__ == "__main__":
    unittest.main()
