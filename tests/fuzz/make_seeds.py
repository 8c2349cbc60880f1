#!/usr/bin/env python3
"""Makes the fuzz targets' first inputs: the tests' data, and the calls of small runs.

make_seeds.py FOLDER DSNE: a folder per target below FOLDER; DSNE is the program, with local and remote beside it.
"""
import hashlib
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

repository = pathlib.Path(__file__).resolve().parents[2]
data = repository / "tests" / "data"
largest_seed = 8192

methods = [
    {"method": "dsne"},
    {"method": "dsne", "local_iterations": 2, "initialization": "pca"},
    {"method": "dsne", "no_dims": 3, "normalization": "robust", "initial_dims": 2},
    {"method": "single-shot", "normalization": "zscore"},
    {"method": "fedne", "network_width": 2, "max_iterations": 4},
    {"method": "fedne", "network_width": 2, "max_iterations": 4, "averaged": "weights", "surrogates": "sum"},
    {"method": "fedne", "network_width": 2, "max_iterations": 4, "averaged": "weights", "surrogates": "sites"},
    {"method": "single-shot", "placement": "paper", "normalization": "row_max", "missing": "impute"},
    {"method": "fed-tsne"},
    {"method": "fed-umap", "n_neighbors": 5},
    {"method": "dp-dsne"},
    {"method": "dp-density", "dp_cells": 2, "no_dims": 2},
    {"method": "spectral-clustering", "clusters": 2, "least_in_sums": 2},
    {"method": "sphere", "least_in_sums": 2},
    {"method": "sphere", "least_in_sums": 2, "sphere_form": "closed", "sphere_epsilon": 1},
]
private = {"epsilon_budget": 1e9, "simulation": True}
networks = {"sphere": 5}  # regions, by method
references = {
    "summaries": {"method": "single-shot", "reference": "summaries"},
    "rows": {"method": "dsne", "reference": "summaries"},
    "descent": {"method": "fed-tsne", "landmark_method": "mmd", "mmd_rounds": 2},
    "descent-rows": {"method": "fed-tsne", "reference": "summaries", "landmark_method": "mmd", "mmd_rounds": 2},
}


def copy(folder, target, patterns):
    for pattern in patterns:
        for file in data.glob(pattern):
            if file.stat().st_size <= largest_seed:
                write(folder, target, str(file.relative_to(data)).replace("/", "_"), file.read_bytes())


def write(folder, target, name, content):
    path = folder / target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def table(rows, random_numbers):
    text = "id,label,a,b,c\n"
    for row in range(rows):
        cells = [f"{4 * (row % 2) + random_numbers.random():.3f}" for _ in range(3)]
        text += f"{row + 1},{'xy'[row % 2]}," + ",".join(cells) + "\n"
    return text


def network(regions, random_numbers):
    """Returns a matrix of correlations, of series of 8 frames."""
    series = [[random_numbers.gauss(0, 1) for _ in range(8)] for _ in range(regions)]
    lengths = [sum(value * value for value in one) ** 0.5 for one in series]
    return "".join(
        ",".join(f"{sum(a * b for a, b in zip(one, other)) / length / other_length:.6f}" for other, other_length in zip(series, lengths)) + "\n"
        for one, length in zip(series, lengths)
    )


def brings_reference(parameters):
    return parameters["method"] not in networks and parameters.get("reference", "auto") == "auto"


def subjects_of(parameters, site, random_numbers):
    """Returns a site's files by name."""
    method = parameters["method"]
    if method not in networks:
        rows = 20 if brings_reference(parameters) else 60
        return {"subjects.csv": table(rows + site, random_numbers)}
    files = {f"network{subject}.csv": network(networks[method], random_numbers) for subject in range(3 + site)}
    return files | {"subjects.csv": "file\n" + "".join(name + "\n" for name in files)}


def record(folder, parameters, dsne):
    """Makes a run with two sites. Returns its calls: (node, number, stdin)."""
    inputs = {"site_data": ["subjects.csv"], "reference_data": ["reference.csv"], "id_column": "id", "label_column": "label",
              "perplexity": 2, "max_iterations": 3, **parameters}
    if parameters["method"].startswith("dp-"):
        inputs.update(simulation_seed=1, site_settings=private)
    elif parameters.get("sphere_epsilon"):
        inputs.update(site_settings={"epsilon_budget": 1e9, "least_sites": 2})
    else:
        inputs.update(site_settings={"share_places": True, "share_labels": True, "allow": [parameters["method"]], "least_sites": 2, "least_subjects": 3})
    if parameters["method"] in networks:
        inputs.update(data_format="connectivity", subject_files=[f"network{subject}.csv" for subject in range(3)])
        del inputs["id_column"], inputs["label_column"]
    random_numbers = random.Random(1)
    sites = []
    for site in range(2):
        input_folder = folder / "input" / f"local{site}" / "simulatorRun"
        input_folder.mkdir(parents=True)
        for name, text in subjects_of(parameters, site, random_numbers).items():
            (input_folder / name).write_text(text)
        given = {name: {"value": value} for name, value in inputs.items()}
        if site == 0 and brings_reference(parameters):
            (input_folder / "reference.csv").write_text(table(6, random_numbers))
        else:
            del given["reference_data"]
        sites.append(given)
    (folder / "inputspec.json").write_text(json.dumps(sites))
    subprocess.run([dsne, "simulate", "-s", repository / "compspec.json", "-d", folder, "--transcript", folder / "calls"],
                   check=True, capture_output=True)
    calls = []
    for file in sorted((folder / "calls").glob("*.in.json")):
        number, node = file.name.removesuffix(".in.json").split("-")
        calls.append((node, number, json.loads(file.read_text())))
    return calls


def reference_file(folder, names=("landmarks.json", "summaries.json", "reference.csv")):
    """Returns the run's reference at the end, or the first of these files; nothing where the method needs none."""
    output = folder / "output" / "local0" / "simulatorRun"
    for name in names:
        if (output / name).exists():
            return output / name
    return None


def files_of(folder, node, phase, has_reference):
    """Returns the files that a node's step reads, by their names from its folders."""
    base = folder / "input" / node / "simulatorRun"
    if node == "remote":
        base = folder / "input" / "remote" / "simulatorRun"
    sent = "dsne_reference.csv"
    # Landmarks are computed from the files before them.
    kept = reference_file(folder, ("summaries.json", "reference.csv")) if phase == "landmarks" else reference_file(folder)
    files = {}
    if node != "remote":
        for file in sorted([*base.glob("*.csv"), *base.glob("*.json")]):
            if file.name != sent:
                files[f"base/{file.name}"] = file.read_text()
    if not kept:
        return files
    reference = kept.read_text()
    if node == "remote" and phase == "reference":
        files[f"base/local0/{sent}"] = reference
    if phase == "reference" and node != "remote":
        files[f"base/{sent}"] = reference
    if phase in ("embed", "collect", "report") or (phase == "landmarks" and has_reference):
        files[f"output/{kept.name}"] = reference
    return files


def believed(value, digests):
    """Returns the JSON with names in place of digests; see recorded_call.h."""
    if isinstance(value, dict):
        return {name: believed(member, digests) for name, member in value.items()}
    if isinstance(value, list):
        return [believed(member, digests) for member in value]
    return digests.get(value, value) if isinstance(value, str) else value


def call_seed(folder, node, call):
    message = call["input"] if node != "remote" else next(iter(call["input"].values()))
    phase = message.get("phase", "register")
    cache = call.get("cache", {})
    files = files_of(folder, node, phase, bool(cache.get("reference_digest")))
    shared = [name for name in files if name.endswith("dsne_reference.csv") or name.startswith("output/")]
    digests = {}
    if cache.get("reference_digest") and shared:
        digests[cache["reference_digest"]] = "@" + shared[0]
    elif message.get("sha256") and shared:
        digests[message["sha256"]] = "@" + shared[0]
    if cache.get("data_digest"):
        digests[cache["data_digest"]] = "@subjects"
    # The coordinator's own copy of the reference is not from outside: another one is refused.
    own = {} if node == "remote" else digests
    parts = {"input": believed(call["input"], digests), "cache": believed(cache, own)}
    # The digest of a site's own reference stays: another one is refused.
    if parts["cache"].get("gave_reference"):
        parts["cache"]["gave_reference"] = False
    return phase, {"files": files, "id": node if node == "remote" else call["state"]["clientId"], **parts}


def without_folders(call):
    call["state"].update({name: "." for name in call["state"] if name.endswith("Directory")})
    return call


def trains_surrogate(node, call, parameters):
    """Whether a site's step trains a network for thousands of steps: half a minute with sanitizers."""
    return node != "remote" and parameters.get("surrogates") == "sites" and "grid" in call["input"]


def write_run(folder, name, parameters, dsne):
    with tempfile.TemporaryDirectory() as run:
        run = pathlib.Path(run)
        for node, number, call in record(run, parameters, dsne):
            side = "remote" if node == "remote" else "local"
            phase, seed = call_seed(run, node, call)
            cache = json.dumps(seed["cache"]).encode()
            seed["cache"] = hashlib.sha256(cache).hexdigest()
            write(folder.parent, "caches", seed["cache"], cache)
            if not trains_surrogate(node, call, parameters):
                write(folder, f"{side}_step", f"{name}-{number}-{node}-{phase}.json", json.dumps(seed).encode())
            write(folder, f"{side}_stdin", f"{name}-{number}-{node}.json", json.dumps(without_folders(call)).encode())
            if phase == "report" and side == "local" and "map" in call["input"]:
                write(folder, "joint_embedding", f"{name}-{node}.json", json.dumps(call["input"]["map"]).encode())
            if phase == "register" and side == "local":
                write(folder, "site_inputs", f"{name}-{node}.json", json.dumps(call["input"]).encode())
        log = run / "output" / "local0" / "simulatorRun" / "release_log.jsonl"
        ledger = run / "output" / "local0" / "privacy_ledger.jsonl"
        both = log.read_bytes() + (b"---\n" + ledger.read_bytes() if ledger.exists() else b"")
        write(folder, "release_log", f"{name}.jsonl", both)
        reference = reference_file(run)
        if not reference:
            return
        target = "reference_csv" if reference.suffix == ".csv" else "run_reference"
        write(folder, target, f"{name}{reference.suffix}", reference.read_bytes())


def npy(kind, shape, items):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + items


def write_summaries(folder):
    text = "row,subjects,cjv,\"size, mm\",excluded\n1,10,0.41,1000.03,0.1\n2,12,0.5,-2,0.25\nspread,,0.03,1e-05,\n"
    write(folder, "summary_csv", "small.csv", text.encode())
    covariates = "row,subjects,cjv,covariate:age,covariate:sex=F/M\n1,10,0.4,30,0.4\nspread,,0.1,8,0.5\nslope age,,0.01,,\nslope sex=F/M,,0.2,,\n"
    write(folder, "summary_csv", "covariates.csv", covariates.encode())
    columns = npy("<U8", "(4,)", b"".join(name.ljust(8, "\0").encode("utf-32-le") for name in ("subjects", "1", "größe", "excluded")))
    rows = npy("<f8", (2, 4), struct.pack("<8d", 10, 0.5, 2, 0.1, 0, 0.1, 0.2, 0))
    write(folder, "summary_array", "small", struct.pack("<H", len(columns)) + columns + rows)


def write_disk_caches(folder):
    affinities = struct.pack("<5Q2Q2d2Q2I", 3, 1, 0, 1, 2, 2, 1, 0.5, 0.5, 2, 1, 1, 0)
    write(folder, "disk_cache", "affinities", affinities)
    write(folder, "disk_cache", "points", struct.pack("<2Q2d2Qd", 2, 1, 1, 2, 1, 1, 3))


def main():
    folder, dsne = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    tables = ["*/*.csv", "*/*.tsv", "*/*.txt"]
    copy(folder, "text_table", tables + ["npy/*.npy"])
    copy(folder, "labels", ["npy/*.npy", "class_hulls/*.txt"])
    copy(folder, "npy", ["npy/*.npy"])
    for kind, items in {"<f4": "<4f", ">i2": ">4h", "|u1": "4B", "<i8": "<4q"}.items():
        write(folder, "npy", kind[1:], npy(kind, (2, 2), struct.pack(items, 1, 2, 2, 100)))
    copy(folder, "nifti", ["nifti/*.nii", "nifti/*.nii.gz"])
    copy(folder, "file_list", ["mriqc/*.csv"])
    copy(folder, "quality_table", ["mriqc/*.tsv", "mriqc/*.csv"])
    write(folder, "labels", "words.txt", b"label\nx\n3.0e0\n\nNA\n")
    write(folder, "measure_files", "scan.json", b'{"bids_meta": {"modality": "T1w"}, "cjv": 0.5, "snr_wm": [1, NaN], "efc": null}')
    write(folder, "measure_files", "volumes.txt", b"Measure:volume\tsubject0\nLeft-Hippocampus\t4018.828\nBrainSegVol\t1891.885\n")
    write(folder, "connectivity", "named.tsv", b"\ta\tb\na\t1\t0.25\nb\t0.25\t1\n")
    write(folder, "connectivity", "plain.npy", npy("<f8", (2, 2), struct.pack("<4d", 1, 0.25, 0.25, 1)))
    write(folder, "connectivity", "triangle.csv", b",a,b,c\na,0,1,2\nb,,0,3\nc,,,0\n")
    write(folder, "connectivity", "commas.csv", b"# a b\n1,0;0,5\n0,5;NaN\n")
    write(folder, "time_series", "header.csv", b"time,a,b\n0,1,0\n2,0,3\n4,2,2\n6,1,1\n")
    write(folder, "file_list", "paths.csv", b",file\n0,C:\\x\\a.txt\n1,b.txt\n")
    write(folder, "file_list", "listed.csv", b"file,id,label\na.txt,1,x\nb.txt,2,y\n")
    write(folder, "file_list", "matrices.csv", b"c.csv\nd.csv\n")
    write(folder, "time_series", "regions.csv", b"a,0,1,2,1\nb,1,0,3,2\nc,2,2,1,0\n")
    write(folder, "time_series", "missing.csv", b"a,0,1,2\nb,n/a,n/a,n/a\n")
    write(folder, "time_series", "blanks.txt", b"0.5 1 2\n1 0 3\n")
    write(folder, "json_text", "values.json", b'{"a": [1, -2.5e3, true, null, "\\u00e9\\n"], "b": {}}')
    write(folder, "json_text", "nested.json", b"[" * 20 + b"]" * 20)
    write(folder, "base64", "numbers", b"AAAAAAAA8D8AAAAAAAAAQA==")
    for target in ("landmarks", "methods", "repulsion"):
        write(folder, target, "any", bytes(range(64)))
    write_disk_caches(folder)
    write_summaries(folder)
    for number, parameters in enumerate(methods):
        write_run(folder, f"{number}-{parameters['method']}", parameters, dsne)
    for name, parameters in references.items():
        write_run(folder, name, parameters, dsne)


if __name__ == "__main__":
    main()
