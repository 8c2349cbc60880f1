"""Assertions on whole runs."""

from federations import PRIVATE_RELEASES
from sites import contents


def spoil(federation, site, secret):
    """Writes a word where row 4 of a site's table has a number."""
    file = federation.inputs(site) / "subjects.tsv"
    lines = file.read_text().split("\n")
    lines[3] = lines[3].rpartition("\t")[0] + "\t" + secret
    file.write_text("\n".join(lines))


def assert_all_are_told(test, federation, job, pattern, secret="S3CRET"):
    """Asserts that every site has the one line that says why the run failed."""
    for site in federation.sites:
        line = contents(federation.outputs(site, job))["error.txt"].decode().strip()
        test.assertRegex(line, pattern)
        test.assertNotIn(secret, line)


def assert_refused_for_its_budget(test, federation, job):
    """A second PRIVATE_RUN ended before it cost anything."""
    assert_all_are_told(test, federation, job, r"site local\d: .*budget")
    for site in federation.sites:
        test.assertEqual(len(federation.ledger(site)), PRIVATE_RELEASES)
