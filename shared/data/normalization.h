#pragma once

#include "coinstac/matrix.h"

namespace dsne {

/// How features are brought to one scale before distances are taken.
///   none     as they are
///   row_max  each row divided by its largest absolute value (the published plugin's)
///   zscore   (x − mean) / standard deviation, both of the reference
///   robust   (x − median) / (interquartile range / 1.349), both of the reference
enum class Normalization { none, row_max, zscore, robust };

/// A shift and a scale per feature, learnt from the reference.
struct Scaling {
  Normalization kind = Normalization::none;
  RowVector centre;  ///< 1 × features
  RowVector scale;   ///< 1 × features, never 0: a feature without spread is only centred
};

/// Learns the scaling from the reference (points × features). Standard deviations are those of the
/// population (ddof 0); a feature whose interquartile range is 0 takes its standard deviation.
Scaling fit_scaling(const Matrix& reference, Normalization kind);

/// The points (points × features) in the scaling's units.
Matrix apply(const Scaling& scaling, Matrix points);

}  // namespace dsne
