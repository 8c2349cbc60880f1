"""Messages between sites and coordinator in NeuroFLAME's form: plain values, and files as artifacts."""

from pathlib import Path

from framework import artifact

from .stepping import checked

ARTIFACT = "files"


def with_files(message, parcel, artifact_dir):
    """Adds a parcel, if there is one, to the message as an artifact."""
    if not parcel:
        return message
    file = Path(artifact_dir) / "parcel"
    file.write_bytes(parcel)
    return {**message, ARTIFACT: artifact("parcel", str(file))}


def files_of(message):
    """Returns the parcel of a message, which NeuroFLAME put into a file."""
    arrived = message.get(ARTIFACT)
    return Path(arrived.path).read_bytes() if arrived is not None else b""


def field(message, name, kind):
    """Returns a field of a message from another node."""
    return checked(message.get(name) if isinstance(message, dict) else None, kind, f"field {name}")
