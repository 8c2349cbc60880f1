#include "quality/own_outliers.h"

#include <algorithm>

namespace dsne::quality {
namespace {

using Eigen::Index;

/// Returns for each value the share of all values that are smaller.
Vector ranks(const Vector& values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return values.unaryExpr([&](double value) {
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    return static_cast<double>(below) / static_cast<double>(sorted.size());
  });
}

/// Returns a reason as reports show it: a value far from the site's usual ones or, for `unfit`, one
/// that does not fit the subject's others.
OddMeasure described(const ScoreReason& reason, const RowVector& values, const OwnScores& own,
                     bool fits) {
  const Index f = reason.measure;
  return {f,
          values(f),
          own.usual_low(f),
          own.usual_high(f),
          fits || reason.rare,
          fits ? reason.deviation : 0,
          fits ? 0 : reason.deviation};
}

/// Adds a reason, unless its measure is told already.
void add(std::vector<OddMeasure>& reasons, const OddMeasure& reason) {
  const bool told = std::any_of(reasons.begin(), reasons.end(), [&](const OddMeasure& other) {
    return other.feature == reason.feature;
  });
  if (!told) reasons.push_back(reason);
}

/// Of the lists that a subject is on; of both where it is on none, for the oddest of these.
std::vector<OddMeasure> reasons_of(const OwnScores& own, std::size_t subject,
                                   const RowVector& values) {
  std::vector<OddMeasure> all;
  const bool listed = own.odd.listed[subject] || own.unfit.listed[subject];
  if (!listed || own.odd.listed[subject]) {
    for (const ScoreReason& reason : own.odd.reasons[subject]) {
      add(all, described(reason, values, own, true));
    }
  }
  if (!listed || own.unfit.listed[subject]) {
    for (const ScoreReason& reason : own.unfit.reasons[subject]) {
      add(all, described(reason, values, own, false));
    }
  }
  return all;
}

/// Adds the list of what raters elsewhere would exclude. Ranks and flags come from the other lists
/// alone.
void add_like_excluded(const OwnScores& own, const Matrix& values, OutlierScores& result) {
  if (!own.like_excluded) return;
  for (std::size_t i = 0; i < own.like_excluded->listed.size(); ++i) {
    if (!own.like_excluded->listed[i]) continue;
    result.like_excluded[i] = true;
    if (!result.flagged[i]) result.also_check[i] = true;
    std::vector<OddMeasure>& reasons = result.reasons[i];
    for (const ScoreReason& reason : own.like_excluded->reasons[i]) {
      add(reasons, described(reason, values.row(static_cast<Index>(i)), own, true));
    }
  }
}

}  // namespace

OutlierScores outliers_of(const OwnScores& own, const Matrix& values) {
  const auto subjects = own.odd.listed.size();
  OutlierScores result;
  result.ratings = own.odd.scores.cwiseMax(own.unfit.scores);
  result.scores = ranks(result.ratings);
  result.also_check.resize(subjects);
  result.like_excluded.resize(subjects);
  for (std::size_t i = 0; i < subjects; ++i) {
    result.flagged.push_back(own.odd.listed[i] || own.unfit.listed[i]);
    result.reasons.push_back(reasons_of(own, i, values.row(static_cast<Index>(i))));
  }
  add_like_excluded(own, values, result);
  return result;
}

}  // namespace dsne::quality
