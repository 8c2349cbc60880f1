"""Files from another node: their content arrives, and nothing gets out of the folder or beyond the limits."""

import json
import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "adapters"))
from sites import temporary_folder  # noqa: E402
from stepping import Limits, NodeError, pack, unpack  # noqa: E402


def parcel(files=(), folders=(), sizes=None):
    header = {"folders": list(folders), "files": [[name, len(content)] for name, content in files]}
    if sizes:
        header["files"] = [[name, size] for (name, _), size in zip(files, sizes)]
    return json.dumps(header).encode() + b"\n" + b"".join(content for _, content in files)


class Parcels(unittest.TestCase):
    def setUp(self):
        self.outside = temporary_folder(self)
        self.sent, self.base = self.outside / "sent", self.outside / "base"
        self.sent.mkdir()
        self.base.mkdir()

    def everything(self):
        return {str(path.relative_to(self.outside)): path.is_file() and path.read_bytes() for path in self.outside.rglob("*")}

    def assert_refused(self, content, **options):
        before = self.everything()
        with self.assertRaises(NodeError) as caught:
            unpack(content, self.base, **options)
        self.assertEqual(self.everything(), before)
        return str(caught.exception)

    def test_files_and_folders_arrive_as_they_were_sent(self):
        (self.sent / "joint" / "empty").mkdir(parents=True)
        (self.sent / "joint" / "map.csv").write_bytes(b"a,b\n")
        (self.sent / "reference.bin").write_bytes(bytes(range(256)))
        unpack(pack(self.sent), self.base)
        self.assertEqual((self.base / "joint" / "map.csv").read_bytes(), b"a,b\n")
        self.assertEqual((self.base / "reference.bin").read_bytes(), bytes(range(256)))
        self.assertTrue((self.base / "joint" / "empty").is_dir())
        self.assertEqual(len(list(self.base.rglob("*"))), 4)

    def test_an_empty_folder_sends_nothing(self):
        self.assertEqual(pack(self.sent), b"")
        unpack(b"", self.base / "not there")
        self.assertFalse((self.base / "not there").exists())

    def test_a_file_takes_the_place_of_an_older_one(self):
        (self.base / "a").write_bytes(b"old")
        unpack(parcel([("a", b"new")]), self.base)
        self.assertEqual((self.base / "a").read_bytes(), b"new")

    def test_names_that_lead_out_are_refused(self):
        for name in ("../x", "a/../../x", "/x", "a//x", "", ".", "a/.", "..", "a\\..\\x", "c:x", "x\0y", "x\n", "\u202ex", "a/" * 9 + "x", "x" * 201):
            with self.subTest(name=name):
                self.assert_refused(parcel([(name, b"1")]))
                self.assert_refused(parcel(folders=[name]))

    def test_all_is_checked_before_anything_is_written(self):
        self.assert_refused(parcel([("good", b"1"), ("../x", b"1")]))

    def test_links_are_not_followed(self):
        own = self.outside / "own"
        own.mkdir()
        (own / "subjects.csv").write_bytes(b"private")
        (self.base / "folder").symlink_to(own)
        (self.base / "file").symlink_to(own / "subjects.csv")
        with self.assertRaises(NodeError):
            unpack(parcel([("folder/subjects.csv", b"1")]), self.base)
        unpack(parcel([("file", b"1")]), self.base)
        self.assertEqual((own / "subjects.csv").read_bytes(), b"private")

    def test_a_sites_own_names_are_taken(self):
        for name in ("subjects.csv", "SUBJECTS.csv", "subjects.csv/x"):
            self.assert_refused(parcel([(name, b"1")]), taken=["subjects.csv"])
        self.assert_refused(parcel(folders=["subjects.csv"]), taken=["subjects.csv"])

    def test_the_same_name_twice_is_refused(self):
        self.assert_refused(parcel([("a", b"1"), ("a", b"2")]))
        self.assert_refused(parcel([("a", b"1"), ("A", b"2")]))
        self.assert_refused(parcel([("a", b"1"), ("a/b", b"2")]))
        self.assert_refused(parcel([("a", b"1")], folders=["a"]))

    def test_sizes_are_bounded_on_both_sides(self):
        small = Limits(parcel_bytes=10, parcel_entries=2)
        (self.sent / "a").write_bytes(b"x" * 11)
        with self.assertRaises(NodeError):
            pack(self.sent, small)
        self.assert_refused(parcel([("a", b"x" * (11 + 2**20))]), limits=small)
        self.assert_refused(parcel([("a", b""), ("b", b""), ("c", b"")]), limits=small)

    def test_sizes_have_to_fit(self):
        for sizes in ([2], [0], [-1], [True], [1.0], ["1"], [2**70]):
            self.assert_refused(parcel([("a", b"1")], sizes=sizes))
        self.assert_refused(parcel([("a", b"1"), ("b", b"1")], sizes=[3, -1]))

    def test_what_is_no_parcel_is_refused(self):
        headers = (b"{}\n", b"[]\n", b'{"folders":1,"files":[]}\n', b'{"folders":[],"files":[["a"]]}\n', b"[" * 100000 + b"\n", b"\xff\n")
        for content in (b"x", b"\n", *headers, "text", 7, bytearray(b"{}\n"), None):
            with self.subTest(content=content if not isinstance(content, bytes) else content[:20]):
                self.assert_refused(content)

    def test_only_files_and_folders_are_sent(self):
        (self.sent / "link").symlink_to("/etc/hostname")
        with self.assertRaises(NodeError):
            pack(self.sent)
        (self.sent / "link").unlink()
        os.mkfifo(self.sent / "pipe")
        with self.assertRaises(NodeError):
            pack(self.sent)

    def test_errors_hold_no_names(self):
        self.assertNotIn("secret", self.assert_refused(parcel([("../secret", b"1")])))
        self.assertNotIn("secret", self.assert_refused(parcel([("secret", b"1")]), taken=["secret"]))


if __name__ == "__main__":
    unittest.main()
