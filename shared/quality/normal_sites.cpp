#include "quality/normal_sites.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "quality/robust_units.h"
#include "tsne/initialization.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double share_drawn_above = 0.005;
constexpr double drawn_lower_share = 0.16;  ///< a normal distribution's share below one deviation
constexpr double least_width = 1e-9;
constexpr Index subjects_drawn = 4000;
constexpr Index most_at_a_site = 2000;
constexpr double drawn_limit = 4;
constexpr double jitter = 1e-9;

/// Returns a triangular factor of the site's covariance: the correlations of its limited values,
/// scaled by their robust deviations. A constant measure has no variance.
Matrix covariance_factor(const Matrix& bent) {
  const RobustUnits units = robust_units(bent, RowVector::Zero(bent.cols()));
  const Matrix limited = in_units(units, bent, drawn_limit);
  const Matrix centred = limited.rowwise() - limited.colwise().mean();
  Matrix covariance = centred.transpose() * centred / static_cast<double>(bent.rows());
  RowVector scale(bent.cols());
  for (Index f = 0; f < bent.cols(); ++f) {
    const bool constant = units.constant[static_cast<std::size_t>(f)];
    scale(f) = constant ? 0 : units.deviation(f) / std::sqrt(covariance(f, f));
  }
  covariance.diagonal().array() += jitter;
  const Matrix factor = covariance.llt().matrixL();
  return scale.asDiagonal() * factor;
}

/// Centre and lower half-width of ratings.
struct Units {
  explicit Units(const Vector& values)
      : centre(median(values)),
        width(std::max(centre - quantile_of(values, drawn_lower_share), least_width)) {}

  Vector of(const Vector& values) const { return (values.array() - centre) / width; }

  double centre;
  double width;
};

/// The ratings of all drawn sites.
struct Drawn {
  Vector distance;
  Vector position;  ///< empty without a direction
  Vector departure;
};

Drawn draw(const Matrix& bent, const RatingBasis& basis) {
  const Matrix factor = covariance_factor(bent);
  const Index subjects = std::min(bent.rows(), most_at_a_site);
  const Index sites = (subjects_drawn + subjects - 1) / subjects;
  std::vector<Index> learners(static_cast<std::size_t>(subjects));
  std::iota(learners.begin(), learners.end(), Index{0});
  const bool directed = basis.direction.size() > 0;
  Drawn drawn{Vector(sites * subjects), Vector(directed ? sites * subjects : 0),
              Vector(sites * subjects)};
  for (Index s = 0; s < sites; ++s) {
    const Matrix normal =
        tsne::random_coordinates(subjects, bent.cols(), 1, static_cast<std::uint64_t>(s + 1));
    const Rating rating = rated(normal * factor.transpose(), learners, basis);
    drawn.distance.segment(s * subjects, subjects) = rating.distance;
    if (directed) drawn.position.segment(s * subjects, subjects) = rating.position;
    drawn.departure.segment(s * subjects, subjects) = rating.departure;
  }
  return drawn;
}

std::vector<bool> above(const Vector& values, const Vector& drawn) {
  const double highest = quantile_of(drawn, 1 - share_drawn_above);
  std::vector<bool> result;
  for (const double value : values) result.push_back(value > highest);
  return result;
}

}  // namespace

RareSubjects rarer_than_normal(const Rating& rating, const Matrix& bent, const RatingBasis& basis) {
  const Drawn drawn = draw(bent, basis);
  RareSubjects rare{above(rating.distance, drawn.distance),
                    above(rating.departure, drawn.departure)};
  if (drawn.position.size() == 0) return rare;
  const Units distance(drawn.distance);
  const Units position(drawn.position);
  rare.odd = above(distance.of(rating.distance) + position.of(rating.position),
                   distance.of(drawn.distance) + position.of(drawn.position));
  return rare;
}

}  // namespace dsne::quality
