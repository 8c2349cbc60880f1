#include "data/repeats_in_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "data/duplicates.h"
#include "data/measure_names.h"

namespace dsne::data {
namespace {

using Eigen::Index;

/// Gives measures their canonical names, but where two columns would have the same.
void take_canonical_names(std::vector<std::string>& names) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& name : names) ++counts[canonical_measure_name(name)];
  for (std::string& name : names) {
    const std::string canonical = canonical_measure_name(name);
    if (counts[canonical] == 1) name = canonical;
  }
}

bool same_values(const Matrix& values, Index one, Index other) {
  return (values.col(one).array() == values.col(other).array() ||
          (values.col(one).array().isNaN() && values.col(other).array().isNaN()))
      .all();
}

/// Takes features with these numbers only.
void keep_features(Table& table, const std::vector<Index>& kept) {
  table.values = Matrix(table.values(Eigen::all, kept));
  const auto keep = [&](auto& all) {
    if (all.empty()) return;
    auto chosen = all;
    chosen.clear();
    for (const Index f : kept) chosen.push_back(std::move(all[static_cast<std::size_t>(f)]));
    all = std::move(chosen);
  };
  keep(table.features);
  keep(table.columns);
  keep(table.text_rows);
}

}  // namespace

void leave_out_repeated_columns(Table& table, const std::string& input) {
  std::map<std::string, Index> first;
  std::vector<Index> kept;
  for (Index f = 0; f < std::ssize(table.features); ++f) {
    const auto at = static_cast<std::size_t>(f);
    const auto [same, is_new] = first.emplace(table.features[at], f);
    if (is_new) {
      kept.push_back(f);
      continue;
    }
    const std::size_t column = table.columns[static_cast<std::size_t>(same->second)];
    if (!same_values(table.values, f, same->second)) {
      throw InputError(input + " columns " + std::to_string(column) + " and " +
                       std::to_string(table.columns[at]) +
                       " have the same name and other values: rename or remove one");
    }
    table.reading.left_out.push_back(
        {table.features[at], "repeats column " + std::to_string(column), 0});
  }
  if (std::ssize(kept) < table.values.cols() && !table.features.empty()) keep_features(table, kept);
  take_canonical_names(table.features);
}

void refuse_parts_of_scans(const TextLayout& layout, const Columns& columns, const Table& table,
                           const std::string& input) {
  const auto same = find_duplicate(table.ids);
  if (!same || table.ids.size() != layout.first_column().size()) return;
  for (const auto& [column, cells] : layout.cells) {
    const bool is_id =
        std::find(columns.ids.begin(), columns.ids.end(), column) != columns.ids.end();
    if (is_id || layout.kinds[column].kind != CellKind::text) continue;
    std::set<std::string> words(cells.begin(), cells.end());
    std::set<std::pair<std::string, std::string>> rows;
    for (std::size_t i = 0; i < cells.size(); ++i) rows.emplace(table.ids[i], cells[i]);
    if (2 * words.size() > cells.size() || rows.size() < cells.size()) continue;
    throw InputError(input + " rows " + std::to_string(table.rows[same->first]) + " and " +
                     std::to_string(table.rows[same->second]) +
                     " have the same id and differ in column " + std::to_string(column + 1) +
                     ": bring one row for each scan, with a column for each measure of each of "
                     "that column's words, or the rows of one word");
  }
}

}  // namespace dsne::data
