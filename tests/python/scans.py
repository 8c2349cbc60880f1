"""Tables of simulated scans with MRIQC's measures, for tests."""

import math
import random

import pandas as pd

# measure: median, spread of its logarithm, how much a worse scan raises it
MEASURES = {
    "cjv": (0.42, 0.10, 0.12),
    "cnr": (3.2, 0.12, -0.12),
    "efc": (0.55, 0.05, 0.04),
    "fber": (2100, 0.5, -0.4),
    "fwhm_avg": (3.6, 0.06, 0.03),
    "snr_total": (10.5, 0.12, -0.15),
}


def scans(site, count):
    """Returns a site's table. Every twelfth scan is a bad one."""
    draw = random.Random(site)
    rows = []
    for scan in range(1, count + 1):
        worse = draw.gauss(0, 0.6) + (4 if scan % 12 == 0 else 0)
        values = {name: round(median * math.exp(draw.gauss(0, spread) + worse * slope), 5) for name, (median, spread, slope) in MEASURES.items()}
        rows.append({"bids_name": f"sub-{site}{scan:03d}_T1w", **values})
    return pd.DataFrame(rows)
