#include "data/measure_names.h"

#include <algorithm>
#include <utility>

#include "data/known_names.h"
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

}  // namespace dsne::data
