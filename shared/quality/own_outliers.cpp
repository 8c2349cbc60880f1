#include "quality/own_outliers.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double position_limit = 4;
constexpr double verdict_threshold = 2.5;
constexpr double least_share_excluded = 0.5;
constexpr std::size_t most_speaking = 5;
constexpr double speaking_share = 0.2;

/// Returns the measures that raise a subject's position most: those with at least a fifth of the
/// largest contribution, at most five.
std::vector<ScoreReason> speaking(const RowVector& values, const Vector& weights) {
  const RowVector parts = values.cwiseProduct(weights.transpose());
  std::vector<Index> order(static_cast<std::size_t>(parts.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return parts(a) > parts(b); });
  std::vector<ScoreReason> reasons;
  for (const Index f : order) {
    if (reasons.size() == most_speaking || parts(f) <= 0) break;
    if (parts(f) < speaking_share * parts(order.front())) break;
    reasons.push_back({f, values(f)});
  }
  return reasons;
}

/// Adds reasons as reports show them, unless their measures are told already.
/// @param fits whether values are told as far from the site's usual ones, or else as not fitting
///   the subject's others
void add_reasons(const std::vector<ScoreReason>& added, const RowVector& values,
                 const OwnScores& own, bool fits, std::vector<OddMeasure>& reasons) {
  for (const ScoreReason& reason : added) {
    const Index f = reason.measure;
    const auto is_same = [&](const OddMeasure& other) { return other.feature == f; };
    if (std::any_of(reasons.begin(), reasons.end(), is_same)) continue;
    reasons.push_back({f, values(f), own.usual_low(f), own.usual_high(f), fits || reason.rare,
                       fits ? reason.deviation : 0, fits ? 0 : reason.deviation});
  }
}

}  // namespace

void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model) {
  const std::vector<Index>& learners = scores.compared.rows;
  if (learners.size() < least_compared) return;
  const Matrix values = bent(bend_of(own.values, learners), own.values);
  const RobustUnits units = robust_units(values(learners, Eigen::all), model.least_deviation);
  const Matrix in_site = in_units(units, values, position_limit);
  const Vector positions = in_site * model.weights;
  const Vector widths = in_half_widths(positions, positions(learners));
  VerdictList list;
  list.scores = excluded_shares(model, positions);
  std::vector<Index> found;
  for (Index i = 0; i < widths.size(); ++i) {
    if (widths(i) > verdict_threshold) found.push_back(i);
  }
  if (!found.empty()) list.share_excluded = list.scores(found).mean();
  list.listed.resize(static_cast<std::size_t>(widths.size()));
  list.reasons.resize(list.listed.size());
  if (list.share_excluded < least_share_excluded) found.clear();
  for (const Index i : found) {
    list.listed[static_cast<std::size_t>(i)] = true;
    list.reasons[static_cast<std::size_t>(i)] = speaking(in_site.row(i), model.weights);
  }
  list.model = std::move(model);
  scores.like_excluded = std::move(list);
}

OutlierScores outliers_of(const OwnScores& own, const Matrix& values) {
  const auto subjects = own.odd.listed.size();
  OutlierScores result;
  result.ratings = own.odd.scores.cwiseMax(own.unfit.scores);
  result.scores = shares_below(result.ratings, result.ratings);
  result.also_check.resize(subjects);
  result.like_excluded.resize(subjects);
  for (std::size_t i = 0; i < subjects; ++i) {
    const RowVector row = values.row(static_cast<Index>(i));
    std::vector<OddMeasure>& reasons = result.reasons.emplace_back();
    // Of the lists that a subject is on; of both where it is on none, for the oddest of these.
    const bool odd = own.odd.listed[i];
    const bool unfit = own.unfit.listed[i];
    if (odd || !unfit) add_reasons(own.odd.reasons[i], row, own, true, reasons);
    if (unfit || !odd) add_reasons(own.unfit.reasons[i], row, own, false, reasons);
    result.flagged.push_back(odd || unfit);
    // Ranks and flags come from these two lists alone.
    if (!own.like_excluded || !own.like_excluded->listed[i]) continue;
    result.like_excluded[i] = true;
    result.also_check[i] = !result.flagged[i];
    add_reasons(own.like_excluded->reasons[i], row, own, true, reasons);
  }
  return result;
}

}  // namespace dsne::quality
