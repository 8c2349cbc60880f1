#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/missing.h"
#include "data/names/known_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Numbers = std::vector<long long>;

/// A column's whole numbers, without missing ones; nothing where another cell is among them.
std::optional<Numbers> whole_numbers(const TextLayout& layout, std::size_t column) {
  const auto cells = layout.cells.find(column);
  const ColumnKind& kind = layout.kinds[column];
  const bool may_be = kind.kind == CellKind::number && kind.unit.empty();
  if (cells == layout.cells.end() || !may_be) return std::nullopt;
  Numbers numbers;
  for (const std::string& cell : cells->second) {
    if (read_cell(cell).kind == CellKind::missing) continue;
    long long number = 0;
    const char* const end = cell.data() + cell.size();
    const auto [stop, error] = std::from_chars(cell.data(), end, number);
    const bool fits = error == std::errc() && (stop == end || is_whole(cell));
    if (!fits) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

/// Whether they go up by 1 from row to row, or stay, as where each person has several rows; or are
/// such a count in another order.
bool is_running(const Numbers& numbers, std::size_t different) {
  const auto step = [](long long a, long long b) { return b - a != 0 && b - a != 1; };
  const bool in_order = std::ranges::adjacent_find(numbers, step) == numbers.end();
  const auto [least, most] = std::ranges::minmax(numbers);
  const bool in_any_order =
      different == numbers.size() && most - least + 1 == static_cast<long long>(different);
  return (in_order && 6 * different >= numbers.size()) || in_any_order;
}

bool is_date(long long number) {
  const long long month = number / 100 % 100;
  const long long day = number % 100;
  return number > 19000000 && number < 21010000 && month >= 1 && month <= 12 && day >= 1 &&
         day <= 31;
}

bool is_small_score(const Numbers& numbers) {
  constexpr long long most = 150;
  const auto is_small = [](long long n) { return n >= -10 && n <= most; };
  return std::ranges::any_of(numbers, is_small) && std::ranges::all_of(numbers, [&](long long n) {
           return is_small(n) || is_missing_code(static_cast<double>(n));
         });
}

constexpr const char* may_be_a_score = "whole numbers, such as an age, a code or a score";

/// Why an unknown column's values can hardly be a measure's; "" for no reason.
std::string reason_by_values(const TextLayout& layout, std::size_t column) {
  const auto numbers = whole_numbers(layout, column);
  if (!numbers || numbers->size() < least_rows_by_nature) return "";
  const std::set<long long> different(numbers->begin(), numbers->end());
  // A 0 in every row may be a measure that others have, such as a pixel.
  if (different.size() < 2) return *different.begin() == 0 ? "" : may_be_a_score;
  const auto is_year = [](long long n) { return n >= 1900 && n <= 2100; };
  if (std::ranges::all_of(*numbers, is_year)) return "years";
  if (std::ranges::all_of(*numbers, is_date)) return "dates";
  if (is_running(*numbers, different.size())) return "a running number";
  return is_small_score(*numbers) ? may_be_a_score : "";
}

bool is_unknown(const TextLayout& layout, std::size_t column) {
  const ColumnRole role = role_of(layout, column);
  const bool may_be_one = role == ColumnRole::measure || role == ColumnRole::maybe_row_number;
  return layout.header && !layout.names[column].empty() && may_be_one &&
         !known_measure(layout.names[column]);
}

}  // namespace

std::map<std::size_t, std::string> no_measures_by_values(const TextLayout& layout) {
  std::map<std::size_t, std::string> reasons;
  std::size_t numbers = 0;
  std::size_t scores = 0;
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    const ColumnRole role = role_of(layout, c);
    if (layout.kinds[c].kind != CellKind::number || role == ColumnRole::background) continue;
    ++numbers;
    std::string reason = reason_by_values(layout, c);
    if (reason.empty() || !is_unknown(layout, c)) continue;
    if (reason == may_be_a_score) ++scores;
    reasons[c] = std::move(reason);
  }
  // Where most columns hold small whole numbers, these are counts, pixels or levels.
  if (2 * scores >= numbers) {
    std::erase_if(reasons, [](const auto& reason) { return reason.second == may_be_a_score; });
  }
  return reasons;
}

namespace {

/// A column's name as a measure's and a visit's.
struct AtVisit {
  std::string measure;
  std::string visit;
};

/// A visit's number or name: "ses-01", "V2", "m12", "T0", "2019", "bl", "| Instance 2", and UK
/// Biobank's "-2.0" and "_i2".
std::optional<AtVisit> at_visit(const std::string& name) {
  static const std::regex behind(
      R"((.*[^-_. |])[-_. |]+((?:ses|session|visit|v|tp|timepoint|time|wave|w|year|yr|y|month|m|fu|instance)[-_. ]?0*\d{1,2}|)"
      R"(t0|t[3-9]|t\d{2}|bl|base|baseline|pre|post|fu|follow[-_]?up|retest|(?:19|20)\d{2}|e\d{1,2}_c\d{1,2}))",
      std::regex::icase);
  static const std::regex before(
      R"(((?:ses|session|visit|v|tp|timepoint|wave|year|month|m|fu)[-_. ]?0*\d{1,2}|t0|t[3-9]|t\d{2}|)"
      R"(bl|base|baseline|pre|post|fu|follow[-_]?up|retest)[-_. ]+(\w.*))",
      std::regex::icase);
  static const std::regex biobank(R"((?:(?:f\.|X)?(\d+)[-.](\d)\.(\d+)|(.*p\d+)_i(\d)(_a\d+)?))");
  std::smatch found;
  if (std::regex_match(name, found, biobank)) {
    return found[1].matched ? AtVisit{found[1].str() + "." + found[3].str(), found[2]}
                            : AtVisit{found[4].str() + found[6].str(), found[5]};
  }
  if (std::regex_match(name, found, behind)) return AtVisit{found[1], lower_case(found[2].str())};
  if (std::regex_match(name, found, before)) return AtVisit{found[2], lower_case(found[1].str())};
  return std::nullopt;
}

/// What may be a visit: a number alone, T1 and T2, which are kinds of scans, too, and the x and y
/// of merged tables.
std::optional<AtVisit> maybe_at_visit(const std::string& name) {
  static const std::regex behind(R"((.*\w)[-_. ]+((?:t[1-9]|[1-9]|x|y)))", std::regex::icase);
  static const std::regex before(R"((t[1-9])[-_. ]+(\w.*))", std::regex::icase);
  std::smatch found;
  if (std::regex_match(name, found, behind)) return AtVisit{found[1], lower_case(found[2].str())};
  if (std::regex_match(name, found, before)) return AtVisit{found[2], lower_case(found[1].str())};
  return std::nullopt;
}

/// The columns of numbers that stand for a measure at a visit, by measure and visit.
using Visits = std::map<std::string, std::map<std::string, std::size_t>>;

constexpr std::size_t most_visits = 12;

/// A column whose name tells no visit.
constexpr const char* own_visit = "";

Visits visits_of(const TextLayout& layout) {
  Visits visits;
  if (!layout.header) return visits;
  std::vector<std::size_t> others;
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    const ColumnRole role = role_of(layout, c);
    if (layout.kinds[c].kind != CellKind::number || role != ColumnRole::measure) continue;
    const auto found = at_visit(layout.names[c]);
    if (!found) others.push_back(c);
    if (found) visits[found->measure][found->visit] = c;
  }
  for (const std::size_t c : others) {
    if (visits.contains(layout.names[c])) visits[layout.names[c]][own_visit] = c;
    const auto found = maybe_at_visit(layout.names[c]);
    if (!found || known_measure(layout.names[c])) continue;
    if (!visits.contains(found->measure) && !known_measure(found->measure)) continue;
    visits[found->measure][found->visit] = c;
  }
  std::erase_if(visits, [](const auto& measure) {
    return measure.second.size() < 2 || measure.second.size() > most_visits;
  });
  constexpr std::size_t least_measures = 3;
  return visits.size() < least_measures ? Visits() : visits;
}

bool is_mostly_empty(const TextLayout& layout, std::size_t column) {
  return 2 * layout.kinds[column].filled < layout.first_column().size();
}

}  // namespace

std::map<std::size_t, std::string> columns_of_other_visits(const TextLayout& layout,
                                                           const Source& source) {
  std::map<std::size_t, std::string> others;
  for (const auto& [measure, columns] : visits_of(layout)) {
    if (columns.contains(own_visit)) {
      for (const auto& [visit, column] : columns) {
        if (visit == own_visit) continue;
        others.emplace(column,
                       "another visit's value beside the row's: name it in "
                       "feature_columns to use it");
      }
      continue;
    }
    std::vector<std::size_t> filled;
    std::vector<std::size_t> empty;
    for (const auto& [visit, column] : columns) {
      (is_mostly_empty(layout, column) ? empty : filled).push_back(column);
    }
    if (filled.size() == 1) {
      for (const std::size_t column : empty) {
        others.emplace(column, "a further visit, without a value in most rows");
      }
    }
    if (filled.size() < 2) continue;
    std::ranges::sort(filled);
    source.refuse("columns " + std::to_string(filled[0] + 1) + " and " +
                  std::to_string(filled[1] + 1) +
                  " hold one measure at two visits side by side: bring a row for each visit, "
                  "with a column session, or list the columns of one visit in the settings "
                  "(feature_columns)");
  }
  return others;
}

}  // namespace dsne::data
