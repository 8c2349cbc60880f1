#include "data/measure_names.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>
#include <utility>

#include "data/word_list.h"

namespace dsne::data {
namespace {

/// FreeSurfer's names of version 7.
constexpr std::string_view freesurfer_names =
    "Left-Lateral-Ventricle Left-Inf-Lat-Vent Left-Cerebellum-White-Matter Left-Cerebellum-Cortex "
    "Left-Thalamus Left-Caudate Left-Putamen Left-Pallidum Left-Hippocampus Left-Amygdala "
    "Left-Accumbens-area Left-VentralDC Left-vessel Left-choroid-plexus Right-Lateral-Ventricle "
    "Right-Inf-Lat-Vent Right-Cerebellum-White-Matter Right-Cerebellum-Cortex Right-Thalamus "
    "Right-Caudate Right-Putamen Right-Pallidum Right-Hippocampus Right-Amygdala "
    "Right-Accumbens-area Right-VentralDC Right-vessel Right-choroid-plexus 3rd-Ventricle "
    "4th-Ventricle 5th-Ventricle Brain-Stem WM-hypointensities non-WM-hypointensities "
    "Optic-Chiasm CC_Posterior CC_Mid_Posterior CC_Central CC_Mid_Anterior CC_Anterior "
    "BrainSegVol BrainSegVolNotVent lhCortexVol rhCortexVol CortexVol lhCerebralWhiteMatterVol "
    "rhCerebralWhiteMatterVol CerebralWhiteMatterVol SubCortGrayVol TotalGrayVol "
    "SupraTentorialVol MaskVol BrainSegVol-to-eTIV MaskVol-to-eTIV BrainSegVolNotVentSurf "
    "SupraTentorialVolNotVent SupraTentorialVolNotVentVox SurfaceHoles lhSurfaceHoles "
    "rhSurfaceHoles Left-WM-hypointensities Right-WM-hypointensities Left-non-WM-hypointensities "
    "Right-non-WM-hypointensities CSF EstimatedTotalIntraCranialVol";

std::string letters_and_digits(std::string_view name) {
  std::string key = lower_case(name);
  std::erase_if(key, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return key;
}

/// Returns a key without the X that R's make.names puts before a digit.
std::string without_r(std::string key) {
  const bool by_r =
      key.size() > 1 && key[0] == 'x' && std::isdigit(static_cast<unsigned char>(key[1])) != 0;
  return by_r ? key.substr(1) : key;
}

/// Returns FreeSurfer's name of version 7 for one of any version, in any spelling; "" if it is
/// none.
std::string_view freesurfer_name(const std::string& name) {
  static const auto by_letters = [] {
    std::unordered_map<std::string, std::string_view> names = {
        {"leftthalamusproper", "Left-Thalamus"},
        {"rightthalamusproper", "Right-Thalamus"},
        {"corticalwhitemattervol", "CerebralWhiteMatterVol"},
        {"lhcorticalwhitemattervol", "lhCerebralWhiteMatterVol"},
        {"rhcorticalwhitemattervol", "rhCerebralWhiteMatterVol"},
        {"intracranialvol", "EstimatedTotalIntraCranialVol"},
        {"etiv", "EstimatedTotalIntraCranialVol"},
        {"icv", "EstimatedTotalIntraCranialVol"},
        {"subcorticalgrayvol", "SubCortGrayVol"}};
    for (const std::string_view known : words_in(freesurfer_names)) {
      names[letters_and_digits(known)] = known;
    }
    return names;
  }();
  const auto found = by_letters.find(without_r(letters_and_digits(name)));
  return found == by_letters.end() ? std::string_view() : found->second;
}

std::string lower_words(const std::string& name) {
  const std::string key = joined_words(name, false);
  return name.starts_with('X') ? without_r(key) : key;
}

constexpr std::string_view tool_words =
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

constexpr std::string_view tool_beginnings =
    "raw_dimension_ raw_voxel_size_ t1_dimension_ t1_voxel_size_ coreg_ norm_ qc_mot_ qc_cnr_ "
    "qc_outliers_ qc_vox_displ_ qc_s2v_ qc_params_";

/// Whether a program that is neither MRIQC, QAP nor FreeSurfer calls one of its measures so:
/// QSIPrep, DSI Studio, XCP-D, C-PAC, eddy QUAD, CAT12, SIENAX, fsqc, ENIGMA's tables, UK Biobank's
/// imaging fields and HCP's volumes. Case does not matter.
bool is_tool_measure(const std::string& name) {
  const std::string key = quality_measure_key(name);
  static const auto beginnings = words_in(tool_beginnings);
  return lists(tool_words, key) || begins_with_any(key, beginnings) || key.ends_with("_thickavg") ||
         key.ends_with("_surfavg") || is_hcp_measure(key) || is_imaging_field(name);
}

constexpr std::string_view quality_words =
    "cjv cnr efc fber fwhm qi1 qi_1 qi_2 snr tsnr wm2max aor aqi dummy_trs dvars gcor ndc mean_fd "
    "num_fd perc_fd percent_fd quality outlier gsr rmsd fd cortical_contrast";

/// Families, each with a member per tissue, axis, shell or statistic.
constexpr std::string_view families =
    "mean_fd_ num_fd_ perc_fd_ percent_fd_ rmsd_ outlier_ std_dvars fwhm_ icvs_ inu_ rpve_ size_ "
    "snr_ snrd_ spacing_ summary_ tpm_overlap_ dvars_ fd_ gsr_ ghost_ bdiffs_ fa_ sigma_ spikes_ "
    "efc_ fber_ quality_ fraction_outliers_ fraction_of_outliers_";

constexpr std::ptrdiff_t min_measures = 5;

/// QAP's statistics of a tissue.
bool is_tissue_statistic(std::string_view name) {
  const std::size_t split = std::min(name.find('_'), name.size());
  return lists("bg csf fg gm wm", name.substr(0, split)) && split < name.size() &&
         lists("mean size std var", name.substr(split + 1));
}

std::ptrdiff_t count_measures(const std::vector<std::string>& names) {
  return std::ranges::count_if(names, is_quality_measure);
}

}  // namespace

std::string canonical_measure_name(const std::string& name) {
  const std::string_view known = freesurfer_name(name);
  return known.empty() ? name : std::string(known);
}

std::string measure_key(const std::string& name) {
  // A pair of regions is one measure, whichever stands first.
  const std::size_t mark = name.find('~');
  if (mark != std::string::npos && name.find('~', mark + 1) == std::string::npos) {
    const auto [first, second] =
        std::minmax({lower_words(name.substr(0, mark)), lower_words(name.substr(mark + 1))});
    return first + '~' + second;
  }
  std::string key = lower_words(canonical_measure_name(name));
  for (const std::string_view prefix : {"anat_", "func_", "anatomical_", "functional_"}) {
    if (key.starts_with(prefix) && is_quality_measure(key.substr(prefix.size()))) {
      return key.substr(prefix.size());
    }
  }
  return key;
}

MeasureNames::MeasureNames(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    exact_.emplace(names[i], i);
    const auto [at, is_new] = by_key_.emplace(measure_key(names[i]), i);
    if (!is_new) at->second = std::nullopt;
  }
}

std::optional<std::size_t> MeasureNames::find(const std::string& name) const {
  if (const auto found = exact_.find(name); found != exact_.end()) return found->second;
  const auto found = by_key_.find(measure_key(name));
  return found == by_key_.end() ? std::nullopt : found->second;
}

std::vector<std::optional<std::size_t>> MeasureNames::find_each(
    const std::vector<std::string>& names) const {
  std::vector<std::optional<std::size_t>> positions;
  std::unordered_map<std::size_t, std::size_t> taken;
  for (const std::string& name : names) {
    positions.push_back(find(name));
    if (positions.back()) ++taken[*positions.back()];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (positions[i] && taken[*positions[i]] > 1 && !exact_.contains(names[i])) {
      positions[i].reset();
    }
  }
  return positions;
}

bool is_freesurfer_measure(const std::string& name) {
  static const std::regex cortical(
      R"([lr]h_\S+_(area|volume|thickness|thicknessstd|meancurv|gauscurv|foldind|curvind))");
  return !freesurfer_name(name).empty() || std::regex_match(name, cortical);
}

bool is_known_measure(const std::string& name) {
  return is_quality_measure(name) || is_freesurfer_measure(name) || is_tool_measure(name);
}

std::string quality_measure_key(const std::string& name) {
  std::string lower = lower_case(name);
  std::erase(lower, ')');
  std::ranges::replace_if(
      lower, [](char c) { return c == ' ' || c == '.' || c == '('; }, '_');
  lower.erase(
      std::unique(lower.begin(), lower.end(), [](char a, char b) { return a == '_' && b == '_'; }),
      lower.end());
  for (const std::string_view prefix : {"anat_", "func_", "anatomical_", "functional_"}) {
    if (lower.starts_with(prefix)) lower.erase(0, prefix.size());
  }
  return lower;
}

bool is_quality_measure(const std::string& name) {
  const std::string key = quality_measure_key(name);
  static const auto beginnings = words_in(families);
  return lists(quality_words, key) || begins_with_any(key, beginnings) || is_tissue_statistic(key);
}

bool are_quality_measures(const std::vector<std::string>& names) {
  const std::ptrdiff_t measures = count_measures(names);
  return measures >= min_measures && 4 * measures >= 3 * std::ssize(names);
}

bool are_structural_measures(const std::vector<std::string>& names) {
  return are_quality_measures(names) &&
         std::ranges::find(names, "cjv", quality_measure_key) != names.end();
}

bool has_quality_measures(const std::vector<std::string>& columns) {
  const std::ptrdiff_t measures = count_measures(columns);
  return measures >= min_measures && 2 * measures >= std::ssize(columns);
}

}  // namespace dsne::data
