"""The size limits of messages from other nodes."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Size limits. The limit of text is COINSTAC's; at the coordinator it applies to all sites' answers together."""

    text_bytes: int = 100 * MIB
    parcel_bytes: int = 512 * MIB
    parcel_entries: int = 1000
