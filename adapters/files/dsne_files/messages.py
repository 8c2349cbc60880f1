"""A message as a file's bytes: a line of JSON that names the sender, the step's text, a line break, and the step's files as a parcel.

Any editor can read the first two parts. The writer of a file is not trusted: all of it is checked before any of it is used.
"""

import hashlib
import json
from dataclasses import dataclass

from .stepping import Limits
from .stepping.json_text import to_text
from .stepping.node import NAME

FORMAT = "dsne message 1"
# The sender of the coordinator's messages; no site may have this name.
OWNER = "owner"
# The kinds of messages: the owner's invitation, a step's text and files, the run's result, or why the run failed.
BEGIN, STEP, RESULT, FAILED = "begin", "step", "result", "failed"
KINDS = (BEGIN, STEP, RESULT, FAILED)
LONGEST_HEADER = 4096


class ExchangeError(Exception):
    """Reports an unusable file. Its text is for the person at this node; the run continues once that is corrected."""


@dataclass(frozen=True)
class Message:
    """A message. `run_id` distinguishes runs of the same name."""

    run: str
    run_id: str
    round: int
    sender: str
    kind: str
    text: str
    parcel: bytes = b""


def encode(message):
    """Returns the bytes of a message's file."""
    text = message.text.encode("ascii")
    header = {
        "format": FORMAT,
        "run": message.run,
        "run_id": message.run_id,
        "round": message.round,
        "sender": message.sender,
        "kind": message.kind,
        "text_bytes": len(text),
        "files_bytes": len(message.parcel),
        "sha256": _digest(text, message.parcel),
    }
    return b"\n".join([to_text(header).encode("ascii"), text, message.parcel])


def decode(content, limits=Limits()):
    """Returns the message in a file's bytes; None while the file is incomplete, as when it is still being copied.

    Raises ExchangeError for anything else, or a damaged message.
    """
    end = content.find(b"\n", 0, LONGEST_HEADER)
    if end < 0:
        if len(content) < LONGEST_HEADER:
            return None
        raise ExchangeError("is no message of a run")
    header = _header(content[:end], limits)
    text_end = end + 1 + header["text_bytes"]
    whole = text_end + 1 + header["files_bytes"]
    if len(content) < whole:
        return None
    text, parcel = content[end + 1 : text_end], content[text_end + 1 :]
    if len(content) > whole or not text.isascii() or _digest(text, parcel) != header["sha256"]:
        raise ExchangeError("is damaged: it is not what its sender wrote")
    fields = ("run", "run_id", "round", "sender", "kind")
    return Message(**{name: header[name] for name in fields}, text=text.decode("ascii"), parcel=parcel)


def _header(line, limits):
    try:
        header = json.loads(line)
        good = (
            header["format"] == FORMAT
            and all(type(header[name]) is str for name in ("run", "run_id", "sender", "sha256"))
            and all(NAME.fullmatch(header[name]) for name in ("run", "run_id", "sender"))
            and header["kind"] in KINDS
            and all(type(header[name]) is int and header[name] >= 0 for name in ("round", "text_bytes", "files_bytes"))
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        raise ExchangeError("is no message of a run")
    if header["text_bytes"] > limits.text_bytes or header["files_bytes"] > limits.parcel_bytes + limits.parcel_entries * 1024:
        raise ExchangeError("is larger than this node takes")
    return header


def _digest(text, parcel):
    return hashlib.sha256(text + b"\n" + parcel).hexdigest()
