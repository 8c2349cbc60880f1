#include "summary/choice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "data/measure_names.h"
#include "data/missing.h"
#include "data/quantile.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

/// Returns the column's sorted values, missing ones replaced by the median; empty without any
/// value.
std::vector<double> sorted_and_filled(const Matrix& values, Index column) {
  std::vector<double> sorted = data::present_values(values, column);
  if (sorted.empty()) return sorted;
  std::sort(sorted.begin(), sorted.end());
  const double median = data::quantile(sorted, 0.5);
  const auto missing = static_cast<std::size_t>(values.rows()) - sorted.size();
  sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), median), missing, median);
  return sorted;
}

/// The number of different values, and of records that share the commonest one.
struct Variety {
  Index different = 0;
  Index commonest = 0;
};

Variety variety_of(const std::vector<double>& sorted) {
  Variety variety;
  Index run = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool is_new = i == 0 || sorted[i] != sorted[i - 1];
    run = is_new ? 1 : run + 1;
    if (is_new) ++variety.different;
    variety.commonest = std::max(variety.commonest, run);
  }
  return variety;
}

bool is_listed(const std::string& name, const std::vector<std::string>& listed) {
  return listed.empty() ? data::is_known_measure(name)
                        : std::find(listed.begin(), listed.end(), name) != listed.end();
}

std::string reason_against(const Matrix& values, Index column, Index least) {
  const std::vector<double> sorted = sorted_and_filled(values, column);
  if (sorted.empty()) return "it has no value";
  const Variety variety = variety_of(sorted);
  if (2 * variety.commonest >= std::ssize(sorted)) return "half of the subjects share a value";
  if (variety.different < 2 * least) {
    return "fewer than " + std::to_string(2 * least) + " of its values differ";
  }
  return "";
}

}  // namespace

Choice choose_measures(const Matrix& values, const std::vector<std::string>& names,
                       const std::vector<std::string>& listed, Index least) {
  Choice choice;
  for (Index c = 0; c < values.cols(); ++c) {
    const std::string& name = names[static_cast<std::size_t>(c)];
    std::string reason;
    if (!is_listed(name, listed)) {
      reason = listed.empty()
                   ? "no tool's measure has this name, and feature_columns does not list it"
                   : "feature_columns does not list it";
    } else if (!is_measure_name(name)) {
      reason = "a summary's measure may not have this name";
    } else {
      reason = reason_against(values, c, least);
    }
    if (reason.empty()) {
      choice.columns.push_back(c);
    } else {
      choice.left_out.push_back({name, reason});
    }
  }
  return choice;
}

Matrix without_rare_values(Matrix values, Index least) {
  const RowVector medians = data::present_medians(values, 1);
  for (Index c = 0; c < values.cols(); ++c) {
    Index different = 0;
    for (const double value : values.col(c)) {
      if (!std::isnan(value) && value != medians(c)) ++different;
    }
    if (different < 2 * least) values.col(c).setConstant(medians(c));
  }
  return values;
}

}  // namespace dsne::summary
