"""Errors that all sites may see: one line that names the node, and no value, id, label, file name or path."""

LONGEST_LINE = 1000


class NodeError(Exception):
    """Reports that a node cannot continue. Its text is for everyone in the run."""


def checked(value, kind, what):
    """Returns a value from another node. Checks its exact type: true is not a number, and a subclass could do anything."""
    if type(value) is not kind:
        raise NodeError(f"a message has no {what}, or it is of another type")
    return value


def one_line(text, longest=LONGEST_LINE):
    """Returns the last line that is not empty, as printable ASCII, because other nodes' text goes into logs and terminals."""
    lines = [line.strip() for line in str(text).splitlines() if line.strip()]
    line = lines[-1] if lines else "no reason given"
    return "".join(c if " " <= c <= "~" else "?" for c in line)[:longest]
