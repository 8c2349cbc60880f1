#include "quality/rating.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/missing.h"
#include "data/pca.h"
#include "tsne/tsne.h"

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

/// Of drawn sites.
constexpr double share_drawn_above = 0.005;
constexpr Index subjects_drawn = 4000;
constexpr Index most_at_a_site = 2000;
constexpr double drawn_limit = 4;
constexpr double jitter = 1e-9;

/// Of principal components.
constexpr Index most_components = 50;
constexpr double component_limit = 4;
constexpr double reason_limit = 10;

/// What a site's subjects are rated by besides their own values.
struct RatingBasis {
  RowVector least_deviation;    ///< of each bent measure (least_deviations)
  Vector direction;             ///< odd_direction; empty if distance alone counts
  Matrix scatter;               ///< measures × measures: the other sites' sums of squares
  double scatter_subjects = 0;  ///< the number of subjects in these sums
};

Matrix centred(const Matrix& values, const RowVector& centre) { return values.rowwise() - centre; }

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
  basis.direction = odd_direction(sites);
  return basis;
}

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
  const RowVector centre = data::present_medians(wide(learners, Eigen::all), 1);
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

void rate_odd(const Matrix& bent, const Rows& learners, const RatingBasis& basis, Rating& rating) {
  const Matrix limited = in_units(rating.units, bent, distance_limit);
  rating.distance = log_distance_to_half(limited, ordinary_half(limited, learners));
  rating.odd = in_typical_spreads(rating.distance, rating.distance(learners));
  if (basis.direction.size() > 0) {
    rating.position = limited * basis.direction;
    const Vector sum = rating.odd + in_typical_spreads(rating.position, rating.position(learners));
    rating.odd = in_typical_spreads(sum, sum(learners));
  }
}

void rate_inconsistent(const Matrix& bent, const Rows& learners, const RatingBasis& basis,
                       Rating& rating) {
  rating.departures = bent.array().isNaN().select(
      0, departures_of(rating.deviations, learners, rating.units, basis));
  rating.departure = log_root_mean_square(rating.departures, rating.units);
  rating.inconsistent = in_typical_spreads(rating.departure, rating.departure(learners));
}

Rating rated(const Matrix& bent, const Rows& learners, const RatingBasis& basis,
             WantedLists wanted) {
  Rating rating;
  rating.units = robust_units(bent(learners, Eigen::all), basis.least_deviation);
  rating.deviations = in_units(rating.units, bent, wide_limit);
  if (wanted != WantedLists::inconsistent) rate_odd(bent, learners, basis, rating);
  if (wanted != WantedLists::odd) rate_inconsistent(bent, learners, basis, rating);
  return rating;
}

/// Returns a triangular factor of the site's covariance: the correlations of its limited values,
/// scaled by their robust deviations. A constant measure has no variance.
Matrix covariance_factor(const Matrix& bent) {
  const RobustUnits units = robust_units(bent, RowVector::Zero(bent.cols()));
  const Matrix limited = in_units(units, bent, drawn_limit);
  const Matrix away = centred(limited, limited.colwise().mean());
  Matrix covariance = away.transpose() * away / static_cast<double>(bent.rows());
  RowVector scale(bent.cols());
  for (Index f = 0; f < bent.cols(); ++f) {
    const bool constant = units.constant[static_cast<std::size_t>(f)];
    scale(f) = constant ? 0 : units.deviation(f) / std::sqrt(covariance(f, f));
  }
  covariance.diagonal().array() += jitter;
  const Matrix factor = covariance.llt().matrixL();
  return scale.asDiagonal() * factor;
}

void append(const Vector& values, Vector& all) {
  all.conservativeResize(all.size() + values.size());
  all.tail(values.size()) = values;
}

/// Returns the distance, position and departure of all subjects of the drawn sites.
Rating draw(const Matrix& bent, const RatingBasis& basis, WantedLists wanted) {
  const Matrix factor = covariance_factor(bent);
  const Index subjects = std::min(bent.rows(), most_at_a_site);
  const Index sites = (subjects_drawn + subjects - 1) / subjects;
  Rows learners(static_cast<std::size_t>(subjects));
  std::iota(learners.begin(), learners.end(), Index{0});
  Rating drawn;
  for (Index s = 0; s < sites; ++s) {
    const Matrix normal =
        tsne::random_coordinates(subjects, bent.cols(), 1, static_cast<std::uint64_t>(s + 1));
    const Rating rating = rated(normal * factor.transpose(), learners, basis, wanted);
    append(rating.distance, drawn.distance);
    append(rating.position, drawn.position);
    append(rating.departure, drawn.departure);
  }
  return drawn;
}

std::vector<bool> above(const Vector& values, const Vector& drawn) {
  const double highest = quantile_of(drawn, 1 - share_drawn_above);
  std::vector<bool> result;
  for (const double value : values) result.push_back(value > highest);
  return result;
}

/// Finds the subjects that are rarer than drawn ones.
/// @param bent the site's learners × measures; at least 10 rows
void find_rare(Rating& rating, const Matrix& bent, const RatingBasis& basis, WantedLists wanted) {
  const Rating drawn = draw(bent, basis, wanted);
  const auto oddness_of = [&](const Rating& which) -> Vector {
    if (drawn.position.size() == 0) return which.distance;
    return in_typical_spreads(which.distance, drawn.distance) +
           in_typical_spreads(which.position, drawn.position);
  };
  if (wanted != WantedLists::inconsistent) {
    rating.rarely_odd = above(oddness_of(rating), oddness_of(drawn));
  }
  if (wanted != WantedLists::odd)
    rating.rarely_inconsistent = above(rating.departure, drawn.departure);
}

/// Returns the components' coordinates and the length of the residual.
Matrix component_points(const Matrix& values, const Rows& learners) {
  const Index most = std::min(most_components, std::ssize(learners) / 2);
  const data::Pca pca = data::fit_pca(values(learners, Eigen::all), most);
  const Matrix coordinates = data::project(pca, values);
  const Matrix rest = (values.rowwise() - pca.mean) - coordinates * pca.components.transpose();
  Matrix points(values.rows(), coordinates.cols() + 1);
  points << coordinates, rest.rowwise().norm();
  return points;
}

/// Gives all components the scale of the one that varies most. The residual varies less and keeps
/// its own.
RatingBasis one_scale(const Matrix& points) {
  const Index columns = points.cols();
  const RobustUnits units = robust_units(points, RowVector::Zero(columns));
  RatingBasis basis = rating_basis({}, columns);
  if (columns == 1) return basis;
  basis.least_deviation.head(columns - 1).setConstant(units.deviation.head(columns - 1).maxCoeff());
  return basis;
}

}  // namespace

Rating rated_by_measures(const Matrix& bent, const Rows& learners,
                         const std::vector<SummarizedSite>& others, WantedLists wanted) {
  const RatingBasis basis = rating_basis(scaled_sites(others), bent.cols());
  Rating rating = rated(bent, learners, basis, wanted);
  find_rare(rating, bent(learners, Eigen::all), basis, wanted);
  return rating;
}

Rating rated_by_components(const Matrix& bent, const Rows& learners, WantedLists wanted) {
  const RobustUnits units = robust_units(bent(learners, Eigen::all), RowVector::Zero(bent.cols()));
  const Matrix points = component_points(in_units(units, bent, component_limit), learners);
  const Matrix known = points(learners, Eigen::all);
  const RatingBasis basis = one_scale(known);
  Rating rating = rated(points, learners, basis, wanted);
  find_rare(rating, known, basis, wanted);
  rating.deviations = in_units(units, bent, reason_limit);
  rating.departures = rating.deviations;
  rating.units = units;
  return rating;
}

}  // namespace dsne::quality
