"""The project that we hand out, unchanged, and the command that prepares a node's startup kit."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from dsne_flare.kit import CLASSES
from federations import ADMIN, NVFLARE, PROJECT


def prepare(*arguments):
    """Returns the command's exit code and output."""
    command = [sys.executable, "-m", "dsne_flare.kit", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.returncode, run.stderr


class Kits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        subprocess.run([NVFLARE, "provision", "-p", PROJECT, "-w", temporary.name], check=True, capture_output=True)
        cls.kits = Path(temporary.name) / "dsne" / "prod_00"

    def local(self, name, file):
        return json.loads((self.kits / name / "local" / file).read_text())

    def test_the_project_makes_a_kit_for_everyone(self):
        nodes = {"server", "hospital-a", "hospital-b", "hospital-c", ADMIN}
        self.assertLessEqual(nodes, {kit.name for kit in self.kits.iterdir()})
        for name in nodes - {ADMIN}:
            self.assertTrue(os.access(self.kits / name / "startup" / "sub_start.sh", os.X_OK), name)

    def test_a_prepared_kit_allows_our_classes_alone_and_keeps_its_logs(self):
        self.assertEqual(prepare(self.kits / "hospital-a", "--folder", "/data/runs", "--inputs", "/data/inputs"), (0, ""))
        self.assertEqual(prepare(self.kits / "server", "--folder", "/data/runs", "--program", "/opt/remote"), (0, ""))
        site = {"program": "/computation/local", "folder": "/data/runs", "inputs": "/data/inputs"}
        self.assertEqual(self.local("hospital-a", "dsne.json"), {"local": site})
        self.assertEqual(self.local("server", "dsne.json"), {"remote": {"program": "/opt/remote", "folder": "/data/runs"}})
        for name in ("hospital-a", "server"):
            before, after = self.local(name, "resources.json.default"), self.local(name, "resources.json")
            self.assertEqual(after, {**before, "class_allow_list": CLASSES, "allow_log_streaming": False})

    def test_what_is_no_kit_or_no_whole_path_is_refused(self):
        for arguments, told in (([self.kits, "--folder", "/data"], "is this a startup kit"), ([self.kits / "server", "--folder", "data"], "must begin with /")):
            code, printed = prepare(*arguments)
            self.assertEqual(code, 1)
            self.assertIn(told, printed)


if __name__ == "__main__":
    unittest.main()
