#pragma once

#include "core/matrix.h"

namespace dsne::federated {

// What a site lets itself be asked while landmarks are learned. Landmarks are the means of a tree's
// leaves: a node is a set of subjects, split along a direction that its own sums gave, so that a
// subject's data enter sums over nested sets only. docs/privacy.md says what these give away.

/// How many landmarks there may be: one for eight subjects, and no more than the owner wants.
Eigen::Index max_landmarks(Eigen::Index subjects, Eigen::Index wanted);

/// Along how many of a node's axes the second moments of its members may be asked: √members, so
/// that there is about half such a sum for each member.
Eigen::Index max_moment_axes(Eigen::Index members, Eigen::Index axes);

/// At how many thresholds a node's members may be counted: one for every `least_members` of them,
/// at most 17.
Eigen::Index max_thresholds(Eigen::Index members, Eigen::Index least_members);

/// Whether a node of `members` may be split so that `below` of them are on one side, for who has
/// `own` of the members and `own_below` of these: each side has at least `least_members`, and of
/// others as many, or none.
bool may_split(Eigen::Index members, Eigen::Index below, Eigen::Index own, Eigen::Index own_below,
               Eigen::Index least_members);

/// The same where nothing is summed of the members that are not `below`: there may be none of them.
bool may_part(Eigen::Index members, Eigen::Index below, Eigen::Index own, Eigen::Index own_below,
              Eigen::Index least_members);

/// In how many directions the subjects' products may be summed, for who has all but `others` of the
/// subjects: half as many as these. As many as there are subjects would span their very records.
Eigen::Index max_directions(Eigen::Index others);

/// How principal components are learned.
struct SubspacePlan {
  Eigen::Index components = 0;  ///< that are kept; 0 when there are too few subjects
  Eigen::Index width = 0;       ///< of the subspace that holds them
  Eigen::Index rounds = 0;      ///< products with a basis of it
};

/// The whole space once, where that is not more than subspace iteration would take and may be
/// asked; else a subspace ten wider than the components, four times, or as often as may be asked;
/// else what may be asked in two rounds, and fewer components.
/// @param wanted components, at most as many as features
SubspacePlan subspace_plan(Eigen::Index wanted, Eigen::Index features, Eigen::Index others);

}  // namespace dsne::federated
