#include "quality/own_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "quality/rating.h"
#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;
using Reasons = std::vector<std::vector<OddMeasure>>;
using SortedValues = std::vector<std::pair<double, Index>>;  ///< values with their subjects, sorted

constexpr double odd_threshold = 2;
constexpr double inconsistent_threshold = 3;
constexpr double rare_share = 0.05;
constexpr double certain_score = 1;  ///< above the threshold
constexpr double clear_deviation = 3;
constexpr double usual_units = 2.326;  ///< the 99 % quantile of a normal distribution
constexpr std::size_t most_reasons = 5;
constexpr std::size_t explained_one_in = 10;
constexpr std::size_t least_others = 10;

ComparedRecords compared_records(const OwnRecords& own) {
  const Matrix& values = own.values;
  const auto missing = values.array().isNaN();
  const Index without_value = missing.colwise().all().count();
  const Index measures = values.cols() - without_value;
  const double most = largest_share_lacking * static_cast<double>(measures);
  // Orders records by their values, missing values last.
  const auto before = [&](Index a, Index b) {
    const auto left = values.row(a);
    const auto right = values.row(b);
    return std::lexicographical_compare(
        left.begin(), left.end(), right.begin(), right.end(),
        [](double x, double y) { return x < y || (std::isnan(y) && !std::isnan(x)); });
  };
  ComparedRecords result;
  result.records = values.rows();
  std::set<std::string> persons;
  std::map<std::string, std::size_t> compared;
  std::vector<Rows> of_persons;
  std::map<Index, Index, decltype(before)> same(before);
  std::set<Index, decltype(before)> distinct(before);
  for (Index i = 0; i < values.rows(); ++i) {
    const std::string person =
        own.persons.empty() ? std::to_string(i) : own.persons.at(static_cast<std::size_t>(i));
    persons.insert(person);
    const auto lacking = static_cast<double>(missing.row(i).count() - without_value);
    if (measures == 0 || lacking > most) continue;
    ++same[i];
    if (!own.judging.empty() && !own.judging.at(static_cast<std::size_t>(i))) continue;
    if (!distinct.insert(i).second) continue;
    const auto [at, is_new] = compared.emplace(person, of_persons.size());
    if (is_new) of_persons.emplace_back();
    of_persons[at->second].push_back(i);
  }
  for (std::size_t p = 0; p < of_persons.size(); ++p) {
    result.rows.push_back(of_persons[p][p % of_persons[p].size()]);
  }
  for (const auto& [record, count] : same) {
    if (count > 1) result.copies += count;
  }
  result.persons = std::ssize(persons);
  return result;
}

SortedValues sorted_values(const Matrix& bent, Index measure, const Rows& rows) {
  SortedValues values;
  for (const Index row : rows) {
    if (!std::isnan(bent(row, measure))) values.emplace_back(bent(row, measure), row);
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// @param others sorted; the subject itself may be the first or the last
bool is_far(double value, Index subject, const SortedValues& others) {
  const std::size_t first = others.front().second == subject ? 1 : 0;
  const std::size_t last = others.size() - (others.back().second == subject ? 2 : 1);
  const double low = others[first].first;
  const double high = others[last].first;
  return value - high > high - low || low - value > high - low;
}

/// Finds subjects with a value that is farther from all others' values than these are from each
/// other, in a measure that is not constant. Robust units alone miss such a value where a measure
/// has two groups, as from two scanners.
std::vector<bool> has_far_value(const Matrix& bent, const Rows& learners,
                                const RobustUnits& units) {
  std::vector<bool> far(static_cast<std::size_t>(bent.rows()), false);
  for (Index f = 0; f < bent.cols(); ++f) {
    if (units.constant[static_cast<std::size_t>(f)]) continue;
    const SortedValues others = sorted_values(bent, f, learners);
    if (others.size() <= least_others) continue;
    for (Index i = 0; i < bent.rows(); ++i) {
      const double value = bent(i, f);
      if (!std::isnan(value) && is_far(value, i, others)) far[static_cast<std::size_t>(i)] = true;
    }
  }
  return far;
}

/// Finds the sign of each difference in a measure that is constant at the site except for a few
/// subjects; 0 elsewhere.
Matrix rare_differences(const Matrix& bent, const Rows& learners, const RobustUnits& units) {
  Matrix result = Matrix::Zero(bent.rows(), bent.cols());
  for (Index f = 0; f < bent.cols(); ++f) {
    const auto differing = std::count_if(learners.begin(), learners.end(), [&](Index i) {
      return differs_from_constant(units, bent(i, f), f);
    });
    if (static_cast<double>(differing) > rare_share * static_cast<double>(learners.size())) {
      continue;
    }
    for (Index i = 0; i < bent.rows(); ++i) {
      if (!differs_from_constant(units, bent(i, f), f)) continue;
      result(i, f) = bent(i, f) > units.centre(f) ? 1 : -1;
    }
  }
  return result;
}

/// Selects the measures with the largest deviations: the largest one, and others beyond 3, at most
/// five.
Rows largest(const RowVector& deviations) {
  Rows order(static_cast<std::size_t>(deviations.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(deviations(a)) > std::abs(deviations(b));
  });
  order.resize(std::min(order.size(), most_reasons));
  std::erase_if(order, [&, first = order.front()](Index f) {
    return f != first && std::abs(deviations(f)) < clear_deviation;
  });
  return order;
}

/// Lists subjects above a threshold if they are rare, and those that are certain whatever their
/// score.
ScoreList score_list(Vector scores, double threshold, const std::vector<bool>& rare,
                     const std::vector<bool>& certain) {
  ScoreList list{std::move(scores), rare, Reasons(rare.size())};
  for (std::size_t i = 0; i < rare.size(); ++i) {
    double& score = list.scores(static_cast<Index>(i));
    if (certain[i]) score = std::max(score, threshold + certain_score);
    list.listed[i] = certain[i] || (rare[i] && score > threshold);
  }
  return list;
}

ScoreList nobody(std::size_t subjects) {
  return {Vector::Zero(static_cast<Index>(subjects)), std::vector<bool>(subjects),
          Reasons(subjects)};
}

/// Returns the least score in the highest tenth.
double least_explained(const Vector& scores) {
  std::vector<double> sorted(scores.begin(), scores.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted.empty() ? 0 : sorted[(sorted.size() - 1) / explained_one_in];
}

/// Gives the reasons of listed subjects and of the highest tenth.
/// @param values     of the subjects, in the measures' units
/// @param own        has the usual values
/// @param is_extreme of a subject and a measure
template <typename IsExtreme>
void explain(ScoreList& list, const Matrix& values, const Matrix& deviations, const OwnScores& own,
             const IsExtreme& is_extreme) {
  const double least = least_explained(list.scores);
  for (std::size_t i = 0; i < list.listed.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (!list.listed[i] && list.scores(row) < least) continue;
    for (const Index f : largest(deviations.row(row))) {
      if (std::isnan(values(row, f))) continue;
      list.reasons[i].push_back({f, values(row, f), own.usual_low(f), own.usual_high(f),
                                 is_extreme(row, f), deviations(row, f)});
    }
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

}  // namespace

OwnScores own_scores(const OwnRecords& own, const std::vector<SummarizedSite>& others,
                     WantedLists wanted) {
  OwnScores result;
  result.compared = compared_records(own);
  const Rows& learners = result.compared.rows;
  const auto subjects = static_cast<std::size_t>(own.values.rows());
  result.odd = result.inconsistent = nobody(subjects);
  if (learners.size() < least_compared) return result;
  const Bend bend = bend_of(own.values, learners);
  const Matrix values = bent(bend, own.values);
  const bool wide = values.cols() > most_measures;
  const Rating rating = wide ? rated_by_components(values, learners, wanted)
                             : rated_by_measures(values, learners, others, wanted);
  const RobustUnits units =
      robust_units(values(learners, Eigen::all), RowVector::Zero(values.cols()));
  result.usual_low = usual(bend, units, -usual_units);
  result.usual_high = usual(bend, units, usual_units);
  result.uses_direction = rating.position.size() > 0;
  if (wanted != WantedLists::inconsistent) {
    std::vector<bool> far(subjects);
    if (!wide) far = has_far_value(values, learners, rating.units);
    result.odd = score_list(rating.odd, odd_threshold, rating.rarely_odd, far);
    explain(result.odd, own.values, rating.deviations, result, [](Index, Index) { return true; });
  }
  if (wanted != WantedLists::odd) {
    Matrix differences = Matrix::Zero(values.rows(), values.cols());
    if (!wide) differences = rare_differences(values, learners, rating.units);
    std::vector<bool> differs;
    for (const auto& row : differences.rowwise()) differs.push_back((row.array() != 0).any());
    result.inconsistent = score_list(rating.inconsistent, inconsistent_threshold,
                                     rating.rarely_inconsistent, differs);
    explain(result.inconsistent, own.values, rating.departures + clear_deviation * differences,
            result, [&](Index i, Index f) { return differences(i, f) != 0; });
  }
  return result;
}

}  // namespace dsne::quality
