"""Makes tables for quality_table_test.cpp in the form that MRIQC and QAP write, with invented numbers.

The columns are those of MRIQC 22's group_T1w.tsv and group_bold.tsv (a part of them: the rest look alike), of the table that MRIQC's web
service gives, and of the QAP tables that the Preprocessed Connectomes Project gives for ABIDE.
"""

from pathlib import Path

import numpy as np
import pandas as pd

SUBJECTS = ["sub-01_ses-test", "sub-01_ses-retest", "sub-02_ses-test", "sub-03_ses-test"]
T1W = ["cjv", "cnr", "efc", "fber", "fwhm_avg", "fwhm_x", "inu_med", "qi_1", "qi_2", "size_x", "snr_total", "spacing_x",
       "summary_bg_k", "summary_gm_mean", "tpm_overlap_gm", "wm2max"]
BOLD = ["aor", "aqi", "dummy_trs", "dvars_nstd", "dvars_std", "efc", "fber", "fd_mean", "fd_num", "fd_perc", "gcor", "gsr_x",
        "gsr_y", "size_t", "snr", "spacing_tr", "summary_bg_k", "tsnr"]

generator = np.random.default_rng(6)


def save(name, before, measures, after={}, empty=(), missing=""):
    rows = len(next(iter(before.values())))
    table = pd.DataFrame(generator.lognormal(size=(rows, len(measures))).round(6), columns=measures)
    if empty:
        table.loc[empty] = np.nan
    table = pd.concat([pd.DataFrame(before), table], axis=1).assign(**after)
    table.to_csv(Path(__file__).parent / name, sep="\t" if name.endswith("tsv") else ",", index=False, na_rep=missing)


save("group_T1w.tsv", {"bids_name": [f"{s}_T1w" for s in SUBJECTS]}, T1W)
save("group_bold.tsv", {"bids_name": [f"{s}_task-rest_bold" for s in SUBJECTS]}, BOLD, empty=(2, "gcor"), missing="n/a")
save("web.csv", {"bids_name": ["sub-1_T1w", "sub-2_T1w", "sub-3_T1w"]}, ["cjv", "cnr"], {
    "bids_meta.EchoTime": 0.003, "bids_meta.subject_id": [1, 2, 3], "provenance.settings.fd_thres": 0.2,
    "provenance.version": "22.0.6", "rating.rating": [3, 4, 1], "_id": [11, 12, 13]})
save("qap.csv", {"subject": [50002, 50002, 50003, 50004], "session": "session_1", "scan": ["rest_1", "rest_2", "rest_1", "rest_1"],
                 "site": ["PITT", "PITT", "PITT", "OLIN"]},
     ["bg_mean", "cnr", "efc", "fber", "fwhm", "ghost_x", "ghost_z", "snr"], empty=(slice(None), "ghost_z"))
save("qap_participants.csv", {"Participant": [7, 8], "Session": 1, "Series": [1, 2], "Site": 4}, ["efc", "snr"])
