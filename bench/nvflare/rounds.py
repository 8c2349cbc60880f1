"""What a round costs under NVIDIA FLARE, in its simulator and in POC mode, with our programs and with one that does nothing.

    tests/nvflare/run.sh bench <folder> <path of dsne> [--sites 2 10] [--points 400 5000] [--engines simulator poc] [--rounds 40]

The times are the server's log's: from when a round's task is there until every site has fetched it (a site asks again and again), until the last
answer has come, and until the next round's task is there (the coordinator's step, and FLARE's own look at what has come).
"""

import argparse
import datetime
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from federations import Federation, Poc
from sites import SOURCE

sys.path.append(str(SOURCE / "bench"))
from clustered_sites import write_sites  # noqa: E402

DSNE = Path(os.environ["DSNE"])
WORK = Path(os.environ["DSNE_WORK"])
REFERENCE = 500
INPUTS = {"method": "dsne", "site_settings": {"least_sites": 2, "allow": ["dsne"]}}
# Registration, the reference and a method's preparations come first, the report last.
SKIPPED = slice(12, -4)
LINE = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),(\d{3}) - .*?(scheduled task dsne_step|return task to client|got result from client)")


def nothing_programs(rounds):
    """Makes a computation that ends after a number of rounds and does nothing in them."""
    program = WORK / "nothing"
    if not program.exists():
        source = SOURCE / "bench" / "coinstac" / "nothing.cpp"
        subprocess.run(["c++", "-std=c++20", "-O2", "-static", source, "-o", program], check=True)
    return {"local": [str(program)], "remote": [str(program), str(rounds)]}


def round_times(log):
    """Returns for each round in ms: until all sites have the task, until the last answer, until the next round."""
    rounds = []
    for line in log.splitlines():
        found = LINE.search(line)
        if not found:
            continue
        moment = datetime.datetime.fromisoformat(found[1]).timestamp() * 1000 + int(found[2])
        if found[3].startswith("scheduled"):
            rounds.append({"begin": moment})
        elif rounds:
            rounds[-1]["fetched" if found[3].startswith("return") else "answered"] = moment
    times = []
    for this, following in zip(rounds, rounds[1:]):
        if "answered" in this:
            moments = (this["begin"], this["fetched"], this["answered"], following["begin"])
            times.append([end - begin for begin, end in zip(moments, moments[1:])] + [moments[3] - moments[0]])
    return times[SKIPPED]


def under_simulator(federation, parameters):
    federation.simulate(parameters)
    return (federation.folder / "simulator" / "server" / "log.txt").read_text()


def under_poc(federation, parameters):
    with Poc(federation) as poc:
        _, status = poc.run(parameters, limit=1800)
    if status != "FINISHED:COMPLETED":
        raise RuntimeError(status)
    return (federation.folder / "server.log").read_text()


def simulated_round(folder, parameters):
    """Returns a round's time by `dsne simulate`, in ms: processes and files, and no engine."""
    run = folder / "by-dsne"
    shutil.copytree(folder / "input", run / "input")
    added = {name: {"value": value} for name, value in parameters.items()}
    spec = json.loads((folder / "inputspec.json").read_text())
    (run / "inputspec.json").write_text(json.dumps([{**site, **added} for site in spec]))
    command = [DSNE, "simulate", "-s", SOURCE / "compspec.json", "-d", run, "--transcript", run / "transcript"]
    subprocess.run(command, check=True, capture_output=True)
    written = sorted(file.stat().st_mtime * 1000 for file in (run / "transcript").glob("*-remote.out.json"))
    return statistics.median([end - begin for begin, end in zip(written, written[1:])][SKIPPED])


def show(name, times):
    middle = [statistics.median(column) for column in zip(*times)]
    print(f"| {name} | {len(times)} | " + " | ".join(f"{value:.0f}" for value in middle) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sites", type=int, nargs="+", default=[2, 10])
    parser.add_argument("--points", type=int, nargs="*", default=[400, 5000])
    parser.add_argument("--engines", nargs="+", default=["simulator", "poc"], choices=["simulator", "poc"])
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    parameters = {"max_iterations": given.rounds}
    engines = {"simulator": under_simulator, "poc": under_poc}
    print("| run | rounds | fetched, ms | answered | coordinator | round |\n|---|---|---|---|---|---|", flush=True)
    for sites in given.sites:
        for points in [0, *given.points]:
            folder = WORK / f"inputs-{sites}-{points}"
            shutil.rmtree(folder, ignore_errors=True)
            write_sites(folder, sites, points or 10, REFERENCE, INPUTS)
            if points:
                print(f"| dsne simulate, {sites} sites, {points} | | | | | {simulated_round(folder, parameters):.0f} |", flush=True)
            for engine in given.engines:
                federation = Federation(WORK / f"{engine}-{sites}-{points}", folder, DSNE.parent)
                if not points:
                    federation.programs = nothing_programs(given.rounds)
                begin = time.monotonic()
                log = engines[engine](federation, parameters if points else {})
                what = f"{points} subjects" if points else "nothing"
                show(f"{engine}, {sites} sites, {what}; whole run {time.monotonic() - begin:.0f} s", round_times(log))


if __name__ == "__main__":
    main()
