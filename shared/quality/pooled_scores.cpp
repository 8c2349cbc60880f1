#include "quality/pooled_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "quality/evenly_spaced.h"
#include "quality/oddness.h"
#include "quality/spread.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index most_neighbour_candidates = 1000;
constexpr Index neighbours_of_one = 10;
constexpr Index most_extremes = 5;
constexpr Index most_site_extremes = 3;
constexpr double most_units = 10;
constexpr double least_extreme = 3;
/// 1 % of a normal distribution lies beyond, on either side.
constexpr double range_units = 2.326;

/// The measures that are furthest from the centre, those beyond `least` units and one in any case.
/// @param values as measured, NaN where missing
std::vector<OddMeasure> extremes(const RowVector& values, const RowVector& units,
                                 const MeasureScale& scale, Index most, double least) {
  std::vector<Index> order(static_cast<std::size_t>(units.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(units(a)) > std::abs(units(b)); });
  std::vector<OddMeasure> result;
  for (const Index f : order) {
    if (std::ssize(result) == most) break;
    if (!result.empty() && !(std::abs(units(f)) > least)) break;
    result.push_back({f, std::isnan(values(f)) ? as_measured(scale, f, 0) : values(f),
                      as_measured(scale, f, -range_units), as_measured(scale, f, range_units),
                      std::abs(units(f)) > least_extreme, units(f), units(f)});
  }
  return result;
}

}  // namespace

double as_measured(const MeasureScale& scale, Index feature, double units) {
  const double value = scale.centre(feature) + units * scale.deviation(feature);
  const bool logarithm = std::find(scale.logarithms.begin(), scale.logarithms.end(), feature) !=
                         scale.logarithms.end();
  return logarithm ? std::exp(value) : value;
}

Matrix with_logarithms(Matrix values, const std::vector<Index>& columns) {
  for (const Index f : columns) {
    values.col(f) = values.col(f).unaryExpr([](double value) {
      return std::isnan(value) ? value
                               : std::log(std::max(value, std::numeric_limits<double>::min()));
    });
  }
  return values;
}

Matrix standardized(const MeasureScale& scale, const Matrix& values) {
  Matrix units = with_logarithms(values, scale.logarithms).rowwise() - scale.centre;
  for (Index f = 0; f < units.cols(); ++f) {
    if (!(scale.deviation(f) > 0)) {
      units.col(f).setZero();
      continue;
    }
    units.col(f) = units.col(f).unaryExpr([&](double value) {
      return std::isnan(value) ? 0
                               : std::clamp(value / scale.deviation(f), -most_units, most_units);
    });
  }
  return units;
}

Vector log_oddness(const Matrix& standardized) {
  const Index subjects = standardized.rows();
  const std::vector<Index> chosen = evenly_spaced(subjects, most_neighbour_candidates);
  if (chosen.size() < 2) return {};
  std::vector<bool> inside(static_cast<std::size_t>(subjects));
  for (const Index i : chosen) inside[static_cast<std::size_t>(i)] = true;
  return log_distances_to(standardized(chosen, Eigen::all), standardized, inside,
                          neighbours_of_one);
}

OutlierScores pooled_scores(const Matrix& own, const Matrix& units, const MeasureScale& scale,
                            const OddnessScale& ordinary) {
  const Vector odd = log_oddness(units);
  OutlierScores result;
  result.scores = Vector::Zero(own.rows());
  result.ratings = result.scores;
  result.flagged.resize(static_cast<std::size_t>(own.rows()));
  result.also_check.resize(result.flagged.size());
  result.reasons.resize(result.flagged.size());
  result.like_excluded.resize(result.flagged.size());
  if (odd.size() == 0 || !(ordinary.deviation > 0)) return result;
  result.expected_false_alarms = 1 - odd_share;
  result.ratings = odd;
  const std::vector<bool> odd_here = odd_at_own_site(odd);
  for (Index i = 0; i < own.rows(); ++i) {
    const auto subject = static_cast<std::size_t>(i);
    const double score = share_less_odd(ordinary, odd(i));
    result.scores(i) = score;
    result.flagged[subject] = score > odd_share;
    result.also_check[subject] =
        !result.flagged[subject] && score >= least_score_to_check && odd_here[subject];
    if (!is_listed(result, subject)) continue;
    result.reasons[subject] =
        extremes(own.row(i), units.row(i), scale, most_extremes, least_extreme);
  }
  return result;
}

std::vector<OddMeasure> site_extremes(const Matrix& units, const MeasureScale& scale) {
  RowVector middle(units.cols());
  RowVector values(units.cols());
  for (Index f = 0; f < units.cols(); ++f) {
    middle(f) = median(units.col(f));
    values(f) = as_measured(scale, f, middle(f));
  }
  return extremes(values, middle, scale, most_site_extremes, 0);
}

}  // namespace dsne::quality
