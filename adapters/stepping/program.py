"""One call of `local` or `remote`."""

import os
import subprocess
import time

from .errors import NodeError, one_line

# The only variables of the engine's environment that a program gets, because others may hold passwords and tokens.
PASSED_ON = ("FONTCONFIG_FILE", "OMP_NUM_THREADS", "TMPDIR")
LOOK_EVERY_SECONDS = 0.5


def command_of(role):
    """Returns the executable `local` or `remote`: that of our images, unless the node's own environment names another."""
    return [os.environ.get(f"DSNE_{role.upper()}", f"/computation/{role}")]


def call(program, text, stopped=lambda: False, time_limit=None):
    """Runs a program on a text. Returns its output. Asks `stopped` regularly whether the run is over, and then ends the program."""
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    begin = time.monotonic()
    try:
        process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        )
    except OSError:
        raise NodeError("its program cannot be started") from None
    with process:
        try:
            out, err = _talk(process, text.encode("ascii"), begin, stopped, time_limit)
        finally:
            process.kill()
    if process.returncode < 0:
        raise NodeError(f"its program was ended by signal {-process.returncode}")
    if process.returncode != 0:
        raise NodeError(one_line(err.decode("utf-8", "replace")))
    return out


def _talk(process, text, begin, stopped, time_limit):
    while True:
        try:
            return process.communicate(text, timeout=LOOK_EVERY_SECONDS)
        except subprocess.TimeoutExpired:
            # The rest of the text is still being written.
            text = None
            if stopped():
                raise NodeError("the run was stopped") from None
            if time_limit and time.monotonic() - begin > time_limit:
                raise NodeError("a step took longer than this node allows") from None
