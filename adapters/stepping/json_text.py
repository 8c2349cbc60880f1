"""JSON in messages: one line of ASCII, strictly JSON."""

import json

from .errors import NodeError


def _refuse(_):
    raise ValueError


def parse_object(text, what):
    """Returns the object in a text. NodeError names `what`, but nothing of the text."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise NodeError(f"{what} is not one JSON document") from None
    if not isinstance(value, dict):
        raise NodeError(f"{what} is not a JSON object")
    return value


def to_text(value, what="a message"):
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (ValueError, RecursionError):
        raise NodeError(f"{what} holds a number that JSON has not") from None
