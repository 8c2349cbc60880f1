#include "quality/own_scores.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "quality/normal_sites.h"
#include "quality/rating.h"

namespace dsne::quality {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

constexpr std::size_t least_learners = 10;
constexpr double largest_filled_share = 0.2;
constexpr double rare_share = 0.05;
constexpr double rare_score = 1;  ///< above the threshold
constexpr double clear_deviation = 3;
constexpr std::size_t most_reasons = 5;

bool has_enough_measures(const OwnRecords& own, Index subject) {
  if (own.filled.empty()) return true;
  return static_cast<double>(own.filled[static_cast<std::size_t>(subject)]) <=
         largest_filled_share * static_cast<double>(own.values.cols());
}

/// The different subjects that have enough measures.
Rows learners_of(const OwnRecords& own) {
  const auto row_less = [&](Index a, Index b) {
    return std::lexicographical_compare(own.values.row(a).begin(), own.values.row(a).end(),
                                        own.values.row(b).begin(), own.values.row(b).end());
  };
  std::set<Index, decltype(row_less)> seen(row_less);
  Rows learners;
  for (Index i = 0; i < own.values.rows(); ++i) {
    if (has_enough_measures(own, i) && seen.insert(i).second) learners.push_back(i);
  }
  return learners;
}

/// Measures that are constant at the site but for a few subjects.
std::vector<std::vector<ScoreReason>> rare_differences(const Matrix& bent, const Rows& learners,
                                                       const RobustUnits& units) {
  std::vector<std::vector<ScoreReason>> result(static_cast<std::size_t>(bent.rows()));
  for (Index f = 0; f < bent.cols(); ++f) {
    const auto differing = std::count_if(learners.begin(), learners.end(), [&](Index i) {
      return differs_from_constant(units, bent(i, f), f);
    });
    if (static_cast<double>(differing) > rare_share * static_cast<double>(learners.size())) {
      continue;
    }
    for (Index i = 0; i < bent.rows(); ++i) {
      if (!differs_from_constant(units, bent(i, f), f)) continue;
      const double sign = bent(i, f) > units.centre(f) ? 1 : -1;
      result[static_cast<std::size_t>(i)].push_back({f, sign * clear_deviation});
    }
  }
  return result;
}

/// The measures of the largest deviations: all beyond 3, the largest in any case, at most five.
std::vector<ScoreReason> largest(std::vector<ScoreReason> reasons, const RowVector& deviations) {
  for (Index f = 0; f < deviations.size(); ++f) reasons.push_back({f, deviations(f)});
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) {
    return std::abs(a.deviation) > std::abs(b.deviation);
  });
  std::size_t count = 1;
  while (count < std::min(most_reasons, reasons.size()) &&
         std::abs(reasons[count].deviation) >= clear_deviation) {
    ++count;
  }
  reasons.resize(std::min(count, reasons.size()));
  return reasons;
}

ScoreList listed_above(const Vector& scores, double threshold, const std::vector<bool>& rare) {
  ScoreList list{scores, {}, {}};
  for (std::size_t i = 0; i < rare.size(); ++i) {
    list.listed.push_back(rare[i] && scores(static_cast<Index>(i)) > threshold);
  }
  list.reasons.resize(list.listed.size());
  return list;
}

ScoreList nobody(Index subjects) {
  return listed_above(Vector::Zero(subjects), 0,
                      std::vector<bool>(static_cast<std::size_t>(subjects), false));
}

void explain(ScoreList& list, const Matrix& deviations,
             const std::vector<std::vector<ScoreReason>>& rare) {
  for (std::size_t i = 0; i < list.listed.size(); ++i) {
    if (!list.listed[i]) continue;
    const auto first = rare.empty() ? std::vector<ScoreReason>{} : rare[i];
    list.reasons[i] = largest(first, deviations.row(static_cast<Index>(i)));
  }
}

}  // namespace

OwnScores own_scores(const OwnRecords& own, const std::vector<SummarizedSite>& others) {
  const Rows learners = learners_of(own);
  const Index subjects = own.values.rows();
  if (learners.size() < least_learners) return {nobody(subjects), nobody(subjects), false};
  std::vector<ScaledSite> sites;
  for (const SummarizedSite& site : others) sites.push_back(scaled_site(site));
  const RatingBasis basis = rating_basis(sites, own.values.cols());
  const Matrix values = bent(bend_of(own.values(learners, Eigen::all)), own.values);
  Rating rating = rated(values, learners, basis);
  RareSubjects rare = rarer_than_normal(rating, values(learners, Eigen::all), basis);
  const auto differences = rare_differences(values, learners, rating.units);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (differences[i].empty()) continue;
    double& score = rating.unfit(static_cast<Index>(i));
    score = std::max(score, unfit_threshold + rare_score);
    rare.unfit[i] = true;
  }
  OwnScores result{listed_above(rating.odd, odd_threshold, rare.odd),
                   listed_above(rating.unfit, unfit_threshold, rare.unfit),
                   basis.direction.size() > 0};
  explain(result.odd, rating.deviations, {});
  explain(result.unfit, rating.departures, differences);
  return result;
}

}  // namespace dsne::quality
