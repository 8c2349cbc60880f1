#include "quality/rating.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/weighted_mean.h"
#include "quality/ordinary_half.h"
#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

constexpr double distance_limit = 4;
constexpr double wide_limit = 10;
constexpr double departure_limit = 20;
constexpr double least_share_of_deviation = 0.25;
constexpr double least_departure = 1e-9;
constexpr double least_rest = 0.01;

Matrix centred(const Matrix& values, const RowVector& centre) { return values.rowwise() - centre; }

/// Returns the ridge in mean variances: small, but larger below two subjects per measure, where the
/// covariance would fit noise.
double ridge(double measures, double subjects) {
  constexpr double least = 0.02;
  constexpr double measures_per_subject = 0.5;
  return least + std::max(0.0, measures / subjects - measures_per_subject);
}

/// The covariance that predicts a measure from the others.
struct FittedCovariance {
  Matrix inverse;           ///< of the covariance
  double subjects = 0;      ///< the number that it was fitted to
  std::vector<bool> in_it;  ///< whether each of the site's subjects is among them
};

/// Fits the covariance to the ordinary half and the other sites' groups.
FittedCovariance fitted_covariance(const Matrix& wide, const Rows& learners,
                                   const RatingBasis& basis) {
  const Rows half = ordinary_half(wide, learners);
  const Matrix ordinary = wide(half, Eigen::all);
  const Matrix departures = centred(ordinary, ordinary.colwise().mean());
  const Index measures = wide.cols();
  const double subjects = static_cast<double>(ordinary.rows()) + basis.scatter_subjects;
  Matrix covariance = (departures.transpose() * departures + basis.scatter) / subjects;
  const double variance = covariance.trace() / static_cast<double>(measures);
  covariance.diagonal().array() +=
      ridge(static_cast<double>(measures), subjects) * (variance > 0 ? variance : 1);
  FittedCovariance result{covariance.llt().solve(Matrix::Identity(measures, measures)), subjects,
                          std::vector<bool>(static_cast<std::size_t>(wide.rows()), false)};
  for (const Index i : half) result.in_it[static_cast<std::size_t>(i)] = true;
  return result;
}

/// Subtracts from each measure its prediction by the others. A subject that the covariance was
/// fitted to is first taken out of it (Sherman & Morrison); otherwise it would seem to fit better
/// than the site's other half.
Matrix less_expected(const Matrix& centred_values, const FittedCovariance& by) {
  Matrix result = centred_values * by.inverse;
  const RowVector diagonal = by.inverse.diagonal().transpose();
  for (Index i = 0; i < result.rows(); ++i) {
    RowVector row = result.row(i);
    if (by.in_it[static_cast<std::size_t>(i)]) {
      const double rest =
          std::max(by.subjects - row.dot(centred_values.row(i)), least_rest * by.subjects);
      result.row(i) = (row * (by.subjects / rest)).cwiseQuotient(diagonal + row.cwiseAbs2() / rest);
    } else {
      result.row(i) = row.cwiseQuotient(diagonal);
    }
  }
  return result;
}

RowVector medians(const Matrix& values) {
  RowVector result(values.cols());
  for (Index f = 0; f < values.cols(); ++f) result(f) = median(values.col(f));
  return result;
}

/// Returns each measure's interquartile range in deviations, at least a quarter of the typical one.
RowVector departure_units(const Matrix& departures, const RobustUnits& units) {
  RowVector deviation(departures.cols());
  std::vector<double> varying;
  for (Index f = 0; f < departures.cols(); ++f) {
    deviation(f) = interquartile_deviation(departures.col(f));
    if (!units.constant[static_cast<std::size_t>(f)]) varying.push_back(deviation(f));
  }
  if (varying.empty()) return RowVector::Ones(departures.cols());
  const double typical = median(Eigen::Map<const Vector>(varying.data(), std::ssize(varying)));
  return deviation.cwiseMax(std::max(least_share_of_deviation * typical, least_departure));
}

Matrix departures_of(const Matrix& wide, const Rows& learners, const RobustUnits& units,
                     const RatingBasis& basis) {
  const RowVector centre = medians(wide(learners, Eigen::all));
  Matrix departures =
      less_expected(centred(wide, centre), fitted_covariance(wide, learners, basis));
  const RowVector unit = departure_units(departures(learners, Eigen::all), units);
  departures =
      (departures.array().rowwise() / unit.array()).max(-departure_limit).min(departure_limit);
  for (Index f = 0; f < departures.cols(); ++f) {
    if (units.constant[static_cast<std::size_t>(f)]) departures.col(f).setZero();
  }
  return departures;
}

/// Uses only measures that are not constant.
Vector log_root_mean_square(const Matrix& departures, const RobustUnits& units) {
  const auto varying = std::count(units.constant.begin(), units.constant.end(), false);
  const double count = std::max(static_cast<double>(varying), 1.0);
  const Vector size = (departures.rowwise().squaredNorm() / count).cwiseSqrt();
  return (size.array() + least_departure).log();
}

}  // namespace

RatingBasis rating_basis(const std::vector<ScaledSite>& sites, Index measures) {
  RatingBasis basis;
  basis.least_deviation = least_deviations(sites, measures);
  basis.scatter = Matrix::Zero(measures, measures);
  for (const ScaledSite& site : sites) {
    const RowVector mean = weighted_mean(site.rows, site.subjects);
    const Matrix departures = centred(site.rows, mean);
    basis.scatter += departures.transpose() * site.subjects.asDiagonal() * departures;
    basis.scatter_subjects += site.subjects.sum();
  }
  if (left_out_accuracy(sites) >= least_left_out_accuracy) basis.direction = odd_direction(sites);
  return basis;
}

Rating rated(const Matrix& bent, const Rows& learners, const RatingBasis& basis) {
  Rating rating;
  rating.units = robust_units(bent(learners, Eigen::all), basis.least_deviation);
  const Matrix limited = in_units(rating.units, bent, distance_limit);
  rating.distance = log_distance_to_half(limited, ordinary_half(limited, learners));
  rating.odd = in_half_widths(rating.distance, learners);
  if (basis.direction.size() > 0) {
    rating.position = limited * basis.direction;
    rating.odd = in_half_widths(rating.odd + in_half_widths(rating.position, learners), learners);
  }
  rating.deviations = in_units(rating.units, bent, wide_limit);
  rating.departures = bent.array().isNaN().select(
      0, departures_of(rating.deviations, learners, rating.units, basis));
  rating.departure = log_root_mean_square(rating.departures, rating.units);
  rating.unfit = in_half_widths(rating.departure, learners);
  return rating;
}

}  // namespace dsne::quality
