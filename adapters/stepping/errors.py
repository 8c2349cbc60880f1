"""Errors that all sites may see: one line that names the node, and no value, id, label, file name or path."""

LONGEST_LINE = 1000


class NodeError(Exception):
    """A node cannot go on. Its text is for everyone in the run."""


def one_line(text, longest=LONGEST_LINE):
    """The last line that says anything, as printable ASCII: what comes from another node goes into logs and terminals."""
    lines = [line.strip() for line in str(text).splitlines() if line.strip()]
    line = lines[-1] if lines else "no reason given"
    return "".join(c if " " <= c <= "~" else "?" for c in line)[:longest]
