#!/usr/bin/env python3
"""Measures the cost of a step during a run for local and remote, beside `cat` of the same input.

    python3 bench/coinstac/steps.py BIN [OTHER_BIN ...] [--methods dsne] [--sites 10] [--points 400]
        [--reference 1000] [--turns 40] [--threads 1]

BIN holds local, remote and dsne. A run is made with each BIN once; its steps are then made again in turns, so that
what else the machine does falls on all alike. The median is robust to it; processor time nearly is.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from clustered_sites import write_sites  # noqa: E402

ITERATIONS = 10
COMPSPEC = Path(__file__).resolve().parents[2] / "compspec.json"


def make_run(folder, binaries, method, arguments):
    """Makes a whole run and records it."""
    settings = {"least_sites": min(arguments.sites, 3), "allow": [method]}
    inputs = {"method": method, "max_iterations": ITERATIONS, "site_settings": settings}
    write_sites(folder, arguments.sites, arguments.points, arguments.reference, inputs)
    subprocess.run([binaries / "dsne", "simulate", "-s", COMPSPEC, "-d", folder, "--transcript", folder / "transcript"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def recorded(folder, node):
    """Returns a node's inputs of a run, in order."""
    return [json.loads(file.read_text()) for file in sorted((folder / "transcript").glob(f"*-{node}.in.json"))]


def is_mid_run(step):
    """Returns whether the input is a round of the method after its first ones."""
    return step.get("cache", {}).get("phase") == "embed"


def prepare_step(folder, node, place):
    """Returns the text of a step during a run, with the folders that the run left."""
    inputs = recorded(folder, node)
    state = {}
    for name in ("output", "transfer", "cache"):
        (place / node / name).mkdir(parents=True)
        state[f"{name}Directory"] = str(place / node / name)
    shutil.copytree(inputs[0]["state"]["outputDirectory"], state["outputDirectory"], dirs_exist_ok=True)
    rounds = [step for step in inputs if is_mid_run(step)]
    for step in inputs:
        step["state"].update(state)
    as_text = lambda step: json.dumps(step, separators=(",", ":")).encode()  # noqa: E731
    return as_text(inputs[0]), as_text(rounds[len(rounds) * 3 // 4])


def timed(command, text, environment):
    """Returns the wall and processor milliseconds of a process that is given the text, and what it printed."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(text)
        stdin.seek(0)
        start = time.perf_counter()
        pid = os.posix_spawn(command, [command], environment, file_actions=[
            (os.POSIX_SPAWN_DUP2, stdin.fileno(), 0), (os.POSIX_SPAWN_DUP2, stdout.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - start
        if status != 0:
            raise SystemExit(f"{command} failed")
        stdout.seek(0)
        return 1e3 * wall, 1e3 * (usage.ru_utime + usage.ru_stime), stdout.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", nargs="+", type=Path, metavar="BIN")
    parser.add_argument("--methods", nargs="+", default=["dsne"])
    for name, number in {"sites": 10, "points": 400, "reference": 1000, "turns": 40, "threads": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    arguments = parser.parse_args()
    environment = {**os.environ, "OMP_NUM_THREADS": str(arguments.threads)}

    subjects = []  # what is timed: its name, the command, its stdin, its times
    with tempfile.TemporaryDirectory() as scratch:
        for method in arguments.methods:
            for number, binaries in enumerate(arguments.binaries):
                folder = Path(scratch) / f"{method}-{number}"
                make_run(folder, binaries.resolve(), method, arguments)
                for program, node in (("local", "local1"), ("remote", "remote")):
                    first, text = prepare_step(folder, node, folder / "again")
                    command = str((binaries / program).resolve())
                    if program == "local":
                        timed(command, first, environment)  # makes the site's copy of its subjects
                    answer = timed(command, text, environment)[2]  # fills the disk cache
                    if timed(command, text, environment)[2] != answer:
                        raise SystemExit(f"{method}: {program} does not answer the same again")
                    if number == 0:
                        subjects.append((f"{method} {program}", "cat", "/bin/cat", text, []))
                    subjects.append((f"{method} {program}", str(binaries), command, text, []))
                    print(f"{method} {program}, {binaries}: {len(text)} bytes in, {len(answer)} out")
        for _ in range(arguments.turns):
            for _, _, command, text, times in subjects:
                times.append(timed(command, text, environment)[:2])

    print(f"\n{arguments.sites} sites, {arguments.points} points at each, {arguments.reference} reference points, "
          f"{arguments.threads} thread(s); ms, median (least) of {arguments.turns}, in turns\n")
    print("| step | program | wall | times `cat` | processor | times `cat` |\n|---|---|---|---|---|---|")
    beside = {}
    for step, program, _, _, times in subjects:
        wall, processor = ([time[i] for time in times] for i in (0, 1))
        if program == "cat":
            beside[step] = statistics.median(wall), statistics.median(processor)
        cells = [f"{statistics.median(values):.2f} ({min(values):.2f}) | {statistics.median(values) / of_cat:.1f}"
                 for values, of_cat in zip((wall, processor), beside[step])]
        print(f"| {step} | {program} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
