#include "data/measure_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>
#include <utility>

#include "data/quality_measures.h"
#include "data/tool_measures.h"

namespace dsne::data {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// FreeSurfer's names of version 7, letters and digits alone in lower case, with their spelling.
constexpr std::array<Pair, 66> spellings = {
    {{"leftlateralventricle", "Left-Lateral-Ventricle"},
     {"leftinflatvent", "Left-Inf-Lat-Vent"},
     {"leftcerebellumwhitematter", "Left-Cerebellum-White-Matter"},
     {"leftcerebellumcortex", "Left-Cerebellum-Cortex"},
     {"leftthalamus", "Left-Thalamus"},
     {"leftcaudate", "Left-Caudate"},
     {"leftputamen", "Left-Putamen"},
     {"leftpallidum", "Left-Pallidum"},
     {"lefthippocampus", "Left-Hippocampus"},
     {"leftamygdala", "Left-Amygdala"},
     {"leftaccumbensarea", "Left-Accumbens-area"},
     {"leftventraldc", "Left-VentralDC"},
     {"leftvessel", "Left-vessel"},
     {"leftchoroidplexus", "Left-choroid-plexus"},
     {"rightlateralventricle", "Right-Lateral-Ventricle"},
     {"rightinflatvent", "Right-Inf-Lat-Vent"},
     {"rightcerebellumwhitematter", "Right-Cerebellum-White-Matter"},
     {"rightcerebellumcortex", "Right-Cerebellum-Cortex"},
     {"rightthalamus", "Right-Thalamus"},
     {"rightcaudate", "Right-Caudate"},
     {"rightputamen", "Right-Putamen"},
     {"rightpallidum", "Right-Pallidum"},
     {"righthippocampus", "Right-Hippocampus"},
     {"rightamygdala", "Right-Amygdala"},
     {"rightaccumbensarea", "Right-Accumbens-area"},
     {"rightventraldc", "Right-VentralDC"},
     {"rightvessel", "Right-vessel"},
     {"rightchoroidplexus", "Right-choroid-plexus"},
     {"3rdventricle", "3rd-Ventricle"},
     {"4thventricle", "4th-Ventricle"},
     {"5thventricle", "5th-Ventricle"},
     {"brainstem", "Brain-Stem"},
     {"wmhypointensities", "WM-hypointensities"},
     {"nonwmhypointensities", "non-WM-hypointensities"},
     {"opticchiasm", "Optic-Chiasm"},
     {"ccposterior", "CC_Posterior"},
     {"ccmidposterior", "CC_Mid_Posterior"},
     {"cccentral", "CC_Central"},
     {"ccmidanterior", "CC_Mid_Anterior"},
     {"ccanterior", "CC_Anterior"},
     {"brainsegvol", "BrainSegVol"},
     {"brainsegvolnotvent", "BrainSegVolNotVent"},
     {"lhcortexvol", "lhCortexVol"},
     {"rhcortexvol", "rhCortexVol"},
     {"cortexvol", "CortexVol"},
     {"lhcerebralwhitemattervol", "lhCerebralWhiteMatterVol"},
     {"rhcerebralwhitemattervol", "rhCerebralWhiteMatterVol"},
     {"cerebralwhitemattervol", "CerebralWhiteMatterVol"},
     {"subcortgrayvol", "SubCortGrayVol"},
     {"totalgrayvol", "TotalGrayVol"},
     {"supratentorialvol", "SupraTentorialVol"},
     {"maskvol", "MaskVol"},
     {"brainsegvoltoetiv", "BrainSegVol-to-eTIV"},
     {"maskvoltoetiv", "MaskVol-to-eTIV"},
     {"brainsegvolnotventsurf", "BrainSegVolNotVentSurf"},
     {"supratentorialvolnotvent", "SupraTentorialVolNotVent"},
     {"supratentorialvolnotventvox", "SupraTentorialVolNotVentVox"},
     {"surfaceholes", "SurfaceHoles"},
     {"lhsurfaceholes", "lhSurfaceHoles"},
     {"rhsurfaceholes", "rhSurfaceHoles"},
     {"leftwmhypointensities", "Left-WM-hypointensities"},
     {"rightwmhypointensities", "Right-WM-hypointensities"},
     {"leftnonwmhypointensities", "Left-non-WM-hypointensities"},
     {"rightnonwmhypointensities", "Right-non-WM-hypointensities"},
     {"csf", "CSF"},
     {"estimatedtotalintracranialvol", "EstimatedTotalIntraCranialVol"}}};

/// Names of other versions, with what they are called in version 7.
constexpr std::array<Pair, 9> renamed = {{{"leftthalamusproper", "leftthalamus"},
                                          {"rightthalamusproper", "rightthalamus"},
                                          {"corticalwhitemattervol", "cerebralwhitemattervol"},
                                          {"lhcorticalwhitemattervol", "lhcerebralwhitemattervol"},
                                          {"rhcorticalwhitemattervol", "rhcerebralwhitemattervol"},
                                          {"intracranialvol", "estimatedtotalintracranialvol"},
                                          {"etiv", "estimatedtotalintracranialvol"},
                                          {"icv", "estimatedtotalintracranialvol"},
                                          {"subcorticalgrayvol", "subcortgrayvol"}}};

template <std::size_t N>
std::string_view found_in(const std::array<Pair, N>& pairs, std::string_view key) {
  const auto* const found = std::find_if(pairs.begin(), pairs.end(),
                                         [key](const Pair& pair) { return pair.first == key; });
  return found == pairs.end() ? std::string_view() : found->second;
}

std::string letters_and_digits(const std::string& name) {
  std::string key;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) key += static_cast<char>(std::tolower(byte));
  }
  // R's make.names puts an X before a digit.
  const bool by_r =
      key.size() > 1 && key[0] == 'x' && std::isdigit(static_cast<unsigned char>(key[1])) != 0;
  return by_r ? key.substr(1) : key;
}

std::string lower_words(const std::string& name) {
  std::string key;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80) {
      key += static_cast<char>(std::tolower(byte));
    } else if (!key.empty() && key.back() != '_') {
      key += '_';
    }
  }
  while (!key.empty() && key.back() == '_') key.pop_back();
  const bool by_r =
      key.size() > 1 && name[0] == 'X' && std::isdigit(static_cast<unsigned char>(key[1])) != 0;
  return by_r ? key.substr(1) : key;
}

}  // namespace

std::string canonical_measure_name(const std::string& name) {
  std::string key = letters_and_digits(name);
  if (const std::string_view other = found_in(renamed, key); !other.empty()) key = other;
  const std::string_view spelling = found_in(spellings, key);
  return spelling.empty() ? name : std::string(spelling);
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
  std::string key = letters_and_digits(name);
  return !found_in(spellings, key).empty() || !found_in(renamed, key).empty() ||
         std::regex_match(name, cortical);
}

bool is_known_measure(const std::string& name) {
  return is_quality_measure(name) || is_freesurfer_measure(name) || is_tool_measure(name);
}

}  // namespace dsne::data
