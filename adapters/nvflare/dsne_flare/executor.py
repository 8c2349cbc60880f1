"""A site: makes the steps that the controller asks for."""

from nvflare.apis.event_type import EventType
from nvflare.apis.executor import Executor
from nvflare.apis.fl_constant import FLContextKey
from nvflare.apis.fl_context import FLContext
from nvflare.apis.shareable import Shareable
from nvflare.apis.signal import Signal

from .messages import END_TASK, STEP_TASK, failure, field, message
from .settings import read_settings
from .stepping import Node, NodeError, first_input, one_line


class SiteExecutor(Executor):
    """Makes the site's steps. Reads nothing from the job: its program and files are in its node's own settings."""

    def __init__(self):
        super().__init__()
        self._node = None

    def handle_event(self, event_type: str, fl_ctx: FLContext):
        """Removes the keys of a run's sums, however it ends."""
        if event_type == EventType.END_RUN and self._node is not None:
            self._node.end(error="the run ended before its result was there")

    def execute(self, task_name: str, shareable: Shareable, fl_ctx: FLContext, abort_signal: Signal) -> Shareable:
        name = fl_ctx.get_identity_name()
        try:
            settings = read_settings(fl_ctx, "local", name)
            node = Node(name, settings.program, settings.folder, fl_ctx.get_job_id(), settings.limits)
            first, self._node = self._node is None, node
            if task_name == STEP_TASK:
                return self._step(node, settings, shareable, fl_ctx, abort_signal)
            if task_name == END_TASK:
                return self._end(node, shareable, anew=first and bool(fl_ctx.get_prop(FLContextKey.SIMULATE_MODE)))
            raise NodeError("an unknown task was asked for")
        except NodeError as error:
            line = one_line(error)
        except Exception as error:  # FLARE would log it whole, with paths and values, and may pass its logs on.
            line = f"the adapter failed: {type(error).__name__}"
        line = line if line.startswith(f"site {name}: ") else f"site {name}: {line}"
        self.log_error(fl_ctx, line, fire_event=False)
        return failure(line)

    @staticmethod
    def _step(node, settings, shareable, fl_ctx, abort_signal):
        number = field(shareable, "step", int)
        # The simulator gives every job the same name.
        node.begin(settings.inputs, anew=number == 1 and bool(fl_ctx.get_prop(FLContextKey.SIMULATE_MODE)))
        reply = node.step(
            number,
            field(shareable, "text", str),
            field(shareable, "files", bytes),
            make_input=(lambda text: first_input(text, settings.inputs, node.base)) if number == 1 else None,
            stopped=lambda: abort_signal.triggered,
            time_limit=settings.step_seconds,
        )
        return message(step=number, text=reply.text, files=reply.parcel)

    @staticmethod
    def _end(node, shareable, anew):
        error = field(shareable, "error", str, "")
        if error:
            # The simulator's last job had the same name, and this one may have failed before it began here.
            if anew:
                node.begin(anew=True)
            node.end(error=one_line(error))
        else:
            node.end(parcel=field(shareable, "files", bytes), result=field(shareable, "text", str))
        return Shareable()
