#include "quality/level_changes.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Index = Eigen::Index;

/// One measure without its missing values.
struct Series {
  Vector values;
  std::vector<std::size_t> places;  ///< of the values among all scans
  std::vector<double> times;
};

struct Split {
  Index at = 0;  ///< the first value behind it, within the stretch
  double statistic = 0;
};

Series series_of(const Matrix& values, Index measure, const std::vector<double>& times) {
  Series series;
  std::vector<double> known;
  for (std::size_t place = 0; place < times.size(); ++place) {
    const double value = values(static_cast<Index>(place), measure);
    if (std::isnan(value)) continue;
    known.push_back(value);
    series.places.push_back(place);
    series.times.push_back(times[place]);
  }
  series.values = Eigen::Map<const Vector>(known.data(), std::ssize(known));
  return series;
}

/// Normal scores of the values' ranks; equal values have the same. They make the rule the same for
/// any distribution of a measure, and no outlier makes a change.
Vector normal_scores(const Vector& values) {
  const boost::math::normal normal;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return values.unaryExpr([&](double value) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), value);
    const double rank = 0.5 * static_cast<double>((low - sorted.begin()) + (high - sorted.begin()));
    return boost::math::quantile(normal, (rank + 0.5) / (static_cast<double>(sorted.size()) + 1));
  });
}

/// The split with the largest difference, standardised by its variance over all orders.
Split clearest_split(const Vector& values, const std::vector<double>& times, std::size_t begin) {
  const Vector scores = normal_scores(values);
  const Vector centred = scores.array() - scores.mean();
  const auto count = static_cast<double>(values.size());
  const double variance = centred.squaredNorm() / (count * (count - 1));
  Split best;
  if (!(variance > 0)) return best;
  const auto least = static_cast<Index>(least_at_a_level);
  double sum = 0;
  for (Index k = 1; k + least <= values.size(); ++k) {
    sum += centred(k - 1);
    const std::size_t behind = begin + static_cast<std::size_t>(k);
    if (k < least || !(times[behind - 1] < times[behind])) continue;
    const auto before = static_cast<double>(k);
    const double statistic = std::abs(sum) / std::sqrt(before * (count - before) * variance);
    if (statistic > best.statistic) best = {k, statistic};
  }
  return best;
}

/// Bounds the chance of a largest statistic at least as high, over all splits of `count`
/// exchangeable values into two levels.
double chance_of_split(double statistic, std::size_t count) {
  constexpr double least_for_bound = 1.5;  // below, the approximation is above 1
  if (statistic < least_for_bound || count < 2 * least_at_a_level) return 1;
  const double edge = static_cast<double>(least_at_a_level) / static_cast<double>(count);
  const double density = boost::math::pdf(boost::math::normal(), statistic);
  const double width = 2 * std::log((1 - edge) / edge);
  return std::min(1.0, density * (4 / statistic + (statistic - 1 / statistic) * width));
}

/// The splits of a stretch of a series, and of what lies on their sides, in the order of time.
void find_splits(const Series& series, Index begin, Index count, double most_likely,
                 std::vector<Index>& found) {
  if (count < 2 * static_cast<Index>(least_at_a_level)) return;
  const Split split = clearest_split(series.values.segment(begin, count), series.times,
                                     static_cast<std::size_t>(begin));
  if (chance_of_split(split.statistic, static_cast<std::size_t>(count)) > most_likely) return;
  find_splits(series, begin, split.at, most_likely, found);
  found.push_back(begin + split.at);
  find_splits(series, begin + split.at, count - split.at, most_likely, found);
}

/// Returns the standard deviation of a normal distribution with the same median distance from the
/// median or, if that is 0, with the same mean distance.
double robust_deviation(const Vector& values) {
  constexpr double deviation_per_median = 1.4826;
  constexpr double deviation_per_mean = 1.2533;
  const Vector distances = (values.array() - median(values)).abs();
  const double typical = deviation_per_median * median(distances);
  return typical > 0 ? typical : deviation_per_mean * distances.mean();
}

/// How far apart neighbouring levels lie.
std::vector<LevelChange> changes_at(const std::vector<Index>& splits, const Series& series) {
  std::vector<Index> ends = splits;
  ends.insert(ends.begin(), 0);
  ends.push_back(series.values.size());
  std::vector<double> medians;
  Vector within = series.values;
  for (std::size_t level = 0; level + 1 < ends.size(); ++level) {
    auto values = within.segment(ends[level], ends[level + 1] - ends[level]);
    medians.push_back(median(values));
    values.array() -= medians.back();
  }
  constexpr double largest_shift = 1000;
  const double deviation = robust_deviation(within);
  std::vector<LevelChange> changes;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const double apart = medians[i + 1] - medians[i];
    const double shift =
        apart == 0 ? 0 : std::clamp(apart / deviation, -largest_shift, largest_shift);
    changes.push_back({series.places[static_cast<std::size_t>(splits[i])], shift});
  }
  return changes;
}

}  // namespace

std::vector<MeasureOverTime> measures_over_time(const Matrix& values,
                                                const std::vector<double>& times) {
  std::vector<MeasureOverTime> measures;
  std::vector<Series> all;
  for (Index measure = 0; measure < values.cols(); ++measure) {
    Series series = series_of(values, measure, times);
    if (series.values.size() < 2 * static_cast<Index>(least_at_a_level)) continue;
    const Split split = clearest_split(series.values, series.times, 0);
    measures.push_back({measure, chance_of_split(split.statistic, series.places.size()), {}});
    all.push_back(std::move(series));
  }
  const double most_likely = false_alarm_rate / static_cast<double>(measures.size());
  for (std::size_t i = 0; i < measures.size(); ++i) {
    std::vector<Index> splits;
    find_splits(all[i], 0, all[i].values.size(), most_likely, splits);
    measures[i].changes = changes_at(splits, all[i]);
  }
  std::stable_sort(measures.begin(), measures.end(),
                   [](const auto& a, const auto& b) { return a.chance < b.chance; });
  return measures;
}

}  // namespace dsne::quality
