#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "data/cell.h"
#include "data/columns.h"
#include "data/known_names.h"
#include "data/missing.h"

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

}  // namespace dsne::data
