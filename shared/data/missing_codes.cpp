#include "data/missing_codes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "data/csv.h"

namespace dsne::data {
namespace {

constexpr std::array<double, 14> codes = {-9,     -88, -99, -777, -888, -999,  -9999,
                                          -99999, 99,  888, 999,  9999, 99999, 999999};
constexpr Eigen::Index least_cells = 2;

/// Whether a code lies so far from a measure's other values that it can hardly be one of them.
bool is_outside(double code, double low, double high) {
  const double range = high - low;
  if (code > 0) return code > high + 3 * range && code > 3 * std::abs(high);
  return low >= 0 ? code < low : code < low - 3 * range;
}

bool stands_for_missing(const Matrix& values, Eigen::Index column, double code) {
  Eigen::Index count = 0;
  Eigen::Index others = 0;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values.col(column)) {
    if (std::isnan(value)) continue;
    if (value == code) {
      ++count;
      continue;
    }
    ++others;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return count >= least_cells && (others == 0 || is_outside(code, low, high));
}

std::string joined(const std::set<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

std::string missing_codes_note(const Table& table) {
  constexpr std::size_t shown = 5;
  std::set<std::string> found;
  std::vector<std::string> measures;
  for (Eigen::Index c = 0; c < table.values.cols(); ++c) {
    for (const double code : codes) {
      if (!stands_for_missing(table.values, c, code)) continue;
      found.insert(number_text(code));
      const auto f = static_cast<std::size_t>(c);
      measures.push_back(table.features.empty() ? "column " + std::to_string(table.columns[f])
                                                : table.features[f]);
      break;
    }
  }
  if (found.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i < std::min(measures.size(), shown); ++i) {
    list += (i == 0 ? "" : ", ") + measures[i];
  }
  if (measures.size() > shown) list += " and " + std::to_string(measures.size() - shown) + " more";
  return "Look at " + list + ": " + joined(found) +
         " stands there several times, far from the other values. If it means a missing value, "
         "write n/a instead; it was taken as a number.";
}

}  // namespace dsne::data
