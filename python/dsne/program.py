"""Starts the command `dsne`, whose executables are in the package."""

import os
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent


class Error(Exception):
    """Reports the command's own error."""


def executable():
    """Returns the path of the command: the package's own, or the one that DSNE_PROGRAM names."""
    path = Path(os.environ.get("DSNE_PROGRAM") or _HERE / "bin" / "dsne")
    if not path.is_file():
        raise Error("this package has no executables: install a wheel, or name a dsne in DSNE_PROGRAM")
    return path


def environment():
    """Returns the environment of the command. Figures use the package's fonts, so the machine needs none."""
    fonts = _HERE / "fonts" / "fonts.conf"
    return {**({"FONTCONFIG_FILE": str(fonts)} if fonts.is_file() else {}), **os.environ}


def run(*arguments, accepted=(0,)):
    """Runs the command and returns what it prints.

    Raises Error with the command's message when the exit code is not one of `accepted`.
    """
    command = [str(executable()), *map(str, arguments)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=environment(), check=False)
    if done.returncode not in accepted:
        raise Error(_message(done))
    return done.stdout


def options(**named):
    """Returns the arguments of these options: nothing for None and False, `--a-b` for a_b=True, else `--a-b=value`."""
    given = {name.replace("_", "-"): value for name, value in named.items() if value is not None and value is not False}
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in given.items()]


def main():
    """Replaces this process by the command `dsne`, with the same arguments."""
    try:
        path = str(executable())
    except Error as error:
        sys.exit(f"dsne: {error}")
    os.execve(path, [path, *sys.argv[1:]], environment())


def _message(done):
    lines = done.stderr.strip().splitlines()
    # A failed run prints each site's faults, one line each.
    failed = [i for i, line in enumerate(lines) if line.startswith("The run failed")]
    kept = lines[failed[0] :] if failed else lines[-1:]
    return "\n".join(kept) or f"dsne ended with code {done.returncode}"
