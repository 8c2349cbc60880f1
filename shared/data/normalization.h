#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// How features are brought to one scale before distances are taken.
///   none     as they are
///   row_max  each row divided by its largest absolute value (the published plugin's)
///   zscore   (x − mean) / standard deviation, both of the reference
///   robust   (x − median) / (interquartile range / 1.349), both of the reference
enum class Normalization { none, row_max, zscore, robust };

/// In units of deviations no value is further from the centre than this: whoever chooses the
/// reference must not be able to make a subject's value overflow.
inline constexpr double largest_deviation = 1e6;

/// How many deviations off the centre a value counts at most: with `robust` 10, so that neither one
/// subject nor one feature, such as a voxel size that has hardly any middle half, outweighs all
/// others; else largest_deviation.
double limit_of(Normalization kind);

/// A shift and a scale per feature, learnt from the reference.
struct Scaling {
  Normalization kind = Normalization::none;
  RowVector centre;  ///< 1 × features
  RowVector scale;   ///< 1 × features, never 0: a feature without spread is only centred
  /// The features without spread, as `zscore` and `robust` find them.
  std::vector<Eigen::Index> without_spread = {};
  double limit = largest_deviation;  ///< how many deviations a value may be off the centre
};

/// Learns the scaling, with the limit_of its kind, from the reference (points × features). Standard
/// deviations are those of the population (ddof 0); a feature whose interquartile range is 0 takes
/// its standard deviation. A feature has no spread when its deviation is at most 1e-12 of its
/// largest absolute value.
Scaling fit_scaling(const Matrix& reference, Normalization kind);

/// The points (points × features) in the scaling's units, within ±limit where these are
/// deviations. Finite for finite points.
Matrix apply(const Scaling& scaling, Matrix points);

}  // namespace dsne::data
