#include "summary/making.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "data/missing.h"
#include "data/pca.h"
#include "data/table.h"
#include "privacy/microaggregation.h"
#include "privacy/random_source.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

/// Values are limited to this many standard deviations from the median.
constexpr double most_deviations = 3;

/// Rows of an array are limited to this many median distances from the median row.
constexpr double array_limit = 4;

double stretched(double value, const MeasureScale& scale) {
  return scale.logarithm ? std::log(value) : std::asinh(value / scale.size);
}

Matrix limited(Matrix values, const Scale& scale) {
  for (Index i = 0; i < values.rows(); ++i) {
    const double distance = (values.row(i) - scale.medians).norm();
    if (distance > scale.reach) {
      values.row(i) = scale.medians + (values.row(i) - scale.medians) * (scale.reach / distance);
    }
  }
  return values;
}

double median_distance(const Matrix& values, const RowVector& medians) {
  const Matrix away = data::filled(values, medians).rowwise() - medians;
  return data::quantile(data::sorted_values(away.rowwise().norm(), 0), 0.5);
}

}  // namespace

double step_of(double deviation) {
  return deviation > 0 ? std::pow(10, std::floor(std::log10(deviation / 100))) : 0;
}

MeasureScale measure_scale(const Vector& values) {
  MeasureScale scale;
  scale.logarithm = values.minCoeff() > 0;
  scale.size = data::median_size({values.begin(), values.end()});
  const Vector points = values.unaryExpr([&](double value) { return stretched(value, scale); });
  const std::vector<double> all = data::sorted_values(points, 0);
  scale.middle = data::quantile(all, 0.5);
  scale.deviation = data::interquartile_deviation(all);
  if (scale.deviation > 0) return scale;
  scale.deviation = std::sqrt((points.array() - points.mean()).square().mean());
  return scale;
}

double on_scale(double value, const MeasureScale& scale) {
  if (scale.logarithm && !(value > 0)) return -most_deviations;
  return std::clamp((stretched(value, scale) - scale.middle) / scale.deviation, -most_deviations,
                    most_deviations);
}

double in_units(double value, const MeasureScale& scale) {
  const double stretch = value * scale.deviation + scale.middle;
  const double units = scale.logarithm ? std::exp(stretch) : scale.size * std::sinh(stretch);
  return std::clamp(units, -data::largest_value, data::largest_value);
}

Scale fit_scale(const Matrix& values, std::vector<std::string> measures, bool array) {
  Scale scale;
  scale.array = array;
  scale.measures = std::move(measures);
  scale.medians = data::present_medians(values, 1);
  if (array) {
    scale.reach = array_limit * median_distance(values, scale.medians);
    return scale;
  }
  const Matrix filled = data::filled(values, scale.medians);
  for (Index c = 0; c < values.cols(); ++c) scale.each.push_back(measure_scale(filled.col(c)));
  return scale;
}

Matrix on_scale(Matrix values, const Scale& scale) {
  for (Index c = 0; c < values.cols(); ++c) {
    for (double& value : values.col(c)) {
      if (std::isnan(value)) value = scale.medians(c);
      if (!scale.array) value = on_scale(value, scale.each[static_cast<std::size_t>(c)]);
    }
  }
  return scale.array ? limited(std::move(values), scale) : values;
}

Matrix in_units(Matrix points, const Scale& scale) {
  if (scale.array) return points;
  for (Index c = 0; c < points.cols(); ++c) {
    for (double& value : points.col(c)) {
      value = in_units(value, scale.each[static_cast<std::size_t>(c)]);
    }
  }
  return points;
}

Matrix rounded(Matrix values, const RowVector& steps) {
  for (Index c = 0; c < values.cols(); ++c) {
    const double step = steps(c);
    if (!(step > 0)) continue;
    // Dividing by a whole number gives the double nearest to the decimal number.
    const double divisor = std::round(1 / step);
    for (double& value : values.col(c)) {
      value = step < 1 ? std::round(value * divisor) / divisor : std::round(value / step) * step;
      if (value == 0) value = 0;  // not -0
    }
  }
  return values;
}

namespace {

using Groups = std::vector<privacy::GroupRows>;

/// The number of components on which arrays are grouped.
constexpr Index array_components = 50;

/// The noise's covariance along the deviations, and the least independent part, in variances of the
/// mean.
constexpr double along_part = 0.5;
constexpr double least_independent_part = 0.5;
constexpr double step_of_part = 1.1;

/// What a subject may add to the evidence of a table's rows: as much as among thirty subjects.
constexpr double most_evidence = 4.5;

/// How much larger than its standard error the noise of a spread is.
constexpr double errors_of_spread = 1.4;

/// Returns values less the means of their groups.
Matrix deviations_from(const Matrix& means, Matrix values, const Groups& groups) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index row : groups[g]) values.row(row) -= means.row(static_cast<Index>(g));
  }
  return values;
}

/// Returns the points to group: as they are, or the first components of arrays.
Matrix compared(const Matrix& points, const Scale& scale) {
  if (!scale.array) return points;
  return data::project(data::fit_pca(points, array_components), points);
}

/// The eigenvalues above 0 of AᵀA, by the smaller of AᵀA and AAᵀ.
Eigen::ArrayXd squared_singular_values(const Matrix& a) {
  const Eigen::MatrixXd gram =
      a.rows() < a.cols() ? Eigen::MatrixXd(a * a.transpose()) : Eigen::MatrixXd(a.transpose() * a);
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .array()
      .max(0);
}

/// Returns the columns' standard deviations, or their root mean square in each column that varies.
RowVector sizes_of(const Matrix& deviations, double freedom, bool one) {
  RowVector sizes = (deviations.colwise().squaredNorm() / freedom).cwiseSqrt();
  if (!one) return sizes;
  const auto varying = static_cast<double>((sizes.array() > 0).count());
  return (sizes.array() > 0)
      .select(RowVector::Constant(sizes.size(), sizes.norm() / std::sqrt(varying)), 0);
}

/// Returns the independent part of the noise.
/// @param deviations whose squares are the columns' correlations
double independent_part(const Matrix& deviations, double freedom, double most) {
  const Eigen::ArrayXd values = squared_singular_values(deviations);
  const auto evidence = [&](double part) {
    const double length = (values / (along_part * values + part)).sum();
    // Of a subject who is not among the deviations.
    return length / (1 - along_part * length / freedom);
  };
  double part = least_independent_part;
  while (evidence(part) > most) part *= step_of_part;
  return part;
}

/// Rounds a value to a fifth of its first digit.
double coarse(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double unit = 5 * std::pow(10, -std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

}  // namespace

double lenient_evidence(Index subjects) { return 0.15 * static_cast<double>(subjects); }

Matrix noise_like(Matrix deviations, Index freedom, NoiseSize size, Index rows,
                  privacy::RandomSource& source) {
  const auto degrees = static_cast<double>(std::max<Index>(1, freedom));
  const RowVector sizes = sizes_of(deviations, degrees, size.one);
  deviations.array().rowwise() /= (sizes.array() > 0).select(sizes, 1).array() * std::sqrt(degrees);
  const double along = std::sqrt(along_part);
  const double alone = std::sqrt(independent_part(deviations, degrees, size.most_evidence));
  Matrix noise(rows, deviations.cols());
  for (Index row = 0; row < rows; ++row) {
    const Vector weights = privacy::gaussian_noise(deviations.rows(), along, source);
    noise.row(row) = privacy::gaussian_noise(deviations.cols(), alone, source).transpose() +
                     weights.transpose() * deviations;
  }
  return noise.array().rowwise() * sizes.array();
}

double two_digits(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double unit = std::pow(10, 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * unit) / unit;
}

privacy::Groups noisy_means(const Matrix& values, const Groups& groups, NoiseSize size,
                            privacy::RandomSource& source) {
  privacy::Groups averages = privacy::averaged(values, groups);
  const Index rows = std::ssize(groups);
  const Matrix noise = noise_like(deviations_from(averages.means, values, groups),
                                  values.rows() - rows, size, rows, source);
  averages.means += averages.sizes.cwiseSqrt().cwiseInverse().asDiagonal() * noise;
  return averages;
}

RowVector noisy_spread(const Matrix& values, const Groups& groups, bool one,
                       privacy::RandomSource& source) {
  Matrix squares =
      deviations_from(privacy::averaged(values, groups).means, values, groups).cwiseAbs2();
  if (one) squares = squares.rowwise().mean().eval();
  const Index count = squares.rows();
  const RowVector variance = squares.colwise().mean();
  squares = (squares.rowwise() - variance).array().rowwise() /
            (variance.array() > 0).select(variance, 1).array();
  const double errors = errors_of_spread / std::sqrt(static_cast<double>(count));
  const RowVector noise = errors * noise_like(std::move(squares), count - 1,
                                              {lenient_evidence(count), true}, 1, source);
  const RowVector spread =
      (variance.array() * noise.array().exp()).sqrt().matrix().unaryExpr(&coarse);
  return one ? RowVector::Constant(values.cols(), spread(0)) : spread;
}

SummaryRows make_rows(const Matrix& points, const Scale& scale, Index least, Index most,
                      privacy::RandomSource& source) {
  const Index size = std::max(least, (points.rows() + most - 1) / most);
  Groups groups = privacy::randomly_microaggregated(compared(points, scale), size, source);
  std::shuffle(groups.begin(), groups.end(), privacy::RandomBits{source});
  const double lenient = lenient_evidence(points.rows());
  const double evidence = scale.array ? lenient : std::min(lenient, most_evidence);
  privacy::Groups averages = noisy_means(points, groups, {evidence, scale.array}, source);
  SummaryRows rows;
  rows.means = in_units(std::move(averages.means), scale);
  rows.subjects = std::move(averages.sizes);
  rows.spread = noisy_spread(in_units(points, scale), groups, scale.array, source);
  rows.groups = std::move(groups);
  return rows;
}

}  // namespace dsne::summary
