#include "quality/odd_measures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr std::size_t max_reasons = 5;
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

std::vector<OddMeasure> measures_of(const RowVector& subject, const ComparisonSpace& space,
                                    const std::vector<Ordinary>& ordinary) {
  const RowVector compared = space.as_compared(subject);
  std::vector<OddMeasure> all;
  std::vector<std::pair<double, Index>> extreme;  ///< negative sizes, so that the largest is first
  for (Index f = 0; f < subject.size(); ++f) {
    const Ordinary& usual = ordinary[static_cast<std::size_t>(f)];
    const double off_reference = deviations_off(compared(f), usual.reference);
    const double off_site = deviations_off(compared(f), usual.own);
    // How far the value lies beyond both the reference and the site.
    const double beyond =
        off_reference * off_site > 0 ? std::min(std::abs(off_reference), std::abs(off_site)) : 0;
    const bool is_usual = subject(f) >= usual.low && subject(f) <= usual.high;
    const bool is_extreme = !is_usual && beyond > min_extremeness;
    all.push_back({f, subject(f), usual.low, usual.high, is_extreme, off_reference, 0});
    if (is_extreme) extreme.emplace_back(-beyond, f);
  }
  std::sort(extreme.begin(), extreme.end());
  if (extreme.size() > max_reasons) extreme.resize(max_reasons);
  std::vector<OddMeasure> reasons;
  RowVector x = space.standardized(subject);
  RowVector departures = space.departures(x);
  const auto name = [&](Index f) {
    reasons.push_back(all[static_cast<std::size_t>(f)]);
    reasons.back().departure = departures(f);
    x = space.corrected(std::move(x), f);
  };
  for (const auto& [size, f] : extreme) name(f);
  while (reasons.size() < std::min(max_reasons, all.size())) {
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
