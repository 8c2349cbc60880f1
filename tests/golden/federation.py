"""A run of the golden program, stepped as COINSTAC steps the nodes. Each call has a stream of random numbers of its own."""

import json
import shutil
import subprocess
from dataclasses import dataclass, replace

FOLDERS = {"baseDirectory": "input", "outputDirectory": "output", "transferDirectory": "transfer", "cacheDirectory": "cache"}
COORDINATOR = "remote"
MOST_ROUNDS = 50


@dataclass
class Site:
    """What a site brings: its inputs, and the texts of its files by name."""

    inputs: dict
    files: dict


@dataclass
class Call:
    """A call of a node: what it sent, or the error with which it ended."""

    node: str
    phase: str
    output: dict
    exit_code: int
    error: str


class Federation:
    def __init__(self, program, folder, sites):
        self._program, self._root = str(program), folder
        self.inputs = {f"local{number}": site.inputs for number, site in enumerate(sites)}
        self._caches = {node: {} for node in (*self.inputs, COORDINATOR)}
        for name, site in zip(self.inputs, sites):
            for file, text in site.files.items():
                (self.folder(name, "input") / file).write_text(text)

    def folder(self, node, kind="output"):
        folder = self._root / node / kind
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def command(self, *arguments, stream=""):
        """Runs a command of dsne."""
        return subprocess.run([self._program, "dsne", f"{arguments[0]} {stream}", *map(str, arguments)], capture_output=True, text=True)

    def told_command(self, *arguments):
        """Returns a command's exit code and what it prints, without the names of folders."""
        done = self.command(*arguments)
        printed = (done.stdout + done.stderr).replace(f"{self._root}/", "")
        return [f"dsne {arguments[0]}: exit code {done.returncode}", *("  " + line.rstrip() for line in printed.splitlines())]

    def summarize(self, site):
        """Makes a site's summary of its subjects where the site keeps it, and copies it to the files of the run."""
        kept, files = self._root / site, self.folder(site, "input")
        done = self.command("summarize", files / "subjects.csv", "--settings", files / "settings.json", "--id-column", "id", "--output", kept, stream=site)
        if done.returncode:
            raise RuntimeError(done.stderr)
        shutil.copy(kept / "summary.csv", files)

    def run(self, lost=None, silent_from=None, reporting=("local0",)):
        """Returns the run's calls, up to its end or the first error.

        `lost` is a site that does not answer the first message of phase `silent_from`, nor any later one. The sites that are not `reporting` draw no
        report, which would take most of the time: they answer like the first site.
        """
        calls, phase, message, present = [], "register", None, list(self.inputs)
        for number in range(MOST_ROUNDS):
            if lost in present and phase == silent_from:
                present.remove(lost)
            drawing = [name for name in present if phase != "report" or name in reporting]
            answers = [self._call(name, phase, number, message or self.inputs[name]) for name in drawing]
            answers += [replace(answers[0], node=name) for name in present if name not in drawing]
            calls += answers
            if any(answer.exit_code for answer in answers):
                return calls
            for name in present:
                self._deliver(name, [self.folder(COORDINATOR, "input") / name])
            told = dict.fromkeys(self.inputs) | {answer.node: answer.output for answer in answers}
            calls.append(self._call(COORDINATOR, phase, number, told))
            message = calls[-1].output
            phase = message.get("phase", "finished")
            self._deliver(COORDINATOR, [self.folder(name, "output" if phase == "finished" else "input") for name in self.inputs])
            if phase == "finished":
                return calls
        raise RuntimeError("the run does not end")

    def _call(self, node, phase, number, message):
        state = {name: str(self.folder(node, kind)) for name, kind in FOLDERS.items()} | {"clientId": node, "iteration": number + 1}
        command = [self._program, "remote" if node == COORDINATOR else "local", f"{node} {number}"]
        text = json.dumps({"input": message, "cache": self._caches[node], "state": state})
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        answer = json.loads(done.stdout) if done.returncode == 0 else {"output": {}, "cache": {}}
        self._caches[node].update(answer["cache"])
        return Call(node, phase, answer["output"], done.returncode, done.stderr.strip())

    def _deliver(self, sender, folders):
        sent = self.folder(sender, "transfer")
        for folder in folders:
            shutil.copytree(sent, folder, dirs_exist_ok=True)
        shutil.rmtree(sent)
