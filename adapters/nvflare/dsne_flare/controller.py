"""The coordinator: asks all sites for a step, makes its own with their answers, and repeats until its program ends the run."""

import threading

from nvflare.apis.client import Client
from nvflare.apis.controller_spec import ClientTask, Task, TaskCompletionStatus
from nvflare.apis.fl_constant import ReturnCode
from nvflare.apis.fl_context import FLContext
from nvflare.apis.impl.controller import Controller
from nvflare.apis.shareable import Shareable
from nvflare.apis.signal import Signal

from .messages import END_TASK, STEP_TASK, field, message
from .settings import read_settings
from .stepping import Node, NodeError, one_line, site_names
from .stepping.json_text import parse_object, to_text

NAME = "remote"
# What FLARE's simulator calls every job. At a site FLARE itself tells a simulation; its server does not.
SIMULATED = "simulate_job"
# The time limit for busy sites to receive the end of the run.
END_SECONDS = 60
# The longest delay until an abort, or a site that has left, is noticed.
LOOK_SECONDS = 0.5


class RoundsController(Controller):
    """Sends every site the same message, byte for byte, because the sums over sites need that."""

    def __init__(self, sites: list, parameters: dict, step_seconds: int = 86400):
        """Reads the job.

        Args:
            sites: the names of all sites of the run; none may be missing, unless at_least_sites among the parameters allows it
            parameters: what the run's owner asks for, as docs/parameters.md has it
            step_seconds: how long all sites may take for a step
        """
        super().__init__()
        self.sites = sorted(sites)
        # Those that have answered every step so far.
        self.heard = sorted(set(self.sites))
        self.parameters = parameters
        self.step_seconds = step_seconds

    def start_controller(self, fl_ctx: FLContext) -> None:
        pass

    def stop_controller(self, fl_ctx: FLContext) -> None:
        pass

    def control_flow(self, abort_signal: Signal, fl_ctx: FLContext) -> None:
        node = None
        try:
            settings = read_settings(fl_ctx, "remote", NAME)
            node = Node(NAME, settings.program, settings.folder, fl_ctx.get_job_id(), settings.limits)
            node.begin(anew=fl_ctx.get_job_id() == SIMULATED)
            reply = self._rounds(node, settings, abort_signal, fl_ctx)
            self._tell_end(message(text=reply.text, files=reply.parcel), abort_signal, fl_ctx)
            node.end(result=reply.text)
        except NodeError as error:
            self._fail(node, one_line(error), abort_signal, fl_ctx)
        except Exception as error:  # FLARE would log it whole, with paths and values, and not tell the sites.
            self._fail(node, f"coordinator: the adapter failed: {type(error).__name__}", abort_signal, fl_ctx)

    def process_result_of_unknown_task(
        self, client: Client, task_name: str, client_task_id: str, result: Shareable, fl_ctx: FLContext
    ) -> None:
        """Ignores a late answer."""

    def _rounds(self, node, settings, abort_signal, fl_ctx):
        site_names(self.sites)
        text, parcel = to_text(self.parameters, "the run's parameters"), b""
        number = 0
        while True:
            number += 1
            answers = self._ask(number, message(step=number, text=text, files=parcel), abort_signal, fl_ctx)
            outputs = dict.fromkeys(self.sites)
            for site in self.heard:
                outputs[site] = self._taken(node, settings, site, answers[site])
            reply = self._coordinator_step(node, settings, number, to_text(outputs), abort_signal)
            if reply.ended:
                return reply
            text, parcel = reply.text, reply.parcel

    def _coordinator_step(self, node, settings, number, text, abort_signal):
        try:
            return node.step(
                number, text, may_end=True, stopped=lambda: abort_signal.triggered, time_limit=settings.step_seconds
            )
        except NodeError as error:
            raise NodeError(f"coordinator: {error}") from None

    @staticmethod
    def _taken(node, settings, site, answer):
        """Returns a site's output, after putting its files where the coordinator's program finds them."""
        try:
            node.receive(field(answer, "files", bytes), below=site)
            text = field(answer, "text", str)
            if len(text) > settings.limits.text_bytes:
                raise NodeError("an answer arrived that is longer than the coordinator takes")
            return parse_object(text, "an answer")
        except NodeError as error:
            raise NodeError(f"from site {site}: {error}") from None

    def _ask(self, number, asked, abort_signal, fl_ctx):
        """Each site's answer. A site that gives none is not asked again, where the run may go on without it."""
        task, answers = self._tell(STEP_TASK, asked, self.step_seconds, abort_signal, fl_ctx)
        for site, answer in answers.items():
            _check_answer(site, answer, number)
        if abort_signal.triggered:
            raise NodeError("the run was stopped")
        silent = [site for site in self.heard if site not in answers]
        if silent and answers and self.parameters.get("at_least_sites"):
            # Whether enough are left, the program knows.
            self.heard = [site for site in self.heard if site in answers]
        elif silent:
            why = "did not answer in time" if task.completion_status == TaskCompletionStatus.TIMEOUT else "left the run"
            raise NodeError(f"site {', '.join(silent)} {why}")
        return answers

    def _tell(self, name, told, seconds, abort_signal, fl_ctx):
        """Sends the task. Returns the answers of all sites, or up to the first that failed.

        FLARE's own waiting polls five times a second, whatever its period, which would be most of a round.
        """
        answers, done = {}, threading.Event()

        def keep(client_task: ClientTask, fl_ctx: FLContext):
            # FLARE knows the sender from the connection, whatever the answer says.
            answers[client_task.client.name] = client_task.result
            if len(answers) == len(self.heard) or client_task.result.get_return_code() != ReturnCode.OK:
                done.set()

        task = Task(name, told, timeout=seconds, result_received_cb=keep)
        self.broadcast(task, fl_ctx, targets=self.heard, min_responses=len(self.heard))
        while not done.wait(LOOK_SECONDS) and task.completion_status is None and not abort_signal.triggered:
            pass
        if len(answers) < len(self.heard) and task.completion_status is None:
            self.cancel_task(task, fl_ctx=fl_ctx)
        return task, dict(answers)

    def _tell_end(self, told, abort_signal, fl_ctx):
        """Sends the end to all sites: a run whose result does not reach all of them has failed."""
        _, answers = self._tell(END_TASK, told, self.step_seconds, abort_signal, fl_ctx)
        for site, answer in answers.items():
            _check_answer(site, answer)
        if len(answers) != len(self.heard):
            raise NodeError("the result did not reach all sites")

    def _fail(self, node, line, abort_signal, fl_ctx):
        self.log_error(fl_ctx, line, fire_event=False)
        if not abort_signal.triggered:
            self._tell(END_TASK, message(error=line), END_SECONDS, abort_signal, fl_ctx)
        if node is not None:
            node.end(error=line)
        self.system_panic(line, fl_ctx)


def _check_answer(site, answer, number=None):
    if answer.get_return_code() != ReturnCode.OK:
        said = answer.get("error")
        line = one_line(said) if isinstance(said, str) else answer.get_return_code()
        raise NodeError(line if line.startswith(f"site {site}: ") else f"site {site}: {line}")
    if number is not None and (type(answer.get("step")) is not int or answer["step"] != number):
        raise NodeError(f"site {site} answered another step")
