#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Returns the quantile of values in any order, as data::quantile defines it. @pre not empty, 0 <=
/// share <= 1
double quantile_of(const Vector& values, double share);

/// @pre not empty
double median(const Vector& values);

/// Returns the interquartile range in standard deviations of a normal distribution. @pre not empty
double interquartile_deviation(const Vector& values);

/// Returns at most `most` row numbers below `rows`, evenly spaced from 0; all if there are no more.
std::vector<Eigen::Index> evenly_spaced(Eigen::Index rows, Eigen::Index most);

/// How values are transformed ("bent") before comparison: by the logarithm, or by asinh(x / size).
struct Bend {
  RowVector sizes;  ///< 0 means the logarithm
  RowVector least;  ///< the least value learned from, where the logarithm is taken
};

/// Chooses for each measure the logarithm if all values of the learners are positive, else
/// asinh(x / size) with the median size of their values that are not 0.
/// @param values subjects × measures, NaN where missing, at least one row
/// @param learners the rows that decide, so that other rows change nothing; all without any
Bend bend_of(const Matrix& values, const std::vector<Eigen::Index>& learners = {});

/// Bends values. Below the least value learned from, the logarithm's tangent continues it: a value
/// of 0 or less has no logarithm.
/// @return NaN where a value is NaN
Matrix bent(const Bend& bend, const Matrix& values);

/// Returns the value that bends to `bent`; where the logarithm is taken always a positive one.
double straightened(const Bend& bend, Eigen::Index measure, double bent);

/// The location and scale of each measure's bent values: the median, and the interquartile range in
/// standard deviations of a normal distribution.
struct RobustUnits {
  RowVector centre;
  RowVector deviation;         ///< above 0; 1 for a constant measure
  std::vector<bool> constant;  ///< whether the middle half of the values is one value
};

/// Learns units from bent values. A measure without any value is constant.
/// @param bent subjects × measures, NaN where missing
/// @param least_deviation one per measure, at least 0: a smaller deviation counts as this
RobustUnits robust_units(const Matrix& bent, const RowVector& least_deviation);

/// Returns bent values in robust units, within ±limit; 0 in constant measures and where missing.
Matrix in_units(const RobustUnits& units, const Matrix& bent, double limit);

/// Returns whether a bent value differs from the value of a constant measure; NaN does not.
bool differs_from_constant(const RobustUnits& units, double bent, Eigen::Index measure);

/// Scales scores to typical spreads above the median of known ones. A typical spread is the
/// median's distance from the 16 % quantile. High scores, as of bad scans, hardly move either.
/// @pre known is not empty
Vector in_typical_spreads(const Vector& scores, const Vector& known);

/// Returns the mean distance of each point to its `count` nearest others.
/// @pre 0 < count < points.rows()
Vector mean_distances_to_nearest(const Matrix& points, Eigen::Index count);

/// Finds the ordinary half of the candidates: those with the smallest mean distance to the nearer
/// half of all candidates. Of more than 2,000 candidates that many, evenly spaced, are used.
/// @param points subjects × measures
/// @param candidates rows of points, at least 4
/// @return rows of points
std::vector<Eigen::Index> ordinary_half(const Matrix& points,
                                        const std::vector<Eigen::Index>& candidates);

/// Returns the logarithm of each point's mean distance to its ten nearest points of the ordinary
/// half, itself left out.
/// @param half rows of points, at least 2
Vector log_distance_to_half(const Matrix& points, const std::vector<Eigen::Index>& half);

}  // namespace dsne::quality
