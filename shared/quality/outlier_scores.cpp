#include "quality/outlier_scores.h"

#include <algorithm>
#include <numeric>
#include <tuple>
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

/// Returns the largest parts of a subject's position: those of at least a fifth of the largest, at
/// most five.
std::vector<Index> speaking(const RowVector& parts) {
  std::vector<Index> order(static_cast<std::size_t>(parts.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return parts(a) > parts(b); });
  const double least = speaking_share * parts(order.front());
  order.resize(std::min(order.size(), most_speaking));
  std::erase_if(order, [&](Index f) { return parts(f) <= 0 || parts(f) < least; });
  return order;
}

/// Adds reasons unless their measures are told already.
void add_reasons(const std::vector<OddMeasure>& added, std::vector<OddMeasure>& reasons) {
  for (const OddMeasure& reason : added) {
    const auto is_same = [&](const OddMeasure& other) { return other.feature == reason.feature; };
    if (std::none_of(reasons.begin(), reasons.end(), is_same)) reasons.push_back(reason);
  }
}

/// Returns for each value the share of all that are smaller.
Vector shares_below(const Vector& values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return values.unaryExpr([&](double value) {
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    return static_cast<double>(below) / static_cast<double>(sorted.size());
  });
}

}  // namespace

void add_verdict_list(OwnScores& scores, const OwnRecords& own, VerdictModel model) {
  const std::vector<Index>& learners = scores.compared.rows;
  if (learners.size() < least_compared) return;
  const Matrix values = bent(bend_of(own.values, learners), own.values);
  const RobustUnits units = robust_units(values(learners, Eigen::all), model.least_deviation);
  const Matrix in_site = in_units(units, values, position_limit);
  const Vector positions = in_site * model.weights;
  const Vector widths = in_typical_spreads(positions, positions(learners));
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
    for (const Index f : speaking(in_site.row(i).cwiseProduct(model.weights.transpose()))) {
      list.reasons[static_cast<std::size_t>(i)].push_back(
          {f, own.values(i, f), scores.usual_low(f), scores.usual_high(f), true, in_site(i, f)});
    }
  }
  list.model = std::move(model);
  scores.like_excluded = std::move(list);
}

OutlierScores outliers_of(OwnScores lists) {
  OutlierScores result;
  result.lists = std::move(lists);
  const OwnScores& own = result.lists;
  result.scores = shares_below(own.odd.scores.cwiseMax(own.inconsistent.scores));
  for (std::size_t i = 0; i < own.odd.listed.size(); ++i) {
    std::vector<OddMeasure>& reasons = result.reasons.emplace_back();
    // Of the lists that a subject is on; of both where it is on none, for the oddest of these.
    const bool odd = own.odd.listed[i];
    const bool inconsistent = own.inconsistent.listed[i];
    if (odd || !inconsistent) add_reasons(own.odd.reasons[i], reasons);
    if (inconsistent || !odd) add_reasons(own.inconsistent.reasons[i], reasons);
    const bool like_excluded = is_like_excluded(result, i);
    result.flags.push_back(odd || inconsistent || like_excluded ? Flag::flagged : Flag::none);
    if (like_excluded) add_reasons(own.like_excluded->reasons[i], reasons);
  }
  return result;
}

OutlierScores of_first(OutlierScores scores, std::size_t subjects) {
  const auto count = static_cast<Index>(subjects);
  const auto shorten = [&](ScoreList& list) {
    list.scores.conservativeResize(count);
    list.listed.resize(subjects);
    list.reasons.resize(subjects);
    if (list.adjusted.size() > 0) list.adjusted.conservativeResize(count);
  };
  shorten(scores.lists.odd);
  shorten(scores.lists.inconsistent);
  if (scores.lists.like_excluded) shorten(*scores.lists.like_excluded);
  scores.scores.conservativeResize(count);
  scores.flags.resize(subjects);
  scores.reasons.resize(subjects);
  if (!scores.lacks.empty()) scores.lacks.resize(subjects);
  return scores;
}

void flag_lacking(const std::vector<Index>& missing, Index measures, OutlierScores& scores) {
  scores.lacks.assign(missing.size(), 0);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const double most = largest_share_lacking * static_cast<double>(measures);
    if (static_cast<double>(missing[i]) <= most) continue;
    scores.lacks[i] = missing[i];
    scores.flags.at(i) = std::max(scores.flags.at(i), Flag::also_check);
  }
}

bool is_like_excluded(const OutlierScores& scores, std::size_t subject) {
  return scores.lists.like_excluded && scores.lists.like_excluded->listed.at(subject);
}

std::vector<std::size_t> subjects_with_flag(const OutlierScores& scores) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < scores.flags.size(); ++i) {
    if (scores.flags[i] != Flag::none) rows.push_back(i);
  }
  const auto oddness = [&](std::size_t i) {
    const int like_excluded = is_like_excluded(scores, i) ? 1 : 0;
    const int odd = scores.lists.odd.listed[i] ? 1 : 0;
    const double share =
        like_excluded == 1 ? scores.lists.like_excluded->scores(static_cast<Index>(i)) : 0;
    return std::tuple(scores.flags[i], like_excluded + odd, like_excluded, share,
                      scores.scores(static_cast<Index>(i)));
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return oddness(a) > oddness(b); });
  return rows;
}

}  // namespace dsne::quality
