#include "data/numbered_header.h"

#include <algorithm>
#include <optional>

#include "data/column_roles.h"
#include "data/number_style.h"
#include "data/number_unit.h"

namespace dsne::data {
namespace {

/// How many of the cells from `from` on are 0, 1, 2, … or 1, 2, 3, …, as programs number columns;
/// 0 where another number is among them. Cells of text and empty ones do not count.
std::size_t counted_up(const std::vector<std::string>& cells, std::size_t from) {
  std::size_t count = 0;
  std::size_t start = 0;
  for (std::size_t c = from; c < cells.size(); ++c) {
    if (kind_of(cells[c]) != CellKind::number) continue;
    if (count == 0) start = cells[c] == "0" ? 0 : 1;
    if (cells[c] != std::to_string(start + count)) return 0;
    ++count;
  }
  return count;
}

/// A matrix whose first row and first column hold the same names, which are numbers.
bool labels_a_matrix(const std::vector<NumberedRow>& rows, std::size_t at) {
  const std::vector<std::string>& first = rows[at].cells;
  if (filled_width(first) < 3 || rows.size() - at < 3) return false;
  for (std::size_t r = at + 1; r < std::min(rows.size(), at + first.size()); ++r) {
    if (rows[r].cells.front() != first[r - at]) return false;
  }
  return true;
}

bool has_fractions(const std::vector<std::string>& cells) {
  return std::any_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return kind_of(cell) == CellKind::number && cell.find_first_of(".,") != std::string::npos;
  });
}

}  // namespace

CellKind kind_of(const std::string& text) {
  const CellKind kind = read_cell(text, NumberStyle{}).kind;
  if (kind != CellKind::text) return kind;
  return unit_of(text).empty() ? read_cell(text, NumberStyle{true}).kind : CellKind::number;
}

std::size_t filled_width(const std::vector<std::string>& cells) {
  std::size_t width = cells.size();
  while (width > 1 && cells[width - 1].empty()) --width;
  return width;
}

bool is_numbered_header(const std::vector<NumberedRow>& rows, std::size_t at) {
  constexpr std::size_t few = 3;
  constexpr std::size_t many = 8;
  const std::vector<std::string>& first = rows[at].cells;
  const std::vector<std::string>& second = rows[at + 1].cells;
  if (kind_of(first.front()) == CellKind::number) {
    return counted_up(first, 0) >= many && counted_up(second, 0) < many;
  }
  const bool corner = first.front().empty() && !second.front().empty();
  if (corner) return counted_up(first, 1) > 0 || labels_a_matrix(rows, at);
  const ColumnRole role = column_role(first.front());
  if (role == ColumnRole::person || role == ColumnRole::scan) {
    const auto again = [&](const NumberedRow& row) { return row.cells.front() == first.front(); };
    return counted_up(first, 1) > 0 &&
           std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(at) + 1, rows.end(), again);
  }
  const bool tells = role != ColumnRole::measure || has_fractions(second);
  return !first.front().empty() && counted_up(first, 1) >= (tells ? few : many) &&
         counted_up(second, 1) < few;
}

bool are_years(const std::vector<std::string>& cells) {
  std::optional<int> before;
  std::size_t count = 0;
  for (const std::string& cell : cells) {
    if (kind_of(cell) != CellKind::number) continue;
    if (cell.size() != 4 || cell.find_first_not_of("0123456789") != std::string::npos) return false;
    const int year = std::stoi(cell);
    if (before && year != *before + 1) return false;
    before = year;
    ++count;
  }
  return count > 1;
}

}  // namespace dsne::data
