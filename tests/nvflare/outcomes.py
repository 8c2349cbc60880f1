"""What the tests of whole runs look at."""

from federations import PRIVATE_RELEASES, contents, without_run


def assert_as_simulated(test, federation, job, expected):
    """Every site has the files that `dsne simulate` makes, byte for byte but for the run's name and the day, and the run's result."""
    for site, folder in expected.items():
        actual, simulated = without_run(contents(federation.outputs(site, job))), without_run(contents(folder))
        test.assertIn("finished", actual.pop("run.json").decode())
        test.assertEqual(sorted(actual), sorted(simulated), f"the files of {site}")
        for name, content in simulated.items():
            test.assertTrue(actual[name] == content, f"{name} of {site} differs")


def assert_keys_are_gone(test, federation, job):
    """No site keeps anything of the run but its outputs."""
    for site in federation.sites:
        test.assertEqual(list(contents(federation.work(site, job))), ["ended"], f"what {site} keeps")


def spoil(federation, site, secret):
    """Puts something that is no number into row 4 of a site's table."""
    file = federation.inputs(site) / "subjects.tsv"
    lines = file.read_text().split("\n")
    lines[3] = lines[3].rpartition("\t")[0] + "\t" + secret
    file.write_text("\n".join(lines))


def assert_all_are_told(test, federation, job, pattern, secret="S3CRET"):
    """Every site has the one line that says why the run failed."""
    for site in federation.sites:
        line = contents(federation.outputs(site, job))["error.txt"].decode().strip()
        test.assertRegex(line, pattern)
        test.assertNotIn(secret, line)


def assert_refused_for_its_budget(test, federation, job):
    """A second PRIVATE_RUN ended before it cost anything."""
    assert_all_are_told(test, federation, job, r"^site local\d: .*budget")
    for site in federation.sites:
        test.assertEqual(len(federation.ledger(site)), PRIVATE_RELEASES)
