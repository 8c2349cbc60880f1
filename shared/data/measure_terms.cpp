#include "data/measure_terms.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "data/known_names.h"
#include "data/word_list.h"

namespace dsne::data {
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
