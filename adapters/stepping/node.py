"""A node between its steps: its folders, its steps' state, and its last step."""

import hashlib
import json
import os
import re
import shutil
import time
from dataclasses import dataclass

from . import program
from .errors import NodeError
from .json_text import parse_object, to_text
from .limits import Limits
from .parcels import pack, unpack
from .site_inputs import SETTINGS

# How the run ended.
RESULT = "run.json"
ERROR = "error.txt"
# The folder of the coordinator's last files in a site's outputs.
SHARED = "joint"
# A run without a step for this long counts as cut off.
CUT_OFF_SECONDS = 7 * 24 * 3600
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def plain_name(name, what):
    """Checks a site's or a run's name, which becomes a folder's."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise NodeError(f"{what} has a name that cannot be a folder's")
    return name


def site_names(names):
    """Returns the sorted names of a run's sites. File systems may treat `A` and `a` as the same name."""
    for name in names:
        plain_name(name, "a site")
    if len({name.casefold() for name in names}) != len(names):
        raise NodeError("two sites have the same name")
    return sorted(names)


@dataclass(frozen=True)
class Reply:
    """A step's text and files."""

    text: str
    parcel: bytes
    ended: bool = False


class Node:
    """A site or the coordinator in one run.

    `folder` holds all runs of this node: what is for its user in outputs/<run>, the rest in work/<run>, which goes when the run ends. The program
    keeps its ledger of private runs in outputs/, beside them. When a run begins, others that made no step for `cut_off_seconds` are closed.
    """

    def __init__(self, name, command, folder, run, limits=Limits(), cut_off_seconds=CUT_OFF_SECONDS):
        self.name = plain_name(name, "a node")
        self.run = run
        self.output = folder / "outputs" / plain_name(run, "a run")
        self.work = folder / "work" / run
        self._command = command
        self._limits = limits
        self._cut_off_seconds = cut_off_seconds

    def begin(self, inputs=None, anew=False):
        """Makes the run's folders; a run that has begun continues.

        `inputs` is the folder of a site's files, which the program finds as links beside received files. With `anew`, an earlier run's files of this
        name are removed.
        """
        if anew:
            shutil.rmtree(self.work, ignore_errors=True)
            for file in (RESULT, ERROR):
                (self.output / file).unlink(missing_ok=True)
        if self.has_ended:
            raise NodeError("this run has ended here")
        self._close_cut_off_runs()
        for folder in (self.output, self.work, *self._folders.values()):
            folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        if inputs is not None and not inputs.is_dir():
            raise NodeError("the folder of the site's files is not there")
        if inputs is not None and not self._state.exists():
            self._link(inputs)

    def step(self, number, text, parcel=b"", make_input=None, may_end=False, stopped=lambda: False, time_limit=None):
        """Makes step `number` of this node with a message, whose files must be where the program finds them.

        Answers a repeated message as before, so a lost answer costs nothing. Refuses another message in its place.
        `make_input` turns the message into the program's input; without it the message is the input.
        """
        asked = _digest(self._checked(text), self._checked_parcel(parcel))
        state = self._load()
        if number == state["steps"] and asked == state["asked"]:
            return self._last_reply(state)
        if number != state["steps"] + 1:
            raise NodeError(f"after step {state['steps']} another one was asked for, or the same with another message")
        self.receive(parcel)
        step_input = make_input(text) if make_input else parse_object(text, "a message")
        reply, cache = self._make(number, step_input, state["cache"], may_end, stopped, time_limit)
        state["cache"].update(cache)
        self._save(dict(steps=number, asked=asked, cache=state["cache"], text=reply.text, ended=reply.ended), reply.parcel)
        return reply

    def receive(self, parcel, below=""):
        """Puts another node's files where the program finds them, `below` a folder of their sender if needed."""
        base = self.base
        taken = [SETTINGS, *(entry.name for entry in os.scandir(base) if entry.is_symlink())]
        unpack(parcel, base / plain_name(below, "a site") if below else base, self._limits, () if below else taken)

    def end(self, parcel=b"", result=None, error=None):
        """Ends the run: gives its last files and result, or the reason of its failure, to the user, and removes the steps' state with its keys.

        A run can fail before it has begun here.
        """
        if self.has_ended:
            return
        text = "" if result is None else to_text(parse_object(self._checked(result), "the run's result"))
        taken = {RESULT, ERROR, *(os.listdir(self.output) if self.output.is_dir() else ())} - {SHARED}
        unpack(parcel, self.output, self._limits, taken)
        if result is not None:
            (self.output / RESULT).write_text(text + "\n", encoding="ascii")
        if error is not None:
            self.output.mkdir(parents=True, mode=0o700, exist_ok=True)
            (self.output / ERROR).write_text(error + "\n", encoding="ascii")
        _close(self.work)

    @property
    def base(self):
        """Returns the folder in which the program finds a site's files and received ones."""
        return self._folders["base"]

    @property
    def has_ended(self):
        """Returns whether the run is over at this node, however it ended."""
        return self._ended.exists()

    @property
    def _folders(self):
        return {kind: self.work / kind for kind in ("base", "cache", "transfer")}

    @property
    def _state(self):
        return self.work / "state.json"

    @property
    def _sent(self):
        return self.work / "sent"

    @property
    def _ended(self):
        return self.work / "ended"

    def _close_cut_off_runs(self):
        """Closes runs that were never ended, because their keys are left."""
        runs = self.work.parent.iterdir() if self.work.parent.is_dir() else ()
        for run in runs:
            state = run / "state.json"
            if run != self.work and state.exists() and time.time() - state.stat().st_mtime > self._cut_off_seconds:
                _close(run)

    def _link(self, inputs):
        base = self.base
        for entry in os.scandir(inputs):
            link = base / entry.name
            if not link.is_symlink():
                link.symlink_to(os.path.abspath(entry.path))

    def _checked(self, text):
        if not isinstance(text, str) or len(text) > self._limits.text_bytes:
            raise NodeError("a message arrived that is no text, or longer than this node takes")
        return text

    @staticmethod
    def _checked_parcel(parcel):
        if not isinstance(parcel, bytes):
            raise NodeError("files arrived that are no parcel")
        return parcel

    def _make(self, number, step_input, cache, may_end, stopped, time_limit):
        transfer = self._folders["transfer"]
        _empty(transfer)
        state = {f"{kind}Directory": str(folder) for kind, folder in self._folders.items()}
        state.update(outputDirectory=str(self.output), clientId=self.name, iteration=number)
        text = to_text({"input": step_input, "cache": cache, "state": state})
        answer = parse_object(program.call(self._command, text, stopped, time_limit), "the program's answer")
        output, kept, ended = answer.get("output"), answer.get("cache", {}), answer.get("success", False)
        if not isinstance(output, dict) or not isinstance(kept, dict) or not isinstance(ended, bool):
            raise NodeError("the program's answer has no output, or a cache or success that is none")
        if ended and not may_end:
            raise NodeError("a site must never say success true")
        return Reply(to_text(output), pack(transfer, self._limits), ended), kept

    def _load(self):
        try:
            return json.loads(self._state.read_text(encoding="ascii"))
        except FileNotFoundError:
            return dict(steps=0, asked="", cache={})

    def _save(self, state, parcel):
        """Saves the parcel first, so that every state has its parcel."""
        _replace(self._sent, state["asked"].encode("ascii") + parcel)
        _replace(self._state, to_text(state).encode("ascii"))
        _empty(self._folders["transfer"])

    def _last_reply(self, state):
        sent = self._sent.read_bytes()
        place = state["asked"].encode("ascii")
        if not sent.startswith(place):
            raise NodeError("what this node sent last is lost")
        return Reply(state["text"], sent[len(place) :], state["ended"])


def _close(work):
    """Removes everything of a run except the record that it was here."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True, mode=0o700, exist_ok=True)
    (work / "ended").touch()


def _digest(text, parcel):
    both = hashlib.sha256(text.encode("utf-8", "replace")).digest() + hashlib.sha256(parcel).digest()
    return hashlib.sha256(both).hexdigest()


def _empty(folder):
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.remove(entry.path)


def _replace(file, content):
    part = file.with_suffix(".part")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(content)
    os.replace(part, file)
