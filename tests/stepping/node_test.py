"""A node's steps with a program that reports its input: what it receives, what is kept, and what a hostile engine gets."""

import json
import os
import stat
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "adapters"))
from sites import temporary_folder  # noqa: E402
from stepping import Limits, Node, NodeError, first_input, pack, read_inputs, refuse_without_ledger, settings_of, unpack  # noqa: E402

# Writes its stdin to its output, counts its calls in its cache and in a file, and sends a file.
PROGRAM = """
import json, os, pathlib, sys, time
given = json.load(sys.stdin)
state, asked = given["state"], given["input"]
calls = pathlib.Path(state["outputDirectory"], "calls.txt")
calls.write_text(calls.read_text() + "x" if calls.exists() else "x")
if asked.get("fail"): sys.exit(asked["fail"])
time.sleep(asked.get("sleep", 0))
if asked.get("print"): sys.exit(print(asked["print"]))
pathlib.Path(state["transferDirectory"], "sent.txt").write_text(str(state["iteration"]))
arrived = sorted(path.name for path in pathlib.Path(state["baseDirectory"]).rglob("*"))
output = {"given": given, "arrived": arrived, "environment": sorted(os.environ)}
print(json.dumps({"output": output, "cache": {"calls": given["cache"].get("calls", 0) + 1}, "success": asked.get("success", False)}))
"""


class Nodes(unittest.TestCase):
    def setUp(self):
        self.folder = temporary_folder(self)
        self.inputs = self.folder / "inputs"
        self.inputs.mkdir()
        (self.inputs / "subjects.csv").write_text("private")
        self.site = self.node()
        self.site.begin(self.inputs)

    def node(self, **options):
        return Node("local0", [sys.executable, "-c", PROGRAM], self.folder / "site", "run1", **options)

    def calls(self):
        return len((self.site.output / "calls.txt").read_text())

    def sent(self, content, name="sent.csv"):
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        (folder / name).write_text(content)
        return pack(folder)

    def told(self, reply):
        return json.loads(reply.text)["given"]

    def test_a_step_is_given_what_coinstac_gives(self):
        told = self.told(self.site.step(1, '{"a": 1}'))
        self.assertEqual(told["input"], {"a": 1})
        self.assertEqual(told["cache"], {})
        self.assertEqual(told["state"]["clientId"], "local0")
        self.assertEqual(told["state"]["iteration"], 1)
        kinds = ("base", "output", "cache", "transfer")
        self.assertTrue(all(Path(told["state"][f"{kind}Directory"]).is_dir() for kind in kinds))

    def test_a_program_gets_nothing_of_its_engines_environment(self):
        os.environ["DSNE_TEST_TOKEN"] = "secret"
        self.addCleanup(os.environ.pop, "DSNE_TEST_TOKEN")
        os.environ["FONTCONFIG_FILE"] = "fonts.conf"
        self.addCleanup(os.environ.pop, "FONTCONFIG_FILE")
        told = json.loads(self.site.step(1, "{}").text)["environment"]
        self.assertIn("FONTCONFIG_FILE", told)
        # Python sets LC_CTYPE for itself.
        self.assertLessEqual(set(told), {"FONTCONFIG_FILE", "OMP_NUM_THREADS", "TMPDIR", "LC_CTYPE"})

    def test_the_cache_comes_back_and_what_was_sent_goes(self):
        self.site.step(1, "{}")
        reply = self.site.step(2, "{}")
        self.assertEqual(self.told(reply)["cache"], {"calls": 1})
        unpack(reply.parcel, self.folder / "got")
        self.assertEqual([(path.name, path.read_text()) for path in (self.folder / "got").iterdir()], [("sent.txt", "2")])

    def test_files_that_arrive_are_beside_the_sites_own(self):
        reply = self.site.step(1, "{}", self.sent("1"))
        self.assertEqual(json.loads(reply.text)["arrived"], ["sent.csv", "subjects.csv"])
        with self.assertRaises(NodeError):
            self.site.step(2, "{}", self.sent("changed", "subjects.csv"))
        self.assertEqual((self.inputs / "subjects.csv").read_text(), "private")

    def test_the_settings_that_a_step_wrote_are_not_replaced(self):
        (self.inputs / "inputs.json").write_text('{"site_settings": {"share_labels": false}}')
        self.site.step(1, "{}", make_input=lambda text: first_input(text, self.inputs, self.site.base))
        (name,) = (file.name for file in self.site.base.iterdir() if not file.is_symlink())
        with self.assertRaises(NodeError):
            self.site.step(2, "{}", self.sent('{"share_labels": true}', name))
        self.assertIn("false", (self.site.base / name).read_text())

    def test_the_same_message_again_is_answered_as_before(self):
        self.site.step(1, "{}")
        first = self.site.step(2, '{"a": 1}', self.sent("1"))
        self.assertEqual(self.site.step(2, '{"a": 1}', self.sent("1")), first)
        self.assertEqual(self.calls(), 2)

    def test_a_node_that_comes_back_goes_on(self):
        self.site.step(1, "{}")
        answered = self.site.step(2, "{}")
        self.site = self.node()
        self.site.begin(self.inputs)
        self.assertEqual(self.site.step(2, "{}"), answered)
        self.assertEqual(self.told(self.site.step(3, "{}"))["cache"], {"calls": 2})
        self.assertEqual(self.calls(), 3)

    def test_a_step_that_was_cut_off_is_made_again(self):
        self.site.step(1, "{}")
        with self.assertRaises(NodeError):
            self.site.step(2, '{"sleep": 60}', stopped=lambda: True)
        (self.site.work / "transfer" / "half.txt").write_text("half")
        reply = self.site.step(2, '{"sleep": 0}')
        self.assertEqual(self.told(reply)["state"]["iteration"], 2)
        self.assertNotIn(b"half", reply.parcel)

    def test_another_message_in_its_place_or_another_step_is_refused(self):
        self.site.step(1, "{}")
        self.site.step(2, "{}")
        for number, text, parcel in ((2, '{"a":1}', b""), (2, "{}", self.sent("1")), (1, "{}", b""), (4, "{}", b""), (0, "{}", b""), (-1, "{}", b"")):
            with self.assertRaises(NodeError):
                self.site.step(number, text, parcel)
        self.assertEqual(self.calls(), 2)

    def test_a_message_cannot_reach_beyond_the_input(self):
        """The hostile text closes the input and goes on with a cache or folders of its own."""
        numbers = ("NaN", '{"a": NaN}', '{"a": 1e999}', '{"a": ' + "1" * 5000 + "}")
        for text in ('{},"cache":{"calls":9}', '{}},{"a":1', "[]", '"x"', "{", "", "[" * 100000, *numbers):
            with self.subTest(text=text[:30]), self.assertRaises(NodeError):
                self.site.step(1, text)

    def test_messages_are_text_and_bounded(self):
        small = self.node(limits=Limits(text_bytes=10))
        for text, parcel in (("{" + " " * 10 + "}", b""), (b"{}", b""), ({}, b""), (None, b""), ("{}", 2**40), ("{}", "x")):
            with self.assertRaises(NodeError):
                small.step(1, text, parcel)

    def test_only_the_coordinator_ends_a_run(self):
        with self.assertRaises(NodeError):
            self.site.step(1, '{"success": true}')
        self.assertTrue(self.node().step(1, '{"success": true}', may_end=True).ended)

    def test_a_failed_step_says_its_programs_last_line(self):
        with self.assertRaises(NodeError) as caught:
            self.site.step(1, json.dumps({"fail": "first\nsite local0: site_data row 3\u202e: \x1b[2Jnot a number"}))
        self.assertRegex(str(caught.exception), r"^site local0: site_data row 3\?+: \?\[2Jnot a number$")

    def test_an_answer_that_is_none_is_refused(self):
        for printed in ("x", "[]", '{"output": 1}', '{"cache": {}}', '{"output": {}, "cache": 1}', '{"output": {}, "success": 1}'):
            with self.subTest(printed=printed), self.assertRaises(NodeError):
                self.site.step(1, json.dumps({"print": printed}))

    def test_a_step_that_takes_too_long_ends(self):
        begin = time.monotonic()
        with self.assertRaises(NodeError):
            self.site.step(1, '{"sleep": 60}', time_limit=0.1)
        self.assertLess(time.monotonic() - begin, 20)

    def test_what_a_run_keeps_is_for_its_user_alone_and_goes_with_it(self):
        self.site.step(1, "{}")
        for folder in (self.site.work, self.site.output, *(self.site.work / kind for kind in ("base", "cache", "transfer"))):
            self.assertEqual(stat.S_IMODE(folder.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE((self.site.work / "state.json").stat().st_mode), 0o600)
        self.site.end(result="{}")
        self.assertEqual([path.name for path in self.site.work.iterdir()], ["ended"])
        self.assertEqual((self.site.output / "run.json").read_text(), "{}\n")

    def test_a_run_that_has_ended_does_not_begin_again(self):
        self.site.step(1, "{}")
        self.site.end(error="site local1: why")
        self.assertEqual((self.site.output / "error.txt").read_text(), "site local1: why\n")
        with self.assertRaises(NodeError):
            self.node().begin(self.inputs)
        self.node().begin(self.inputs, anew=True)
        self.assertFalse((self.site.output / "error.txt").exists())
        self.site.step(1, "{}")

    def test_a_run_that_fails_before_it_has_begun_here_says_why(self):
        node = Node("local1", ["true"], self.site.output.parent.parent, "another")
        node.end(error="site local2: why")
        self.assertEqual((node.output / "error.txt").read_text(), "site local2: why\n")
        self.assertEqual([path.name for path in node.work.iterdir()], ["ended"])

    def test_a_result_that_the_program_wrote_itself_stays(self):
        (self.site.output / "result.json").write_text("own")
        self.site.end(result="{}")
        self.assertEqual((self.site.output / "result.json").read_text(), "own")

    def test_a_run_that_was_cut_off_is_closed_after_a_week(self):
        self.site.step(1, "{}")
        another = Node("local0", [], self.folder / "site", "run2")
        another.begin(self.inputs)
        state = self.site.work / "state.json"
        self.assertTrue(state.exists())
        week_ago = time.time() - 8 * 24 * 3600
        os.utime(state, (week_ago, week_ago))
        another.begin(self.inputs)
        self.assertEqual([path.name for path in self.site.work.iterdir()], ["ended"])
        self.assertTrue((self.site.output / "calls.txt").exists())

    def test_a_result_that_is_none_is_refused(self):
        for result in ("x", "[]", '{"a": NaN}', 7, "{" + " " * 100 * 2**20 + "}"):
            with self.assertRaises(NodeError):
                self.site.end(result=result)
        self.assertFalse((self.site.output / "run.json").exists())
        self.site.end(result='{"a": "\u00e9"}')
        self.assertEqual(json.loads((self.site.output / "run.json").read_text()), {"a": "\u00e9"})

    def test_last_files_take_no_place_of_the_sites_own_outputs(self):
        (self.site.output / "embedding.csv").write_text("own")
        with self.assertRaises(NodeError):
            self.site.end(self.sent("1", "embedding.csv"), "{}")
        with self.assertRaises(NodeError):
            self.site.end(self.sent("1", "run.json"), "{}")
        self.assertEqual((self.site.output / "embedding.csv").read_text(), "own")

    def test_a_coordinator_finds_each_sites_files_below_its_name(self):
        self.site.receive(self.sent("1"), below="local1")
        self.assertEqual(json.loads(self.site.step(1, "{}").text)["arrived"], ["local1", "sent.csv", "subjects.csv"])
        for name in ("..", "a/b", "", "/a", "subjects.csv"):
            with self.subTest(name=name), self.assertRaises((NodeError, OSError)):
                self.site.receive(self.sent("1", "subjects.csv"), below=name)
        self.assertEqual((self.inputs / "subjects.csv").read_text(), "private")

    def test_names_that_are_no_folders_names_are_refused(self):
        for name in ("..", "a/b", "", ".hidden", "x" * 101, None, "a\n"):
            with self.assertRaises(NodeError):
                Node(name, [], self.folder, "run")
            with self.assertRaises(NodeError):
                Node("local0", [], self.folder, name)


class FirstInputs(unittest.TestCase):
    def setUp(self):
        folder = temporary_folder(self)
        self.folder, self.base = folder / "inputs", folder / "base"
        self.folder.mkdir()
        self.base.mkdir()

    def first(self, parameters, own):
        (self.folder / "inputs.json").write_text(own)
        return first_input(parameters, self.folder, self.base)

    def test_the_sites_word_is_final(self):
        first = self.first('{"method": "dsne", "seed": 2}', '{"site_data": ["a.csv"], "method": "single-shot"}')
        self.assertEqual(first, {"method": "single-shot", "seed": 2, "site_data": ["a.csv"]})

    def test_a_job_cannot_say_what_is_the_sites_own(self):
        compspec = json.loads((Path(__file__).resolve().parents[2] / "compspec.json").read_text())
        inputs = compspec["computation"]["input"]
        members = [name for name, about in inputs.items() if about["source"] == "member"]
        self.assertEqual(len(members), 7)
        for name in members:
            with self.subTest(name=name), self.assertRaises(NodeError):
                self.first(json.dumps({name: ["other.csv"]}), "{}")

    def test_whatever_has_a_guarantee_needs_a_place_for_its_ledger(self):
        specified = json.loads((Path(__file__).resolve().parents[2] / "compspec.json").read_text())["computation"]["input"]
        # Of method dp-density, whose runs have a guarantee anyway.
        names = [name for name in specified if name.endswith("_epsilon") and name != "dp_epsilon"]
        self.assertEqual(names, ["sphere_epsilon"])
        for asked in ({"method": "dp-density"}, {"method": "dp-dsne"}, *({name: 1} for name in names)):
            with self.subTest(asked=asked):
                with self.assertRaisesRegex(NodeError, "ledger_folder"):
                    refuse_without_ledger(asked, self.folder)
                refuse_without_ledger({**asked, "site_settings": {"ledger_folder": "/ledgers"}}, self.folder)
        refuse_without_ledger({"reference": "given", **{name: 0 for name in names}}, self.folder)

    def test_settings_are_written_for_the_first_input_alone_and_not_among_the_sites_files(self):
        own = '{"site_data": ["a.csv"], "site_settings": {"ledger_folder": "/ledgers"}}'
        (self.folder / "inputs.json").write_text(own)
        inputs = read_inputs("{}", self.folder)
        self.assertEqual(settings_of(inputs, self.folder), {"ledger_folder": "/ledgers"})
        self.assertEqual(list(self.base.iterdir()), [])
        first = self.first("{}", own)
        self.assertIsInstance(first["site_settings"], str)
        self.assertEqual(settings_of(first, self.base), {"ledger_folder": "/ledgers"})
        self.assertEqual([file.name for file in self.folder.iterdir()], ["inputs.json"])

    def test_inputs_that_are_none_are_refused_without_what_they_hold(self):
        for parameters, own in (("[]", "{}"), ("{}", "[]"), ("{}", "S3CRET"), ("S3CRET", "{}")):
            with self.assertRaises(NodeError) as caught:
                self.first(parameters, own)
            self.assertNotIn("S3CRET", str(caught.exception))
        (self.folder / "inputs.json").unlink()
        with self.assertRaises(NodeError) as caught:
            first_input("{}", self.folder, self.base)
        self.assertNotIn(str(self.folder), str(caught.exception))


if __name__ == "__main__":
    unittest.main()
