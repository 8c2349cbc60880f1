"""Whole runs in FLARE's simulator: a server and a process for each site."""

import os
import unittest
from pathlib import Path

from federations import Federation
from outcomes import assert_all_are_told, spoil
from sites import ON_SUMMARIES, assert_as_simulated, assert_keys_are_gone, digits, sites_with_scans

DSNE = os.environ["DSNE"]
WORK = Path(os.environ["DSNE_WORK"])
# The simulator's name of every job.
JOB = "simulate_job"


class Simulator(unittest.TestCase):
    def federation(self, name):
        return Federation(WORK / "simulator" / name, digits(WORK / "digits"), Path(DSNE).parent)

    def test_a_run_equals_a_simulated_one(self):
        federation = self.federation("equal")
        expected = federation.expected(DSNE)
        log = federation.simulate()
        self.assertFalse([line for line in log.splitlines() if " ERROR " in line])
        assert_as_simulated(self, federation, JOB, expected)
        assert_keys_are_gone(self, federation, JOB)

    def test_a_run_on_summaries_equals_a_simulated_one(self):
        federation = Federation(WORK / "simulator" / "summaries", sites_with_scans(WORK / "scans"), Path(DSNE).parent)
        expected = federation.expected(DSNE, ON_SUMMARIES)
        federation.simulate(ON_SUMMARIES)
        assert_as_simulated(self, federation, JOB, expected)

    def test_bad_input_ends_the_run_for_all_without_what_it_holds(self):
        federation = self.federation("bad-input")
        spoil(federation, "local1", "S3CRET")
        log = federation.simulate()
        assert_all_are_told(self, federation, JOB, r"site local1.*site_data row 4, column \d+: not a number")
        assert_keys_are_gone(self, federation, JOB)
        self.assertNotIn("S3CRET", log)


if __name__ == "__main__":
    unittest.main()
