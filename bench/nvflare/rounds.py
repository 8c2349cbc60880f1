"""What a round costs under NVIDIA FLARE, in its simulator and in POC mode, with our programs and with one that does nothing.

    tests/nvflare/run.sh bench <folder> <path of dsne> [--sites 2 10] [--points 400 5000] [--engines simulator poc] [--rounds 40]

The times are the server's log's: from when a round's task is there until every site has fetched it (a site asks again and again), until the last
answer has come, and until the next round's task is there (the coordinator's step, and FLARE's own look at what has come).
"""

import argparse
import datetime
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from federations import Federation, Poc
from sites import SIMULATED, SOURCE

DSNE = Path(os.environ["DSNE"])
WORK = Path(os.environ["DSNE_WORK"])
FEATURES = 50
CLUSTERS = 10
REFERENCE = 500
# Registration, the reference and a method's preparations come first, the report last.
SKIPPED = slice(12, -4)
LINE = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),(\d{3}) - .*?(scheduled task dsne_step|return task to client|got result from client)")


def table(rows, numbers, centres):
    lines = [",".join(f"f{feature}" for feature in range(FEATURES))]
    for row in range(rows):
        lines.append(",".join(f"{value + numbers.gauss(0, 1):.5f}" for value in centres[row % CLUSTERS]))
    return "\n".join(lines) + "\n"


def make_inputs(folder, sites, points):
    """Makes a folder as COINSTAC's simulator takes it."""
    shutil.rmtree(folder, ignore_errors=True)
    numbers = random.Random(1)
    centres = [[3 * numbers.gauss(0, 1) for _ in range(FEATURES)] for _ in range(CLUSTERS)]
    spec = []
    for site in range(sites):
        own = folder / "input" / f"local{site}" / SIMULATED
        own.mkdir(parents=True)
        (own / "site.csv").write_text(table(points, numbers, centres))
        spec.append({"site_data": {"value": ["site.csv"]}, "site_settings": {"value": {"least_sites": 2}}})
    (folder / "input" / "local0" / SIMULATED / "reference.csv").write_text(table(REFERENCE, numbers, centres))
    spec[0]["reference_data"] = {"value": ["reference.csv"]}
    (folder / "inputspec.json").write_text(json.dumps(spec))


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
            make_inputs(folder, sites, points or 10)
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
