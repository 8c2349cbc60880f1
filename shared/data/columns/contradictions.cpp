#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <regex>
#include <set>

#include "data/columns/columns.h"
#include "data/columns/persons.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
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

/// How exactly a column is written: the most decimals and the most digits of its cells.
struct Precision {
  int decimals = std::numeric_limits<int>::min();  ///< below 0 where thousands, say, are rounded
  int digits = 0;                                  ///< 0 where no cell has a value but 0

  bool operator==(const Precision&) const = default;

  /// How far a value may be from the one that it was before it was rounded.
  double rounding(double value) const {
    if (digits == 0 || std::isnan(value)) return 0;
    int shown = decimals;
    if (value != 0) {
      const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
      shown = std::min(shown, digits - 1 - magnitude);
    }
    return std::pow(10.0, -shown) / 2;
  }
};

Precision precision_of(const Table& table, Index column) {
  const auto counts = [](char c) { return c >= '0' && c <= '9'; };
  Precision precision;
  for (const double value : table.values.col(column)) {
    if (std::isnan(value) || value == 0) continue;
    std::array<char, 32> text{};
    const char* const end =
        std::to_chars(text.begin(), text.end(), value, std::chars_format::scientific).ptr;
    const char* const begin = text.data();
    const char* const mark = std::find(begin, end, 'e');
    const int digits = static_cast<int>(std::count_if(begin, mark, counts));
    int exponent = 0;
    std::from_chars(mark + (mark[1] == '+' ? 2 : 1), end, exponent);
    precision.digits = std::max(precision.digits, digits);
    precision.decimals = std::max(precision.decimals, digits - 1 - exponent);
  }
  return precision;
}

/// @param rounding how far values may be apart because they are rounded
bool agree(double one, double other, double rounding) {
  constexpr double relative = 1e-4;
  return (std::isnan(one) && std::isnan(other)) ||
         std::abs(one - other) <= rounding + relative * std::max(std::abs(one), std::abs(other));
}

/// The table's rows in which two columns disagree.
RowNumbers different_rows(const Table& table, Index one, Index other) {
  // Copies of one precision were rounded alike: their last digit may differ, where it is a fine
  // one.
  constexpr double fine = 1e-3;
  const Precision precision = precision_of(table, one);
  const Precision other_precision = precision_of(table, other);
  RowNumbers rows;
  for (Index i = 0; i < table.values.rows(); ++i) {
    const double value = table.values(i, one);
    const double copy = table.values(i, other);
    double rounding = precision.rounding(value) + other_precision.rounding(copy);
    if (precision == other_precision) rounding = std::min(rounding, fine * std::abs(value));
    if (!agree(value, copy, rounding)) rows.push_back(table.rows[static_cast<std::size_t>(i)]);
  }
  return rows;
}

/// A total as it is stated, and what its parts say.
struct Totals {
  std::vector<double> stated, computed;
};

/// Whether most of these totals are the computed ones in another order.
/// @param rounding the largest one
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
  Vector rounding = Vector::Zero(table.values.rows());
  const auto add_rounding = [&](Index column) {
    const Precision precision = precision_of(table, column);
    rounding +=
        table.values.col(column).unaryExpr([&](double value) { return precision.rounding(value); });
  };
  for (const std::size_t part : parts) {
    computed += table.values.col(static_cast<Index>(part));
    add_rounding(static_cast<Index>(part));
  }
  if (is_mean) {
    computed /= static_cast<double>(parts.size());
    rounding /= static_cast<double>(parts.size());
  }
  add_rounding(at);
  double largest = 0;
  RowNumbers rows;
  Totals wrong;
  std::size_t compared = 0;
  for (Index i = 0; i < computed.size(); ++i) {
    const double value = table.values(i, at);
    if (std::isnan(value) || std::isnan(computed(i))) continue;
    ++compared;
    largest = std::max(largest, rounding(i));
    if (agree(value, computed(i), rounding(i))) continue;
    rows.push_back(table.rows[static_cast<std::size_t>(i)]);
    wrong.stated.push_back(value);
    wrong.computed.push_back(computed(i));
  }
  // Where it fits hardly any row, and none in another order, the name means something else here.
  const bool is_wrong =
      !rows.empty() && (2 * rows.size() < compared || are_shuffled(wrong, largest));
  if (!is_wrong) return;
  std::vector<std::string> columns;
  columns.reserve(parts.size());
  for (const std::size_t part : parts) columns.push_back(std::to_string(table.columns[part]));
  source.refuse(column_text(table.columns[total]) + " is the " + (is_mean ? "mean" : "sum") +
                " of columns " + boost::algorithm::join(columns, ", ") +
                " in other rows, but not in rows " + row_list(rows) +
                ": look whether columns were pasted from a table in another order");
}

/// The name of a measure that pandas or R had to number, because another column has it: "eTIV.1".
std::string without_number(const std::string& name) {
  static const std::regex numbered(R"((.*[^.])\.{1,3}\d+)");
  std::smatch found;
  return std::regex_match(name, found, numbered) ? found[1].str() : name;
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
      // Words where an id is missing ("no scan") name nobody.
      const bool names_somebody =
          known.contains(others[i]) || others[i].find_first_of("0123456789") != std::string::npos;
      const bool both = !names[i].empty() && names_somebody;
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
    const std::string copied = canonical_measure_name(without_number(table.features[f]));
    const bool is_numbered = copied != name && first.contains(copied);
    const auto same = first.find(is_numbered ? copied : name);
    const bool is_new = same == first.end();
    const RowNumbers rows =
        is_new ? RowNumbers()
               : different_rows(table, static_cast<Index>(f), static_cast<Index>(same->second));
    // Unknown names may have numbers of their own: component.1.
    if (is_new || (is_numbered && !rows.empty() && !is_known_measure(copied))) {
      first.emplace(name, f);
      kept.push_back(f);
      names.push_back(std::move(name));
      continue;
    }
    const std::size_t column = table.columns[same->second];
    if (!rows.empty()) {
      source.refuse("columns " + std::to_string(column) + " and " +
                    std::to_string(table.columns[f]) +
                    " are of one measure, and hold other values in rows " + row_list(rows) +
                    ": remove or rename one, or put the tables together by their ids");
    }
    table.reading.left_out.push_back({table.features[f], "repeats " + column_text(column)});
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
