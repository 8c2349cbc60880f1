"""Steps a run as an engine does, without one: three sites and the coordinator, a process per step.

Run it where the folder `run` is a copy of test-inputs, and `build/bin` has the programs. docs/engines.md says what else an
engine must do.
"""

import json
import pathlib
import shutil
import subprocess

run = pathlib.Path("run").resolve()
spec = json.loads((run / "dsne.json").read_text())
given = {f"local{i}": {name: each["value"] for name, each in site.items()} for i, site in enumerate(spec)}
sites = list(given)
cache = {node: {} for node in [*sites, "remote"]}
rounds = 0


def folder(kind, node):
    path = run / kind / node / "simulatorRun"
    path.mkdir(parents=True, exist_ok=True)
    return path


def step(program, node, message):
    kinds = {"base": "input", "output": "output", "transfer": "transfer", "cache": "cache"}
    state = {f"{name}Directory": str(folder(kind, node)) for name, kind in kinds.items()}
    state |= {"clientId": node, "iteration": rounds}
    stdin = json.dumps({"input": message, "cache": cache[node], "state": state})
    answer = json.loads(subprocess.run([f"build/bin/{program}"], input=stdin, text=True, stdout=subprocess.PIPE, check=True).stdout)
    cache[node].update(answer["cache"])
    return answer


def deliver(node, targets):
    for file in folder("transfer", node).iterdir():
        for target in targets:
            (shutil.copytree if file.is_dir() else shutil.copy)(file, target / file.name)
        shutil.rmtree(file) if file.is_dir() else file.unlink()


ended = False
while not ended:
    rounds += 1
    said = {}
    for site in sites:
        said[site] = step("local", site, given[site])["output"]
        arrived = folder("input", "remote") / site
        arrived.mkdir(exist_ok=True)
        deliver(site, [arrived])
    answer = step("remote", "remote", said)
    ended = answer.get("success", False)
    deliver("remote", [folder("output" if ended else "input", site) for site in sites])
    given = {site: answer["output"] for site in sites}
print(f"{rounds} rounds; open {run}/output/local0/simulatorRun/index.html")
