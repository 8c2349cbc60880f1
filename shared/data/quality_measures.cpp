#include <algorithm>
#include <string_view>

#include "data/measure_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

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

std::ptrdiff_t count_measures(const Names& names) {
  return std::ranges::count_if(names, is_quality_measure);
}

}  // namespace

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

bool are_quality_measures(const Names& names) {
  const std::ptrdiff_t measures = count_measures(names);
  return measures >= min_measures && 4 * measures >= 3 * std::ssize(names);
}

bool are_structural_measures(const Names& names) {
  return are_quality_measures(names) &&
         std::ranges::find(names, "cjv", quality_measure_key) != names.end();
}

bool has_quality_measures(const Names& columns) {
  const std::ptrdiff_t measures = count_measures(columns);
  return measures >= min_measures && 2 * measures >= std::ssize(columns);
}

}  // namespace dsne::data
