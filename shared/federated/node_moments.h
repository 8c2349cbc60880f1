#pragma once

#include <vector>

#include "federated/landmark_messages.h"

namespace dsne::federated {

/// What is asked of nodes' members: sums over sites are the sums of theirs.
struct NodeMoments {
  Matrix sums;  ///< nodes × components: Σ z
  Matrix products;  ///< question.products() × 1: for each node Σ ‖z‖², then the products Σ z_a z_b
                    ///< in the components asked for, 11, 12, 22, 13, …
};

/// A site's part of them.
/// @param points its subjects' coordinates in the components
/// @param node_of the node of each
NodeMoments node_moments(const Matrix& points, const CellNumbers& node_of,
                         const MomentQuestion& question);

/// One node's moments, of all sites.
struct Moments {
  Eigen::Index members = 0;
  RowVector sum;
  double squares = 0;  ///< Σ ‖z‖²
  RowVector products;  ///< in the components that were asked for

  RowVector mean() const { return sum / static_cast<double>(members); }

  /// The sum of squared distances from the mean.
  double spread() const;

  /// Components that the products are in.
  Eigen::Index components() const;
};

/// A direction of length 1 and the standard deviation of a node's members along it.
struct Axis {
  RowVector direction;  ///< in all components
  double deviation = 0;
};

/// The members' first principal axis in the components whose second moments are known; the entry of
/// largest absolute value is positive.
Axis principal_axis(const Moments& moments);

/// Thresholds along an axis, evenly from 1.2 deviations below the mean to as many above, a single
/// one at the mean.
std::vector<double> thresholds_along(const Axis& axis, const Moments& moments, Eigen::Index count);

/// Which of the thresholds to split at: where the sum of squares along the axis, as the counts tell
/// it, falls most.
/// @param below members below each threshold
/// @param ruled_out where no split is allowed
/// @return -1 when it is allowed nowhere
Eigen::Index best_threshold(const std::vector<double>& thresholds, const Counts& below,
                            Eigen::Index members, const std::vector<bool>& ruled_out);

}  // namespace dsne::federated
