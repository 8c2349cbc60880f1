"""Runs on this machine under FLARE's simulator and in its POC mode, beside the same run by `dsne simulate`."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import yaml
from dsne_flare.job import write_job
from dsne_flare.kit import CLASSES, node_settings, prepare

import submit
from sites import SOURCE, Sites, digits, site_inputs

NVFLARE = Path(sys.executable).with_name("nvflare")
PROJECT = SOURCE / "adapters" / "nvflare" / "project.yml"
ADMIN = "owner@consortium.org"


def with_settings(folder, settings):
    """Makes the digits, with these settings at every site, too."""
    shutil.rmtree(folder, ignore_errors=True)
    digits(folder)
    spec = json.loads((folder / "inputspec.json").read_text())
    for site, inputs in enumerate(spec):
        own = inputs.get("site_settings", {"value": {}})["value"]
        if isinstance(own, list):
            own = json.loads((site_inputs(folder, site) / own[0]).read_text())
        inputs["site_settings"] = {"value": {**own, **settings}}
    (folder / "inputspec.json").write_text(json.dumps(spec))
    return folder


def make_identities(folder, dsne):
    """Makes every site's long-term key and gives it the others' public keys, as people do before a run."""
    file = folder / "inputspec.json"
    spec = json.loads(file.read_text())
    keys = []
    for site in range(len(spec)):
        command = [dsne, "identity", site_inputs(folder, site) / "site.key"]
        keys.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
    for site, inputs in enumerate(spec):
        known = [key for key in keys if key != keys[site]]
        inputs["site_settings"]["value"].update(identity="site.key", known_keys=known)
    file.write_text(json.dumps(spec))


PRIVATE_RUN = {"method": "dp-density", "dp_epsilon": 1}
PRIVATE_RELEASES = 1


def private_federation(folder, test_inputs, dsne):
    """Sites that know each other's long-term keys, with a budget for one PRIVATE_RUN."""
    make_identities(with_settings(test_inputs, {"share_labels": False, "share_places": False, "epsilon_budget": 1.2}), dsne)
    return Federation(folder, test_inputs, Path(dsne).parent)


class Federation(Sites):
    """The sites of a run under FLARE."""

    def settings(self, name="{site}"):
        """Returns a node's dsne.json."""
        site = node_settings("", self.home(name), self.inputs(name))
        nodes = {**site, **node_settings("", self.folder / "coordinator")}
        return {role: {**node, "program": self.programs[role]} for role, node in nodes.items()}

    def simulate(self, parameters=None):
        """Makes a run in FLARE's simulator; returns its log. The workspace's path must have no blank in it."""
        workspace = self.folder / "simulator"
        self.write(workspace / "local" / "dsne.json", self.settings())
        self.write(workspace / "local" / "resources.json", {"format_version": 2, "class_allow_list": CLASSES})
        shutil.rmtree(self.folder / "job", ignore_errors=True)
        write_job(self.folder / "job", self.sites, parameters)
        command = [NVFLARE, "simulator", self.folder / "job", "-w", workspace]
        command += ["-c", ",".join(self.sites), "-t", str(len(self.sites))]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return run.stdout


class Poc:
    """FLARE's server and clients as processes of their own, with certificates, on this machine. Leaving the context ends them."""

    host = "localhost"

    def __init__(self, federation):
        self.federation = federation
        self.folder = federation.folder / "poc"
        self.processes = {}
        self.session = None
        self._environment = {
            **os.environ, "NVFLARE_POC_WORKSPACE": str(self.folder), "HOME": str(federation.folder), "PYTHONUNBUFFERED": "1",
        }

    def __enter__(self):
        try:
            self._prepare()
            self.start("server")
            for site in self.federation.sites:
                self.start(site)
            self.session = self._session()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.session:
            self.session.close()
        for name in list(self.processes):
            self.kill(name)

    def start(self, name):
        """Starts a node as its startup kit does."""
        role = "server" if name == "server" else "client"
        command = [sys.executable, "-u", "-m", f"nvflare.private.fed.app.{role}.{role}_train", "-m", self.kit(name)]
        command += ["-s", f"fed_{role}.json", "--set", "secure_train=true", f"org={self.organizations[name]}", "config_folder=config"]
        if role == "client":
            command.append(f"uid={name}")
        with open(self.federation.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                command, stdout=log, stderr=subprocess.STDOUT, env=self._environment, start_new_session=True
            )

    def kill(self, name):
        """Kills a node and the job that it runs, as a crash would."""
        process = self.processes.pop(name)
        for child in [process.pid, *_descendants(process.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        process.wait()

    def kit(self, name):
        return self.folder / "dsne" / "prod_00" / name

    def run(self, parameters=None, during=None, limit=600):
        """Submits a job and waits for its end; returns its name and how it ended. Calls `during` with its name meanwhile."""
        job = self.federation.folder / "job"
        shutil.rmtree(job, ignore_errors=True)
        write_job(job, self.federation.sites, parameters)
        job_id = self.session.submit_job(str(job))
        if during:
            threading.Thread(target=during, args=[job_id], daemon=True).start()
        return job_id, submit.end_of(self.session, job_id, limit)

    def _prepare(self):
        port = _free_port()
        project = self.federation.folder / "project.json"
        contents = _project(self.federation.sites, self.host, port)
        self.organizations = {participant["name"]: participant["org"] for participant in contents["participants"]}
        self.federation.write(project, contents)
        self._make_kits(project)
        for name in ["server", *self.federation.sites]:
            prepare(self.kit(name), self.federation.settings(name))
        file = self.kit("server") / "local" / "resources.json"
        resources = json.loads(file.read_text())
        resources["servers"][0]["heart_beat_timeout"] = 30
        self.federation.write(file, resources)

    def _make_kits(self, project):
        command = [NVFLARE, "poc", "prepare", "-i", project, "--force"]
        subprocess.run(command, env=self._environment, check=True, capture_output=True)

    def _session(self):
        return submit.connected(str(self.kit(ADMIN)), ADMIN, len(self.federation.sites), 120)


def _project(sites, host, port):
    """Returns the project that we hand out, with these sites."""
    project = yaml.safe_load(PROJECT.read_text())
    server, *others = project["participants"]
    client = next(participant for participant in others if participant["type"] == "client")
    project["participants"] = [server, *({**client, "name": site, "org": site} for site in sites), *(each for each in others if each["type"] != "client")]
    server.update(default_host=host, fed_learn_port=port)
    return project


def _free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _descendants(pid):
    """Returns the processes that this one started, and theirs. Jobs have sessions of their own."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found, new = [], [pid]
    while new:
        new = [child for child, parent in pairs if parent in new]
        found += new
    return found
