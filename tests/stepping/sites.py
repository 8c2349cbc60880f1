"""A run's sites on this machine, laid out as the adapters take them, beside the same run by `dsne simulate`."""

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SIMULATED = "simulatorRun"


# A run on the sites' summaries, and some of MRIQC's measures to make them from.
ON_SUMMARIES = {"method": "single-shot", "reference": "summaries"}
MEASURES = ("cjv", "cnr", "efc", "fber", "fwhm_avg", "inu_med", "qi_2", "snr_total")


def sites_with_scans(folder, subjects=40, sites=3):
    """Makes a folder as COINSTAC's simulator takes it, of sites with tables of simulated measures and no reference."""
    made = random.Random(1)
    shutil.rmtree(folder, ignore_errors=True)
    for site in range(sites):
        lines = ["\t".join(("bids_name", *MEASURES))]
        for subject in range(subjects):
            quality = made.gauss(0, 1)
            values = (f"{1 + 0.1 * quality * (1 + number) + 0.02 * site + made.gauss(0, 0.05):.5f}" for number in range(len(MEASURES)))
            lines.append("\t".join((f"sub-{site}{subject:03}_T1w", *values)))
        site_inputs(folder, site).mkdir(parents=True)
        (site_inputs(folder, site) / "group_T1w.tsv").write_text("\n".join(lines) + "\n")
    spec = {"site_data": {"value": ["group_T1w.tsv"]}, "site_settings": {"value": {"id_column": "bids_name"}}}
    (folder / "inputspec.json").write_text(json.dumps([spec] * sites))
    return folder


def temporary_folder(test):
    """Returns a folder that is removed when the test ends."""
    temporary = tempfile.TemporaryDirectory()
    test.addCleanup(temporary.cleanup)
    return Path(temporary.name)


def digits(folder):
    """Makes the federation of digits (tests/digits) as such a folder."""
    subprocess.run([sys.executable, SOURCE / "tests" / "digits" / "make.py", folder], check=True)
    return folder


def site_inputs(folder, site):
    """Returns a site's files in a folder as COINSTAC's simulator takes it."""
    return folder / "input" / f"local{site}" / SIMULATED


class Sites:
    """A folder with a run's sites, made from a folder as COINSTAC's simulator takes it, and the programs that it runs."""

    def __init__(self, folder, test_inputs, binaries):
        shutil.rmtree(folder, ignore_errors=True)
        self.folder = Path(folder)
        self.test_inputs = Path(test_inputs)
        self.programs = {role: [str(Path(binaries) / role)] for role in ("local", "remote")}
        spec = json.loads((self.test_inputs / "inputspec.json").read_text())
        self.sites = [f"local{i}" for i in range(len(spec))]
        for site, inputs in zip(self.sites, spec):
            folder = self.inputs(site)
            shutil.copytree(self.test_inputs / "input" / site / SIMULATED, folder)
            self.write(folder / "inputs.json", {name: given["value"] for name, given in inputs.items()})
            self._keep_summary(site, self.test_inputs / "output" / site)

    @staticmethod
    def write(file, value):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value))

    def home(self, site):
        """Returns the folder of a site's inputs and runs."""
        return self.folder / "sites" / site

    def inputs(self, site):
        return self.home(site) / "inputs"

    def outputs(self, site, run):
        return self.home(site) / "outputs" / run

    def work(self, site, run):
        return self.home(site) / "work" / run

    def ledger(self, site):
        """Returns the releases that this site's ledger counts."""
        file = self.home(site) / "outputs" / "privacy_ledger.jsonl"
        return [entry for entry in map(json.loads, file.read_text().splitlines()) if "mechanism" in entry] if file.exists() else []

    def expected(self, dsne, parameters=None):
        """Returns the outputs folders of the same run by `dsne simulate`, by site.

        Call it before the run: a summary's noise is drawn once, so the sites here then keep and bring the simulation's summaries.
        """
        folder = self.folder / "expected"
        shutil.rmtree(folder, ignore_errors=True)
        for part in ("input", "output"):
            if (self.test_inputs / part).exists():
                shutil.copytree(self.test_inputs / part, folder / part)
        spec = json.loads((self.test_inputs / "inputspec.json").read_text())
        added = {name: {"value": value} for name, value in (parameters or {}).items()}
        self.write(folder / "inputspec.json", [{**site, **added} for site in spec])
        command = [dsne, "simulate", "-s", SOURCE / "compspec.json", "-d", folder]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise RuntimeError(run.stderr)
        for site in self.sites:
            self._keep_summary(site, folder / "output" / site)
        return {site: folder / "output" / site / SIMULATED for site in self.sites}

    def _keep_summary(self, site, made):
        """Keeps a summary as `dsne summarize` does: beside the site's runs, and a copy among its inputs unless they name one."""
        kept, file = self.outputs(site, ""), self.inputs(site) / "inputs.json"
        inputs = json.loads(file.read_text())
        for part in made.glob("summary*"):
            kept.mkdir(parents=True, exist_ok=True)
            shutil.copy(part, kept)
            if part.suffix in (".csv", ".npz") and "summary" not in inputs:
                shutil.copy(part, self.inputs(site))
                self.write(file, {**inputs, "summary": part.name})


def contents(folder):
    """Returns every file below a folder, by its path there."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


RECEIPT = "private_subjects.bin"  # of a run's key, in place of the subjects


def without_run(files):
    """Returns a site's outputs without the run's name, its receipt and the day, which differ between runs that are otherwise equal."""
    files = {name: content for name, content in files.items() if name != RECEIPT}
    for pattern in (rb'"run":"[^"]*"', rb'"(?:ledger_)?digest":"[^"]*"', rb"<dt>Run</dt><dd>[^<]*", rb"<dt>Made on</dt><dd>[^<]*", rb'"key":"[^"/]*'):
        files = {name: re.sub(pattern, b"", content) if name.endswith((".html", ".jsonl")) else content for name, content in files.items()}
    return files


def assert_as_simulated(test, sites, run, expected):
    """Asserts that every site has the files that `dsne simulate` makes, byte for byte except for the run's name and the day, and the run's result."""
    for site, folder in expected.items():
        actual, simulated = without_run(contents(sites.outputs(site, run))), without_run(contents(folder))
        test.assertIn("finished", actual.pop("run.json").decode())
        test.assertEqual(sorted(actual), sorted(simulated), f"the files of {site}")
        for name, content in simulated.items():
            test.assertTrue(actual[name] == content, f"{name} of {site} differs")


def assert_keys_are_gone(test, sites, run):
    """Asserts that no site keeps anything of the run but its outputs."""
    for site in sites.sites:
        test.assertEqual(list(contents(sites.work(site, run))), ["ended"], f"what {site} keeps")
