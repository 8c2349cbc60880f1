#include "quality/own_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "quality/component_rating.h"
#include "quality/far_values.h"
#include "quality/normal_sites.h"
#include "quality/rating.h"

namespace dsne::quality {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;
using Reasons = std::vector<std::vector<ScoreReason>>;

constexpr double odd_threshold = 2;
constexpr double unfit_threshold = 3;
constexpr double rare_share = 0.05;
constexpr double certain_score = 1;  ///< above the threshold
constexpr double clear_deviation = 3;
constexpr double usual_units = 2.326;  ///< the 99 % quantile of a normal distribution
constexpr std::size_t most_reasons = 5;
constexpr std::size_t explained_one_in = 10;

/// Finds measures that are constant at the site except for a few subjects.
Reasons rare_differences(const Matrix& bent, const Rows& learners, const RobustUnits& units) {
  Reasons result(static_cast<std::size_t>(bent.rows()));
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
      result[static_cast<std::size_t>(i)].push_back({f, sign * clear_deviation, true});
    }
  }
  return result;
}

/// Selects the measures with the largest deviations: the largest one, and others beyond 3, at most
/// five.
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

/// Returns the least score in the highest tenth.
double least_explained(const Vector& scores) {
  std::vector<double> sorted(scores.begin(), scores.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted.empty() ? 0 : sorted[(sorted.size() - 1) / explained_one_in];
}

void explain(ScoreList& list, const Matrix& deviations, const Reasons& rare) {
  const double least = least_explained(list.scores);
  for (std::size_t i = 0; i < list.listed.size(); ++i) {
    if (!list.listed[i] && list.scores(static_cast<Index>(i)) < least) continue;
    const auto first = rare.empty() ? std::vector<ScoreReason>{} : rare[i];
    list.reasons[i] = largest(first, deviations.row(static_cast<Index>(i)));
  }
}

RowVector usual(const Bend& bend, const RobustUnits& units, double deviations) {
  RowVector result(units.centre.size());
  for (Index f = 0; f < result.size(); ++f) {
    const double off =
        units.constant[static_cast<std::size_t>(f)] ? 0 : deviations * units.deviation(f);
    result(f) = straightened(bend, f, units.centre(f) + off);
  }
  return result;
}

/// Makes both lists from ratings.
/// @param far  subjects with a value far from all others' (has_far_value), or empty
/// @param rare subjects that differ in a measure where nearly all do not, or empty
OwnScores lists_of(Rating rating, RareSubjects beyond_normal, const std::vector<bool>& far,
                   const Reasons& rare) {
  const auto list = [](Vector& scores, std::vector<bool>& listed, std::size_t i, double threshold) {
    double& score = scores(static_cast<Index>(i));
    score = std::max(score, threshold + certain_score);
    listed[i] = true;
  };
  for (std::size_t i = 0; i < far.size(); ++i) {
    if (far[i]) list(rating.odd, beyond_normal.odd, i, odd_threshold);
  }
  for (std::size_t i = 0; i < rare.size(); ++i) {
    if (!rare[i].empty()) list(rating.unfit, beyond_normal.unfit, i, unfit_threshold);
  }
  OwnScores result{listed_above(rating.odd, odd_threshold, beyond_normal.odd),
                   listed_above(rating.unfit, unfit_threshold, beyond_normal.unfit),
                   rating.position.size() > 0,
                   {},
                   {},
                   {}};
  explain(result.odd, rating.deviations, {});
  explain(result.unfit, rating.departures, rare);
  return result;
}

OwnScores scores_by_measures(const Matrix& bent, const Rows& learners,
                             const std::vector<SummarizedSite>& others) {
  std::vector<ScaledSite> sites;
  sites.reserve(others.size());
  for (const SummarizedSite& site : others) sites.push_back(scaled_site(site));
  const RatingBasis basis = rating_basis(sites, bent.cols());
  const Rating rating = rated(bent, learners, basis);
  return lists_of(rating, rarer_than_normal(rating, bent(learners, Eigen::all), basis),
                  has_far_value(bent, learners, rating.units),
                  rare_differences(bent, learners, rating.units));
}

OwnScores scores_by_components(const Matrix& bent, const Rows& learners) {
  const ComponentRating rating = rated_by_components(bent, learners);
  return lists_of(rating.rating, rating.rare, {}, {});
}

}  // namespace

OwnScores own_scores(const OwnRecords& own, const std::vector<SummarizedSite>& others) {
  ComparedRecords compared = compared_records(own);
  const Rows& learners = compared.rows;
  const Index subjects = own.values.rows();
  if (learners.size() < least_compared) {
    return {nobody(subjects), nobody(subjects), false, std::move(compared), {}, {}};
  }
  const Bend bend = bend_of(own.values, learners);
  const Matrix values = bent(bend, own.values);
  OwnScores result = values.cols() > most_measures ? scores_by_components(values, learners)
                                                   : scores_by_measures(values, learners, others);
  const RobustUnits units =
      robust_units(values(learners, Eigen::all), RowVector::Zero(values.cols()));
  result.usual_low = usual(bend, units, -usual_units);
  result.usual_high = usual(bend, units, usual_units);
  result.compared = std::move(compared);
  return result;
}

}  // namespace dsne::quality
