#pragma once

#include <optional>
#include <vector>

#include "core/matrix.h"
#include "data/pca.h"
#include "summary/summary.h"

namespace dsne::summary {

/// Points of several sources, each standing for a number of subjects.
struct Pool {
  Matrix points;                      ///< rows of summaries and reference points × measures
  Vector subjects;                    ///< the number of subjects of each point
  std::vector<Eigen::Index> sources;  ///< per point, the number of its source
  RowVector variance;                 ///< each measure's variance within points, over all subjects
  std::vector<Eigen::Index> point_of_row = {};  ///< which point each row of the sources became
};

/// The most points of a map.
inline constexpr Eigen::Index most_points = 5000;

/// The fewest points of a common map.
inline constexpr Eigen::Index least_points = 20;

/// Pools summaries and reference points. Sources are numbered in the order of the summaries; the
/// reference, if any, is last, and each of its points stands for one subject.
/// @param reference points × measures, in the summaries' order; no rows for none
/// @pre there is a point, and all have the same measures
Pool pooled(const std::vector<Summary>& summaries, const Matrix& reference);

/// Merges similar points of one source (MDAV) until about `most` are left. Their scatter is added
/// to the variance.
/// @param pool as pooled returns it
/// @return the pool unchanged if it has no more than `most` points
Pool merged(Pool pool, Eigen::Index most);

/// The space in which points are compared.
struct Space {
  RowVector middle;
  RowVector scale;                      ///< divides each measure
  std::optional<data::Pca> components;  ///< of images and matrices

  /// Returns the points' features in this space.
  Matrix of(const Matrix& points) const;
};

/// Returns a common scale: each measure minus its mean over all subjects, divided by its standard
/// deviation, the variance within points included. A constant measure is 0.
Space scaled_space(const Pool& pool);

/// Returns the first components of images or matrices, at most 50, over all subjects; unscaled.
Space component_space(const Pool& pool);

/// Computes the principal components of points that stand for several subjects each.
/// @pre at least two points
data::Pca weighted_components(const Matrix& points, const Vector& subjects,
                              Eigen::Index dimensions);

}  // namespace dsne::summary
