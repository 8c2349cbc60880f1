"""A federation on this machine: steps the program's own executables, and lets an attack listen or change the coordinator's messages.

The orchestrator's part is small (docs/coinstac.md): each step starts the program anew, JSON on stdin, JSON on stdout. The coordinator
is the real `remote`. A hostile attack changes its messages before the sites receive them: a site cannot tell a changed message from a
changed coordinator.
"""

import json
import pathlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

from attacking.matrices import unpack


class Refused(Exception):
    """The program refused: a step failed, or a message has no such field. The text goes into the table of figures."""


def needed(message, name):
    """Returns a field of a message, or raises Refused when this version does not send it."""
    if name not in message:
        raise Refused(f"no field {name} in a message of phase {message.get('phase')}")
    return message[name]


def matrix(message, name):
    return unpack(needed(message, name))


@dataclass
class Programs:
    """The paths of the executables under attack."""

    local: str
    remote: str


@dataclass
class Site:
    """A site's inputs, as an inputspec has them, and its files by name."""

    inputs: dict
    files: dict = field(default_factory=dict)


@dataclass
class Turn:
    """One exchange, before the coordinator's message is sent.

    `answers` are the sites' answers by site; `message` is what the coordinator will send to all sites, which an attack may change, and
    `files` what it will deliver to them, by name.
    """

    answers: dict
    message: dict
    files: dict

    @property
    def phase(self):
        return self.message["phase"]


class Node:
    """A node's folders and its state between steps."""

    def __init__(self, program, name, folder):
        self.program = program
        self.name = name
        self.folders = {kind: folder / name / kind for kind in ("base", "output", "transfer", "cache")}
        for path in self.folders.values():
            path.mkdir(parents=True)
        self.cache = {}
        self.steps = 0

    def step(self, message):
        """Runs a step; returns the node's answer, and whether it ends the run."""
        self.steps += 1
        state = {f"{kind}Directory": str(path) for kind, path in self.folders.items()}
        state.update(clientId=self.name, iteration=self.steps)
        document = json.dumps({"input": message, "cache": self.cache, "state": state})
        run = subprocess.run([self.program], input=document, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise Refused(run.stderr.strip().splitlines()[-1] if run.returncode > 0 else f"{self.name}: ended by signal {-run.returncode}")
        answer = json.loads(run.stdout)
        self.cache.update(answer["cache"])
        return answer["output"], answer["success"]

    def take_sent_files(self):
        """Returns the files, by name, that the step left for the others."""
        folder = self.folders["transfer"]
        sent = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        shutil.rmtree(folder)
        folder.mkdir()
        return sent

    def receive(self, files, below=""):
        for name, content in files.items():
            path = self.folders["base"] / below / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


class Federation:
    """One run. Use it as a context: its temporary folders are removed when it ends."""

    def __init__(self, programs, sites):
        self._folder = tempfile.TemporaryDirectory(prefix="dsne-attack-")
        root = pathlib.Path(self._folder.name)
        self.remote = Node(programs.remote, "remote", root)
        self.sites = {name: Node(programs.local, name, root) for name in sites}
        self._inputs = {name: site.inputs for name, site in sites.items()}
        for name, site in sites.items():
            self.sites[name].receive(site.files)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    def turns(self):
        """Runs the federation and yields every turn before the sites receive it. Raises Refused when a step fails."""
        messages = dict(self._inputs)
        while True:
            answers = {}
            for name, site in self.sites.items():
                answers[name], _ = site.step(messages[name])
                self.remote.receive(site.take_sent_files(), below=name)
            message, ended = self.remote.step(answers)
            turn = Turn(answers, message, self.remote.take_sent_files())
            yield turn
            if ended:
                return
            for name, site in self.sites.items():
                messages[name] = turn.message
                site.receive(turn.files)
