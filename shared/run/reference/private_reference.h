#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/matrix.h"
#include "exchange/noisy_sum.h"
#include "methods/parameters.h"

namespace dsne::run {

// A reference drawn with a guarantee: synthetic subjects, drawn from what noisy sums over all
// sites' subjects say of where these lie. Every sum is of vectors, one of each subject, that are
// made of the subject's own record and of what is public, and are cut to a length. So all that is
// made of the sums, the reference, a map over it, keeps the guarantee; docs/privacy.md has it.

/// The sums that are asked for, in this order, `cells` cell_rounds times.
namespace private_stage {
inline constexpr const char* centre = "centre";    ///< the subjects' sum
inline constexpr const char* radius = "radius";    ///< how many lie how far from the centre
inline constexpr const char* moments = "moments";  ///< products of their coordinates
inline constexpr const char* cells = "cells";      ///< numbers and sums of those nearest to points
}  // namespace private_stage

inline constexpr int cell_rounds = 3;
inline constexpr Eigen::Index number_of_radii = 32;
inline constexpr Eigen::Index max_private_cells = 256;
inline constexpr Eigen::Index max_private_axes = 10;
/// Products are asked of no more features.
inline constexpr Eigen::Index max_kept_features = 256;
inline constexpr const char* noisy_sum_name = "noisy";

/// Which stage a round is of, counted from 0; "" after the last.
std::string stage_of_round(int round);

/// Rounds in all.
inline constexpr int private_rounds = 3 + cell_rounds;

/// How far two data sets' sums of a stage can be apart, in whole numbers, that differ by one
/// record's replacement.
/// @param numbers in the sum
double stage_sensitivity(const std::string& stage, Eigen::Index numbers);

/// What a round of a stage may cost each site: its part of what reference_epsilon allows.
privacy::Cost stage_cost(const std::string& stage, const methods::Parameters& parameters);

/// A round's sum, with its noise.
exchange::NoisySum stage_sum(const std::string& stage, const methods::Parameters& parameters,
                             Eigen::Index numbers);

/// What the whole reference costs each site, whatever their number.
privacy::Cost reference_cost(const methods::Parameters& parameters);

/// Whether a run draws its reference with a guarantee.
bool is_private_reference(const methods::Parameters& parameters);

/// Whether a run makes releases that count against the sites' budgets.
bool spends_budget(const methods::Parameters& parameters);

/// The features' public bounds.
struct FeatureBounds {
  RowVector low, high;
};

/// The names of the features that feature_bounds gives each its bounds; none where one pair is for
/// all.
std::vector<std::string> named_bounds(const methods::Parameters& parameters);

/// The bounds of these features, as feature_bounds has them.
/// @param names of the features; empty when they have none
/// @throws InputError when feature_bounds does not have them
FeatureBounds bounds_of(const methods::Parameters& parameters,
                        const std::vector<std::string>& names, Eigen::Index features);

/// Subjects as the sums are made of: each feature from −½ at its lower bound to ½ at its upper, and
/// 0 where it is missing (NaN).
Matrix to_unit(const Matrix& values, const FeatureBounds& bounds);

/// Such rows as values of the features within their bounds.
Matrix from_unit(const Matrix& unit, const FeatureBounds& bounds);

/// No subject of so many features lies further from the middle of the bounds.
double unit_radius(Eigen::Index features);

/// The features, at most max_kept_features, in their order, that may vary most given their means:
/// what lies between −½ and ½ with the mean m has at most the variance (½ − m)(½ + m)
/// (Bhatia & Davis 2000).
/// @param mean 1 × features, between −½ and ½
std::vector<Eigen::Index> features_that_may_vary(const RowVector& mean);

/// The variance along an axis that was found as an eigenvector of a symmetric matrix with noise:
/// θ(1 − s²p/θ²) of a direction whose own variance is θ and whose eigenvalue is θ + s²p/θ by the
/// noise, of deviation s off the diagonal (Benaych-Georges & Nadakuditi 2011).
/// @param edge 2s√p, the largest eigenvalue of the noise alone; an eigenvalue no larger gives 0
double variance_without_noise(double eigenvalue, double edge);

/// A subject's coordinates about a centre, no longer than a length.
Matrix cut_to(Matrix rows, double length);

/// Upper ends of the distances that are told apart: each 2^¼ times the one before, the last one
/// `radius`.
Vector radii(double radius);

/// The products z zᵀ as a vector of the same length: those off the diagonal, which are there twice,
/// times √2.
Eigen::Index symmetric_size(Eigen::Index dimensions);
RowVector symmetric_vector(const RowVector& z);
Matrix symmetric_matrix(const RowVector& vector, Eigen::Index dimensions);

/// What a subject adds at its cell: its coordinates, no longer than 1/√2, and 1/√2 for itself. So
/// its move to another cell changes the sums no more than its replacement within one.
inline constexpr double cell_share = 0.70710678118654746;

}  // namespace dsne::run
