#!/usr/bin/env python3
"""Makes test-inputs/: three sites of simulated brain scans with MRIQC's measures, and the inputs of three runs.

Usage: make_test_inputs.py [FOLDER] [--dsne build/bin/dsne]; needs numpy. With --dsne it also makes each site's summary, whose noise is
drawn anew, and removes the summary that was there.

Sources of the numbers: medians, spreads and correlations are rounded from MRIQC's tables of ABIDE's T1-weighted scans
(mriqc-learn, Apache 2.0; MRIQC: Esteban et al., PLoS ONE 2017). No row is anybody's. Formulas are those of MRIQC's documentation.
"""

import argparse
import csv
import json
import pathlib
import shutil
import subprocess

import numpy as np

SITES = {"north": 120, "south": 100, "west": 80}
PUBLIC = 80

# The variation between scans: how much of a quantity's spread comes from a scan's age (more fluid, less grey matter), its unrest (noise,
# motion), the brain's volume and the image's sharpness. The rest is the quantity's own.
# quantity: [median at north, south, west, in the public table], spread of the logarithm, (age, unrest, volume, sharpness)
QUANTITIES = {
    "wm_mad": ([49, 58, 46, 52], 0.11, (0, 0.8, -0.2, 0)),
    "gm_mad": ([67, 72, 62, 68], 0.06, (0.5, 0.4, 0, 0.2)),
    "csf_mad": ([140, 125, 115, 135], 0.15, (0, 0, 0.2, 0)),
    "bg_mad": ([8.5, 25, 6.5, 11], 0.14, (0.4, 0.7, 0, 0)),
    "gm_mean": ([590, 635, 650, 600], 0.035, (0.7, 0, 0, 0)),
    "csf_mean": ([255, 295, 370, 300], 0.12, (0.2, 0, 0, 0)),
    "bg_median": ([6, 40, 7, 8], 0.15, (0.4, 0.7, 0, 0)),
    "efc": ([0.71, 0.69, 0.76, 0.70], 0.03, (0.5, 0.4, 0, 0)),
    "fwhm_x": ([3.2, 3.1, 4.2, 3.4], 0.035, (-0.3, 0.4, 0, -0.5)),
    "fwhm_y": ([3.4, 3.8, 4.5, 3.9], 0.035, (-0.3, 0.4, 0, -0.5)),
    "fwhm_z": ([3.1, 3.3, 4.1, 3.4], 0.035, (-0.3, 0.4, 0, -0.5)),
    "fluid": ([0.20, 0.19, 0.22, 0.20], 0.12, (0.7, -0.3, -0.3, 0)),
    "white": ([0.35, 0.34, 0.36, 0.35], 0.035, (0.3, 0, 0.5, 0.3)),
    "inu_med": ([1.2, 1.1, 0.75, 1.1], 0.10, (0, 0.4, -0.5, 0)),
    "inu_range": ([0.25, 0.42, 0.32, 0.40], 0.14, (0, 0.6, 0, 0)),
    "qi_2": ([0.006, 0.003, 0.010, 0.006], 0.7, (-0.4, 0.2, 0, 0)),
    "rpve_csf": ([28, 25, 21, 25], 0.12, (-0.6, 0, 0, 0.6)),
    "rpve_gm": ([13, 12, 10.8, 12], 0.09, (0, -0.4, -0.5, 0.5)),
    "rpve_wm": ([20, 18.5, 15.5, 18], 0.10, (0, -0.3, -0.6, 0.4)),
    "wm_n": ([165e3, 140e3, 225e3, 170e3], 0.13, (0.3, 0, 0.8, 0)),
    "gm_n": ([27e3, 21e3, 31e3, 24e3], 0.30, (-0.5, 0, 0.4, 0)),
    "csf_n": ([5e3, 7e3, 18e3, 8e3], 0.40, (0.4, 0, 0.3, 0)),
    "bg_n": ([240e3, 950e3, 300e3, 700e3], 0.25, (0, 0, -0.3, 0)),
    "overlap_csf": ([0.19, 0.20, 0.215, 0.20], 0.05, (0, 0, 0.3, 0.5)),
    "overlap_gm": ([0.51, 0.52, 0.51, 0.51], 0.035, (-0.7, -0.2, 0, 0.3)),
    "overlap_wm": ([0.535, 0.54, 0.54, 0.545], 0.03, (0, -0.4, 0, 0.5)),
    "wm2max": ([0.50, 0.48, 0.66, 0.55], 0.08, (0, -0.6, 0, 0)),
    "wm_k": ([1.6, 0.7, 1.3, 1.2], 0.25, (0, -0.2, 0, -0.3)),
    "gm_k": ([0.20, 0.15, 0.45, 0.22], 0.40, (0.3, -0.4, 0, 0)),
    "csf_k": ([10, 3, 30, 12], 0.7, (0, 0, 0.2, 0)),
    "bg_k": ([7, 2, 5, 6], 0.6, (-0.2, -0.2, 0, 0)),
    "ghost": ([0.0002, 0.0001, 0.0002, 0.0002], 1.0, (0, 0, 0, 0)),
}
# matrix and voxel of the scanners, in the same order
SIZES = [(256, 200, 256), (128, 256, 256), (160, 256, 256), (176, 256, 256)]
SPACINGS = [(1, 1, 1), (1.33, 1, 1), (1.1, 1, 1), (1, 1, 1)]

# The factors by which a damage changes a scan's quantities.
DAMAGE = {
    "motion": {"wm_mad": 1.7, "gm_mad": 1.35, "bg_mad": 1.8, "efc": 1.09, "fwhm_x": 1.1, "fwhm_y": 1.16, "fwhm_z": 1.1,
               "overlap_gm": 0.9, "overlap_wm": 0.9, "qi_2": 4, "wm2max": 0.85, "inu_range": 1.2},
    "ghosting": {"ghost": 300, "bg_mad": 2.2, "bg_median": 1.9, "efc": 1.07, "qi_2": 8, "wm_mad": 1.25, "bg_k": 3},
    "head cut off": {"wm_n": 0.62, "gm_n": 0.5, "csf_n": 0.35, "bg_n": 0.5, "overlap_csf": 0.72, "overlap_gm": 0.76, "overlap_wm": 0.78,
                     "inu_med": 1.3, "inu_range": 1.3},
    "noise": {"wm_mad": 1.8, "gm_mad": 1.6, "csf_mad": 1.2, "bg_mad": 2.8, "bg_median": 2.6, "overlap_wm": 0.93, "wm_k": 0.4},
    "broken coil": {"inu_range": 2.1, "inu_med": 1.5, "wm_mad": 1.6, "gm_mad": 1.3, "gm_mean": 1.07, "wm2max": 0.7},
}
# Eight scans are bad: the number of the scan at its site, and what is wrong with it.
PLANTED = {
    "north": {17: "motion", 58: "ghosting", 103: "width in the wrong unit"},
    "south": {23: "head cut off", 61: "noise", 88: "columns swapped"},
    "west": {12: "motion", 47: "broken coil"},
}


def quantities(scanner, count, damages, random):
    """Draws each scan's quantities. `damages` says what is wrong with some scans, by number from 1."""
    common = random.standard_normal((4, count))
    drawn = {}
    for name, (medians, spread, loadings) in QUANTITIES.items():
        weights = np.array(loadings)
        own = np.sqrt(1 - weights @ weights) * random.standard_normal(count)
        drawn[name] = medians[scanner] * np.exp(spread * (weights @ common + own))
    for number, kind in damages.items():
        for name, factor in DAMAGE.get(kind, {}).items():
            drawn[name][number - 1] *= factor
    return drawn


def tissue_statistics(name, mean, median, mad, deviation, rest):
    """Returns MRIQC's columns summary_<name>_…; `rest` has the kurtosis and the number of voxels."""
    spread = {"p05": np.maximum(mean - 1.7 * mad, 0), "p95": mean + 1.7 * mad}
    every = {"k": rest[name + "_k"], "mad": mad, "mean": mean, "median": median, "n": rest[name + "_n"].round(), **spread, "stdv": deviation}
    return {f"summary_{name}_{statistic}": values for statistic, values in every.items()}


def measures(scanner, q, random):
    """Computes MRIQC's 68 measures of scans with these quantities, by its formulas."""
    count = len(q["efc"])

    def around(middle, spread):
        return middle * np.exp(spread * random.standard_normal(count))

    wm_mean, wm_median = around(999, 0.002), around(1000, 0.00001)
    wm_sd, gm_sd, csf_sd = around(1.14 * q["wm_mad"], 0.01), around(1.03 * q["gm_mad"], 0.01), around(1.1 * q["csf_mad"], 0.1)
    bg_sd, bg_mean = around(1.1 * q["bg_mad"], 0.1), around(1.1 * q["bg_median"], 0.05) + 0.3 * q["bg_mad"]
    grey = 1 - q["fluid"] - q["white"]
    snr = {"csf": q["csf_mean"] / csf_sd, "gm": q["gm_mean"] / gm_sd, "wm": wm_mean / wm_sd}
    # The air's noise is Rayleigh's: its deviation is scaled to that of the signal's.
    snrd = {name: mean * np.sqrt((4 - np.pi) / 2) / q["bg_mad"] for name, mean in
            (("csf", q["csf_mean"]), ("gm", q["gm_mean"]), ("wm", wm_median))}
    contrast = wm_mean - q["gm_mean"]
    fwhm = {axis: q["fwhm_" + axis] for axis in "xyz"}
    table = {
        "cjv": (q["wm_mad"] + q["gm_mad"]) / contrast,
        "cnr": contrast / np.sqrt(bg_sd**2 + gm_sd**2 + wm_sd**2),
        "efc": q["efc"],
        "fber": around(680**2, 0.05) / (bg_mean**2 + bg_sd**2),
        "fwhm_avg": sum(fwhm.values()) / 3, **{"fwhm_" + axis: width for axis, width in fwhm.items()},
        "icvs_csf": q["fluid"], "icvs_gm": grey, "icvs_wm": q["white"],
        "inu_med": q["inu_med"], "inu_range": q["inu_range"], "qi_1": q["ghost"], "qi_2": q["qi_2"],
        **{f"rpve_{tissue}": q["rpve_" + tissue] for tissue in ("csf", "gm", "wm")},
        **{f"size_{axis}": np.full(count, size) for axis, size in zip("xyz", SIZES[scanner])},
        "snr_csf": snr["csf"], "snr_gm": snr["gm"], "snr_total": sum(snr.values()) / 3, "snr_wm": snr["wm"],
        "snrd_csf": snrd["csf"], "snrd_gm": snrd["gm"], "snrd_total": sum(snrd.values()) / 3, "snrd_wm": snrd["wm"],
        **{f"spacing_{axis}": np.full(count, width) for axis, width in zip("xyz", SPACINGS[scanner])},
        **tissue_statistics("bg", bg_mean, q["bg_median"], q["bg_mad"], bg_sd, q),
        **tissue_statistics("csf", q["csf_mean"], around(q["csf_mean"], 0.02), q["csf_mad"], csf_sd, q),
        **tissue_statistics("gm", q["gm_mean"], around(q["gm_mean"], 0.002), q["gm_mad"], gm_sd, q),
        **tissue_statistics("wm", wm_mean, wm_median, q["wm_mad"], wm_sd, q),
        **{f"tpm_overlap_{tissue}": q["overlap_" + tissue] for tissue in ("csf", "gm", "wm")},
        "wm2max": q["wm2max"],
    }
    return table


def damage_numbers(table, damages):
    """Damages numbers of the table, not the scan."""
    for number, kind in damages.items():
        scan = number - 1
        if kind == "width in the wrong unit":
            for name in ("fwhm_avg", "fwhm_x", "fwhm_y", "fwhm_z"):
                table[name][scan] /= 10
        if kind == "columns swapped":
            first, second = table["snr_gm"], table["snr_wm"]
            first[scan], second[scan] = second[scan], first[scan]


def scans(scanner, count, damages, random):
    table = measures(scanner, quantities(scanner, count, damages, random), random)
    damage_numbers(table, damages)
    return table


def write_table(file, column, ids, table):
    delimiter = "\t" if file.suffix == ".tsv" else ","
    with open(file, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
        writer.writerow([column, *table])
        writer.writerows([name, *(f"{values[i]:.5g}" for values in table.values())] for i, name in enumerate(ids))


def write_json(file, value):
    file.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


# Each site's table: its name, and what the column of ids is called.
TABLES = {"north": ("group_T1w.tsv", "bids_name"), "south": ("group_T1w.csv", "bids_name"), "west": ("scans.tsv", "subject_id")}


def specs():
    """Returns the three runs: each site's inputs, by the spec's name."""
    own = [{"site_data": [TABLES[site][0]], "site_settings": ["settings.json"]} for site in SITES]
    given = [{**inputs, "reference_data": ["public.tsv"], "reference": "given"} for inputs in own]
    private = {"method": "dp-dsne", "dp_sigma": 20, "max_iterations": 20, "missing": "impute", "site_settings": ["dp_settings.json"]}
    return {
        "inputspec": [{**inputs, "summary": ["summary.csv"], "method": "single-shot", "reference": "summaries"} for inputs in own],
        "dsne": [{**inputs, "method": "dsne"} for inputs in given],
        "dp-dsne": [{**inputs, **private} for inputs in given],
    }


def write_specs(folder):
    for name, sites in specs().items():
        write_json(folder / f"{name}.json", [{key: {"value": value} for key, value in inputs.items()} for inputs in sites])


def write_planted(file):
    with open(file, "w", encoding="utf-8") as stream:
        print("site,id,damage", file=stream)
        for i, (site, damages) in enumerate(PLANTED.items()):
            for number, kind in damages.items():
                print(f"local{i},{scan_id(site, number)},{kind}", file=stream)


def scan_id(site, number):
    """Returns MRIQC's name of a scan if the column is `bids_name`, else a subject's."""
    subject = f"sub-{site[0].upper()}{number:03}"
    return subject + "_T1w" if TABLES[site][1] == "bids_name" else subject


def make_summary(dsne, inputs, table, kept):
    """Makes the site's summary: keeps both files where runs look for them, and copies the shared one to the inputs."""
    for file in kept.glob("summary*"):
        file.unlink()
    kept.mkdir(parents=True, exist_ok=True)
    subprocess.run([dsne, "summarize", inputs / table, "--settings", inputs / "settings.json", "--output", kept], check=True)
    shutil.copy(kept / "summary.csv", inputs / "summary.csv")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", nargs="?", type=pathlib.Path, default=pathlib.Path("test-inputs"))
    arguments.add_argument("--dsne", help="the command that makes the summaries")
    given = arguments.parse_args()
    random = np.random.default_rng(2026)
    public = scans(len(SITES), PUBLIC, {}, random)
    for i, (site, count) in enumerate(SITES.items()):
        inputs = given.folder / "input" / f"local{i}" / "simulatorRun"
        inputs.mkdir(parents=True, exist_ok=True)
        table, column = TABLES[site]
        ids = [scan_id(site, number) for number in range(1, count + 1)]
        write_table(inputs / table, column, ids, scans(i, count, PLANTED[site], random))
        write_table(inputs / "public.tsv", "bids_name", [f"sub-P{k:03}_T1w" for k in range(1, PUBLIC + 1)], public)
        write_json(inputs / "settings.json", {"site_name": site.capitalize(), "allow": ["dsne"]})
        write_json(inputs / "dp_settings.json", {"site_name": site.capitalize(), "epsilon_budget": 2.4})
        if given.dsne:
            make_summary(given.dsne, inputs, table, given.folder / "output" / f"local{i}")
    write_planted(given.folder / "planted.csv")
    write_specs(given.folder)


if __name__ == "__main__":
    main()
