"""Makes a run's FLARE job: two small configurations, and no code.

    dsne-flare-job JOB_FOLDER --sites hospital-a,hospital-b,hospital-c [--parameters parameters.json]

The nodes need this package installed, and the two classes allowed (docs/engines.md).
"""

import argparse
import json
import sys
from pathlib import Path

from .messages import END_TASK, STEP_TASK
from .stepping import NodeError, site_names
from .stepping.json_text import parse_object

# The interval at which a site asks for a task.
ASK_SECONDS = 0.05


def server_config(sites, parameters, step_seconds):
    """Returns the server's configuration."""
    arguments = {"sites": sites, "parameters": parameters, "step_seconds": step_seconds}
    return {
        "format_version": 2,
        "server": {"task_request_interval": ASK_SECONDS},
        "components": [],
        "task_data_filters": [],
        "task_result_filters": [],
        "workflows": [{"id": "rounds", "path": "dsne_flare.controller.RoundsController", "args": arguments}],
    }


def client_config():
    """Returns every site's configuration."""
    executor = {"path": "dsne_flare.executor.SiteExecutor", "args": {}}
    return {
        "format_version": 2,
        "default_task_fetch_interval": ASK_SECONDS,
        "executors": [{"tasks": [STEP_TASK, END_TASK], "executor": executor}],
        "components": [],
        "task_data_filters": [],
        "task_result_filters": [],
    }


def meta(name, sites, at_least=0):
    """Who takes part: all of them, or the job does not start; with `at_least`, FLARE's part of the job goes on with as many."""
    return {
        "name": name,
        "resource_spec": {},
        "min_clients": at_least or len(sites),
        "mandatory_clients": [] if at_least else sites,
        "deploy_map": {"coordinator": ["server"], "site": sites},
    }


def write_job(folder, sites, parameters=None, step_seconds=86400):
    """Writes the job into a new folder."""
    sites = site_names(sites)
    folder = Path(folder)
    for app, file, config in (
        ("coordinator", "config_fed_server.json", server_config(sites, parameters or {}, step_seconds)),
        ("site", "config_fed_client.json", client_config()),
    ):
        (folder / app / "config").mkdir(parents=True)
        _write(folder / app / "config" / file, config)
    _write(folder / "meta.json", meta(folder.name, sites, (parameters or {}).get("at_least_sites", 0)))


def _write(file, value):
    file.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description="Makes a FLARE job of a dSNE run.")
    parser.add_argument("folder", type=Path, help="a folder that is not there yet")
    parser.add_argument("--sites", required=True, help="the sites' names in FLARE, with commas")
    parser.add_argument("--parameters", type=Path, help="a file with the run's parameters, a JSON object")
    parser.add_argument("--step-seconds", type=int, default=86400, help="how long the sites may take for a step")
    given = parser.parse_args()
    try:
        parameters = parse_object(given.parameters.read_text("utf-8"), "--parameters") if given.parameters else {}
        write_job(given.folder, given.sites.split(","), parameters, given.step_seconds)
    except (NodeError, OSError) as error:
        sys.exit(f"dsne-flare-job: {error}")


if __name__ == "__main__":
    main()
