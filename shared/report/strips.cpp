#include "report/strips.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "data/normalization.h"
#include "data/quantile.h"

namespace dsne::report {
namespace {

constexpr double largest_deviation = 10;
constexpr std::size_t max_values = 300000;

std::vector<double> column(const Matrix& points, Eigen::Index feature) {
  return {points.col(feature).begin(), points.col(feature).end()};
}

/// Returns for how many features a page has room for the points' values.
std::size_t room_for(const Matrix& points) {
  return max_values / static_cast<std::size_t>(std::max<Eigen::Index>(points.rows(), 1));
}

/// Counts the listed subjects that each feature makes odd.
std::vector<std::size_t> count_reasons(const quality::OutlierScores& outliers,
                                       Eigen::Index features) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(features), 0);
  for (const std::size_t subject : quality::listed(outliers)) {
    for (const quality::OddMeasure& reason : outliers.reasons[subject])
      ++counts.at(static_cast<std::size_t>(reason.feature));
  }
  return counts;
}

/// Selects the features shown for a number of subjects, the most telling first.
std::vector<Eigen::Index> shown_features(const Matrix& deviations,
                                         const quality::OutlierScores& outliers) {
  const auto reasons = count_reasons(outliers, deviations.cols());
  const RowVector distance = deviations.cwiseAbs().cwiseMin(largest_deviation).colwise().mean();
  std::vector<Eigen::Index> order(reasons.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](Eigen::Index f) {
    return std::tuple(reasons[static_cast<std::size_t>(f)], distance(f));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return rank(a) > rank(b); });
  order.resize(
      std::min(order.size(), std::clamp<std::size_t>(room_for(deviations), 1, max_strips)));
  return order;
}

std::array<double, 5> quantiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {data::quantile(values, 0.05), data::quantile(values, 0.25), data::quantile(values, 0.5),
          data::quantile(values, 0.75), data::quantile(values, 0.95)};
}

}  // namespace

std::vector<Strip> make_strips(const Matrix& own, const Matrix& reference,
                               const std::vector<std::string>& features,
                               const quality::OutlierScores& outliers, const Matrix& elsewhere) {
  const data::Scaling scaling = data::fit_scaling(reference, data::Normalization::robust);
  std::vector<Strip> strips;
  for (const Eigen::Index f : shown_features(data::apply(scaling, own), outliers)) {
    const bool has_room = elsewhere.rows() > 0 && strips.size() < room_for(elsewhere);
    strips.push_back({features.at(static_cast<std::size_t>(f)), scaling.centre(f), scaling.scale(f),
                      quantiles(column(reference, f)), column(own, f),
                      has_room ? column(elsewhere, f) : std::vector<double>()});
  }
  return strips;
}

std::vector<std::string> shown_names(const std::vector<std::string>& features, Eigen::Index count) {
  if (!features.empty()) return features;
  std::vector<std::string> names;
  for (Eigen::Index f = 1; f <= count; ++f) names.push_back("feature " + std::to_string(f));
  return names;
}

}  // namespace dsne::report
