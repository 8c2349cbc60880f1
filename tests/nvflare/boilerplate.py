"""NeuroFLAME's boilerplate with our folder computation/ in place of its own."""

import json
import os
import shutil
import sys
from pathlib import Path

from sites import SOURCE, contents, without_run

sys.path.insert(0, str(SOURCE / "adapters" / "neuroflame"))
import lay_out as repository  # noqa: E402

FOLDER = Path(os.environ["DSNE_BOILERPLATE_FOLDER"])
# What NeuroFLAME itself leaves in a site's folder.
OF_THE_ENGINE = ("{site}.log", ".artifacts", "_temp_state", ".neuroflame_error.json")


def lay_out(federation, parameters):
    """Puts the computation, the sites' files and the leader's parameters where the boilerplate has its own."""
    for old in ("test_data", "test_output", "job", "simulator_workspace"):
        shutil.rmtree(FOLDER / old, ignore_errors=True)
    repository.lay_out(FOLDER)
    for site in federation.sites:
        shutil.copytree(federation.inputs(site), FOLDER / "test_data" / site)
        for kept in federation.outputs(site, "").glob("summary*"):
            shutil.copy(kept, FOLDER / "test_data" / site)
    federation.write(FOLDER / "test_data" / "server" / "parameters.json", parameters)


def outputs(site):
    """Returns what a run has left in a site's folder, except NeuroFLAME's own files."""
    folder = FOLDER / "test_output" / "simulate_job" / site
    engine = [name.format(site=site) for name in OF_THE_ENGINE]
    return {name: content for name, content in contents(folder).items() if name.split("/")[0] not in engine}


def assert_as_simulated(test, expected, printed):
    """Asserts that every site has the files that `dsne simulate` makes, byte for byte except for the run's name and the day, and the run's result."""
    for site, folder in expected.items():
        actual, simulated = without_run(outputs(site)), without_run(contents(folder))
        test.assertIn("run.json", actual, printed[-3000:])
        test.assertEqual(json.loads(actual.pop("run.json"))["phase"], "finished")
        test.assertEqual(actual.pop("work/dsne/ended"), b"")
        test.assertEqual(sorted(actual), sorted(simulated))
        for name, content in simulated.items():
            test.assertTrue(actual[name] == content, f"{name} of {site} differs")
