"""A node's own settings, in the file dsne.json of its FLARE workspace's folder `local`. No job can change them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from nvflare.apis.fl_constant import FLContextKey

from .stepping import Limits, NodeError
from .stepping.limits import MIB
from .stepping.node import plain_name

FILE = "dsne.json"
KNOWN = {"program", "folder", "inputs", "step_seconds", "message_mib", "files_mib"}


@dataclass(frozen=True)
class Settings:
    """A node's settings: `program` is the command, `folder` holds runs, `inputs` is the folder of a site's files; the coordinator has none."""

    program: list
    folder: Path
    inputs: Optional[Path]
    step_seconds: float
    limits: Limits


def read_settings(fl_ctx, role, name):
    """Reads the settings of this node. `role` is local or remote. The simulator has one file for all nodes, in which {site} means a site's name."""
    file = Path(fl_ctx.get_prop(FLContextKey.WORKSPACE_OBJECT).get_site_config_dir()) / FILE
    try:
        given = json.loads(file.read_text(encoding="utf-8").replace("{site}", plain_name(name, "a site")))[role]
        return _settings(given, role)
    except (OSError, ValueError, KeyError, TypeError):
        raise NodeError(f"{FILE} in this node's folder `local` is missing, or has no good entry {role}") from None


def _settings(given, role):
    if set(given) - KNOWN:
        raise ValueError
    program = given["program"]
    folder = Path(given["folder"])
    inputs = Path(given["inputs"]) if role == "local" else None
    # Only FLARE decides what a relative path would mean.
    if not folder.is_absolute() or (inputs and not inputs.is_absolute()):
        raise ValueError
    defaults = Limits()
    return Settings(
        program=[program] if isinstance(program, str) else list(program),
        folder=folder,
        inputs=inputs,
        step_seconds=float(given.get("step_seconds", 0)),
        limits=Limits(
            text_bytes=int(given.get("message_mib", defaults.text_bytes // MIB) * MIB),
            parcel_bytes=int(given.get("files_mib", defaults.parcel_bytes // MIB) * MIB),
        ),
    )
