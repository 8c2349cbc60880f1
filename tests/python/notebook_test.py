"""Runs docs/three-tables.ipynb cell by cell and compares what it shows."""

import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path

NOTEBOOK = Path(os.environ.get("DSNE_NOTEBOOK") or Path(__file__).resolve().parents[2] / "docs" / "three-tables.ipynb")


class Notebook(unittest.TestCase):
    def test_it_goes_from_three_tables_to_a_list(self):
        cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        names = {}
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            os.chdir(folder)
            try:
                for number, source in enumerate(sources, 1):
                    exec(compile(source, f"cell {number}", "exec"), names)
            finally:
                os.chdir(before)
        tables, listed = names["tables"], names["to_look_at"]
        self.assertEqual(len(tables), 3)
        self.assertEqual(set(listed.columns) & {"site", "id"}, {"site", "id"})
        bad = {(site, scan) for site, table in tables.items() for scan in table["bids_name"][names["is_bad"](table)]}
        found = bad & set(zip(listed["site"], listed["id"]))
        self.assertGreaterEqual(len(found), len(bad) // 2)


if __name__ == "__main__":
    unittest.main()
