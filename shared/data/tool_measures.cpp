#include "data/tool_measures.h"

#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

#include "data/quality_measures.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

constexpr std::string_view measure_words =
    // QSIPrep
    "max_fd max_rotation max_translation max_rel_rotation max_rel_translation t1_dice_distance "
    "raw_neighbor_corr raw_masked_neighbor_corr raw_max_b raw_num_bad_slices raw_num_directions "
    "raw_coherence_index raw_incoherence_index t1_neighbor_corr t1_masked_neighbor_corr t1_max_b "
    "t1_num_bad_slices t1_num_directions t1_coherence_index t1_incoherence_index "
    // DSI Studio
    "dwi_count max_b-value dwi_contrast neighboring_dwi_correlation "
    "neighboring_dwi_correlation_masked #_bad_slices bad_slices "
    // XCP-D and C-PAC
    "meanfd relmeansrmsmotion relmaxrmsmotion meandvinit meandvfinal nvolcensored nvolsremoved "
    "motiondvcorrinit motiondvcorrfinal mean_relative_rms max_relative_rms mean_dvars_initial "
    "mean_dvars_final num_censored_volumes num_retained_volumes num_dummy_volumes "
    "coregdice coregjaccard coregcrosscorr coregcoverag coregcoverage normdice normjaccard "
    "normcrosscorr normcoverage fd_dvars_correlation_initial fd_dvars_correlation_final "
    // CAT12
    "tiv gm wm csf wmh iqr ncr icr res_rms sqr "
    // SIENAX
    "vscaling pgrey vcsf grey white brain ugrey uwhite ubrain "
    // fsqc
    "wm_snr_orig gm_snr_orig wm_snr_norm gm_snr_norm cc_size holes_lh holes_rh defects_lh "
    "defects_rh topo_lh topo_rh con_snr_lh con_snr_rh rot_tal_x rot_tal_y rot_tal_z "
    // AFNI's ss_review
    "average_motion_per_tr average_censored_motion max_motion_displacement "
    "max_censored_displacement censor_fraction average_outlier_frac_tr num_trs_above_mot_limit "
    "num_trs_above_out_limit tsnr_average global_correlation_gcor anat/epi_mask_dice_coef "
    // ENIGMA
    "llatvent rlatvent lthal rthal lcaud rcaud lput rput lpal rpal lhippo rhippo lamyg ramyg "
    "laccumb raccumb lthickness rthickness lsurfarea rsurfarea";

constexpr std::array<std::string_view, 12> beginnings = {
    "raw_dimension_", "raw_voxel_size_", "t1_dimension_", "t1_voxel_size_",
    "coreg_",         "norm_",           "qc_mot_",       "qc_cnr_",
    "qc_outliers_",   "qc_vox_displ_",   "qc_s2v_",       "qc_params_"};

/// HCP's volumes, thicknesses and areas: FS_L_Hippo_Vol.
bool is_hcp_measure(std::string_view key) {
  const auto has = [key](std::string_view part) {
    return key.find(part) != std::string_view::npos;
  };
  return key.starts_with("fs_") && (has("_vol") || has("_thck") || has("_area"));
}

bool is_imaging_field(const std::string& name) {
  static const std::regex field(
      R"((?:f\.|X)?2[5-7]\d{3}[-.]\d+\.\d+|p2[5-7]\d{3}(_i\d+)?(_a\d+)?)");
  return std::regex_match(name, field);
}

}  // namespace

bool is_tool_measure(const std::string& name) {
  const std::string key = quality_measure_key(name);
  const auto begins = [&key](std::string_view part) {
    return key.size() > part.size() && key.starts_with(part);
  };
  return lists(measure_words, key) || std::any_of(beginnings.begin(), beginnings.end(), begins) ||
         key.ends_with("_thickavg") || key.ends_with("_surfavg") || is_hcp_measure(key) ||
         is_imaging_field(name);
}

}  // namespace dsne::data
