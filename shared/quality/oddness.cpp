#include "quality/oddness.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/stacked.h"
#include "quality/robust_units.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index max_neighbours = 20;
constexpr Index max_own_neighbours = 1000;
constexpr Index least_half = 5;
constexpr Index least_for_own_units = 30;

/// A subject is odd if more than this share of ordinary subjects are less odd.
constexpr double odd_share = 0.99;
constexpr Index min_calibrating = 12;
/// The distance of the lower half's mean from the centre of a standard normal distribution: √(2/π).
constexpr double lower_half_mean = 0.79788456;

/// The least distance, for copies.
constexpr double min_distance = 1e-12;
/// A smaller spread is a rounding error.
constexpr double min_spread = 1e-9;

Matrix distances(const tsne::Neighbours& found) {
  const Eigen::Map<const Matrix> squares(found.squared_distances.data(),
                                         std::ssize(found.squared_distances) / found.count,
                                         found.count);
  return squares.cwiseSqrt();
}

Vector logarithms(const Vector& means) { return means.cwiseMax(min_distance).array().log(); }

Vector log_distances(const tsne::Neighbours& found) {
  return logarithms(distances(found).rowwise().mean());
}

/// Scales values to interquartile ranges from the median of `known`.
Vector in_units_of(const Vector& known, const Vector& values) {
  const double range = quantile_of(known, 0.75) - quantile_of(known, 0.25);
  return (values.array() - median(known)) / (range + min_spread);
}

/// Computes the logarithm of each point's mean distance to its nearest candidates, itself left out.
/// @param candidates at least two rows
/// @param inside whether each point is itself a candidate
Vector log_distances_to(const Matrix& candidates, const Matrix& points,
                        const std::vector<bool>& inside) {
  const Index count = std::min(max_neighbours, candidates.rows() - 1);
  const Matrix nearest = distances(tsne::nearest_candidates(points, candidates, count + 1));
  Vector means(points.rows());
  for (Index i = 0; i < points.rows(); ++i) {
    // A point among the candidates is its own nearest.
    const Index first = inside[static_cast<std::size_t>(i)] ? 1 : 0;
    means(i) = nearest.row(i).segment(first, count).mean();
  }
  return logarithms(means);
}

}  // namespace

Rated oddness(const ComparisonSpace& space, const Matrix& own, const Matrix& reference) {
  const Matrix places = space.coordinates(own);
  const Matrix reference_places = space.coordinates(reference);
  const std::vector<Index> chosen = evenly_spaced(own.rows(), max_own_neighbours);
  const Matrix all = data::stacked(reference_places, places(chosen, Eigen::all));
  const Index count = std::min(std::max(least_half, std::ssize(chosen) / 2), all.rows() - 1);
  const Vector means = distances(tsne::nearest_neighbours(all, count)).rowwise().mean();
  const double middle_there = median(means.head(reference.rows()));
  const double middle_here = median(means.tail(std::ssize(chosen)));
  std::vector<Index> ordinary;
  std::vector<bool> inside(static_cast<std::size_t>(own.rows()));
  std::vector<bool> inside_there(static_cast<std::size_t>(reference.rows()));
  for (Index i = 0; i < all.rows(); ++i) {
    const bool is_there = i < reference.rows();
    if (means(i) > (is_there ? middle_there : middle_here)) continue;
    ordinary.push_back(i);
    if (is_there) {
      inside_there[static_cast<std::size_t>(i)] = true;
    } else {
      const Index row = chosen[static_cast<std::size_t>(i - reference.rows())];
      inside[static_cast<std::size_t>(row)] = true;
    }
  }
  const Matrix candidates = all(ordinary, Eigen::all);
  return {log_distances_to(candidates, places, inside),
          log_distances_to(candidates, reference_places, inside_there)};
}

Rated likeness(const ComparisonSpace& space, const Matrix& own, const Matrix& accepted,
               const Matrix& excluded) {
  const Matrix places = space.coordinates(own);
  const Matrix good = space.coordinates(accepted);
  const Matrix bad = space.coordinates(excluded);
  const Index good_count = std::min(max_neighbours, good.rows() - 1);
  const Index bad_count = std::min(max_neighbours, bad.rows());
  return {log_distances(tsne::nearest_candidates(places, good, good_count)) -
              log_distances(tsne::nearest_candidates(places, bad, bad_count)),
          log_distances(tsne::nearest_neighbours(good, good_count)) -
              log_distances(tsne::nearest_candidates(good, bad, bad_count))};
}

std::optional<OddnessScale> oddness_scale(const Vector& log_oddness) {
  const Index count = log_oddness.size();
  if (count < min_calibrating) return std::nullopt;
  Vector sorted = log_oddness;
  std::sort(sorted.begin(), sorted.end());
  const double centre = sorted.segment(count / 4, count - 2 * (count / 4)).mean();
  return OddnessScale{centre, (centre - sorted.head(count / 2).mean()) / lower_half_mean};
}

std::vector<bool> odd_at_own_site(const Vector& log_oddness) {
  std::vector<bool> odd(static_cast<std::size_t>(log_oddness.size()));
  const auto scale = oddness_scale(log_oddness);
  if (!scale || !(scale->deviation > 0)) return odd;
  for (std::size_t i = 0; i < odd.size(); ++i) {
    // The share of ordinary subjects that are less odd, if log-distances are normal.
    const double beyond = (log_oddness(static_cast<Index>(i)) - scale->centre) / scale->deviation;
    odd[i] = std::erfc(-beyond / std::sqrt(2.0)) / 2 > odd_share;
  }
  return odd;
}

Rated in_reference_units(Rated rated) {
  rated.own = in_units_of(rated.reference, rated.own);
  rated.reference = in_units_of(rated.reference, rated.reference);
  return rated;
}

Rated also_in_own_units(const Rated& rated) {
  Rated result = in_reference_units(rated);
  const Index site = rated.own.size();
  if (site < least_for_own_units) return result;
  result.own = result.own.cwiseMax(in_units_of(rated.own, rated.own));
  const Index sites = std::max<Index>(1, rated.reference.size() / site);
  for (Index first = 0; first < sites; ++first) {
    const auto rows = Eigen::seq(first, rated.reference.size() - 1, sites);
    const Vector part = rated.reference(rows);
    result.reference(rows) = result.reference(rows).cwiseMax(in_units_of(part, part));
  }
  return result;
}

}  // namespace dsne::quality
