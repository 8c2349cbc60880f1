#include "run/table_profile.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/duplicates.h"
#include "data/measure_names.h"
#include "data/scan_kinds.h"
#include "exchange/state_names.h"

namespace dsne::run {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t longest_name = 1000;

/// Returns the modality if it is in the list, else "".
std::string listed_modality(const std::string& word) {
  const auto& all = data::scan_kinds();
  return std::ranges::find(all, word) == all.end() ? "" : word;
}

void check_names(const Names& names, const data::Table& table) {
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (is_showable(names[f])) continue;
    throw InputError("site_data column " + std::to_string(table.columns[f]) +
                     ": the measure's name is longer than " + std::to_string(longest_name) +
                     " bytes, or holds control characters");
  }
}

/// Sorts the columns by what the site can use of them.
void sort_columns(const data::Table& table, TableProfile& result) {
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    const auto values = table.values.col(static_cast<Eigen::Index>(f)).array();
    if (!table.text_rows.empty() && table.text_rows[f] != 0) {
      result.texts.push_back({table.features[f], table.text_rows[f], table.columns[f]});
    } else if (values.isNaN().all()) {
      result.empty.push_back(table.features[f]);
    } else {
      result.names.push_back(table.features[f]);
    }
  }
}

/// Returns all columns of measures in the header's order, including empty ones.
Names header_names(const data::Table& table) {
  std::map<std::size_t, std::string> by_column;
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    by_column.emplace(table.columns[f], table.features[f]);
  }
  for (const data::LeftOut& column : table.reading.left_out) {
    std::string name = data::canonical_measure_name(column.name);
    if (column.empty_column != 0 && is_showable(name)) {
      by_column.emplace(column.empty_column, std::move(name));
    }
  }
  Names names;
  std::unordered_set<std::string> met;
  for (auto& [column, name] : by_column) {
    if (met.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

bool is_showable(const std::string& name) {
  return !name.empty() && name.size() <= longest_name && std::ranges::none_of(name, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool blank = c == '\t' || c == '\n' || c == '\r';
    return (byte < 0x20 && !blank) || byte == 0x7F;
  });
}

bool TableProfile::is_modality(const std::string& word) { return word == listed_modality(word); }

TableProfile describe_table(const data::Table& table, bool by_header, bool chosen) {
  check_names(table.features, table);
  TableProfile result;
  result.measures = table.values.cols();
  result.has_header = !table.features.empty();
  result.by_header = by_header;
  result.chosen = chosen;
  result.modality = listed_modality(table.reading.modality);
  result.geometry = table.reading.geometry;
  if (!result.has_header) return result;
  if (by_header) {
    result.names = header_names(table);
    result.measures = std::ssize(result.names);
  } else {
    sort_columns(table, result);
    result.units = table.reading.units;
  }
  return result;
}

void check_profile(const TableProfile& table, std::string_view what) {
  if (data::find_duplicate(table.names) || data::find_duplicate(table.empty)) {
    throw MessageError(std::string(what) + ": table has the same name twice");
  }
  const auto& spacing = table.geometry.spacing;
  const bool known_units =
      std::ranges::all_of(table.units, [](const auto& unit) { return is_showable(unit.first); });
  if ((!spacing.empty() && spacing.size() != 3) || !known_units) {
    throw MessageError(std::string(what) +
                       ": table has no image's spacing, or units of no measure");
  }
  const auto named = std::ssize(table.names) + std::ssize(table.empty) + std::ssize(table.texts);
  const bool silent =
      !table.by_header || (table.empty.empty() && table.texts.empty() && table.units.empty());
  const bool counted = named == (table.has_header ? table.measures : 0);
  if (!silent || !counted) {
    throw MessageError(std::string(what) + ": table is not of as many measures as it names");
  }
}

}  // namespace dsne::run
