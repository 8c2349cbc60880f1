"""What travels between sites and coordinator, in the form that NeuroFLAME takes: plain values, and files as artifacts."""

from pathlib import Path

from framework import artifact

from .stepping import NodeError

ARTIFACT = "files"


def with_files(message, parcel, artifact_dir):
    """The message with a parcel, as an artifact where there is one."""
    if not parcel:
        return message
    file = Path(artifact_dir) / "parcel"
    file.write_bytes(parcel)
    return {**message, ARTIFACT: artifact("parcel", str(file))}


def files_of(message):
    """The parcel that came with a message. NeuroFLAME has put it into a file."""
    arrived = message.get(ARTIFACT)
    return Path(arrived.path).read_bytes() if arrived is not None else b""


def field(message, name, kind):
    """A field of a message from another node."""
    value = message.get(name) if isinstance(message, dict) else None
    if type(value) is not kind:
        raise NodeError(f"a message has no field {name}, or it is of another type")
    return value
