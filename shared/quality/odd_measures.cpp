#include "quality/odd_measures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index max_reasons = 5;
constexpr double min_departure = 3;
constexpr double min_extremeness = 3;
constexpr double outer_share = 0.01;
constexpr Index least_own = 8;

/// The ordinary range of one measure.
struct Ordinary {
  Spread reference;  ///< of values in the comparison space
  Spread own;
  double low = 0, high = 0;  ///< as measured
};

std::vector<Ordinary> ordinary_values(const Matrix& own, const Matrix& reference,
                                      const ComparisonSpace& space) {
  const Matrix here = space.as_compared(own);
  const Matrix there = space.as_compared(reference);
  std::vector<Ordinary> all;
  for (Index f = 0; f < reference.cols(); ++f) {
    const Spread known = spread_of(there.col(f));
    all.push_back({known, own.rows() < least_own ? known : spread_of(here.col(f)),
                   quantile_of(reference.col(f), outer_share),
                   quantile_of(reference.col(f), 1 - outer_share)});
  }
  return all;
}

struct Values {
  RowVector measured;
  RowVector compared;
};

/// Returns how many deviations a value lies beyond both the reference and the site; 0 if it does
/// not.
double extremeness(const Values& values, Index feature, const Ordinary& ordinary) {
  const double value = values.measured(feature);
  if (value >= ordinary.low && value <= ordinary.high) return 0;
  const double off_reference = deviations_off(values.compared(feature), ordinary.reference);
  const double off_site = deviations_off(values.compared(feature), ordinary.own);
  if (off_reference * off_site <= 0) return 0;
  const double least = std::min(std::abs(off_reference), std::abs(off_site));
  return least > min_extremeness ? least : 0;
}

OddMeasure described(const Values& values, Index feature, const Ordinary& ordinary,
                     double departure) {
  return {feature,
          values.measured(feature),
          ordinary.low,
          ordinary.high,
          extremeness(values, feature, ordinary) > 0,
          deviations_off(values.compared(feature), ordinary.reference),
          departure};
}

/// Returns the extreme measures, most extreme first.
std::vector<Index> extreme_ones(const Values& values, const std::vector<Ordinary>& ordinary) {
  std::vector<std::pair<double, Index>> found;
  for (Index f = 0; f < values.measured.size(); ++f) {
    const double size = extremeness(values, f, ordinary[static_cast<std::size_t>(f)]);
    if (size > 0) found.emplace_back(-size, f);
  }
  std::sort(found.begin(), found.end());
  std::vector<Index> features;
  for (const auto& [size, feature] : found) {
    if (std::ssize(features) < max_reasons) features.push_back(feature);
  }
  return features;
}

std::vector<OddMeasure> measures_of(const RowVector& subject, const ComparisonSpace& space,
                                    const std::vector<Ordinary>& ordinary) {
  const Values values{subject, space.as_compared(subject)};
  std::vector<OddMeasure> reasons;
  RowVector x = space.standardized(subject);
  RowVector departures = space.departures(x);
  const auto name = [&](Index f) {
    reasons.push_back(described(values, f, ordinary[static_cast<std::size_t>(f)], departures(f)));
    x = space.corrected(std::move(x), f);
  };
  for (const Index f : extreme_ones(values, ordinary)) name(f);
  while (std::ssize(reasons) < std::min<Index>(max_reasons, x.size())) {
    departures = space.departures(x);
    for (const OddMeasure& reason : reasons) departures(reason.feature) = 0;
    Index feature = 0;
    const double largest = departures.cwiseAbs().maxCoeff(&feature);
    if (!reasons.empty() && !(largest > min_departure)) break;
    name(feature);
  }
  return reasons;
}

}  // namespace

std::vector<std::vector<OddMeasure>> odd_measures(const Matrix& own, const Matrix& reference,
                                                  const ComparisonSpace& space,
                                                  const std::vector<bool>& explained) {
  std::vector<std::vector<OddMeasure>> all(explained.size());
  if (std::find(explained.begin(), explained.end(), true) == explained.end()) return all;
  const std::vector<Ordinary> ordinary = ordinary_values(own, reference, space);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < explained.size(); ++i) {
    if (explained[i]) all[i] = measures_of(own.row(static_cast<Index>(i)), space, ordinary);
  }
  return all;
}

}  // namespace dsne::quality
