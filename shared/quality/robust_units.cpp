#include "quality/robust_units.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/quantile.h"
#include "quality/spread.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double no_deviation = 1e-9;
constexpr double lower_share = 0.16;  ///< a normal distribution's share below one deviation

double typical_size(const Vector& values) {
  std::vector<double> sizes;
  for (const double value : values) {
    if (value != 0) sizes.push_back(std::abs(value));
  }
  if (sizes.empty()) return 1;
  std::sort(sizes.begin(), sizes.end());
  return data::quantile(sizes, 0.5);
}

Vector present(const Vector& values) {
  std::vector<double> known;
  for (const double value : values) {
    if (!std::isnan(value)) known.push_back(value);
  }
  return Eigen::Map<const Vector>(known.data(), std::ssize(known));
}

}  // namespace

Bend bend_of(const Matrix& values, const std::vector<Index>& learners) {
  Bend bend{RowVector::Zero(values.cols())};
  for (Index f = 0; f < values.cols(); ++f) {
    const Vector known = present(values.col(f));
    // A logarithm would move those who are no learners, and have values below 0, out of all bounds.
    if (!(known.array() <= 0).any()) continue;
    bend.sizes(f) =
        typical_size(learners.empty() ? known : present(Vector(values.col(f)(learners))));
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
  RobustUnits units{RowVector(bent.cols()), RowVector(bent.cols()), {}};
  for (Index f = 0; f < bent.cols(); ++f) {
    const Vector known = present(bent.col(f));
    const double deviation = known.size() > 0 ? interquartile_deviation(known) : 0;
    const bool constant = deviation <= no_deviation;
    units.centre(f) = known.size() > 0 ? median(known) : 0;
    units.deviation(f) = constant ? 1 : std::max(deviation, least_deviation(f));
    units.constant.push_back(constant);
  }
  return units;
}

Matrix in_units(const RobustUnits& units, const Matrix& bent, double limit) {
  Matrix result = (bent.rowwise() - units.centre).array().rowwise() / units.deviation.array();
  for (Index f = 0; f < bent.cols(); ++f) {
    if (units.constant[static_cast<std::size_t>(f)]) result.col(f).setZero();
    result.col(f) = result.col(f).unaryExpr([limit](double value) {
      return std::isnan(value) ? 0.0 : std::clamp(value, -limit, limit);
    });
  }
  return result;
}

bool differs_from_constant(const RobustUnits& units, double bent, Index measure) {
  return units.constant[static_cast<std::size_t>(measure)] &&
         std::abs(bent - units.centre(measure)) > no_deviation;
}

Vector in_half_widths(const Vector& scores, const std::vector<Index>& learners) {
  const Vector learned = scores(learners);
  const double centre = median(learned);
  const double width = centre - quantile_of(learned, lower_share);
  return (scores.array() - centre) / std::max(width, no_deviation);
}

}  // namespace dsne::quality
