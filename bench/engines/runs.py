"""How long a whole run on summaries takes under an engine, beside a run of as many rounds by programs that do nothing, in turns.

    python3 bench/engines/runs.py simulate|files …                                    the command, and the adapter for a folder
    tests/nvflare/run.sh engines build/engines build/bin/dsne simulator|poc …         DSNE_FLARE=2.8 for the other version
    tests/vantage6/run.sh 4|5 build/engines build/bin/dsne vantage6 …                 vantage6's mock network
    tests/coinstac/run.sh engines build/engines build/bin/dsne coinstac …

… stands for: [--sites 3 12 40] [--turns 3]. Without run.sh, DSNE is the path of dsne, DSNE_WORK a folder to work in.
The sites have 100 subjects and their summaries. A time begins when the engine is asked for the run, and ends when it says that the run has ended.
POC mode's server and sites run before that.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

SOURCE = Path(__file__).resolve().parents[2]
sys.path += [str(SOURCE / "tests" / part) for part in ("stepping", "nvflare", "vantage6")]
from sites import ON_SUMMARIES, SIMULATED, Sites, sites_with_scans  # noqa: E402

DSNE = Path(os.environ["DSNE"]).resolve()
WORK = Path(os.environ["DSNE_WORK"]).resolve() / "engines"
ROUNDS = 6
SUBJECTS = 100
# All nodes share this machine, and engines run sites side by side.
os.environ.setdefault("OMP_NUM_THREADS", "1")


def call(command, **options):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


def make_nothing():
    """Makes programs that end a run after as many rounds, and do nothing else. Returns their folder."""
    folder = WORK / "nothing"
    folder.mkdir(parents=True, exist_ok=True)
    for name, rounds in (("local", 0), ("remote", ROUNDS)):
        source = SOURCE / "bench" / "coinstac" / "nothing.cpp"
        call(["c++", "-std=c++20", "-O2", "-static", f"-DROUNDS={rounds}", source, "-o", folder / name])
    return folder


def make_scans(sites):
    """Makes a folder as COINSTAC's simulator takes it, whose sites have their summaries."""
    folder = sites_with_scans(WORK / "scans", SUBJECTS, sites)
    file = folder / "inputspec.json"
    added = {name: {"value": value} for name, value in ON_SUMMARIES.items()}
    file.write_text(json.dumps([{**site, **added} for site in json.loads(file.read_text())]))
    # A run leaves received files among the inputs, so this one has its own.
    made = WORK / "made"
    shutil.rmtree(made, ignore_errors=True)
    shutil.copytree(folder, made)
    call([DSNE, "simulate", "-s", SOURCE / "compspec.json", "-d", made])
    shutil.copytree(made / "output", folder / "output", ignore=shutil.ignore_patterns(SIMULATED))
    return folder


def simulate(scans, programs):
    folder = WORK / "simulated"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scans, folder)
    chosen = ["--local", programs / "local", "--remote", programs / "remote"]
    begin = time.monotonic()
    call([DSNE, "simulate", "-s", SOURCE / "compspec.json", "-d", folder, *chosen])
    return time.monotonic() - begin


def files(scans, programs):
    sites = Sites(WORK / "files", scans, programs)
    shared = sites.folder / "shared"
    shared.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(SOURCE / "adapters" / "files")}

    def start(role, program, home, *more):
        command = [sys.executable, "-m", "dsne_files.command", role, "--shared", shared, "--run", "june", "--program", program, "--folder", home]
        return subprocess.Popen([*command, "--wait", *more], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    begin = time.monotonic()
    nodes = [start("owner", programs / "remote", sites.folder / "owner", "--sites", ",".join(sites.sites))]
    nodes += [start("member", programs / "local", sites.home(site), "--site", site, "--inputs", sites.inputs(site)) for site in sites.sites]
    # The owner would wait for a member that has failed.
    while any(node.poll() is None for node in nodes):
        if any(node.poll() for node in nodes):
            for node in nodes:
                node.kill()
            raise RuntimeError("a node failed")
        time.sleep(0.02)
    return time.monotonic() - begin


def simulator(scans, programs):
    from federations import Federation

    federation = Federation(WORK / "simulator", scans, programs)
    begin = time.monotonic()
    log = federation.simulate()
    seconds = time.monotonic() - begin
    if not (federation.outputs("local0", "simulate_job") / "run.json").exists():
        raise RuntimeError(log[-2000:])
    return seconds


class UnderPoc:
    """POC mode's processes, which stay between runs; each run starts with the programs that it is for."""

    def __init__(self, scans):
        from federations import Federation, Poc

        self.federation = Federation(WORK / "poc", scans, DSNE.parent)
        self.poc = Poc(self.federation).__enter__()

    def __call__(self, scans, programs):
        from dsne_flare.kit import prepare

        self.federation.programs = {role: [str(programs / role)] for role in ("local", "remote")}
        for name in ["server", *self.federation.sites]:
            prepare(self.poc.kit(name), self.federation.settings(name))
        begin = time.monotonic()
        _, status = self.poc.run(ON_SUMMARIES)
        if status != "FINISHED:COMPLETED":
            raise RuntimeError(status)
        return time.monotonic() - begin

    def end(self):
        self.poc.__exit__()


def vantage6(scans, programs):
    from runs_test import FIVE, Mocked, Organizations

    run = Mocked("run_mocked")
    run.sites = Organizations(WORK / "vantage6", scans, programs)
    home = str(run.sites.folder / "organizations" / "{organization}")
    named = {"DSNE_FOLDER": home} if FIVE else {"USER_REQUESTED_DATABASE_LABELS": "dsne", "DSNE_DATABASE_URI": home}
    with mock.patch.dict(os.environ, {"DSNE_LOCAL": str(programs / "local"), "DSNE_REMOTE": str(programs / "remote"), **named}):
        begin = time.monotonic()
        result, printed = run.run_mocked(ON_SUMMARIES)
        if result is None:
            raise RuntimeError(printed[-2000:])
        return time.monotonic() - begin


def coinstac(scans, programs):
    image = "dsne-test"
    if programs != DSNE.parent:
        image = "dsne-test-nothing"
        (programs / "Dockerfile").write_text("FROM dsne-test\nCOPY local remote /computation/\n")
        call(["docker", "build", "--tag", image, programs])
    folder = WORK / "coinstac"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(scans, folder)
    compspec = json.loads((SOURCE / "compspec.json").read_text())
    for node in (compspec["computation"], compspec["computation"]["remote"]):
        node.update(dockerImage=image, containerOptions={"StopTimeout": 1})
    (folder / "compspec.json").write_text(json.dumps(compspec))
    inputs = json.loads((folder / "inputspec.json").read_text())
    for number, given in enumerate(inputs):
        own, kept = (folder / part / f"local{number}" for part in ("input", "output"))
        # COINSTAC takes settings from a file alone.
        (own / SIMULATED / "settings.json").write_text(json.dumps(given["site_settings"]["value"]))
        shutil.copy(kept / "summary.csv", own / SIMULATED)
        given.update(site_settings={"value": ["settings.json"]}, summary={"value": ["summary.csv"]})
    (folder / "inputspec.json").write_text(json.dumps(inputs))
    begin = time.monotonic()
    call(["node", SOURCE / "bench" / "coinstac" / "timed_run.js", folder])
    return time.monotonic() - begin


ENGINES = {engine.__name__: engine for engine in (simulate, files, simulator, vantage6, coinstac)}


def measure(name, sites, turns, nothing):
    scans = make_scans(sites)
    run = UnderPoc(scans) if name == "poc" else ENGINES[name]
    times = {nothing: [], DSNE.parent: []}
    try:
        if name == "poc":
            # Its first job takes longer.
            run(scans, nothing)
        for _ in range(turns):
            for programs, taken in times.items():
                taken.append(run(scans, programs))
    finally:
        if name == "poc":
            run.end()
    idle, ours = map(statistics.median, times.values())
    load = os.getloadavg()[0]
    print(f"| {name}, {sites} sites | {turns} | {idle:.1f} | {ours:.1f} | {ours - idle:.1f} | {ours / idle:.2f} | {load:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engines", nargs="+", choices=[*ENGINES, "poc"])
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 12, 40])
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    nothing = make_nothing()
    for name in given.engines:
        for sites in given.sites:
            measure(name, sites, given.turns, nothing)


if __name__ == "__main__":
    main()
