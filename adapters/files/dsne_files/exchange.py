"""The folder that the nodes of a run share, and one node's state."""

import hashlib
import json
import os
from pathlib import Path

from .messages import OWNER, ExchangeError, decode, encode
from .stepping import Limits, site_names
from .stepping.node import plain_name

SUFFIX = ".dsne"
# Mail programs and file managers add something like " (1)" to the name of a second copy. No site's name goes on like that.
COPY_BEGINS = (" ", "(")
# The bytes that a file may have beyond its text and its parcel.
SPARE_BYTES = 2 * 1024 * 1024


class Exchange:
    """Reads and writes the messages of one run. `state` is this node's own file: the messages read and sent, and its round."""

    def __init__(self, folder, run, state, limits=Limits()):
        self._folder = Path(folder)
        self._run = plain_name(run, "a run")
        self._file = Path(state)
        self._limits = limits
        self._known = self._load()

    @property
    def has_begun(self):
        """Returns whether this node takes part in a run already."""
        return self._known["run_id"] is not None

    @property
    def run_id(self):
        return self._known["run_id"]

    @property
    def sites(self):
        """Returns the names of all sites of the run."""
        return self._known["sites"]

    @property
    def lost(self):
        """The sites that the owner has given up, each with the round in which it did not answer."""
        return self._known.get("lost", {})

    def lose(self, sites):
        """Notes that these sites do not answer the next round, nor any later one."""
        self._known["lost"] = {**self.lost, **dict.fromkeys(sites, self.round + 1)}
        self._save()

    def hope_again(self):
        """Takes back what lose has noted of the next round."""
        self._known["lost"] = {site: number for site, number in self.lost.items() if number <= self.round}
        self._save()

    @property
    def round(self):
        """Returns the last round whose message this node has written."""
        return self._known["round"]

    def name(self, number, sender):
        """Returns the name of a message's file."""
        return f"{self._run}.r{number:03}.{sender}{SUFFIX}"

    def missing(self, number, sender):
        """Describes a message that `take` did not find."""
        there = any(True for _ in self._files(number, sender))
        return self.name(number, sender) + (" (which is there, but not whole)" if there else "")

    def begin(self, run_id, sites):
        """Records which run this node takes part in."""
        self._known.update(run_id=run_id, sites=sorted(sites))
        self._save()

    def check_taken(self):
        """Checks that the messages read and sent so far, if they still exist, are unchanged."""
        for place, digest in self._known["digests"].items():
            number, sender = place.split(" ")
            for path, content in self._files(int(number), sender):
                if self._decoded(path.name, content) is not None:
                    self._check_digest(path.name, content, digest)

    def take(self, number, sender):
        """Reads a message; None while it is missing or incomplete. The same message must not change."""
        found = None
        for path, content in self._files(number, sender):
            message = self._decoded(path.name, content)
            if message is None:
                continue
            self._check_place(path.name, message, number, sender)
            if found and found[1] != content:
                raise ExchangeError(f"{path.name} and {found[0]} should be the same message and differ: remove the wrong one")
            found = (path.name, content, message)
        if found is None:
            return None
        self._remember(number, sender, found[0], found[1])
        return found[2]

    def put(self, message):
        """Writes a message atomically, and records it. An existing file must be the same."""
        name, content = self.name(message.round, message.sender), encode(message)
        for path, there in self._files(message.round, message.sender):
            if there != content and self._decoded(path.name, there) is not None:
                raise ExchangeError(f"{path.name} is there already and was not written here: does another machine run this node, too?")
        self._remember(message.round, message.sender, name, content)
        _write(self._folder / name, content)
        self._known["round"] = message.round
        self._save()

    def _decoded(self, name, content):
        try:
            return decode(content, self._limits)
        except ExchangeError as error:
            raise ExchangeError(f"{name} {error}") from None

    def _check_place(self, name, message, number, sender):
        if message.run != self._run or (self.has_begun and message.run_id != self.run_id):
            raise ExchangeError(f"{name} is of another run: remove it")
        if (message.round, message.sender) != (number, sender):
            raise ExchangeError(f"{name} holds the message of {message.sender} in round {message.round}: it has the wrong name")

    def _remember(self, number, sender, found, content):
        place = f"{number} {sender}"
        if place in self._known["digests"]:
            self._check_digest(found, content, self._known["digests"][place])
        elif self.has_begun:
            self._known["digests"][place] = hashlib.sha256(content).hexdigest()
            self._save()

    @staticmethod
    def _check_digest(name, content, digest):
        if hashlib.sha256(content).hexdigest() != digest:
            raise ExchangeError(f"{name} has changed since this node took or wrote it: put the first one back")

    def _files(self, number, sender):
        """Returns the files that may hold a message: the one with its name, and copies that a mail program or a person made."""
        stem = self.name(number, sender)[: -len(SUFFIX)]
        try:
            entries = sorted(os.listdir(self._folder))
        except OSError:
            raise ExchangeError("the shared folder cannot be read") from None
        for entry in entries:
            if entry.startswith(stem) and entry.endswith(SUFFIX):
                rest = entry[len(stem) : -len(SUFFIX)]
                if not rest or (rest.startswith(COPY_BEGINS) and rest.isprintable()):
                    yield self._folder / entry, self._read(entry)

    def _read(self, entry):
        path = self._folder / entry
        longest = self._limits.text_bytes + self._limits.parcel_bytes + SPARE_BYTES
        try:
            if path.is_symlink() or not path.is_file():
                raise ExchangeError(f"{entry} is no file")
            if path.stat().st_size > longest:
                raise ExchangeError(f"{entry} is larger than this node takes")
            return path.read_bytes()
        except OSError:
            raise ExchangeError(f"{entry} cannot be read") from None

    def _load(self):
        try:
            return json.loads(self._file.read_text(encoding="ascii"))
        except FileNotFoundError:
            return {"run_id": None, "sites": [], "round": -1, "digests": {}}

    def _save(self):
        _write(self._file, json.dumps(self._known, indent=1).encode("ascii"))


def check_sites(sites):
    """Returns the sorted names of a run's sites."""
    if OWNER in (name.casefold() for name in site_names(sites)):
        raise ExchangeError(f"no site may be called {OWNER}")
    return site_names(sites)


def _write(file, content):
    """Writes a file that others see only when it is whole, also on a network drive."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
