"""Counts who is listed at each site of ABIDE by FreeSurfer's measures, and whom raters failed.

    listed_by_site.py PHENOTYPES TABLE...     (BENCH_OWN_SCORES names bench_own_scores)

PHENOTYPES is ABIDE's table of subjects, with three raters' verdicts. A TABLE's first column holds a
site's name and SUB_ID, joined by "_"; its others are measures.
"""

import collections
import csv
import json
import os
import subprocess
import sys

RATERS = ("qc_rater_1", "qc_anat_rater_2", "qc_anat_rater_3")
LEAST_SCANS = 12


def verdicts(file):
    """Returns whether any rater failed or doubted a scan, by subject."""
    with open(file, encoding="latin1") as rows:
        return {
            int(row["SUB_ID"]): any(row[r].strip().lower() in ("fail", "maybe") for r in RATERS)
            for row in csv.DictReader(rows)
        }


def sites_of(file):
    """Returns each site's subjects and their values."""
    sites = collections.defaultdict(list)
    with open(file) as rows:
        for name, *cells in list(csv.reader(rows))[1:]:
            site, subject = name.rsplit("_", 1)
            if site and "" not in cells and "NA" not in cells:
                sites[site].append((int(subject), [float(cell) for cell in cells]))
    return {site: rows for site, rows in sites.items() if len(rows) >= LEAST_SCANS}


def listed(sites):
    """Returns by site whether each subject is on either list, without other sites' summaries."""
    tables = [{"records": [v for _, v in rows], "others": []} for rows in sites.values()]
    run = subprocess.run(
        [os.environ["BENCH_OWN_SCORES"]],
        input=json.dumps({"sites": tables, "summaries": []}),
        capture_output=True,
        text=True,
        check=True,
    )
    scores = json.loads(run.stdout)
    both = [zip(s["odd"]["listed"], s["inconsistent"]["listed"]) for s in scores]
    return dict(zip(sites, [[a or b for a, b in site] for site in both]))


def report(file, failed):
    sites = sites_of(file)
    lists = listed(sites)
    scans = sum(len(rows) for rows in sites.values())
    found = sum(sum(site) for site in lists.values())
    share = found / scans
    unevenness = 0
    by_list = collections.Counter()
    for site, rows in sites.items():
        expected = share * len(rows)
        unevenness += (sum(lists[site]) - expected) ** 2 / (expected * (1 - share))
        for (subject, _), on_list in zip(rows, lists[site]):
            by_list[on_list, failed.get(subject)] += 1
        print(f"   {site}: {sum(lists[site])} of {len(rows)}")
    print(
        f"{os.path.basename(file)}: {found} of {scans} listed; chi-square {unevenness:.1f}"
        f" with {len(sites) - 1} degrees of freedom; failed by a rater: "
        f"{by_list[True, True]} of {found} listed, {by_list[False, True]} of {scans - found} others"
    )


if __name__ == "__main__":
    for table in sys.argv[2:]:
        report(table, verdicts(sys.argv[1]))
