"""What FLARE carries between the controller and an executor: text, whole numbers and bytes, of which it has to make no objects."""

from nvflare.apis.fl_constant import ReturnCode
from nvflare.apis.shareable import Shareable

from .stepping import NodeError

STEP_TASK = "dsne_step"
END_TASK = "dsne_end"


def message(**fields):
    """A message with these fields."""
    made = Shareable()
    made.update(fields)
    return made


def failure(line):
    """A site's answer when it cannot go on."""
    made = message(error=line)
    made.set_return_code(ReturnCode.EXECUTION_EXCEPTION)
    return made


def field(shareable, name, kind, default=None):
    """A field of a message. The type is checked as it is: a subclass could be anything."""
    value = shareable.get(name, default)
    if type(value) is not kind:
        raise NodeError(f"a message has no field {name}, or it is of another type")
    return value
