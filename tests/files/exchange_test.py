"""Messages as files, with programs that report what they received: what is taken, what is refused, and how a run goes on."""

import contextlib
import io
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "adapters" / "files"))
from dsne_files.command import main  # noqa: E402
from dsne_files.messages import ExchangeError, Message, decode, encode  # noqa: E402

# Answers with its input, and sends a file. The coordinator ends the run in its third step.
PROGRAM = """#!{python}
import json, pathlib, sys
given = json.load(sys.stdin)
state, asked = given["state"], given["input"]
inputs = pathlib.Path(state["baseDirectory"])
if (inputs / "fail").exists() or asked.get("fail"): sys.exit("remote: measures differ" if "{role}" == "remote" else "local: a bad table")
pathlib.Path(state["transferDirectory"], "{role}.txt").write_text(str(state["iteration"]))
pathlib.Path(state["outputDirectory"], "told.txt").write_text(json.dumps([given, sorted(str(p.relative_to(inputs)) for p in inputs.rglob("*"))]))
print(json.dumps({{"output": {{"step": state["iteration"]}}, "cache": {{}}, "success": "{role}" == "remote" and state["iteration"] == 3}}))
"""
MISSING, FAILED, ENDED = 75, 1, 0


class Runs(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.shared = self.folder / "shared"
        self.shared.mkdir()
        for role in ("local", "remote"):
            file = self.folder / role
            file.write_text(PROGRAM.format(python=sys.executable, role=role))
            file.chmod(0o700)
        for site in ("a", "b"):
            (self.folder / site / "inputs").mkdir(parents=True)
            (self.folder / site / "inputs" / "inputs.json").write_text('{"site_data": ["x.csv"]}')
        self.parameters = self.folder / "parameters.json"
        self.parameters.write_text('{"perplexity": 7}')

    def call(self, *arguments):
        """Returns a call's exit code and what it printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                code = main([str(argument) for argument in arguments])
            except SystemExit as exit_:
                code = exit_.code
        return code, printed.getvalue()

    def owner(self, *more, sites="a,b", run="run1", folder="owner"):
        given = ["--shared", self.shared, "--run", run, "--folder", self.folder / folder, "--program", self.folder / "remote"]
        return self.call("owner", *given, *(["--sites", sites, "--parameters", self.parameters] if sites else []), *more)

    def member(self, site, *more, run="run1", folder=None):
        folder = self.folder / (folder or site)
        given = ["--shared", self.shared, "--run", run, "--folder", folder, "--program", self.folder / "local", "--site", site]
        return self.call("member", *given, "--inputs", self.folder / site / "inputs", *more)

    def file(self, number, sender):
        return self.shared / f"run1.r{number:03}.{sender}.dsne"

    def to_round(self, number):
        """Makes the calls up to the owner's message of this round."""
        self.owner()
        for _ in range(number):
            for site in ("a", "b"):
                self.member(site)
            self.owner()

    def finish(self):
        for _ in range(3):
            for site in ("a", "b"):
                self.member(site)
            self.owner()
        return [self.member(site)[0] for site in ("a", "b")] + [self.owner()[0]]

    def told(self, node):
        return json.loads((self.folder / node / "outputs" / "run1" / "told.txt").read_text())

    def test_a_run_call_by_call(self):
        code, printed = self.owner()
        self.assertEqual(code, MISSING)
        self.assertIn("waiting for run1.r001.a.dsne, run1.r001.b.dsne", printed)
        self.assertEqual(self.member("a")[0], MISSING)
        self.assertIn("waiting for run1.r001.b.dsne\n", self.owner()[1])
        given, arrived = self.told("a")
        self.assertEqual(given["input"], {"perplexity": 7, "site_data": ["x.csv"]})
        self.assertEqual(self.finish(), [ENDED] * 3)
        given, arrived = self.told("owner")
        self.assertEqual(given["input"], {"a": {"step": 3}, "b": {"step": 3}})
        self.assertIn("a/local.txt", arrived)
        self.assertEqual(len(list(self.shared.iterdir())), 1 + 3 * 3)
        for site in ("a", "b"):
            self.assertEqual(self.told(site)[0]["input"], {"step": 2})
            outputs = self.folder / site / "outputs" / "run1"
            self.assertEqual((outputs / "remote.txt").read_text(), "3")
            self.assertEqual(json.loads((outputs / "run.json").read_text()), {"step": 3})
            self.assertEqual([file.name for file in (self.folder / site / "work" / "run1").iterdir()], ["ended"])

    def test_the_owner_goes_on_without_a_site_that_does_not_answer(self):
        self.to_round(1)
        self.member("a")
        self.assertEqual(self.owner()[0], MISSING)
        code, printed = self.owner("--without", "a,b")
        self.assertEqual(code, MISSING)
        self.assertIn("a has answered, and stays in the run", printed)
        self.assertIn("goes on without b\n", printed)
        self.assertEqual(self.told("owner")[0]["input"], {"a": {"step": 2}, "b": None})
        # It is not heard again, and later calls need not say so.
        self.member("b")
        self.member("a")
        self.assertEqual(self.owner()[0], ENDED)
        self.assertEqual(self.told("owner")[0]["input"], {"a": {"step": 3}, "b": None})
        self.assertEqual(self.member("a")[0], ENDED)
        # What is there for it, it has, however late.
        self.assertEqual([self.member("b")[0] for _ in range(2)][-1], ENDED)

    def test_a_run_that_cannot_go_on_without_a_site_waits_for_it(self):
        self.to_round(1)
        self.member("a")
        working = (self.folder / "remote").read_text()
        refusing = working.replace("import json, pathlib, sys", "import json, pathlib, sys\nsys.exit('remote: site b did not answer')")
        (self.folder / "remote").write_text(refusing)
        code, printed = self.owner("--without", "b")
        self.assertEqual(code, FAILED)
        self.assertIn("cannot go on without b (remote: site b did not answer): wait for an answer, or end the run with --stop", printed)
        (self.folder / "remote").write_text(working)
        self.assertIn("waiting for run1.r002.b.dsne", self.owner()[1])
        self.assertEqual(self.finish(), [ENDED] * 3)
        self.assertEqual(self.owner("--without", "x", run="run2")[0], FAILED)

    def test_a_call_that_was_cut_off_goes_on(self):
        """The call stopped after the program's step, before the message was written: the next call sends that step's answer, without new noise."""
        self.to_round(1)
        state = (self.folder / "a" / "work" / "run1" / "exchange.json").read_bytes()
        self.member("a")
        before = self.file(2, "a").read_bytes()
        self.file(2, "a").unlink()
        (self.folder / "a" / "work" / "run1" / "exchange.json").write_bytes(state)
        self.assertEqual(self.member("a")[0], MISSING)
        self.assertEqual(self.file(2, "a").read_bytes(), before)
        self.assertEqual(self.finish(), [ENDED] * 3)

    def test_messages_lie_under_their_names_or_those_of_copies(self):
        self.to_round(1)
        shutil.copy(self.file(1, "owner"), self.shared / "run1.r001.owner (1).dsne")
        self.member("a")
        self.member("b")
        self.file(2, "b").rename(self.shared / "run1.r002.b (2).dsne")
        self.owner()
        self.assertEqual(self.finish(), [ENDED] * 3)

    def test_a_name_that_begins_like_another_is_another_site(self):
        self.to_round(0)
        self.member("a")
        self.file(1, "a").rename(self.shared / "run1.r001.a.x.dsne")
        self.assertIn("waiting for run1.r001.a.dsne", self.owner()[1])

    def test_the_same_message_with_other_bytes_is_refused(self):
        self.to_round(1)
        self.member("a")
        message = decode(self.file(2, "a").read_bytes())
        other = encode(Message(**{**vars(message), "text": '{"step":7}'}))
        (self.shared / "run1.r002.a (1).dsne").write_bytes(other)
        self.member("b")
        code, printed = self.owner()
        self.assertEqual(code, FAILED)
        self.assertIn("should be the same message and differ", printed)
        (self.shared / "run1.r002.a (1).dsne").unlink()
        self.assertEqual(self.owner()[0], MISSING)
        kept = self.file(2, "a").read_bytes()
        self.file(2, "a").write_bytes(other)
        for call in (self.owner, lambda: self.member("a")):
            code, printed = call()
            self.assertEqual(code, FAILED)
            self.assertIn("run1.r002.a.dsne has changed since this node took or wrote it", printed)
        self.file(2, "a").write_bytes(kept)
        self.assertEqual(self.finish(), [ENDED] * 3)

    def test_the_owner_cannot_ask_again_with_another_message(self):
        self.to_round(1)
        self.member("a")
        message = decode(self.file(1, "owner").read_bytes())
        self.file(1, "owner").write_bytes(encode(Message(**{**vars(message), "text": '{"step":7}'})))
        self.assertIn("has changed", self.member("a")[1])

    def test_messages_of_another_run_of_the_same_name_are_refused(self):
        self.to_round(1)
        taken = {file.name: file.read_bytes() for file in self.shared.iterdir()}
        for file in self.shared.iterdir():
            file.unlink()
        for node in ("owner", "a", "b"):
            shutil.rmtree(self.folder / node / "work")
        self.to_round(0)
        self.file(1, "a").write_bytes(taken["run1.r001.a.dsne"])
        self.member("b")
        code, printed = self.owner()
        self.assertEqual(code, FAILED)
        self.assertIn("run1.r001.a.dsne is of another run", printed)

    def test_a_run_that_is_there_is_not_begun_again(self):
        self.to_round(1)
        code, printed = self.owner(folder="another")
        self.assertEqual(code, FAILED)
        self.assertIn("take another name for the run", printed)
        code, printed = self.owner(sites="a,b,c")
        self.assertEqual(code, FAILED)
        self.assertIn("has begun with other sites or parameters", printed)
        self.parameters.write_text("{}")
        self.assertIn("has begun with other sites or parameters", self.owner()[1])
        self.assertEqual(self.owner(sites=None)[0], MISSING)

    def test_a_second_machine_that_runs_the_same_site_is_told(self):
        self.to_round(1)
        self.member("a")
        shutil.copytree(self.folder / "a", self.folder / "again")
        shutil.rmtree(self.folder / "again" / "work")
        message = decode(self.file(1, "a").read_bytes())
        self.file(1, "a").write_bytes(encode(Message(**{**vars(message), "text": '{"step":7}'})))
        self.assertIn("was not written here", self.member("a", folder="again")[1])

    def test_a_file_that_is_not_whole_is_waited_for(self):
        self.to_round(1)
        self.member("a")
        whole = self.file(2, "a").read_bytes()
        for length in (0, 10, len(whole) // 2, len(whole) - 1):
            self.file(2, "a").write_bytes(whole[:length])
            code, printed = self.owner()
            self.assertEqual(code, MISSING)
            self.assertIn("run1.r002.a.dsne (which is there, but not whole)", printed)
        self.file(2, "a").write_bytes(whole)
        self.assertNotIn("r002.a", self.owner()[1])

    def test_a_damaged_message_or_one_with_a_wrong_name_is_refused(self):
        self.to_round(1)
        self.member("a")
        whole = self.file(2, "a").read_bytes()
        for content, told in (
            (whole[:-1] + b"x", "is damaged"), (whole + b"x", "is damaged"), (b"{}\n" + whole, "is no message"), (b"x" * 5000, "is no message"),
            (self.file(1, "a").read_bytes(), "wrong name"), (self.file(1, "b").read_bytes(), "wrong name"),
        ):
            self.file(2, "a").write_bytes(content)
            code, printed = self.owner()
            self.assertEqual(code, FAILED)
            self.assertIn(told, printed)
        self.file(2, "a").unlink()
        self.file(2, "a").symlink_to(self.parameters)
        self.assertIn("is no file", self.owner()[1])

    def test_a_site_can_correct_its_files_and_go_on(self):
        self.to_round(0)
        bad = self.folder / "a" / "inputs" / "fail"
        bad.touch()
        code, printed = self.member("a")
        self.assertEqual(code, FAILED)
        self.assertIn("local: a bad table. Nothing is lost", printed)
        self.assertFalse(self.file(1, "a").exists())
        bad.unlink()
        (self.folder / "a" / "work" / "run1" / "base" / "fail").unlink()
        self.assertEqual(self.finish(), [ENDED] * 3)

    def test_a_run_that_fails_at_the_owner_ends_for_all(self):
        self.to_round(1)
        for site in ("a", "b"):
            self.member(site)
        (self.folder / "owner" / "work" / "run1" / "base" / "fail").touch()
        for call in (self.owner, self.owner, *(lambda site=site: self.member(site) for site in ("a", "b", "a"))):
            code, printed = call()
            self.assertEqual(code, FAILED)
            self.assertIn("the run failed: remote: measures differ", printed)
        self.assertEqual((self.folder / "a" / "outputs" / "run1" / "error.txt").read_text(), "remote: measures differ\n")
        self.assertEqual([file.name for file in (self.folder / "a" / "work" / "run1").iterdir()], ["ended"])

    def test_nothing_leaves_a_site_after_the_owner_has_stopped_the_run(self):
        self.to_round(1)
        self.assertIn("the owner stopped the run", self.owner("--stop")[1])
        code, printed = self.member("a")
        self.assertEqual(code, FAILED)
        self.assertIn("the owner stopped the run", printed)
        self.assertFalse(self.file(2, "a").exists())

    def test_names_of_sites(self):
        for sites, told in (("a,A", "the same name"), ("a,owner", "may be called owner"), ("a,../b", "cannot be a folder's"), ("", "--sites is missing")):
            code, printed = self.owner(sites=sites, folder=f"owner of {len(sites)}")
            self.assertEqual(code, FAILED, sites)
            self.assertIn(told, printed)
        self.to_round(0)
        (self.folder / "c" / "inputs").mkdir(parents=True)
        self.assertIn("this run has no site c; its sites are a, b", self.member("c")[1])

    def test_wrong_arguments(self):
        self.assertEqual(self.call("member")[0], 2)
        self.assertEqual(self.owner("--wait", "-1")[0], 2)
        for given, told in ((["--program", "/nothing"], "is no program"), (["--shared", "/nothing"], "there is no such folder")):
            code, printed = self.owner(*given)
            self.assertEqual(code, FAILED)
            self.assertIn(told, printed)
        self.parameters.write_text("perplexity: 7")
        self.assertIn("--parameters is not one JSON document", self.owner()[1])

    def test_what_leaves_can_be_read(self):
        self.to_round(1)
        code, printed = self.call("show", self.file(1, "a"))
        self.assertEqual(code, 0)
        self.assertIn("run run1, round 1, from a: step", printed)
        self.assertIn('"step": 1', printed)
        self.assertEqual(self.call("show", self.parameters)[0], FAILED)

    def test_what_is_no_message_is_refused_without_a_crash(self):
        good = encode(Message("run1", "id", 1, "a", "step", "{}", b"parcel"))
        header = json.loads(good.split(b"\n")[0])
        for change in (
            {"round": "1"}, {"round": True}, {"text_bytes": -1}, {"files_bytes": 2**70}, {"kind": "x"}, {"sender": "../x"}, {"run": 7}, {"format": "x"},
            {"sha256": "x"}, {"sha256": 7},
        ):
            changed = json.dumps({**header, **change}).encode() + good[good.index(b"\n") :]
            with self.subTest(change=change), self.assertRaises(ExchangeError):
                decode(changed)
        for content in (b"\n", b"[]\n", b"{}\n", b"\xff\n", b"[" * 4000 + b"\n"):
            with self.subTest(content=content[:9]), self.assertRaises(ExchangeError):
                decode(content)
        self.assertEqual(decode(good).parcel, b"parcel")


if __name__ == "__main__":
    unittest.main()
