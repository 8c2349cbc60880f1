#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <cmath>
#include <optional>
#include <set>

#include "data/cell.h"
#include "data/number_grid.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

/// The numbers that texts are; nothing when one is no number.
std::optional<std::vector<double>> numbers_of(const Names& texts) {
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    const Cell cell = read_cell(text);
    if (cell.kind != CellKind::number) return std::nullopt;
    numbers.push_back(cell.number);
  }
  return numbers;
}

bool increase(const std::vector<double>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) ==
         numbers.end();
}

/// Returns the common prefix of all names, in lower case, if numbers that count up follow;
/// otherwise nothing.
std::optional<std::string> counted_prefix(const Names& names) {
  if (names.empty()) return std::nullopt;
  const std::string prefix = names.front().substr(0, names.front().find_first_of("0123456789"));
  Names numbers;
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) return std::nullopt;
    numbers.push_back(name.substr(prefix.size()));
  }
  if (!count_up(numbers)) return std::nullopt;
  return lower_case(prefix);
}

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the common prefix of all names without digits at its end.
std::string common_start(const Names& names) {
  std::string start = names.front();
  for (const std::string& name : names) {
    const auto differs = std::mismatch(start.begin(), start.end(), name.begin(), name.end());
    start.erase(differs.first, start.end());
  }
  while (!start.empty() && is_decimal_digit(start.back())) start.pop_back();
  return start;
}

/// Reverses each name.
Names reversed(Names names) {
  for (std::string& name : names) std::reverse(name.begin(), name.end());
  return names;
}

}  // namespace

bool count_up(const Names& texts) {
  const auto numbers = numbers_of(texts);
  if (!numbers || numbers->empty()) return false;
  double expected = numbers->front();
  if (expected != 0 && expected != 1) return false;
  return std::ranges::all_of(*numbers, [&expected](double number) { return number == expected++; });
}

bool are_increasing_labels(const Names& texts) {
  const auto numbers = numbers_of(texts);
  return numbers && numbers->size() > 1 && numbers->front() >= 0 && increase(*numbers) &&
         std::ranges::all_of(*numbers, [](double number) { return number == std::trunc(number); });
}

bool are_increasing(const Names& texts) {
  const auto numbers = numbers_of(texts);
  return numbers && numbers->size() > 1 && increase(*numbers);
}

bool are_evenly_spaced(const Names& texts) {
  constexpr double tolerance = 1e-3;
  const auto numbers = numbers_of(texts);
  if (!numbers || numbers->size() < 3) return false;
  const double step = (*numbers)[1] - (*numbers)[0];
  for (std::size_t i = 1; i < numbers->size(); ++i) {
    const double here = (*numbers)[i] - (*numbers)[i - 1];
    if (!(std::abs(here - step) <= tolerance * step)) return false;
  }
  return step > 0;
}

bool are_made_up(const Names& names) {
  const auto prefix = counted_prefix(names);
  return prefix && (prefix->empty() || lists("v x var column col c", *prefix));
}

bool are_counted(const Names& names) {
  if (names.size() < 2) return false;
  const std::string start = common_start(names);
  const std::size_t end = common_start(reversed(names)).size();
  Names numbers;
  for (const std::string& name : names) {
    if (name.size() < start.size() + end) return false;
    numbers.push_back(name.substr(start.size(), name.size() - start.size() - end));
  }
  return count_up(numbers);
}

bool count_time_points(const Names& names) {
  static const std::set<std::string> prefixes = {
      "",   "t",      "tr",        "time",       "vol",        "volume",  "frame",     "scan",
      "tp", "sample", "timepoint", "time_point", "time point", "dynamic", "time-point"};
  if (names.size() < 2) return false;
  Names trimmed = names;
  for (std::string& name : trimmed) {
    if (name.ends_with("[?]")) name.resize(name.size() - 3);
  }
  // "TR_" and "time point " have a mark at their end.
  const auto prefix = counted_prefix(trimmed);
  if (prefix && prefixes.contains(boost::trim_right_copy_if(*prefix, boost::is_any_of(" _-.")))) {
    return true;
  }
  const bool are_volumes = common_start(names).find(".nii") != std::string::npos;
  return are_evenly_spaced(trimmed) || (are_volumes && are_counted(names));
}

bool names_time(const std::string& name) {
  static const std::set<std::string> names = {
      "",     "time",      "t",          "tr",     "volume", "vol",   "frame",     "index",
      "scan", "timepoint", "time_point", "sample", "x",      "onset", "unnamed: 0"};
  return names.contains(lower_case(name));
}

}  // namespace dsne::data
