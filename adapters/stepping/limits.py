"""How much a node takes from the others in one message."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Text has the limit that COINSTAC sets; at the coordinator it holds for all sites' answers together."""

    text_bytes: int = 100 * MIB
    parcel_bytes: int = 512 * MIB
    parcel_entries: int = 1000
