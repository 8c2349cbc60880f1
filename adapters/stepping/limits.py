"""How much a node takes from the others in one message."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """The defaults hold ten times what the largest runs that we know need; text has COINSTAC's own limit."""

    text_bytes: int = 100 * MIB
    parcel_bytes: int = 1024 * MIB
    parcel_entries: int = 1000
