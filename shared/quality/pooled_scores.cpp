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
constexpr Index most_site_extremes = 3;
constexpr double most_units = 10;
constexpr double least_extreme = 3;
/// 1 % of a normal distribution lies beyond, on either side.
constexpr double range_units = 2.326;

/// The measures that are furthest from the centre, at most three.
std::vector<OddMeasure> extremes(const RowVector& values, const RowVector& units,
                                 const MeasureScale& scale) {
  std::vector<Index> order(static_cast<std::size_t>(units.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(units(a)) > std::abs(units(b)); });
  std::vector<OddMeasure> result;
  for (const Index f : order) {
    const bool at_centre = !result.empty() && units(f) == 0;
    if (std::ssize(result) == most_site_extremes || at_centre) break;
    result.push_back({f, values(f), as_measured(scale, f, -range_units),
                      as_measured(scale, f, range_units), std::abs(units(f)) > least_extreme,
                      units(f), units(f)});
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

std::vector<OddMeasure> site_extremes(const Matrix& units, const MeasureScale& scale) {
  RowVector middle(units.cols());
  RowVector values(units.cols());
  for (Index f = 0; f < units.cols(); ++f) {
    middle(f) = median(units.col(f));
    values(f) = as_measured(scale, f, middle(f));
  }
  return extremes(values, middle, scale);
}

}  // namespace dsne::quality
