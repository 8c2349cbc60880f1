#include "data/measure_names.h"

#include <doctest/doctest.h>

using dsne::data::are_quality_measures;
using dsne::data::has_quality_measures;
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

TEST_CASE("features are quality measures when five are, and three in four") {
  const Names five = {"cjv", "cnr", "efc", "fber", "wm2max"};
  CHECK(are_quality_measures(five));
  CHECK(are_quality_measures({"cjv", "cnr", "efc", "fber", "wm2max", "age"}));
  CHECK_FALSE(are_quality_measures({"cjv", "cnr", "efc", "fber"}));
  CHECK_FALSE(are_quality_measures({"cjv", "cnr", "efc", "fber", "wm2max", "age", "iq"}));
  CHECK_FALSE(are_quality_measures({}));
}

TEST_CASE("a table holds quality measures when every other column is one") {
  CHECK(
      has_quality_measures({"subject_id", "site", "rater_1", "cjv", "cnr", "efc", "fber", "snr"}));
  CHECK_FALSE(
      has_quality_measures({"a", "b", "c", "d", "e", "f", "cjv", "cnr", "efc", "fber", "snr"}));
}
