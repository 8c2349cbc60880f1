#include "quality/outlier_scores.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/quantile.h"
#include "data/stacked.h"
#include "quality/comparison_space.h"
#include "quality/evenly_spaced.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index max_points = 1000;
constexpr Index max_neighbours = 10;

/// One subject in a hundred may be flagged by chance, or, with few reference points, one in twenty.
constexpr Index aimed_one_in = 100;
constexpr Index min_points_for_one = 20;

constexpr Index max_reasons = 5;
constexpr double min_departure = 3;
constexpr double max_deviation = 1000;

/// A normal distribution's standard deviation over its median and mean absolute deviations.
constexpr double deviation_per_median = 1.4826;
constexpr double deviation_per_mean = 1.2533;

/// Mean distances to nearest neighbours.
struct Oddness {
  Vector own;
  Vector reference;
};

Vector mean_distances(const tsne::Neighbours& neighbours) {
  const Eigen::Map<const Matrix> squares(
      neighbours.squared_distances.data(),
      std::ssize(neighbours.squared_distances) / neighbours.count, neighbours.count);
  return squares.cwiseSqrt().rowwise().mean();
}

/// @param known the reference's points, then the site's subjects of the numbers `chosen`
Oddness oddness(const ComparisonSpace& space, const Matrix& own, const Matrix& known,
                const std::vector<Index>& chosen) {
  const Matrix candidates = space.coordinates(known);
  const Index count = std::min(max_neighbours, candidates.rows() - 1);
  const Vector of_known = mean_distances(tsne::nearest_neighbours(candidates, count));
  Oddness result;
  result.reference = of_known.head(known.rows() - std::ssize(chosen));
  if (std::ssize(chosen) < own.rows()) {
    result.own =
        mean_distances(tsne::nearest_candidates(space.coordinates(own), candidates, count));
  } else {
    result.own.resize(own.rows());
  }
  // A subject is no neighbour of its own.
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    result.own(chosen[i]) = of_known(result.reference.size() + static_cast<Index>(i));
  }
  return result;
}

/// How many reference points may be at least as odd as a flagged subject, itself counted.
Index allowed_rank(Index reference_points) {
  const Index points = reference_points + 1;
  return std::max<Index>(points / aimed_one_in, points >= min_points_for_one ? 1 : 0);
}

void rank(const Oddness& oddness, OutlierScores& result) {
  std::vector<double> known(oddness.reference.begin(), oddness.reference.end());
  std::sort(known.begin(), known.end());
  const Index points = std::ssize(known);
  const Index allowed = allowed_rank(points);
  result.expected_false_alarms = static_cast<double>(allowed) / static_cast<double>(points + 1);
  result.scores.resize(oddness.own.size());
  for (Index i = 0; i < oddness.own.size(); ++i) {
    const Index less = std::lower_bound(known.begin(), known.end(), oddness.own(i)) - known.begin();
    result.scores(i) = static_cast<double>(less) / static_cast<double>(points);
    result.flagged.push_back(points - less < allowed);
  }
}

/// Where the reference's values of a measure lie.
struct Spread {
  double median = 0;
  double deviation = 0;
};

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return data::quantile(values, 0.5);
}

Spread spread_of(const Matrix& reference, Index feature) {
  const Vector values = reference.col(feature);
  const double median = median_of({values.begin(), values.end()});
  const Vector distances = (values.array() - median).abs();
  const double typical = deviation_per_median * median_of({distances.begin(), distances.end()});
  return {median, typical > 0 ? typical : deviation_per_mean * distances.mean()};
}

double deviation(double value, const Spread& spread) {
  if (value == spread.median) return 0;
  const double units = (value - spread.median) / spread.deviation;
  return std::clamp(units, -max_deviation, max_deviation);
}

std::vector<OddMeasure> reasons_of(const RowVector& subject, const ComparisonSpace& space,
                                   const std::vector<Spread>& spreads) {
  std::vector<OddMeasure> reasons;
  RowVector x = space.standardized(subject);
  while (std::ssize(reasons) < std::min<Index>(max_reasons, x.size())) {
    RowVector departures = space.departures(x);
    for (const OddMeasure& reason : reasons) departures(reason.feature) = 0;
    Index feature = 0;
    const double largest = departures.cwiseAbs().maxCoeff(&feature);
    if (!reasons.empty() && !(largest > min_departure)) break;
    const double units = deviation(subject(feature), spreads[static_cast<std::size_t>(feature)]);
    reasons.push_back({feature, units, departures(feature)});
    x = space.corrected(std::move(x), feature);
  }
  return reasons;
}

void explain(const Matrix& own, const Matrix& reference, const ComparisonSpace& space,
             OutlierScores& result) {
  std::vector<Spread> spreads;
  for (Index f = 0; f < reference.cols(); ++f) spreads.push_back(spread_of(reference, f));
  result.reasons.resize(result.flagged.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < result.flagged.size(); ++i) {
    if (!result.flagged[i]) continue;
    result.reasons[i] = reasons_of(own.row(static_cast<Index>(i)), space, spreads);
  }
}

}  // namespace

OutlierScores outlier_scores(const Matrix& own, const Matrix& reference) {
  const Matrix spaced = reference(evenly_spaced(reference.rows(), max_points), Eigen::all);
  const std::vector<Index> chosen = evenly_spaced(own.rows(), max_points);
  const Matrix known = data::stacked({spaced, own(chosen, Eigen::all)});
  const ComparisonSpace space(spaced, known);
  OutlierScores result;
  rank(oddness(space, own, known, chosen), result);
  explain(own, spaced, space, result);
  return result;
}

}  // namespace dsne::quality
