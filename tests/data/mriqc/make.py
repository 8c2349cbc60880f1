"""Makes tables for quality_table_test.cpp in the form that MRIQC and QAP write, with invented numbers.

The columns are those of MRIQC 22's group_T1w.tsv and group_bold.tsv (a part of them: the rest look alike), of the table that MRIQC's web
service gives, and of the QAP tables that the Preprocessed Connectomes Project gives for ABIDE.
"""

from pathlib import Path

import numpy as np
import pandas as pd

FOLDER = Path(__file__).parent
SUBJECTS = ["sub-01_ses-test", "sub-01_ses-retest", "sub-02_ses-test", "sub-03_ses-test"]
T1W = ["cjv", "cnr", "efc", "fber", "fwhm_avg", "fwhm_x", "inu_med", "qi_1", "qi_2", "size_x", "snr_total", "spacing_x",
       "summary_bg_k", "summary_gm_mean", "tpm_overlap_gm", "wm2max"]
BOLD = ["aor", "aqi", "dummy_trs", "dvars_nstd", "dvars_std", "efc", "fber", "fd_mean", "fd_num", "fd_perc", "gcor", "gsr_x",
        "gsr_y", "size_t", "snr", "spacing_tr", "summary_bg_k", "tsnr"]
QAP = ["bg_mean", "cnr", "efc", "fber", "fwhm", "ghost_x", "ghost_z", "snr"]

generator = np.random.default_rng(6)


def measures(rows, names):
    return pd.DataFrame(generator.lognormal(size=(rows, len(names))).round(6), columns=names)


t1w = measures(4, T1W)
t1w.insert(0, "bids_name", [f"{s}_T1w" for s in SUBJECTS])
t1w.to_csv(FOLDER / "group_T1w.tsv", sep="\t", index=False)

bold = measures(4, BOLD)
bold.loc[2, "gcor"] = np.nan
bold.insert(0, "bids_name", [f"{s}_task-rest_bold" for s in SUBJECTS])
bold.to_csv(FOLDER / "group_bold.tsv", sep="\t", index=False, na_rep="n/a")

web = measures(3, ["cjv", "cnr"])
web.insert(0, "bids_name", ["sub-1_T1w", "sub-2_T1w", "sub-3_T1w"])
web["bids_meta.EchoTime"] = 0.003
web["bids_meta.subject_id"] = [1, 2, 3]
web["provenance.settings.fd_thres"] = 0.2
web["provenance.version"] = "22.0.6"
web["rating.rating"] = [3, 4, 1]
web["_id"] = [11, 12, 13]
web.to_csv(FOLDER / "web.csv", index=False)

qap = measures(4, QAP)
qap["ghost_z"] = np.nan
qap.insert(0, "subject", [50002, 50002, 50003, 50004])
qap.insert(1, "session", ["session_1"] * 4)
qap.insert(2, "scan", ["rest_1", "rest_2", "rest_1", "rest_1"])
qap.insert(3, "site", ["PITT", "PITT", "PITT", "OLIN"])
qap.to_csv(FOLDER / "qap.csv", index=False)

participants = measures(2, ["efc", "snr"])
for column, values in enumerate([("Participant", [7, 8]), ("Session", [1, 1]), ("Series", [1, 2]), ("Site", [4, 4])]):
    participants.insert(column, *values)
participants.to_csv(FOLDER / "qap_participants.csv", index=False)
