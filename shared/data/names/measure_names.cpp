#include "data/names/measure_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "data/names/known_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

constexpr std::ptrdiff_t min_measures = 5;

bool is_quality(std::string_view kind) { return kind == "mriqc" || kind == "qap"; }

std::ptrdiff_t count_measures(const std::vector<std::string>& names) {
  return std::ranges::count_if(names, is_quality_measure);
}

}  // namespace

std::string canonical_measure_name(const std::string& name) {
  const auto known = known_measure(name);
  return known ? known->name : name;
}

std::string measure_key(const std::string& name) {
  // A pair of regions is one measure, whichever stands first.
  const std::size_t mark = name.find('~');
  if (mark != std::string::npos && name.find('~', mark + 1) == std::string::npos) {
    const auto [first, second] =
        std::minmax({joined_words(name.substr(0, mark)), joined_words(name.substr(mark + 1))});
    return first + '~' + second;
  }
  const auto known = known_measure(name);
  return known ? known->key : joined_words(name);
}

std::vector<std::optional<std::size_t>> find_exactly(const std::vector<std::string>& names,
                                                     const std::vector<std::string>& list) {
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < list.size(); ++i) first.emplace(list[i], i);
  std::vector<std::optional<std::size_t>> positions;
  for (const std::string& name : names) {
    const auto found = first.find(name);
    positions.push_back(found == first.end() ? std::nullopt : std::optional(found->second));
  }
  return positions;
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

bool is_known_measure(const std::string& name) { return known_measure(name).has_value(); }

bool is_quality_measure(const std::string& name) {
  const auto known = known_measure(name);
  return known && is_quality(known->meaning->kind);
}

bool are_quality_measures(const std::vector<std::string>& names) {
  const std::ptrdiff_t measures = count_measures(names);
  return measures >= min_measures && 4 * measures >= 3 * std::ssize(names);
}

bool has_quality_measures(const std::vector<std::string>& columns) {
  const std::ptrdiff_t measures = count_measures(columns);
  return measures >= min_measures && 2 * measures >= std::ssize(columns);
}

namespace {

using View = std::string_view;
using Word = std::pair<View, View>;

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

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

template <std::size_t N>
View word_of(const std::array<Word, N>& words, View part) {
  const auto* const known = std::ranges::find(words, part, &Word::first);
  return known == words.end() ? part : known->second;
}

/// "wm_mean": "white-matter mean intensity".
std::string member_words(View member) {
  const auto parts = words_in(member, '_');
  const bool has_statistic = lists("bg csf fg gm wm", parts.front());
  std::string words;
  for (const View part : parts) {
    const bool is_statistic = has_statistic && !words.empty();
    if (!words.empty()) words += ' ';
    std::string word(is_statistic ? word_of(tissue_statistics, part) : word_of(member_names, part));
    // "Left-Hippocampus" is a name, "white-matter" a word.
    if (word == part) std::ranges::replace(word, '-', ' ');
    words += word;
  }
  return words;
}

}  // namespace

MeasureTerm measure_term(const std::string& column) {
  const auto known = known_measure(column);
  if (!known) return {column, "", "", "", false};
  const NameMeaning& meaning = *known->meaning;
  std::string name = meaning.shown.empty() ? column : std::string(meaning.shown);
  const auto hole = name.find("{}");
  if (hole != std::string::npos) name.replace(hole, 2, member_words(known->member));
  return {meaning.shown.empty() ? name : capitalized(name), std::string(meaning.unit),
          std::string(meaning.when_low), std::string(meaning.when_high), is_geometry(known->name)};
}

}  // namespace dsne::data
