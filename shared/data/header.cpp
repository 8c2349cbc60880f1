#include "data/header.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "data/column_roles.h"
#include "data/number_style.h"

namespace dsne::data {
namespace {

using Cells = std::vector<std::string>;
using Rows = std::vector<NumberedRow>;

/// A cell's kind in either style.
CellKind kind_of(const std::string& text) {
  const CellKind kind = read_cell(text, NumberStyle{}).kind;
  return kind == CellKind::text ? read_cell(text, NumberStyle{true}).kind : kind;
}

std::size_t count_kind(const Cells& cells, CellKind kind) {
  return static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(),
                    [kind](const std::string& cell) { return kind_of(cell) == kind; }));
}

std::size_t filled(const Cells& cells) {
  return static_cast<std::size_t>(std::count_if(
      cells.begin(), cells.end(), [](const std::string& cell) { return !cell.empty(); }));
}

std::size_t filled_width(const Cells& cells) {
  std::size_t width = cells.size();
  while (width > 1 && cells[width - 1].empty()) --width;
  return width;
}

/// The number of cells that most rows have.
std::size_t usual_width(const Rows& rows) {
  std::map<std::size_t, std::size_t> counts;
  for (const NumberedRow& row : rows) ++counts[row.cells.size()];
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) {
                            return a.second < b.second ||
                                   (a.second == b.second && a.first < b.first);
                          })
      ->first;
}

/// A title or a comment above the table.
bool is_preamble(const Cells& cells, std::size_t width) {
  if (cells.front().starts_with('#') && filled_width(cells) + 1 < width) return true;
  return width > 2 && filled(cells) <= 2 && 2 * filled(cells) < width;
}

/// 0, 1, 2, … or 1, 2, 3, …, as programs number columns.
bool counts_up(const Cells& cells, std::size_t from, std::size_t least) {
  if (cells.size() < from + least) return false;
  const int first = cells[from] == "0" ? 0 : 1;
  for (std::size_t c = from; c < cells.size(); ++c) {
    int value = 0;
    const std::string& text = cells[c];
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || stop != text.data() + text.size() ||
        value != first + static_cast<int>(c - from)) {
      return false;
    }
  }
  return true;
}

/// Few numbers that count up may be data, unless the first cell is a name of ids.
bool is_numbered_header(const Cells& first, const Cells& second) {
  constexpr std::size_t few = 3;
  constexpr std::size_t many = 8;
  if (counts_up(first, 0, many) && !counts_up(second, 0, many)) return true;
  if (kind_of(first.front()) == CellKind::number) return false;
  const std::size_t least = column_role(first.front()) == ColumnRole::measure ? many : few;
  return counts_up(first, 1, least) && !counts_up(second, 1, least);
}

bool looks_like_header(const Cells& first, const Cells& second) {
  if (is_numbered_header(first, second)) return true;
  if (count_kind(first, CellKind::text) == 0) return false;
  if (count_kind(first, CellKind::number) == 0) return true;
  for (std::size_t c = 0; c < std::min(first.size(), second.size()); ++c) {
    if (kind_of(first[c]) == CellKind::text && kind_of(second[c]) == CellKind::number) return true;
  }
  return false;
}

/// Whether a row below the header still names or describes columns: it holds no number where the
/// rows below it do.
bool describes_columns(const Rows& rows, std::size_t at) {
  if (at + 1 >= rows.size()) return false;
  const Cells& row = rows[at].cells;
  if (count_kind(row, CellKind::number) > 0 || filled(row) == 0) return false;
  std::size_t numbers = 0;
  std::size_t texts_over_numbers = 0;
  const std::size_t last = std::min(rows.size(), at + 6);
  for (std::size_t c = 0; c < row.size(); ++c) {
    std::size_t below = 0;
    for (std::size_t r = at + 1; r < last; ++r) {
      if (c < rows[r].cells.size() && kind_of(rows[r].cells[c]) == CellKind::number) ++below;
    }
    if (2 * below <= last - at - 1) continue;
    ++numbers;
    if (kind_of(row[c]) == CellKind::text) ++texts_over_numbers;
  }
  if (numbers == 0) return false;
  // A row of index names below pandas' headers names the first columns alone.
  const bool names_first_alone = filled(row) == 1 && !row.front().empty();
  return 2 * texts_over_numbers > numbers || names_first_alone;
}

bool names_differ(const Cells& names) {
  std::set<std::string> seen;
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.empty() || seen.insert(name).second;
  });
}

/// Names over several rows: an empty cell of the first row continues the one before it.
Cells joined_names(Cells first, const Cells& second) {
  std::string group;
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (!first[c].empty()) group = first[c];
    const std::string& name = c < second.size() ? second[c] : "";
    if (c == 0 && first[c].empty()) group.clear();
    first[c] = group.empty() || name.empty() ? group + name : group + '_' + name;
  }
  return first;
}

void take_further_header_rows(const Rows& rows, std::size_t at, HeaderRows& result) {
  for (std::size_t next = at + 1; next < rows.size() && describes_columns(rows, next); ++next) {
    const Cells& row = rows[next].cells;
    const bool index_names = filled(row) == 1 && !row.front().empty();
    if (index_names) {
      result.names.front() = row.front();
    } else if (!names_differ(result.names) || filled(result.names) + 1 < result.names.size()) {
      result.names = joined_names(result.names, row);
      result.notes.push_back("Row " + std::to_string(rows[next].row) +
                             " was read as a second row of the header.");
    } else {
      result.notes.push_back("Row " + std::to_string(rows[next].row) +
                             " holds text where the rows below hold numbers: it was taken for "
                             "descriptions and skipped.");
    }
    result.first_row = rows[next].row + 1;
  }
}

void take_header(const Rows& rows, std::size_t at, std::size_t width, HeaderRows& result) {
  result.header = true;
  result.names = rows[at].cells;
  if (result.names.front().starts_with('#')) {
    result.names.front().erase(0, result.names.front().find_first_not_of("# "));
  }
  const auto shorter = [&](const NumberedRow& row) {
    return filled_width(row.cells) != result.names.size() + 1;
  };
  const bool row_names =
      at + 1 < rows.size() && width == result.names.size() + 1 &&
      std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(at) + 1, rows.end(), shorter);
  if (row_names) {
    result.names.insert(result.names.begin(), "");
    result.notes.emplace_back(
        "The header has one name less than the rows have cells: the first column was read as the "
        "rows' names.");
  }
  std::size_t columns = filled_width(result.names);
  for (std::size_t r = at + 1; r < rows.size(); ++r) {
    columns = std::max(columns, filled_width(rows[r].cells));
  }
  result.names.resize(std::min(columns, result.names.size()));
  result.first_row = rows[at].row + 1;
  take_further_header_rows(rows, at, result);
}

}  // namespace

HeaderRows find_header(const Rows& rows, Header header) {
  HeaderRows result;
  const std::size_t width = usual_width(rows);
  std::size_t at = 0;
  while (at + 1 < rows.size() && is_preamble(rows[at].cells, width)) {
    result.notes.push_back("Row " + std::to_string(rows[at].row) +
                           " stands above the table and was skipped.");
    ++at;
  }
  const Cells& first = rows[at].cells;
  const Cells& second = rows[std::min(at + 1, rows.size() - 1)].cells;
  result.first_row = rows[at].row;
  if (header == Header::automatic ? looks_like_header(first, second) : header == Header::present) {
    take_header(rows, at, width, result);
    result.columns = result.names.size();
  } else {
    result.columns = std::max(filled_width(first), std::size_t{1});
    for (std::size_t r = at; r < rows.size(); ++r) {
      result.columns = std::max(result.columns, filled_width(rows[r].cells));
    }
  }
  return result;
}

}  // namespace dsne::data
