"""Messages between the controller and an executor: text, whole numbers and bytes, which FLARE need not turn into objects."""

from nvflare.apis.fl_constant import ReturnCode
from nvflare.apis.shareable import Shareable

from .stepping import checked

STEP_TASK = "dsne_step"
END_TASK = "dsne_end"


def message(**fields):
    """Returns a message with these fields."""
    made = Shareable()
    made.update(fields)
    return made


def failure(line):
    """Returns a site's answer when it cannot continue."""
    made = message(error=line)
    made.set_return_code(ReturnCode.EXECUTION_EXCEPTION)
    return made


def field(shareable, name, kind, default=None):
    """Returns a field of a message."""
    return checked(shareable.get(name, default), kind, f"field {name}")
