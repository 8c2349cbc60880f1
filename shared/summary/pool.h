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
  Vector subjects;                    ///< how many subjects each point stands for
  std::vector<Eigen::Index> sources;  ///< per point the number of its source
  RowVector variance;                 ///< each measure's variance within points, over all subjects
};

/// Most points that a map is made of.
inline constexpr Eigen::Index most_points = 5000;

/// Fewest points of a common map.
inline constexpr Eigen::Index least_points = 20;

/// Pools summaries and reference points. A summary's number is that of its source; the reference
/// points, if any, come last, each standing for one subject.
/// @param reference points × measures, in the summaries' order; no rows for none
/// @throws InputError when there is no point, or measures are not the same or in another order
Pool pooled(const std::vector<Summary>& summaries, const Matrix& reference);

/// A pool of fewer points, and which of them each point went into.
struct MergedPool {
  Pool pool;
  std::vector<Eigen::Index> merged;  ///< per point of the larger pool
};

/// Merges points of one source that are alike (MDAV), until about `most` are left. Their scatter
/// goes into the variance.
/// @return the pool as it is where it has no more than `most` points
MergedPool merged(const Pool& pool, Eigen::Index most);

/// Where points are compared.
struct Space {
  RowVector middle;
  RowVector scale;                      ///< by which measures are divided
  std::optional<data::Pca> components;  ///< of images and matrices

  /// The points' features in this space.
  Matrix of(const Matrix& points) const;
};

/// Measures on a common scale: less their mean over all subjects, over their standard deviation,
/// the variance within points included. A constant measure is 0.
Space scaled_space(const Pool& pool);

/// The first components of images or matrices, at most 50, over all subjects. Not scaled.
Space component_space(const Pool& pool);

/// Principal components of points that stand for several subjects each.
/// @pre at least two points
data::Pca weighted_components(const Matrix& points, const Vector& subjects,
                              Eigen::Index dimensions);

}  // namespace dsne::summary
