#include "quality/robust_units.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/missing.h"
#include "data/quantile.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double no_deviation = 1e-9;
constexpr double least_typical_size = 1e-200;  ///< so that dividing by it does not overflow
constexpr double lower_share = 0.16;  ///< a normal distribution's share below one deviation

}  // namespace

double quantile_of(const Vector& values, double share) {
  return data::quantile(data::sorted_values(values, 0), share);
}

double interquartile_deviation(const Vector& values) {
  return data::interquartile_deviation(data::sorted_values(values, 0));
}

double median(const Vector& values) { return quantile_of(values, 0.5); }

std::vector<Index> evenly_spaced(Index rows, Index most) {
  const Index count = std::min(rows, most);
  std::vector<Index> chosen;
  for (Index i = 0; i < count; ++i) chosen.push_back(i * rows / count);
  return chosen;
}

Bend bend_of(const Matrix& values, const std::vector<Index>& learners) {
  const Matrix learned = learners.empty() ? values : Matrix(values(learners, Eigen::all));
  Bend bend{RowVector::Zero(values.cols())};
  for (Index f = 0; f < values.cols(); ++f) {
    // A logarithm would move those who are no learners, and have values below 0, out of all bounds.
    if (!(values.col(f).array() <= 0).any()) continue;
    bend.sizes(f) =
        std::max(data::median_size(data::present_values(learned, f)), least_typical_size);
  }
  return bend;
}

Matrix bent(const Bend& bend, const Matrix& values) {
  Matrix result(values.rows(), values.cols());
  for (Index f = 0; f < values.cols(); ++f) {
    const double size = bend.sizes(f);
    result.col(f) = values.col(f).unaryExpr([size](double value) {
      if (std::isnan(value)) return value;
      return size > 0 ? std::asinh(value / size)
                      : std::log(std::max(value, std::numeric_limits<double>::min()));
    });
  }
  return result;
}

double straightened(const Bend& bend, Index measure, double bent) {
  const double size = bend.sizes(measure);
  return size > 0 ? size * std::sinh(bent) : std::exp(bent);
}

RobustUnits robust_units(const Matrix& bent, const RowVector& least_deviation) {
  RobustUnits units{RowVector::Zero(bent.cols()), RowVector::Ones(bent.cols()), {}};
  for (Index f = 0; f < bent.cols(); ++f) {
    const std::vector<double> present = data::sorted_values(bent, f);
    const double deviation = present.empty() ? 0 : data::interquartile_deviation(present);
    units.constant.push_back(deviation <= no_deviation);
    if (!present.empty()) units.centre(f) = data::quantile(present, 0.5);
    if (!units.constant.back()) units.deviation(f) = std::max(deviation, least_deviation(f));
  }
  return units;
}

Matrix in_units(const RobustUnits& units, const Matrix& bent, double limit) {
  Matrix result = (bent.rowwise() - units.centre).array().rowwise() / units.deviation.array();
  for (Index f = 0; f < bent.cols(); ++f) {
    if (units.constant[static_cast<std::size_t>(f)]) result.col(f).setZero();
  }
  return result.array().isNaN().select(0, result).cwiseMax(-limit).cwiseMin(limit);
}

bool differs_from_constant(const RobustUnits& units, double bent, Index measure) {
  return units.constant[static_cast<std::size_t>(measure)] &&
         std::abs(bent - units.centre(measure)) > no_deviation;
}

Vector in_typical_spreads(const Vector& scores, const Vector& known) {
  const double centre = median(known);
  const double width = centre - quantile_of(known, lower_share);
  return (scores.array() - centre) / std::max(width, no_deviation);
}

}  // namespace dsne::quality
