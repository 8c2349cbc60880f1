#include "data/measure_terms.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "data/measure_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using View = std::string_view;
using Word = std::pair<View, View>;

/// A measure, or, where `key` ends in "_", a family with a member per tissue, axis or shell. In the
/// name of a family {} stands for the member's word.
struct Entry {
  View key, name, unit, when_low, when_high;
};

constexpr View motion = "motion";
constexpr View noise = "noise, motion";
constexpr View ghosts = "ghosting, motion";
constexpr View blur = "blur, motion";
constexpr View contrast = "poor contrast, motion";
constexpr View uneven = "uneven intensity";
constexpr View artefacts = "artefacts in the background";
constexpr View misfit = "failed registration or segmentation";
constexpr View spikes = "motion, spikes";

constexpr std::array<Entry, 61> quality_terms = {{
    {"cjv", "Grey and white-matter overlap (CJV)", "", "", "motion, uneven intensity"},
    {"cnr", "Contrast-to-noise ratio", "", contrast, ""},
    {"cortical_contrast", "Cortical contrast", "", contrast, ""},
    {"efc", "Entropy focus", "", "", ghosts},
    {"efc_", "Entropy focus, {}", "", "", ghosts},
    {"fber", "Foreground-to-background energy", "", artefacts, ""},
    {"fber_", "Foreground-to-background energy, {}", "", artefacts, ""},
    {"fwhm", "Smoothness", "voxels", "", blur},
    {"fwhm_", "Smoothness {}", "voxels", "", blur},
    {"icvs_", "{} share of the brain", "", misfit, misfit},
    {"inu_med", "Median bias field", "", uneven, uneven},
    {"inu_range", "Range of the bias field", "", "", uneven},
    {"qi_1", "Background artefacts (QI1)", "", "", "artefacts, motion"},
    {"qi1", "Background artefacts (QI1)", "", "", "artefacts, motion"},
    {"qi_2", "Background noise fit (QI2)", "", "", "artefacts in the background"},
    {"rpve_", "{} partial volume", "", "", blur},
    {"snr", "Signal-to-noise ratio", "", noise, ""},
    {"snr_", "{} signal-to-noise ratio", "", noise, ""},
    {"snrd_", "{} signal-to-noise ratio (Dietrich)", "", noise, ""},
    {"tpm_overlap_", "{} overlap with the template", "", misfit, ""},
    {"wm2max", "White matter to brightest voxels", "", "bright vessels or fat", ""},
    {"size_t", "Number of volumes", "", "shorter scan", "longer scan"},
    {"size_", "Image size {}", "voxels", "another protocol", "another protocol"},
    {"spacing_tr", "Repetition time", "s", "another protocol", "another protocol"},
    {"spacing_", "Voxel size {}", "mm", "another protocol", "another protocol"},
    {"aor", "Outlier voxels (AOR)", "", "", spikes},
    {"aqi", "Distance from the median volume (AQI)", "", "", motion},
    {"outlier", "Outlier voxels", "", "", spikes},
    {"outlier_", "Outlier voxels, {}", "", "", spikes},
    {"fraction_outliers_", "Outlier voxels, {}", "", "", spikes},
    {"fraction_of_outliers_", "Outlier voxels, {}", "", "", spikes},
    {"quality", "Distance from the median volume", "", "", motion},
    {"quality_", "Distance from the median volume, {}", "", "", motion},
    {"dummy_trs", "Volumes before steady state", "volumes", "", "another protocol"},
    {"dvars", "Signal change between volumes (DVARS)", "", "", spikes},
    {"dvars_", "Signal change between volumes (DVARS, {})", "", "", spikes},
    {"std_dvars", "Signal change between volumes (DVARS)", "", "", spikes},
    {"std_dvars_", "Signal change between volumes (DVARS), {}", "", "", spikes},
    {"gcor", "Global correlation", "", "", "breathing, motion"},
    {"mean_fd", "Mean head motion (FD)", "mm", "", motion},
    {"mean_fd_", "Mean head motion (FD, {})", "mm", "", motion},
    {"fd_mean", "Mean head motion (FD)", "mm", "", motion},
    {"num_fd", "Volumes with motion", "volumes", "", motion},
    {"fd_num", "Volumes with motion", "volumes", "", motion},
    {"num_fd_", "Volumes with motion, {}", "volumes", "", motion},
    {"perc_fd", "Volumes with motion", "%", "", motion},
    {"fd_perc", "Volumes with motion", "%", "", motion},
    {"perc_fd_", "Volumes with motion, {}", "%", "", motion},
    {"percent_fd_", "Volumes with motion, {}", "%", "", motion},
    {"rmsd", "Head motion (RMSD)", "mm", "", motion},
    {"rmsd_", "Head motion (RMSD), {}", "mm", "", motion},
    {"gsr_", "Ghost-to-signal ratio {}", "", "", "ghosting"},
    {"ghost_", "Ghost-to-signal ratio {}", "", "", "ghosting"},
    {"tsnr", "Temporal signal-to-noise ratio", "", noise, ""},
    {"bdiffs_", "Deviation of b-values, {}", "s/mm²", "", "another protocol"},
    {"fa_degenerate", "Impossible anisotropy", "voxels", "", noise},
    {"fa_nans", "Anisotropy without a value", "voxels", "", noise},
    {"ndc", "Correlation of neighbouring directions", "", noise, ""},
    {"sigma_", "Noise level, {}", "", "", noise},
    {"spikes_", "Spikes, {}", "", "", spikes},
    {"summary_", "{}", "", "", ""},
}};

/// What parts of names say.
constexpr std::array<Word, 12> member_names = {{{"avg", "(mean of axes)"},
                                                {"x", "(left-right)"},
                                                {"y", "(front-back)"},
                                                {"z", "(up-down)"},
                                                {"wm", "white-matter"},
                                                {"gm", "grey-matter"},
                                                {"csf", "CSF"},
                                                {"bg", "background"},
                                                {"fg", "foreground"},
                                                {"total", "overall"},
                                                {"cc", "corpus callosum"},
                                                {"std", "standard deviation"}}};

/// What they say behind a tissue.
constexpr std::array<Word, 11> tissue_statistics = {{{"k", "kurtosis"},
                                                     {"mad", "intensity scatter (MAD)"},
                                                     {"mean", "mean intensity"},
                                                     {"median", "median intensity"},
                                                     {"n", "number of voxels"},
                                                     {"size", "number of voxels"},
                                                     {"p05", "intensity, 5th percentile"},
                                                     {"p95", "intensity, 95th percentile"},
                                                     {"std", "intensity deviation"},
                                                     {"stdv", "intensity deviation"},
                                                     {"var", "intensity variance"}}};

/// Endings of FreeSurfer's measures of the cortex: the ending, the name, its unit, and a sign
/// of.
constexpr std::array<Entry, 8> cortex_terms = {
    {{"_thickness", "cortical thickness", "mm", "motion, failed surface", "failed surface"},
     {"_thicknessstd", "cortical thickness, deviation", "mm", "", "failed surface"},
     {"_area", "cortical area", "mm²", "failed surface", "failed surface"},
     {"_volume", "cortical volume", "mm³", "motion, failed surface", "failed surface"},
     {"_meancurv", "mean curvature", "1/mm", "", "failed surface"},
     {"_gauscurv", "Gaussian curvature", "1/mm²", "", "failed surface"},
     {"_foldind", "folding index", "", "", "failed surface"},
     {"_curvind", "curvature index", "", "", "failed surface"}}};

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

template <std::size_t N>
View word_of(const std::array<Word, N>& words, View part) {
  const auto* const known = std::ranges::find(words, part, &Word::first);
  return known == words.end() ? part : known->second;
}

bool begins_with_tissue(View key) { return lists("bg csf fg gm wm", key.substr(0, key.find('_'))); }

/// "wm_mean": "white-matter mean intensity".
std::string member_words(View member) {
  const bool has_statistic = begins_with_tissue(member);
  std::string words;
  for (;;) {
    const auto end = member.find('_');
    const View part = member.substr(0, end);
    const bool is_first = words.empty();
    if (!is_first) words += ' ';
    words +=
        has_statistic && !is_first ? word_of(tissue_statistics, part) : word_of(member_names, part);
    if (end == View::npos) return words;
    member.remove_prefix(end + 1);
  }
}

std::string with_member(View name, View member) {
  std::string text(name);
  const auto hole = text.find("{}");
  if (hole != std::string::npos) text.replace(hole, 2, member_words(member));
  return capitalized(text);
}

MeasureTerm term_of(const Entry& entry, std::string name) {
  return {std::move(name), std::string(entry.unit), std::string(entry.when_low),
          std::string(entry.when_high), false};
}

std::optional<MeasureTerm> quality_term(const std::string& column) {
  if (!is_quality_measure(column)) return std::nullopt;
  const std::string key = quality_measure_key(column);
  const Entry* family = nullptr;
  for (const Entry& entry : quality_terms) {
    if (entry.key == key) return term_of(entry, std::string(entry.name));
    const bool is_member = entry.key.ends_with('_') && key.starts_with(entry.key);
    if (is_member && (family == nullptr || family->key.size() < entry.key.size())) family = &entry;
  }
  if (family == nullptr) {
    if (!begins_with_tissue(key)) return std::nullopt;
    return MeasureTerm{capitalized(member_words(key)), "", "", "", false};
  }
  const View member = View(key).substr(family->key.size());
  MeasureTerm term = term_of(*family, with_member(family->name, member));
  term.is_geometry =
      family->key == "size_" || family->key == "spacing_" || key == "summary_wm_median";
  return term;
}

/// "Left-Cerebellum-Cortex" and "bankssts" as words.
std::string spaced(View text) {
  std::string words(text);
  std::ranges::replace_if(
      words, [](char c) { return c == '-' || c == '_'; }, ' ');
  return words;
}

std::optional<MeasureTerm> freesurfer_term(const std::string& column) {
  if (!is_freesurfer_measure(column)) return std::nullopt;
  const std::string name = canonical_measure_name(column);
  if (name.ends_with("Holes")) {
    return MeasureTerm{name, "holes", "", "motion, failed surface", false};
  }
  if (name.ends_with("eTIV")) return MeasureTerm{name, "", "", "", false};
  const bool left = name.starts_with("lh_");
  if (!left && !name.starts_with("rh_")) {
    return MeasureTerm{spaced(name) + (name.ends_with("Vol") ? "" : " volume"), "mm³", "", "",
                       false};
  }
  for (const Entry& entry : cortex_terms) {
    if (!name.ends_with(entry.key)) continue;
    const View region = View(name).substr(3, name.size() - 3 - entry.key.size());
    return term_of(entry,
                   (left ? "Left " : "Right ") + spaced(region) + ", " + std::string(entry.name));
  }
  return std::nullopt;
}

}  // namespace

MeasureTerm measure_term(const std::string& column) {
  if (auto term = quality_term(column)) return *std::move(term);
  if (auto term = freesurfer_term(column)) return *std::move(term);
  return {column, "", "", "", false};
}

}  // namespace dsne::data
