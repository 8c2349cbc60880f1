"""Sites with points in clusters, for benches of steps and rounds: a folder as COINSTAC's simulator takes it.

    clustered_sites.py FOLDER SITES POINTS REFERENCE INPUTS      INPUTS are all sites' inputs besides their data, as JSON
"""

import json
import random
import sys
from pathlib import Path

FEATURES = 50
CLUSTERS = 10


def write_sites(folder, sites, points, reference, inputs):
    """Writes so many sites of so many points each; the first one has a reference, too."""
    numbers = random.Random(1)
    centres = [[3 * numbers.gauss(0, 1) for _ in range(FEATURES)] for _ in range(CLUSTERS)]

    def write_table(site, name, rows):
        file = Path(folder, f"input/local{site}/simulatorRun", name)
        lines = [",".join(f"f{feature}" for feature in range(FEATURES))]
        for row in range(rows):
            lines.append(",".join(f"{value + numbers.gauss(0, 1):.5f}" for value in centres[row % CLUSTERS]))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n")
        return {"value": [name]}

    given = {name: {"value": value} for name, value in inputs.items()}
    spec = [{"site_data": write_table(site, "data.csv", points), **given} for site in range(sites)]
    spec[0]["reference_data"] = write_table(0, "reference.csv", reference)
    Path(folder, "inputspec.json").write_text(json.dumps(spec))


if __name__ == "__main__":
    write_sites(sys.argv[1], *map(int, sys.argv[2:5]), json.loads(sys.argv[5]))
