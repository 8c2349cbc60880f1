"""Prepares a node's startup kit: sets its program and data, and allows only our two classes.

    dsne-flare-kit KIT --folder /data/dsne/runs --inputs /data/dsne/inputs      at a site
    dsne-flare-kit KIT --folder /data/dsne/runs                                 at the server

Call it before the node starts. docs/engines.md describes other members of the two files.
"""

import argparse
import json
import sys
from pathlib import Path

from .settings import FILE

CLASSES = ["dsne_flare.controller.RoundsController", "dsne_flare.executor.SiteExecutor"]
RESOURCES = "resources.json"


def node_settings(program, folder, inputs=None):
    """Returns the content of dsne.json at a site, or at the server, which has no inputs."""
    settings = {"program": str(program), "folder": str(folder)}
    return {"remote": settings} if inputs is None else {"local": {**settings, "inputs": str(inputs)}}


def resources(given):
    """Returns a node's resources.json: a job may name no other classes, and the node's logs stay at the node."""
    return {**given, "class_allow_list": CLASSES, "allow_log_streaming": False}


def prepare(kit, settings):
    """Writes both files into a kit."""
    local = Path(kit) / "local"
    there = [local / name for name in (RESOURCES, f"{RESOURCES}.default") if (local / name).exists()]
    if not there:
        raise FileNotFoundError(f"{local} has no {RESOURCES}: is this a startup kit?")
    _write(local / RESOURCES, resources(json.loads(there[0].read_text(encoding="utf-8"))))
    _write(local / FILE, settings)


def _write(file, value):
    file.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description="Prepares a node's startup kit for dSNE.")
    parser.add_argument("kit", type=Path, help="the node's startup kit, with the folders startup and local")
    parser.add_argument("--folder", type=Path, required=True, help="where the node keeps its runs and results")
    parser.add_argument("--inputs", type=Path, help="a site's files and its inputs.json; the server has none")
    parser.add_argument("--program", type=Path, help="the executable local, at the server remote; by default the image's")
    given = parser.parse_args()
    program = given.program or Path("/computation/remote" if given.inputs is None else "/computation/local")
    try:
        for path in (program, given.folder, given.inputs):
            if path is not None and not path.is_absolute():
                sys.exit(f"dsne-flare-kit: {path} must begin with /")
        prepare(given.kit, node_settings(program, given.folder, given.inputs))
    except (OSError, ValueError) as error:
        sys.exit(f"dsne-flare-kit: {error}")


if __name__ == "__main__":
    main()
