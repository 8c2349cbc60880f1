"""Controller and executors in one process, with the real programs.

Between them is what FLARE does with a message: it is written as bytes and read again. A hostile server or site is one that changes a message there.
"""

import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from dsne_flare.controller import RoundsController
from dsne_flare.executor import SiteExecutor
from dsne_flare.job import write_job
from dsne_flare.messages import END_TASK, STEP_TASK, message
from dsne_flare.stepping import NodeError, pack
from federations import Federation
from nvflare.apis.controller_spec import TaskCompletionStatus
from nvflare.apis.event_type import EventType
from nvflare.apis.fl_constant import FLContextKey, ReservedKey, ReturnCode
from nvflare.apis.fl_context import FLContext
from nvflare.apis.signal import Signal
from nvflare.apis.utils.decomposers import flare_decomposers
from nvflare.fuel.utils import fobs
from sites import assert_as_simulated, assert_keys_are_gone, contents, digits, temporary_folder

JOB = "0c6b2f6e-test"
BINARIES = Path(os.environ["DSNE"]).parent

flare_decomposers.register()


def context(settings_folder, name):
    made = FLContext()
    made.set_prop(ReservedKey.IDENTITY_NAME, name)
    made.set_prop(ReservedKey.RUN_NUM, JOB)
    made.set_prop(FLContextKey.WORKSPACE_OBJECT, mock.Mock(get_site_config_dir=lambda: str(settings_folder)))
    made.set_prop(ReservedKey.ENGINE, mock.Mock())
    return made


class Wire:
    """Stands for FLARE between the controller and the executors. `tamper` may change what a site receives or sends."""

    def __init__(self, federation, folder):
        self.federation = federation
        self.executors = {site: SiteExecutor() for site in federation.sites}
        self.contexts = {}
        for site in [*federation.sites, "server"]:
            federation.write(folder / site / "dsne.json", federation.settings(site))
            self.contexts[site] = context(folder / site, site)
        self.told = {site: [] for site in federation.sites}
        self.tamper = lambda site, name, told: told
        self.tamper_answer = lambda site, name, answer: answer
        self.left = set()
        self.abort_signal = Signal()

    def ask(self, site, name, told):
        told = fobs.loads(fobs.dumps(self.tamper(site, name, fobs.loads(fobs.dumps(told)))))
        self.told[site].append((name, dict(told)))
        answer = self.executors[site].execute(name, told, self.contexts[site], self.abort_signal)
        return fobs.loads(fobs.dumps(self.tamper_answer(site, name, answer)))

    def broadcast(self, task, fl_ctx, targets, min_responses, wait_time_after_min_received):
        for site in targets:
            if self.abort_signal.triggered:
                return
            if site in self.left:
                continue
            client_task = mock.Mock(task=task, result=self.ask(site, task.name, task.data))
            client_task.client.name = site
            task.result_received_cb(client_task=client_task, fl_ctx=fl_ctx)
        # FLARE says so when it waits for nobody else.
        if self.left.intersection(targets):
            task.completion_status = TaskCompletionStatus.CLIENT_DEAD

    def cancel_task(self, task, completion_status, fl_ctx):
        task.completion_status = completion_status


class Exchange(unittest.TestCase):
    def setUp(self):
        self.folder = temporary_folder(self)
        self.federation = Federation(self.folder / "federation", digits(self.folder / "digits"), BINARIES)
        self.wire = Wire(self.federation, self.folder / "settings")

    def run_job(self, parameters=None):
        """Makes the run of a job; returns the reason of its failure, None when it ended well."""
        write_job(self.folder / "job", self.federation.sites, parameters)
        config = json.loads((self.folder / "job" / "coordinator" / "config" / "config_fed_server.json").read_text())
        controller = RoundsController(**config["workflows"][0]["args"])
        controller.communicator = self.wire
        panics = []
        controller.system_panic = lambda reason, fl_ctx: panics.append(reason)
        controller.control_flow(self.wire.abort_signal, self.wire.contexts["server"])
        return panics[0] if panics else None

    def outputs(self, site="local0"):
        return contents(self.federation.outputs(site, JOB))

    def error(self, site="local0"):
        return self.outputs(site)["error.txt"].decode().strip()

    def run_with_lies(self, number, lies):
        """Makes a run in which local1 receives each of these lies in a step before the true message; returns its answers to the lies.

        It must refuse each, and nothing of the lies may stay: the run ends well.
        """
        said = []

        def tamper(site, name, told):
            if (site, name, told.get("step")) == ("local1", STEP_TASK, number):
                for lie in lies:
                    answer = self.wire.executors[site].execute(name, message(**{**told, **lie}), self.wire.contexts[site], Signal())
                    self.assertEqual(answer.get_return_code(), ReturnCode.EXECUTION_EXCEPTION, str(lie)[:100])
                    said.append(answer["error"])
            return told

        self.wire.tamper = tamper
        self.assertIsNone(self.run_job())
        return said

    def test_a_run_equals_a_simulated_one(self):
        expected = self.federation.expected(os.environ["DSNE"])
        self.assertIsNone(self.run_job())
        assert_as_simulated(self, self.federation, JOB, expected)
        assert_keys_are_gone(self, self.federation, JOB)

    def test_all_sites_are_told_the_same_bytes(self):
        self.assertIsNone(self.run_job())
        first, *others = self.wire.told.values()
        self.assertGreater(len(first), 5)
        self.assertTrue(any(told["files"] for _, told in first))
        for other in others:
            self.assertEqual(other, first)
        for _, told in first:
            told.pop("__headers__", None)
            self.assertTrue(all(type(value) in (str, int, bytes) for value in told.values()))

    def test_a_message_that_comes_twice_changes_nothing(self):
        def twice(site, name, told):
            if name == STEP_TASK and site == "local1":
                first = self.wire.executors[site].execute(name, told, self.wire.contexts[site], Signal())
                self.wire.executors[site] = SiteExecutor()
                again = self.wire.executors[site].execute(name, told, self.wire.contexts[site], Signal())
                self.assertEqual(dict(first), dict(again))
            return told

        self.wire.tamper = twice
        self.assertIsNone(self.run_job())

    def test_parameters_come_from_the_job_and_the_sites_word_is_final(self):
        self.assertIsNone(self.run_job({"method": "single-shot"}))
        self.assertEqual(json.loads(self.outputs()["run.json"])["phase"], "finished")
        self.assertNotIn(b"reference_displacement", self.outputs()["release_log.jsonl"])

    def test_a_site_that_says_otherwise_ends_the_run_for_all(self):
        inputs = self.federation.inputs("local2") / "inputs.json"
        self.federation.write(inputs, {**json.loads(inputs.read_text()), "perplexity": 7})
        self.assertIn("perplexity", self.run_job())
        for site in self.federation.sites:
            self.assertIn("perplexity", self.error(site))

    def test_a_job_that_says_what_is_the_sites_own_is_refused(self):
        for name, value in (("site_settings", {"share_labels": True}), ("site_data", ["../other.csv"])):
            line = self.run_job({name: value})
            self.assertRegex(line, rf"^site local0: the run's parameters name {name}")
            self.setUp()

    def test_bad_input_names_the_site_and_holds_no_value(self):
        file = self.federation.inputs("local1") / "subjects.tsv"
        lines = file.read_text().split("\n")
        lines[3] = lines[3].rpartition("\t")[0] + "\tS3CRET"
        file.write_text("\n".join(lines))
        self.assertRegex(self.run_job(), r"site local1.*site_data row 4, column \d+: not a number")
        for site in self.federation.sites:
            line = self.error(site)
            self.assertRegex(line, r"site local1.*site_data row 4")
            self.assertNotIn("S3CRET", line)
            self.assertNotIn("subjects.tsv", line)
            self.assertEqual(list(contents(self.federation.work(site, JOB))), ["ended"])

    def test_a_job_whose_sites_have_one_name_ends_at_once(self):
        self.federation.sites.append("local0")
        with mock.patch("dsne_flare.job.site_names", sorted):
            self.assertIn("two sites have the same name", self.run_job())

    def test_a_site_that_leaves_is_named(self):
        self.wire.tamper = lambda site, name, told: (told.get("step") == 4 and self.wire.left.add("local2")) or told
        self.assertEqual(self.run_job(), "site local2 left the run")

    def test_a_run_goes_on_without_a_site_where_its_parameters_allow_it(self):
        self.wire.tamper = lambda site, name, told: (told.get("step") == 4 and self.wire.left.add("local2")) or told
        self.assertIsNone(self.run_job({"at_least_sites": 2}))
        self.assertIn("This run went on without site local2", self.outputs()["joint/index.html"].decode())
        self.assertEqual([told["step"] for name, told in self.wire.told["local2"] if name == STEP_TASK], [1, 2, 3])

    def test_a_run_ends_when_fewer_sites_are_left_than_its_parameters_ask_for(self):
        self.wire.tamper = lambda site, name, told: (told.get("step") == 4 and self.wire.left.add("local2")) or told
        line = "site local2 did not answer, and with 2 sites left the run ends: at_least_sites is 3"
        self.assertIn(line, self.run_job({"at_least_sites": 3}))
        self.assertIn(line, self.error())

    def test_an_abort_ends_the_steps_and_the_state(self):
        self.wire.tamper = lambda site, name, told: (told.get("step") == 4 and self.wire.abort_signal.trigger(True)) or told
        self.assertIn("the run was stopped", self.run_job())
        for site, executor in self.wire.executors.items():
            executor.handle_event(EventType.END_RUN, self.wire.contexts[site])
            self.assertEqual(list(contents(self.federation.work(site, JOB))), ["ended"])

    def test_files_that_a_server_may_not_send(self):
        sent = self.folder / "sent"
        sent.mkdir()
        (sent / "subjects.tsv").write_text("others")
        settings = self.folder / "settings" / "local1" / "dsne.json"
        given = json.loads(settings.read_text())
        given["local"].update(files_mib=8)
        self.federation.write(settings, given)

        def parcel(name, size):
            return json.dumps({"folders": [], "files": [[name, size]]}).encode() + b"\n" + bytes(size)

        lies = [parcel("../../inputs/subjects.tsv", 1), parcel("/tmp/x", 1), pack(sent), parcel("a", 10 * 2**20)]
        self.assertEqual(
            self.run_with_lies(3, [{"files": lie} for lie in lies]),
            [
                "site local1: a file arrived with a name that is not allowed",
                "site local1: a file arrived with a name that is not allowed",
                "site local1: a file arrived with the name of one of this site's own",
                "site local1: files arrived that are larger than this node takes",
            ],
        )

    def test_messages_that_a_server_may_not_send(self):
        settings = self.folder / "settings" / "local1" / "dsne.json"
        given = json.loads(settings.read_text())
        given["local"].update(message_mib=1)
        self.federation.write(settings, given)
        long = '{"a":"' + "x" * 2**20 + '"}'
        lies = [{"step": "3"}, {"step": True}, {"text": {"phase": "embed"}}, {"text": b"{}"}, {"files": "x"}, {"files": None}]
        lies += [{"text": "{} {}"}, {"text": long}]
        self.assertIn("longer than this node takes", self.run_with_lies(3, lies)[-1])

    def test_steps_that_a_server_may_not_ask_for(self):
        for line in self.run_with_lies(4, [{"step": step} for step in (3, 2, 1, 0, -1, 5, 2**70)]):
            self.assertRegex(line, r"^site local1: after step 3 another one was asked for")

    def test_a_server_that_begins_a_run_again_is_refused(self):
        self.assertIsNone(self.run_job())
        answer = self.wire.ask("local0", STEP_TASK, message(step=1, text="{}", files=b""))
        self.assertEqual(answer["error"], "site local0: this run has ended here")

    def test_a_server_that_tells_a_site_anothers_message_spoils_the_run(self):
        """Each message enters the program's transcript, so the sums of a site that received another message do not unmask."""

        def tamper(site, name, told):
            if (site, name, told.get("step")) == ("local1", STEP_TASK, 7):
                told["text"] = json.dumps({**json.loads(told["text"]), "unknown": 1})
            return told

        for site in self.federation.sites:
            folder = self.federation.inputs(site)
            settings = folder / "settings.json"
            said = json.loads(settings.read_text()) if settings.exists() else {}
            self.federation.write(settings, {**said, "allow": ["dsne"]})
            inputs = json.loads((folder / "inputs.json").read_text())
            self.federation.write(folder / "inputs.json", {**inputs, "site_settings": ["settings.json"]})
        self.wire.tamper = tamper
        self.assertIn("masked sums do not fit together", self.run_job({"method": "dsne", "max_iterations": 5}))

    def test_an_unknown_task_is_refused(self):
        answer = self.wire.ask("local0", "shell", message(step=1))
        self.assertEqual(answer.get_return_code(), ReturnCode.EXECUTION_EXCEPTION)

    def test_a_site_that_sends_names_that_lead_out_is_refused(self):
        header = json.dumps({"folders": [], "files": [["../local0/x", 1]]}).encode()
        self.wire.tamper_answer = lambda site, name, answer: (site == "local2" and answer.update(files=header + b"\n1")) or answer
        self.assertEqual(self.run_job(), "from site local2: a file arrived with a name that is not allowed")

    def test_a_site_that_answers_another_step_or_nothing_is_named(self):
        for changes in ({"step": 5}, {"step": None}, {"text": None}, {"text": "[]"}, {"files": 1}):
            self.setUp()
            self.wire.tamper_answer = lambda site, name, answer, changes=changes: (site == "local2" and answer.update(changes)) or answer
            with self.subTest(changes=changes):
                self.assertIn("local2", self.run_job())

    def test_what_a_site_says_of_its_error_is_one_short_line(self):
        def tamper(site, name, answer):
            if site == "local2" and name == STEP_TASK:
                answer.update(error="x\n\x1b[2J" + "y" * 10**6)
                answer.set_return_code(ReturnCode.EXECUTION_EXCEPTION)
            return answer

        self.wire.tamper_answer = tamper
        line = self.run_job()
        self.assertTrue(line.startswith("site local2: ?[2Jyyy"))
        self.assertLess(len(line), 1100)

    def test_settings_that_are_not_plain_are_refused(self):
        settings = self.folder / "settings" / "local1" / "dsne.json"
        good = json.loads(settings.read_text())["local"]
        without_inputs = {name: value for name, value in good.items() if name != "inputs"}
        changes = ({"folder": "runs"}, {"inputs": "inputs"}, {"prgram": "x"}, {"files_mib": "x"})
        for bad in (*({**good, **change} for change in changes), without_inputs, []):
            self.federation.write(settings, {"local": bad})
            answer = self.wire.ask("local1", STEP_TASK, message(step=1, text="{}", files=b""))
            self.assertEqual(answer["error"], "site local1: dsne.json in this node's folder `local` is missing, or has no good entry local")

    def test_an_error_of_the_adapter_itself_shows_no_path(self):
        (self.federation.folder / "sites" / "local1" / "outputs").write_text("no folder")
        self.assertEqual(self.run_job(), "site local1: the adapter failed: NotADirectoryError")

    def test_the_end_cannot_overwrite_a_sites_own_outputs(self):
        sent = self.folder / "sent"
        sent.mkdir()
        (sent / "embedding.csv").write_text("others")
        self.wire.tamper = lambda site, name, told: (name == END_TASK and "files" in told and told.update(files=pack(sent))) or told
        self.assertIsNotNone(self.run_job())
        self.assertNotEqual(self.outputs()["embedding.csv"], b"others")


class Jobs(unittest.TestCase):
    def test_a_job_begins_with_all_its_sites_unless_it_says_with_how_many(self):
        for parameters, least, mandatory in (({}, 3, ["a", "b", "c"]), ({"at_least_sites": 2}, 2, [])):
            with tempfile.TemporaryDirectory() as folder:
                write_job(Path(folder) / "job", ["a", "b", "c"], parameters)
                meta = json.loads((Path(folder) / "job" / "meta.json").read_text())
                self.assertEqual((meta["min_clients"], meta["mandatory_clients"]), (least, mandatory))

    def test_sites_names_are_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            for names in (["../x"], ["a/b"], [""], ["a", "a"], ["a", "A"]):
                with self.subTest(names=names), self.assertRaises(NodeError):
                    write_job(Path(folder) / "job", names)


if __name__ == "__main__":
    unittest.main()
