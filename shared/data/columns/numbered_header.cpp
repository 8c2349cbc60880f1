#include <algorithm>

#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/names/known_names.h"

namespace dsne::data {
namespace {

using Cells = std::vector<std::string>;
using Rows = std::vector<NumberedRow>;

/// How many of the cells from `from` on are 0, 1, 2, … or 1, 2, 3, …, as programs number columns;
/// 0 where another number is among them. Cells of text and empty ones do not count.
std::size_t counted_up(const Cells& cells, std::size_t from) {
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
bool labels_a_matrix(const Rows& rows, std::size_t at) {
  const Cells& first = rows[at].cells;
  if (filled_width(first) < 3 || rows.size() - at < 3) return false;
  for (std::size_t r = at + 1; r < std::min(rows.size(), at + first.size()); ++r) {
    if (rows[r].cells.front() != first[r - at]) return false;
  }
  return true;
}

bool has_fractions(const Cells& cells) {
  return std::ranges::any_of(cells, [](const std::string& cell) {
    return kind_of(cell) == CellKind::number && cell.find_first_of(".,") != std::string::npos;
  });
}

}  // namespace

bool is_numbered_header(const Rows& rows, std::size_t at) {
  constexpr std::size_t few = 3;
  constexpr std::size_t many = 8;
  const Cells& first = rows[at].cells;
  const Cells& second = rows[at + 1].cells;
  if (kind_of(first.front()) == CellKind::number) {
    return counted_up(first, 0) >= many && counted_up(second, 0) < many;
  }
  const bool corner = first.front().empty() && !second.front().empty();
  if (corner) return counted_up(first, 1) > 0 || labels_a_matrix(rows, at);
  const ColumnRole role = column_role(first.front());
  if (role == ColumnRole::person || role == ColumnRole::scan) {
    const auto again = [&](const NumberedRow& row) { return row.cells.front() == first.front(); };
    return counted_up(first, 1) > 0 &&
           std::ranges::none_of(rows.begin() + std::ptrdiff_t(at) + 1, rows.end(), again);
  }
  const bool tells = role != ColumnRole::measure || has_fractions(second);
  return !first.front().empty() && counted_up(first, 1) >= (tells ? few : many) &&
         counted_up(second, 1) < few;
}

}  // namespace dsne::data
