#include <doctest/doctest.h>

#include <string>

#include "data/measure_names.h"
#include "data/word_list.h"

using dsne::data::measure_term;

TEST_CASE("measures of MRIQC and QAP have names, units and signs") {
  const auto snr = measure_term("snr_wm");
  CHECK(snr.name == "White-matter signal-to-noise ratio");
  CHECK(snr.when_low == "noise, motion");
  CHECK(snr.when_high.empty());
  CHECK(measure_term("snr_total").name == "Overall signal-to-noise ratio");
  CHECK(measure_term("summary_wm_k").name == "White-matter kurtosis");
  CHECK(measure_term("summary_bg_mean").name == "Background mean intensity");
  CHECK(measure_term("summary_csf_n").name == "CSF number of voxels");
  CHECK(measure_term("gm_std").name == "Grey-matter intensity deviation");
  CHECK(measure_term("fwhm_x").name == "Smoothness (left-right)");
  CHECK(measure_term("fd_mean").unit == "mm");
  CHECK(measure_term("anat_efc").name == "Entropy focus");
  CHECK(measure_term("EFC").when_high == "ghosting, motion");
  CHECK(measure_term("perc_fd").unit == "%");
  CHECK(measure_term("icvs_csf").name == "CSF share of the brain");
}

TEST_CASE("sizes, spacing and the median that MRIQC sets are geometry, other measures are not") {
  for (const char* name : {"size_x", "spacing_z", "spacing_tr", "size_t"}) {
    CAPTURE(name);
    CHECK(measure_term(name).is_geometry ==
          (std::string(name) == "size_x" || std::string(name) == "spacing_z"));
  }
  CHECK_FALSE(measure_term("snr").is_geometry);
  CHECK_FALSE(measure_term("bg_size").is_geometry);
  CHECK(measure_term("summary_wm_median").is_geometry);
  CHECK_FALSE(measure_term("summary_gm_median").is_geometry);
}

TEST_CASE("measures of FreeSurfer have names and units") {
  CHECK(measure_term("lh_bankssts_thickness").name == "Left bankssts, cortical thickness");
  CHECK(measure_term("lh_bankssts_thickness").unit == "mm");
  CHECK(measure_term("rh_superiorfrontal_area").unit == "mm²");
  CHECK(measure_term("Left.Thalamus.Proper").name == "Left Thalamus volume");
  CHECK(measure_term("Left-Thalamus").unit == "mm³");
  CHECK(measure_term("SurfaceHoles").when_high == "motion, failed surface");
  CHECK(measure_term("BrainSegVol-to-eTIV").unit.empty());
}

TEST_CASE("an unknown measure keeps its name") {
  const auto term = measure_term("my own measure");
  CHECK(term.name == "my own measure");
  CHECK(term.unit.empty());
  CHECK(term.when_low.empty());
}

TEST_CASE("every T1w measure of MRIQC has a name of its own") {
  for (const std::string_view listed : dsne::data::words_in(
           "cjv cnr efc fber fwhm_avg icvs_gm inu_med inu_range qi_1 qi_2 rpve_wm size_y "
           "snr_csf snrd_total spacing_y wm2max tpm_overlap_gm summary_gm_p05 "
           "summary_wm_stdv summary_csf_mad summary_bg_median")) {
    const std::string name(listed);
    CAPTURE(name);
    CHECK(measure_term(name).name != name);
  }
}
