#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "data/columns/columns.h"
#include "data/duplicates.h"
#include "data/names/known_names.h"

namespace dsne::data {
namespace {

/// Where the table's rows stand among the layout's cells, which hold skipped rows too.
std::vector<std::size_t> places_in_layout(const TextLayout& layout, const Table& table) {
  const std::vector<std::size_t>& all = layout.row_numbers;
  std::vector<std::size_t> places;
  for (const std::size_t row : table.rows) {
    const auto at = std::lower_bound(all.begin(), all.end(), row);
    if (at != all.end() && *at == row) places.push_back(static_cast<std::size_t>(at - all.begin()));
  }
  return places;
}

/// Fewer scans of a site are no group that could be judged by itself.
constexpr std::ptrdiff_t least_of_site = 12;

/// How many of a column's words stand in at least least_of_site of these rows.
std::ptrdiff_t sites_in(const std::vector<std::string>& cells,
                        const std::vector<std::size_t>& places) {
  std::map<std::string, std::ptrdiff_t> scans;
  for (const std::size_t place : places) {
    if (read_cell(cells[place]).kind != CellKind::missing) ++scans[cells[place]];
  }
  return std::ranges::count_if(scans,
                               [](const auto& site) { return site.second >= least_of_site; });
}

}  // namespace

void refuse_parts_of_scans(const TextLayout& layout, const Columns& columns, const Table& table,
                           const Source& source) {
  const auto same = find_duplicate(table.ids);
  if (!same) return;
  const std::vector<std::size_t> places = places_in_layout(layout, table);
  if (places.size() != table.rows.size()) return;
  for (const std::size_t part : columns_of(layout, ColumnRole::part)) {
    const auto cells = layout.cells.find(part);
    if (cells == layout.cells.end()) continue;
    if (cells->second[places[same->first]] == cells->second[places[same->second]]) continue;
    source.refuse(two_rows(table, *same) +
                  " have the same id and are of different regions (column " +
                  std::to_string(part + 1) +
                  "): bring one row for each scan, with a column for each measure of each region");
  }
  for (const auto& [column, cells] : layout.cells) {
    if (columns.holds_ids(column) || layout.kinds[column].kind != CellKind::text) continue;
    std::set<std::string> words;
    std::set<std::pair<std::string, std::string>> rows;
    for (std::size_t i = 0; i < places.size(); ++i) {
      words.insert(cells[places[i]]);
      rows.emplace(table.ids[i], cells[places[i]]);
    }
    if (2 * words.size() > places.size() || rows.size() < places.size()) continue;
    const bool may_be_others = role_of(layout, column) == ColumnRole::background;
    source.refuse(two_rows(table, *same) + " have the same id and differ in column " +
                  std::to_string(column + 1) +
                  (may_be_others
                       ? ": give each person an id of its own, as that column and the id together, "
                         "or bring one row for each scan"
                       : ": bring one row for each scan, with a column for each measure of each of "
                         "that column's words, or the rows of one word"));
  }
}

void tell_sites(const TextLayout& layout, const Columns& columns, Table& table) {
  const std::vector<std::size_t> places = places_in_layout(layout, table);
  for (const auto& [column, cells] : layout.cells) {
    if (!layout.header || !names_sites(layout.names[column])) continue;
    if (columns.holds_ids(column) || column == columns.label) continue;
    const std::ptrdiff_t groups = sites_in(cells, places);
    if (groups < 2) continue;
    table.reading.sites = {layout.names[column], groups};
    table.reading.notes.push_back(table.reading.sites->note());
    return;
  }
}

}  // namespace dsne::data
