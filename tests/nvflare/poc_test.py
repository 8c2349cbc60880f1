"""Whole runs in FLARE's POC mode: server and sites are processes of their own that know each other by certificates."""

import json
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

from federations import PRIVATE_RELEASES, PRIVATE_RUN, Federation, Poc, private_federation, with_settings
from outcomes import assert_all_are_told, assert_refused_for_its_budget, spoil
from sites import assert_as_simulated, assert_keys_are_gone

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
LONG = {"method": "dsne", "max_iterations": 60}


def job_process(site, job):
    """Returns the process in which a site makes a job's steps."""
    listed = subprocess.run(["ps", "-e", "-ww", "-o", "pid=,args="], capture_output=True, text=True, check=True).stdout
    found = [line.split()[0] for line in listed.splitlines() if job in line and f"/{site} " in line and "worker_process" in line]
    return int(found[0])


class ProofOfConcept(unittest.TestCase):
    def setUp(self):
        sites = with_settings(WORK / "inputs", {"allow": ["dsne"]})
        self.federation = Federation(WORK / "poc" / self.id().rpartition(".")[2][:40], sites, Path(DSNE).parent)

    def steps_made(self, site, job):
        try:
            return json.loads((self.federation.work(site, job) / "state.json").read_text())["steps"]
        except (OSError, ValueError):
            return 0

    def wait_for_step(self, number, site, job):
        while self.steps_made(site, job) < number:
            time.sleep(0.05)

    def test_runs_equal_simulated_ones(self):
        expected = self.federation.expected(DSNE)
        with Poc(self.federation) as poc:
            job, status = poc.run()
            another, again = poc.run({"method": "single-shot"})
        self.assertEqual((status, again), ("FINISHED:COMPLETED", "FINISHED:COMPLETED"))
        self.assertNotEqual(job, another)
        assert_as_simulated(self, self.federation, job, expected)
        for finished in (job, another):
            assert_keys_are_gone(self, self.federation, finished)

    def test_a_private_run_among_sites_that_know_each_other_until_the_ledger_is_spent(self):
        federation = private_federation(self.federation.folder, WORK / "private-inputs", DSNE)
        with Poc(federation) as poc:
            job, status = poc.run(PRIVATE_RUN)
            spent = [len(federation.ledger(site)) for site in federation.sites]
            refused, _ = poc.run(PRIVATE_RUN)
        self.assertEqual(status, "FINISHED:COMPLETED")
        self.assertEqual(spent, [PRIVATE_RELEASES] * 3)
        assert_refused_for_its_budget(self, federation, refused)
        for finished in (job, refused):
            assert_keys_are_gone(self, federation, finished)

    def test_a_site_whose_key_the_others_do_not_know_ends_the_run(self):
        federation = private_federation(self.federation.folder, WORK / "private-inputs", DSNE)
        stranger = federation.inputs("local2") / "site.key"
        stranger.unlink()
        subprocess.run([DSNE, "identity", stranger], check=True, capture_output=True)
        with Poc(federation) as poc:
            job, status = poc.run(PRIVATE_RUN)
        self.assertEqual(status, "FINISHED:EXECUTION_EXCEPTION")
        assert_all_are_told(self, federation, job, r"^site local[01]: .*key")
        # The stranger knows the others, and has paid.
        self.assertEqual([federation.ledger(site) for site in ("local0", "local1")], [[], []])

    def test_bad_input_ends_the_run_for_all_without_what_it_holds(self):
        spoil(self.federation, "local1", "S3CRET")
        with Poc(self.federation) as poc:
            job, status = poc.run()
        self.assertEqual(status, "FINISHED:EXECUTION_EXCEPTION")
        assert_all_are_told(self, self.federation, job, r"site local1.*site_data row 4, column \d+: not a number")
        assert_keys_are_gone(self, self.federation, job)
        for log in self.federation.folder.glob("*.log"):
            self.assertNotIn("S3CRET", log.read_text())

    def test_a_site_that_comes_back_is_waited_for(self):
        """The site's machine stops for longer than the timeout of FLARE's messages."""

        def during(job):
            self.wait_for_step(5, "local1", job)
            process = job_process("local1", job)
            os.kill(process, signal.SIGSTOP)
            time.sleep(45)
            os.kill(process, signal.SIGCONT)

        expected = self.federation.expected(DSNE, LONG)
        with Poc(self.federation) as poc:
            job, status = poc.run(LONG, during)
        self.assertEqual(status, "FINISHED:COMPLETED")
        assert_as_simulated(self, self.federation, job, expected)

    def test_a_site_that_does_not_come_back_ends_the_run(self):
        with Poc(self.federation) as poc:
            def during(job):
                self.wait_for_step(5, "local1", job)
                poc.kill("local1")

            job, status = poc.run(LONG, during)
        self.assertNotEqual(status, "FINISHED:COMPLETED")
        for site in ("local0", "local2"):
            self.assertFalse((self.federation.work(site, job) / "state.json").exists())

    def test_an_abort_ends_the_run_and_the_keys_go(self):
        with Poc(self.federation) as poc:
            def during(job):
                self.wait_for_step(5, "local1", job)
                poc.session.abort_job(job)

            job, status = poc.run(LONG, during)
            self.assertIn(status, ("FINISHED:ABORTED", "FINISHED:EXECUTION_EXCEPTION"))
            time.sleep(10)
        assert_keys_are_gone(self, self.federation, job)


if __name__ == "__main__":
    unittest.main()
