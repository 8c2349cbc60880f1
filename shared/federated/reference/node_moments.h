#pragma once

#include <vector>

#include "federated/reference/landmark_messages.h"

namespace dsne::federated {

/// What is asked of nodes' members: sums over sites are the sums of theirs.
struct NodeMoments {
  Matrix sums;  ///< nodes × components: Σ z
  Matrix products;  ///< question.products() × 1: for each node Σ ‖z‖², then the products Σ z_a z_b
                    ///< along the axes asked for, 11, 12, 22, 13, …
};

/// A site's part of them.
/// @param points its subjects' coordinates in the components
/// @param node_of the node of each
/// @param axes of each node of the question, as many as are asked for
NodeMoments node_moments(const Matrix& points, const CellNumbers& node_of,
                         const MomentQuestion& question, const std::vector<Matrix>& axes);

/// No sum over some of the subjects is longer: √(n·Σ‖z‖²), of all n subjects.
double bound_of_sums(double subjects, double squares);

/// One node's moments, of all sites.
struct Moments {
  Eigen::Index members = 0;
  Matrix axes = {};    ///< directions of length 1, each a row, along which products are asked for
  RowVector sum = {};  ///< nothing until it is known
  double squares = 0;  ///< Σ ‖z‖²
  RowVector products = {};  ///< along the axes

  RowVector mean() const { return sum / static_cast<double>(members); }

  /// The sum of squared distances from the mean.
  double spread() const;

  /// Takes what a question's sums say of the node at this place in it.
  void take(const MomentQuestion& question, const NodeMoments& sums, Eigen::Index place);

  /// When they have been used they need not be kept.
  void forget_products();
};

Json to_json(const Moments& moments);

/// @throws MessageError when they are damaged
Moments parse_moments(const Json& json, Eigen::Index components, std::string_view what);

/// The members' principal axes in the space in which their second moments are known.
struct PrincipalAxes {
  Matrix turn;           ///< in terms of the moments' axes, each a row, by falling variance; the
                         ///< entry of largest absolute value is positive
  double deviation = 0;  ///< the members' standard deviation along the first
  RowVector first;       ///< in all components
};

PrincipalAxes principal_axes(const Moments& moments);

/// Thresholds along the first axis, evenly about the mean, a single one at it. The outermost are
/// 1.2·(1 − 2m/n) deviations away, m being the fewest of the n members that may be on a side: about
/// so far out that there are m beyond, if members are spread normally, at most 1.2.
std::vector<double> thresholds_along(const PrincipalAxes& axes, const Moments& moments,
                                     Eigen::Index count, Eigen::Index least_members);

/// Whether a node's members are counted where they may be: along a direction in which they spread
/// as along the first principal axis, but for rounding, at its thresholds_along. Who could count on
/// both sides of a place of his choice would see whether a subject is there.
bool is_along_first_axis(const Moments& moments, const RowVector& direction,
                         const std::vector<double>& thresholds, Eigen::Index least_members);

/// Which of the thresholds to split at: where the sum of squares along the axis, as the counts tell
/// it, falls most.
/// @param below members below each threshold
/// @param ruled_out where no split is allowed
/// @return -1 when it is allowed nowhere
Eigen::Index best_threshold(const std::vector<double>& thresholds, const Counts& below,
                            Eigen::Index members, const std::vector<bool>& ruled_out);

}  // namespace dsne::federated
