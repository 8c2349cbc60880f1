#include "quality/verdict_list.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double position_limit = 4;
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
  reasons.reserve(most_speaking);
  for (const Index f : order) {
    if (reasons.size() == most_speaking || parts(f) <= 0) break;
    if (parts(f) < speaking_share * parts(order.front())) break;
    reasons.push_back({f, values(f)});
  }
  return reasons;
}

}  // namespace

void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model) {
  const std::vector<Index>& learners = scores.compared.rows;
  if (learners.size() < least_compared) return;
  const Matrix values = bent(bend_of(own.values, learners), own.values);
  const RobustUnits units = robust_units(values(learners, Eigen::all), model.least_deviation);
  const Matrix in_site = in_units(units, values, position_limit);
  const Vector positions = in_site * model.weights;
  const Vector widths = in_half_widths(positions, learners);
  VerdictList list;
  list.scores = excluded_shares(model, positions);
  list.listed.resize(static_cast<std::size_t>(positions.size()));
  list.reasons.resize(list.listed.size());
  double excluded = 0;
  Index count = 0;
  for (std::size_t i = 0; i < list.listed.size(); ++i) {
    list.listed[i] = widths(static_cast<Index>(i)) > verdict_threshold;
    if (!list.listed[i]) continue;
    excluded += list.scores(static_cast<Index>(i));
    ++count;
  }
  list.share_excluded = count > 0 ? excluded / static_cast<double>(count) : 0;
  const bool told = list.share_excluded >= least_share_excluded;
  for (std::size_t i = 0; i < list.listed.size(); ++i) {
    list.listed[i] = told && list.listed[i];
    if (!list.listed[i]) continue;
    list.reasons[i] = speaking(in_site.row(static_cast<Index>(i)), model.weights);
  }
  list.model = std::move(model);
  scores.like_excluded = std::move(list);
}

}  // namespace dsne::quality
