#!/usr/bin/env python3
"""Writes a table of simulated T1-weighted scans in the file format of MRIQC's group tables.

make_scans.py SCANS FILE [SEED]: medians and spreads are round numbers of the size that published tables have. One quality, better or worse, moves
all measures; every twelfth scan is a bad one."""
import math
import random
import sys

# measure: median, spread of its logarithm, how much a worse scan raises it
measures = {"cjv": (0.42, 0.10, 0.12), "cnr": (3.2, 0.12, -0.12), "efc": (0.55, 0.05, 0.04), "fber": (2100, 0.5, -0.4), "fwhm_avg": (3.6, 0.06, 0.03),
            "inu_med": (0.6, 0.2, 0.05), "qi_2": (0.006, 0.5, 0.3), "snr_total": (10.5, 0.12, -0.15)}


def main():
    count, file = int(sys.argv[1]), sys.argv[2]
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 41)
    with open(file, "w", encoding="utf-8") as out:
        print("bids_name", *measures, sep="\t", file=out)
        for scan in range(1, count + 1):
            worse = draw.gauss(0, 0.6) + (3 if scan % 12 == 0 else 0)
            values = [f"{median * math.exp(draw.gauss(0, spread) + worse * slope):.5g}" for median, spread, slope in measures.values()]
            print(f"sub-{scan:03d}_T1w", *values, sep="\t", file=out)


if __name__ == "__main__":
    main()
