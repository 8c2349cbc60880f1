"""The command: the owner's or a member's next steps in a run whose messages are files.

    dsne-files owner  --shared FOLDER --run NAME --folder FOLDER --sites a,b,c [--parameters FILE] [--without b] [--wait [SECONDS]]
    dsne-files member --shared FOLDER --run NAME --folder FOLDER --site a --inputs FOLDER [--wait [SECONDS]]
    dsne-files show   FILE

Every call continues where the last one stopped. Exit codes: 0, the run has ended; 75, messages are missing; 1, the run failed or cannot continue.
"""

import argparse
import contextlib
import fcntl
import json
import math
import shutil
import sys
import time
from pathlib import Path

from .exchange import Exchange
from .messages import ExchangeError, decode
from .nodes import STOPPED, Member, Owner, RunFailed
from .stepping import Node, NodeError, command_of, one_line
from .stepping.json_text import parse_object

ENDED, FAILED, MISSING = 0, 1, 75
# The interval between looks at the shared folder.
FIRST_LOOK_SECONDS, LOOK_SECONDS = 0.1, 5
# Mail takes days, and a run with twelve sites takes weeks.
CUT_OFF_SECONDS = 90 * 24 * 3600


def main(arguments=None):
    """Runs the command. Returns its exit code."""
    given = _parser().parse_args(arguments)
    try:
        return given.run_command(given)
    except (ExchangeError, NodeError) as error:
        return _failed(f"{error}. Nothing is lost: put it right, and call again.")
    except RunFailed as error:
        return _failed(f"the run failed: {error}")
    except OSError as error:
        return _failed(f"a file or folder cannot be used: {error.strerror}: {error.filename}")


def _owner(given):
    parameters = parse_object(given.parameters.read_text("utf-8"), "--parameters") if given.parameters else None
    sites = _names(given.sites) or None
    node = _node("owner", "remote", given)
    with _only_one(node):
        if node.has_ended:
            return _already_ended(node)
        owner = Owner(node, _exchange(node, given), _tell)
        owner.begin(sites, parameters)
        if given.stop:
            owner.stop(STOPPED)
        owner.give_up(_names(given.without))
        return _go_on(owner, node, given.wait)


def _member(given):
    node = _node(given.site, "local", given)
    with _only_one(node):
        if node.has_ended:
            return _already_ended(node)
        member = Member(node, _exchange(node, given), given.inputs, _tell)
        member.begin()
        return _go_on(member, node, given.wait)


def _show(given):
    """Prints a message for the person who must approve it."""
    message = decode(given.file.read_bytes())
    if message is None:
        raise ExchangeError("the file is not whole")
    print(f"run {message.run}, round {message.round}, from {message.sender}: {message.kind}, {len(message.parcel)} bytes of files")
    print(json.dumps(parse_object(message.text, "the message"), indent=2))
    return ENDED


def _go_on(side, node, wait):
    """Makes steps until the run has ended, or until messages have been missing for `wait` seconds."""
    end, pause, told = time.monotonic() + wait, FIRST_LOOK_SECONDS, None
    while True:
        missing = side.advance()
        if not missing:
            _tell(f"the run has ended; its results are in {node.output}")
            return ENDED
        if missing != told:
            _tell(f"waiting for {', '.join(missing)}")
            told, pause = missing, FIRST_LOOK_SECONDS
        if time.monotonic() >= end:
            return MISSING
        time.sleep(pause)
        pause = min(2 * pause, LOOK_SECONDS)


def _already_ended(node):
    error = node.output / "error.txt"
    if error.exists():
        return _failed(f"the run failed: {one_line(error.read_text(encoding='ascii'))}")
    _tell(f"the run has ended; its results are in {node.output}")
    return ENDED


@contextlib.contextmanager
def _only_one(node):
    """Allows one process only: two that make the same step would send two messages."""
    node.work.mkdir(parents=True, mode=0o700, exist_ok=True)
    with open(node.work.parent / f"{node.work.name}.lock", "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ExchangeError("another process is at work in this run and folder") from None
        yield


def _node(name, role, given):
    command = [given.program] if given.program else command_of(role)
    if not shutil.which(command[0]):
        raise ExchangeError(f"{command[0]} is no program: name it with --program")
    return Node(name, command, given.folder.resolve(), given.run, cut_off_seconds=CUT_OFF_SECONDS)


def _exchange(node, given):
    if not given.shared.is_dir():
        raise ExchangeError("--shared: there is no such folder")
    return Exchange(given.shared, given.run, node.work / "exchange.json")


def _names(text):
    return [name.strip() for name in text.split(",")] if text else []


def _tell(line):
    print(line, flush=True)


def _failed(line):
    print(f"dsne-files: {line}", file=sys.stderr)
    return FAILED


def _parser():
    parser = argparse.ArgumentParser(prog="dsne-files", description="A dSNE run whose messages are files in a shared folder.")
    commands = parser.add_subparsers(required=True, metavar="{owner,member,show}")
    owner = commands.add_parser("owner", help="begins a run, and makes the coordinator's steps")
    owner.add_argument("--sites", help="the names of all sites, with commas; needed in the first call")
    owner.add_argument("--parameters", type=Path, metavar="FILE", help="the run's parameters, a JSON object (docs/parameters.md)")
    owner.add_argument("--without", metavar="SITES", help="goes on without these sites, which do not answer (at_least_sites)")
    owner.add_argument("--stop", action="store_true", help="ends the run for all")
    owner.set_defaults(run_command=_owner)
    member = commands.add_parser("member", help="makes a site's steps")
    member.add_argument("--site", required=True, help="the name of this site")
    member.add_argument("--inputs", required=True, type=Path, metavar="FOLDER", help="the site's files and its inputs.json")
    member.set_defaults(run_command=_member)
    for command in (owner, member):
        _add_common(command)
    show = commands.add_parser("show", help="prints what a message says")
    show.add_argument("file", type=Path)
    show.set_defaults(run_command=_show)
    return parser


def _add_common(command):
    command.add_argument("--shared", required=True, type=Path, metavar="FOLDER", help="the folder of the messages")
    command.add_argument("--run", required=True, metavar="NAME", help="the name of the run, the same at all nodes")
    command.add_argument("--folder", required=True, type=Path, help="where this node keeps its runs and results; never shared")
    command.add_argument("--program", metavar="FILE", help="the executable local, at the owner's remote; by default the image's")
    command.add_argument(
        "--wait", nargs="?", type=_seconds, const=math.inf, default=0.0, metavar="SECONDS",
        help="waits for missing messages, without a number until the run ends; by default the command tells what is missing and ends",
    )


def _seconds(text):
    seconds = float(text)
    if not seconds >= 0:
        raise ValueError
    return seconds


if __name__ == "__main__":
    sys.exit(main())
