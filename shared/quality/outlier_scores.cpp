#include "quality/outlier_scores.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "data/stacked.h"
#include "data/word_list.h"
#include "quality/comparison_space.h"
#include "quality/robust_units.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr Index max_points = 1000;
/// Fewer accepted points are too few to judge by, and fewer excluded ones teach nothing.
constexpr std::ptrdiff_t least_accepted = 20;
constexpr Index least_excluded = 10;
/// Subjects with a lower score are not to check.
constexpr double least_score_to_check = 0.9;
constexpr double like_excluded_share = 0.95;

/// The share of subjects flagged by chance is one in this; with few reference points, one in
/// twenty.
constexpr Index aimed_one_in = 100;
constexpr Index min_points_for_one = 20;

/// Fewer subjects or reference points show no shift.
constexpr Index least_subjects = 5;
constexpr Index min_reference_points = 20;

Matrix spaced(const Matrix& points) {
  return points(evenly_spaced(points.rows(), max_points), Eigen::all);
}

JudgedReference spaced(const JudgedReference& reference) {
  return {spaced(reference.accepted), spaced(reference.excluded)};
}

/// Learns the space from the reference and at most as many points of the site.
ComparisonSpace space_of(const Matrix& own, const Matrix& reference) {
  return {reference, data::stacked(reference, spaced(own))};
}

/// Returns nothing if too few points were excluded.
std::optional<Rated> likeness_to_excluded(const ComparisonSpace& space, const Matrix& own,
                                          const JudgedReference& reference) {
  if (reference.excluded.rows() < least_excluded) return std::nullopt;
  return likeness(space, own, reference.accepted, reference.excluded);
}

/// @param odd in the units of the space
Rated ratings(const Rated& odd, const std::optional<Rated>& like) {
  Rated rated = also_in_own_units(odd);
  if (like) {
    const Rated added = in_reference_units(*like);
    rated.own += added.own;
    rated.reference += added.reference;
  }
  return rated;
}

/// Returns how many reference points may be at least as odd as a flagged subject, itself included.
Index allowed_rank(Index reference_points) {
  const Index points = reference_points + 1;
  return std::max<Index>(points / aimed_one_in, points >= min_points_for_one ? 1 : 0);
}

void rank(const Rated& rated, OutlierScores& result) {
  const Index points = rated.reference.size();
  const Index allowed = allowed_rank(points);
  result.expected_false_alarms = static_cast<double>(allowed) / static_cast<double>(points + 1);
  result.ratings = in_reference_units(rated).own;
  result.scores = shares_below(rated.own, rated.reference);
  for (const double rating : rated.own) {
    result.flagged.push_back((rated.reference.array() >= rating).count() < allowed);
  }
}

/// Finds subjects that have the score to check and are odd at their own site by the same numbers.
std::vector<bool> to_check(const Vector& log_numbers, const Vector& shares) {
  std::vector<bool> result = odd_at_own_site(log_numbers);
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = result[i] && shares(static_cast<Index>(i)) >= least_score_to_check;
  }
  return result;
}

void add_to_check(const std::vector<bool>& found, OutlierScores& result) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] && !result.flagged[i]) result.also_check[i] = true;
  }
}

void compare_with_excluded(const Rated& like, const std::vector<bool>& like_here,
                           OutlierScores& result) {
  const double threshold = quantile_of(like.reference, like_excluded_share);
  for (std::size_t i = 0; i < result.flagged.size(); ++i) {
    const double likeness = like.own(static_cast<Index>(i));
    const bool nearer = likeness > 0 && likeness > threshold;
    result.like_excluded[i] =
        is_listed(result, i) && (nearer || (result.also_check[i] && like_here[i]));
  }
}

/// Returns the mean distance between points of `a` and of `b`.
double mean_distance(const Matrix& a, const Matrix& b, Index pairs) {
  return tsne::squared_distances_between(a, b).cwiseSqrt().sum() / static_cast<double>(pairs);
}

}  // namespace

bool means_excluded(const std::string& label) {
  return data::lists("exclude excluded", data::lower_case(label));
}

JudgedReference judged(const Matrix& values, const std::vector<std::string>& labels) {
  std::vector<Eigen::Index> accepted;
  std::vector<Eigen::Index> excluded;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    (means_excluded(labels[i]) ? excluded : accepted).push_back(static_cast<Eigen::Index>(i));
  }
  if (std::ssize(accepted) < least_accepted) return {values};
  return {values(accepted, Eigen::all), values(excluded, Eigen::all)};
}

Vector shares_below(const Vector& values, const Vector& known) {
  std::vector<double> sorted(known.begin(), known.end());
  std::sort(sorted.begin(), sorted.end());
  const auto share = [&](double value) {
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    return static_cast<double>(below) / static_cast<double>(sorted.size());
  };
  return values.unaryExpr(share);
}

void list_lacking(const std::vector<Index>& missing, Index measures, OutlierScores& scores) {
  scores.lacks.assign(missing.size(), 0);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const double most = largest_share_lacking * static_cast<double>(measures);
    if (static_cast<double>(missing[i]) <= most) continue;
    scores.lacks[i] = missing[i];
    if (!scores.flagged.at(i)) scores.also_check.at(i) = true;
  }
}

bool lacks_measures(const OutlierScores& scores, std::size_t subject) {
  return !scores.lacks.empty() && scores.lacks.at(subject) > 0;
}

bool is_listed(const OutlierScores& scores, std::size_t subject) {
  return scores.flagged.at(subject) || scores.also_check.at(subject);
}

std::vector<bool> are_listed(const OutlierScores& scores) {
  std::vector<bool> result = scores.flagged;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = is_listed(scores, i);
  return result;
}

std::vector<std::size_t> listed(const OutlierScores& scores) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < scores.flagged.size(); ++i) {
    if (is_listed(scores, i)) rows.push_back(i);
  }
  const auto oddness = [&](std::size_t i) {
    const auto row = static_cast<Index>(i);
    return std::tuple(bool(scores.flagged[i]), scores.scores(row), scores.ratings(row));
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return oddness(a) > oddness(b); });
  return rows;
}

Rated outlier_ratings(const Matrix& own, const JudgedReference& reference) {
  const JudgedReference used = spaced(reference);
  const ComparisonSpace space = space_of(own, used.accepted);
  return ratings(oddness(space, own, used.accepted), likeness_to_excluded(space, own, used));
}

OutlierScores outlier_scores(const Matrix& own, const JudgedReference& reference) {
  const JudgedReference used = spaced(reference);
  const ComparisonSpace space = space_of(own, used.accepted);
  const Rated odd = oddness(space, own, used.accepted);
  const std::optional<Rated> like = likeness_to_excluded(space, own, used);
  OutlierScores result;
  rank(ratings(odd, like), result);
  result.also_check.resize(result.flagged.size());
  result.like_excluded.resize(result.flagged.size());
  result.excluded = reference.excluded.rows();
  if (result.expected_false_alarms > 0) {
    add_to_check(to_check(odd.own, result.scores), result);
    if (like) {
      const auto like_here = to_check(like->own, shares_below(like->own, like->reference));
      add_to_check(like_here, result);
      compare_with_excluded(*like, like_here, result);
    }
  }
  result.reasons = odd_measures(own, used.accepted, space, are_listed(result));
  return result;
}

double site_shift(const Matrix& own, const Matrix& reference) {
  if (own.rows() < least_subjects || reference.rows() < min_reference_points) return 0;
  const Matrix compared = spaced(reference);
  const ComparisonSpace space(compared, compared);
  const Matrix a = space.coordinates(spaced(own));
  const Matrix b = space.coordinates(compared);
  const double between = mean_distance(a, b, a.rows() * b.rows());
  if (!(between > 0)) return 0;
  const double within = mean_distance(a, a, a.rows() * (a.rows() - 1)) +
                        mean_distance(b, b, b.rows() * (b.rows() - 1));
  return 1 - within / (2 * between);
}

}  // namespace dsne::quality
