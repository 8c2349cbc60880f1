#include "data/contradictions.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "data/known_names.h"
#include "data/measure_names.h"
#include "data/persons.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Eigen::Index;
using RowNumbers = std::vector<std::size_t>;
using Keys = std::vector<std::string>;

/// A person's id without its marks, "sub" before it and zeros that lead: "sub-01_ses-2" and "1" are
/// of the same person.
std::string id_key(const std::string& id) {
  std::string key = squeezed(person_of(id));
  if (key.starts_with("sub")) key.erase(0, 3);
  key.erase(0, std::min(key.find_first_not_of('0'), key.size()));
  return key;
}

Keys keys_of(const std::vector<std::string>& cells) {
  Keys keys;
  for (const std::string& cell : cells) {
    keys.push_back(read_cell(cell).kind == CellKind::missing ? "" : id_key(cell));
  }
  return keys;
}

/// Whether a column may name subjects: texts, or whole numbers under a person's name.
bool may_name_subjects(const TextLayout& layout, std::size_t column) {
  const ColumnRole role = role_of(layout, column);
  if (layout.kinds[column].kind == CellKind::text) {
    return role == ColumnRole::measure || role == ColumnRole::person || role == ColumnRole::scan ||
           role == ColumnRole::scan_file;
  }
  return layout.kinds[column].whole && role == ColumnRole::person;
}

/// Whether most of a column's cells are ids, about as many different ones.
bool hold_ids(const Keys& cells, const std::set<std::string>& ids) {
  const auto found =
      std::ranges::count_if(cells, [&](const std::string& key) { return ids.contains(key); });
  const std::set<std::string> different(cells.begin(), cells.end());
  return 2 * found > std::ssize(cells) && 10 * different.size() > 9 * ids.size();
}

std::string column_text(std::size_t column) { return "column " + std::to_string(column); }

double rounded_to(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

/// The step in which a column's values are written: 0.01 where all have two decimals at most.
double step_of(const Table& table, Index column) {
  constexpr int most_decimals = 6;
  int decimals = 0;
  for (const double value : table.values.col(column)) {
    if (std::isnan(value)) continue;
    while (decimals < most_decimals && rounded_to(value, decimals) != value) ++decimals;
  }
  return std::pow(10.0, -decimals);
}

/// @param rounding how far values may be apart because they are rounded
bool agree(double one, double other, double rounding) {
  constexpr double relative = 1e-4;
  return (std::isnan(one) && std::isnan(other)) ||
         std::abs(one - other) <= rounding + relative * std::max(std::abs(one), std::abs(other));
}

/// The table's rows in which two columns disagree.
RowNumbers different_rows(const Table& table, Index one, Index other) {
  const double step = step_of(table, one);
  const double other_step = step_of(table, other);
  // Copies in one step were rounded alike.
  const double rounding = step == other_step ? 0 : (step + other_step) / 2;
  RowNumbers rows;
  for (Index i = 0; i < table.values.rows(); ++i) {
    if (!agree(table.values(i, one), table.values(i, other), rounding)) {
      rows.push_back(table.rows[static_cast<std::size_t>(i)]);
    }
  }
  return rows;
}

/// A total as it is stated, and what its parts say.
struct Totals {
  std::vector<double> stated, computed;
};

/// Whether most of these totals are the computed ones in another order.
bool are_shuffled(Totals totals, double rounding) {
  std::ranges::sort(totals.stated);
  std::ranges::sort(totals.computed);
  std::size_t same = 0;
  for (std::size_t i = 0; i < totals.stated.size(); ++i) {
    same += agree(totals.stated[i], totals.computed[i], rounding) ? 1U : 0U;
  }
  return 2 * same > totals.stated.size();
}

void check_total(const Table& table, std::size_t total, const std::vector<std::size_t>& parts,
                 bool is_mean, const Source& source) {
  const auto at = static_cast<Index>(total);
  Vector computed = Vector::Zero(table.values.rows());
  double rounding = 0;
  for (const std::size_t part : parts) {
    computed += table.values.col(static_cast<Index>(part));
    rounding += step_of(table, static_cast<Index>(part)) / 2;
  }
  const double count = is_mean ? static_cast<double>(parts.size()) : 1;
  computed /= count;
  rounding = rounding / count + step_of(table, at) / 2;
  RowNumbers rows;
  Totals wrong;
  std::size_t compared = 0;
  for (Index i = 0; i < computed.size(); ++i) {
    const double value = table.values(i, at);
    if (std::isnan(value) || std::isnan(computed(i))) continue;
    ++compared;
    if (agree(value, computed(i), rounding)) continue;
    rows.push_back(table.rows[static_cast<std::size_t>(i)]);
    wrong.stated.push_back(value);
    wrong.computed.push_back(computed(i));
  }
  // Where it fits hardly any row, and none in another order, the name means something else here.
  const bool is_wrong =
      !rows.empty() && (2 * rows.size() < compared || are_shuffled(wrong, rounding));
  if (!is_wrong) return;
  std::vector<std::string> columns;
  columns.reserve(parts.size());
  for (const std::size_t part : parts) columns.push_back(std::to_string(table.columns[part]));
  source.refuse(column_text(table.columns[total]) + " is the " + (is_mean ? "mean" : "sum") +
                " of columns " + boost::algorithm::join(columns, ", ") +
                " in other rows, but not in rows " + row_list(rows) +
                ": look whether columns were pasted from a table in another order");
}

}  // namespace

void refuse_other_ids(const TextLayout& layout, std::size_t ids, const Source& source) {
  const auto own = layout.cells.find(ids);
  if (own == layout.cells.end() || own->second.size() < 3) return;
  const Keys names = keys_of(own->second);
  const std::set<std::string> known(names.begin(), names.end());
  for (const auto& [column, cells] : layout.cells) {
    if (column == ids || !may_name_subjects(layout, column)) continue;
    const Keys others = keys_of(cells);
    RowNumbers rows;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool both = !names[i].empty() && !others[i].empty();
      if (both && names[i] != others[i]) rows.push_back(layout.row_numbers[i]);
    }
    if (rows.empty() || !hold_ids(others, known)) continue;
    source.refuse("columns " + std::to_string(ids + 1) + " and " + std::to_string(column + 1) +
                  " name different subjects in rows " + row_list(rows) +
                  ": put the tables together by their ids, not side by side, or remove one of "
                  "the columns");
  }
}

void leave_out_copies(Table& table, const Source& source) {
  std::map<std::string, std::size_t> first;
  std::vector<std::size_t> kept;
  std::vector<std::string> names;
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    std::string name = canonical_measure_name(table.features[f]);
    const auto [same, is_new] = first.emplace(name, f);
    if (is_new) {
      kept.push_back(f);
      names.push_back(std::move(name));
      continue;
    }
    const std::size_t column = table.columns[same->second];
    const RowNumbers rows =
        different_rows(table, static_cast<Index>(f), static_cast<Index>(same->second));
    if (!rows.empty()) {
      source.refuse("columns " + std::to_string(column) + " and " +
                    std::to_string(table.columns[f]) +
                    " are of one measure, and hold other values in rows " + row_list(rows) +
                    ": remove or rename one, or put the tables together by their ids");
    }
    table.reading.left_out.push_back({table.features[f], "repeats " + column_text(column), 0});
  }
  if (kept.size() < table.features.size()) keep_features(table, kept);
  table.features = std::move(names);
}

void refuse_false_totals(const Table& table, const Source& source) {
  if (table.features.empty()) return;
  const MeasureNames names(table.features);
  for (const Total& total : known_totals()) {
    const auto at = names.find(total.name);
    std::vector<std::size_t> parts;
    for (const std::string& part : total.parts) {
      if (const auto found = names.find(part)) parts.push_back(*found);
    }
    if (at && parts.size() == total.parts.size()) {
      check_total(table, *at, parts, total.is_mean, source);
    }
  }
}

}  // namespace dsne::data
