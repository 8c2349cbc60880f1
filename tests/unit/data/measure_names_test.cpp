#include "data/measure_names.h"

#include <doctest/doctest.h>

using dsne::data::are_quality_measures;
using dsne::data::has_quality_measures;
using dsne::data::is_known_measure;
using dsne::data::is_quality_measure;
using Names = std::vector<std::string>;

TEST_CASE("MRIQC's and QAP's measures are recognised by name") {
  for (const char* name :
       {"cjv", "fwhm_avg", "icvs_csf", "summary_bg_p95", "tpm_overlap_gm", "wm2max", "size_t",
        "fd_mean", "dvars_nstd", "gsr_x", "tsnr", "bg_std", "qi1", "ghost_x", "mean_fd", "EFC",
        "FWHM_x", "snr_cc_shell0", "outlier"}) {
    CAPTURE(name);
    CHECK(is_quality_measure(name));
  }
  for (const char* name : {"", "age", "rater_1", "has_ghost", "subject_id", "gm_volume", "wm_",
                           "thickness", "f1", "x3 y7", "PCC~mPFC"}) {
    CAPTURE(name);
    CHECK_FALSE(is_quality_measure(name));
  }
}

TEST_CASE("measures of more programs are known by name, and a person's scores are not") {
  for (const char* name :
       {"t1_neighbor_corr", "raw_voxel_size_x", "Neighboring DWI correlation", "# Bad Slices",
        "meanFD", "coregDice", "qc_mot_abs", "TIV", "IQR", "VSCALING", "L_bankssts_thickavg",
        "Lhippo", "f.25010.2.0", "25010-2.0", "p25010_i2", "FS_L_Hippo_Vol", "num_censored_volumes",
        "average motion (per TR)", "global correlation (GCOR)"}) {
    CAPTURE(name);
    CHECK(is_known_measure(name));
  }
  for (const char* name :
       {"FS_FSDATA ID", "raw_score", "MMSE", "f.20016.2.0", "brain_age", "norms", "income"}) {
    CAPTURE(name);
    CHECK_FALSE(is_known_measure(name));
  }
}

TEST_CASE("a table is of quality measures when five are, three in four or every other column") {
  CHECK(are_quality_measures({"cjv", "cnr", "efc", "fber", "wm2max", "age"}));
  CHECK_FALSE(are_quality_measures({"cjv", "cnr", "efc", "fber"}));
  CHECK_FALSE(are_quality_measures({"cjv", "cnr", "efc", "fber", "wm2max", "age", "iq"}));
  CHECK_FALSE(are_quality_measures({}));
  CHECK(
      has_quality_measures({"subject_id", "site", "rater_1", "cjv", "cnr", "efc", "fber", "snr"}));
  CHECK_FALSE(
      has_quality_measures({"a", "b", "c", "d", "e", "f", "cjv", "cnr", "efc", "fber", "snr"}));
}
