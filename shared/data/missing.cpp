#include "data/missing.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/phrases.h"
#include "data/cell.h"
#include "data/csv.h"
#include "data/names/known_names.h"
#include "data/text/text_layout.h"

namespace dsne::data {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 == sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - std::floor(place));
}

double interquartile_deviation(const std::vector<double>& sorted) {
  constexpr double of_normal_distribution = 1.349;
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / of_normal_distribution;
}

double median_size(std::vector<double> values) {
  std::erase(values, 0);
  if (values.empty()) return 1;
  for (double& value : values) value = std::abs(value);
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

namespace {

using Eigen::Index;

void refuse(const Table& table, const Source& source) {
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (Index column = 0; column < table.values.cols(); ++column) {
      if (std::isnan(table.values(row, column))) {
        source.refuse(
            table.rows[static_cast<std::size_t>(row)],
            table.columns[static_cast<std::size_t>(column)],
            "a missing value: fill it or leave the row out, or ask the run's owner to set "
            "missing to drop or impute");
      }
    }
  }
}

void drop(Table& table, const Source& source) {
  std::vector<std::size_t> kept;
  for (Index row = 0; row < table.values.rows(); ++row) {
    if (!table.values.row(row).hasNaN()) kept.push_back(static_cast<std::size_t>(row));
  }
  if (kept.empty()) source.refuse("has no row without a missing value");
  keep_rows(table, kept);
}

/// Codes for missing values, in order: -9, 999 and the like, and NACC's 88.8888 and 8888.888.
std::vector<double> all_codes() {
  constexpr std::array<double, 18> whole = {-7,    -8,     -9, -77, -88, -99, -777, -888,  -999,
                                            -9999, -99999, 99, 777, 888, 999, 9999, 99999, 999999};
  constexpr int least_digits = 4;
  constexpr int most_digits = 7;
  constexpr int most_decimals = 4;
  std::vector<double> codes(whole.begin(), whole.end());
  for (const double digit : {7, 8, 9}) {
    double repeated = digit * 111;
    for (int digits = least_digits; digits <= most_digits; ++digits) {
      repeated = 10 * repeated + digit;
      for (int decimals = 1; decimals <= most_decimals && decimals < digits; ++decimals) {
        for (const int sign : {-1, 1}) codes.push_back(sign * repeated / std::pow(10.0, decimals));
      }
    }
  }
  std::ranges::sort(codes);
  return codes;
}

/// Whether a code lies so far from a measure's other values that it can hardly be one of them.
/// @param others in order, not empty
bool stands_apart(double code, const std::vector<double>& others) {
  const double low = others.front();
  const double high = others.back();
  const double range = high - low;
  if (code == 0) return low > 0 && low > quantile(others, 0.5) / 4;
  if (code < 0) return low >= 0 || code < low - range;
  return (code > high + range && code > 2 * high) || (code < low - range && code < low / 2);
}

/// Whether a code stands several times beyond others of which none does: 9999 above 9320.5.
bool repeats_beyond(const MissingCode& found, const std::vector<double>& others) {
  const bool beyond = found.code < others.front() || found.code > others.back();
  return found.code != 0 && found.rows.size() > 1 && beyond &&
         std::ranges::adjacent_find(others) == others.end();
}

/// Whether the code stands for missing values of a measure with these others.
bool stands_for_missing(const MissingCode& found, const std::vector<double>& others) {
  constexpr std::size_t least_others = 5;
  const std::size_t cells = found.rows.size();
  // A value that most subjects have is no code for a missing one; 0 is one for few at most.
  if (found.code == 0 && 20 * cells > others.size()) return false;
  if (others.size() < std::max(cells, least_others)) return false;
  return stands_apart(found.code, others) || repeats_beyond(found, others);
}

/// "values below 0", "values outside 0 to 1"
std::string range_text(const ValueRange& range) {
  if (std::isinf(range.high)) return "values below " + number_text(range.low);
  return "values outside " + number_text(range.low) + " to " + number_text(range.high);
}

}  // namespace

std::vector<double> present_values(const Matrix& values, Index column) {
  std::vector<double> present;
  for (const double value : values.col(column)) {
    if (!std::isnan(value)) present.push_back(value);
  }
  return present;
}

std::vector<double> sorted_values(const Matrix& values, Index column) {
  std::vector<double> sorted = present_values(values, column);
  std::ranges::sort(sorted);
  return sorted;
}

RowVector present_medians(const Matrix& values, Index least) {
  RowVector medians = RowVector::Constant(values.cols(), std::numeric_limits<double>::quiet_NaN());
  for (Index column = 0; column < values.cols(); ++column) {
    const std::vector<double> sorted = sorted_values(values, column);
    if (std::ssize(sorted) >= least) medians(column) = quantile(sorted, 0.5);
  }
  return medians;
}

Matrix filled(Matrix values, const RowVector& fill) {
  for (auto row : values.rowwise()) row = row.array().isNaN().select(fill, row);
  return values;
}

RowVector column_medians(const Table& table, const Source& source) {
  RowVector medians = present_medians(table.values, 1);
  for (Index column = 0; column < medians.size(); ++column) {
    if (!std::isnan(medians(column))) continue;
    source.refuse("column " + std::to_string(table.columns[static_cast<std::size_t>(column)]) +
                  " has no value at all");
  }
  return medians;
}

Table resolve_missing(Table table, Missing missing, const RowVector& medians,
                      const Source& source) {
  switch (missing) {
    case Missing::error:
      refuse(table, source);
      break;
    case Missing::drop:
      drop(table, source);
      break;
    case Missing::impute:
      table.values = filled(std::move(table.values), medians);
      break;
  }
  return table;
}

void drop_impossible_values(Table& table) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    const auto known = known_measure(table.features[f]);
    if (!known) continue;
    const NameMeaning& meaning = *known->meaning;
    const auto values = table.values.col(static_cast<Index>(f));
    const auto drop = [&](auto&& is_so, const std::string& what, bool counts_as_missing) {
      ImpossibleValues found{table.features[f], {}, what, counts_as_missing};
      for (Index i = 0; i < values.size(); ++i) {
        if (!is_so(values(i))) continue;
        found.rows.push_back(table.rows[static_cast<std::size_t>(i)]);
        if (counts_as_missing) table.values(i, static_cast<Index>(f)) = none;
      }
      if (!found.rows.empty()) table.reading.impossible.push_back(std::move(found));
    };
    if (meaning.none) {
      drop([&](double value) { return value == *meaning.none; },
           "the value " + number_text(*meaning.none), true);
    }
    const auto is_outside = [&](double value) {
      return value < meaning.possible.low || value > meaning.possible.high;
    };
    const auto outside = std::count_if(values.begin(), values.end(), is_outside);
    if (outside == 0) continue;
    const auto present = values.size() - values.array().isNaN().count();
    drop(is_outside, range_text(meaning.possible), 2 * outside < present);
  }
}

std::string impossible_note(const ImpossibleValues& values) {
  const std::string where = values.measure + " cannot have " + values.what +
                            (values.rows.size() == 1 ? ", as in row " : ", as in rows ") +
                            row_list(values.rows);
  return where + (values.counts_as_missing ? ": they count as missing."
                                           : ": check its unit, or whether it is another measure.");
}

bool is_missing_code(double value) {
  static const std::vector<double> codes = all_codes();
  return std::ranges::binary_search(codes, value);
}

std::vector<double> ordinary_values(const Matrix& values, Eigen::Index column) {
  std::vector<double> ordinary = present_values(values, column);
  std::erase_if(ordinary, [](double value) { return value == 0 || is_missing_code(value); });
  std::ranges::sort(ordinary);
  return ordinary;
}

std::vector<MissingCode> missing_codes(const Matrix& values, Eigen::Index column) {
  std::map<double, MissingCode> by_code;
  for (Eigen::Index row = 0; row < values.rows(); ++row) {
    const double value = values(row, column);
    if (value != 0 && !is_missing_code(value)) continue;
    by_code[value].code = value;
    by_code[value].rows.push_back(static_cast<std::size_t>(row));
  }
  if (by_code.empty()) return {};
  const std::vector<double> others = ordinary_values(values, column);
  std::vector<MissingCode> found;
  for (auto& [value, code] : by_code) {
    if (stands_for_missing(code, others)) found.push_back(std::move(code));
  }
  return found;
}

std::string missing_codes_note(const Table& table) {
  constexpr std::size_t least_cells = 2;
  constexpr std::size_t shown = 5;
  std::set<std::string> found;
  std::vector<std::string> measures;
  for (Eigen::Index c = 0; c < table.values.cols(); ++c) {
    for (const MissingCode& code : missing_codes(table.values, c)) {
      if (code.code == 0 || code.rows.size() < least_cells) continue;
      found.insert(number_text(code.code));
      const auto f = static_cast<std::size_t>(c);
      measures.push_back(table.features.empty() ? "column " + std::to_string(table.columns[f])
                                                : table.features[f]);
      break;
    }
  }
  if (found.empty()) return "";
  return "Look at " + in_commas(measures, shown) + ": " + boost::algorithm::join(found, ", ") +
         " repeats there, outside the range of the other values. If it means a missing value, "
         "write n/a instead; it was taken as a number.";
}

}  // namespace dsne::data
