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

/// Returns which points have a mean distance up to the median.
std::vector<bool> nearer_half(const Vector& mean_distances) {
  const double middle = median(mean_distances);
  std::vector<bool> nearer;
  for (const double distance : mean_distances) nearer.push_back(distance <= middle);
  return nearer;
}

std::vector<Index> true_ones(const std::vector<bool>& which) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (which[i]) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

/// Returns which points are in the ordinary half of the first `reference_points`, or in that of the
/// others.
std::vector<bool> ordinary_ones(const Matrix& all, Index reference_points) {
  const Index site = all.rows() - reference_points;
  const Index count = std::min(std::max(least_half, site / 2), all.rows() - 1);
  const Vector means = distances(tsne::nearest_neighbours(all, count)).rowwise().mean();
  std::vector<bool> ordinary = nearer_half(means.head(reference_points));
  const std::vector<bool> own = nearer_half(means.tail(site));
  ordinary.insert(ordinary.end(), own.begin(), own.end());
  return ordinary;
}

/// Scales values to interquartile ranges from the median of `known`.
Vector in_units_of(const Vector& known, const Vector& values) {
  const double range = quantile_of(known, 0.75) - quantile_of(known, 0.25);
  return (values.array() - median(known)) / (range + min_spread);
}

/// Computes the logarithm of each point's mean distance to its `most` nearest candidates, itself
/// left out.
/// @param candidates at least two rows
/// @param inside whether each point is itself a candidate
Vector log_distances_to(const Matrix& candidates, const Matrix& points,
                        const std::vector<bool>& inside, Index most) {
  const Index count = std::min(most, candidates.rows() - 1);
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
  const std::vector<bool> ordinary = ordinary_ones(all, reference.rows());
  const Matrix candidates = all(true_ones(ordinary), Eigen::all);

  const auto own_part = ordinary.begin() + reference.rows();
  std::vector<bool> inside(static_cast<std::size_t>(own.rows()));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    inside[static_cast<std::size_t>(chosen[i])] = own_part[static_cast<std::ptrdiff_t>(i)];
  }
  return {
      log_distances_to(candidates, places, inside, max_neighbours),
      log_distances_to(candidates, reference_places, {ordinary.begin(), own_part}, max_neighbours)};
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

double share_less_odd(const OddnessScale& scale, double log_oddness) {
  const double beyond = (log_oddness - scale.centre) / scale.deviation;
  return std::erfc(-beyond / std::sqrt(2.0)) / 2;
}

std::vector<bool> odd_at_own_site(const Vector& log_oddness) {
  std::vector<bool> odd(static_cast<std::size_t>(log_oddness.size()));
  const auto scale = oddness_scale(log_oddness);
  if (!scale || !(scale->deviation > 0)) return odd;
  for (std::size_t i = 0; i < odd.size(); ++i) {
    odd[i] = share_less_odd(*scale, log_oddness(static_cast<Index>(i))) > odd_share;
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
