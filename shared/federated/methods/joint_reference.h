#pragma once

#include "federated/methods/joint_messages.h"
#include "federated/methods/joint_objective.h"

namespace dsne::federated {

/// The reference on the map of method joint, and what is known of the subjects there. All of it
/// follows from the start and from sums over the sites: the coordinator moves the reference, and
/// every site works out the same, so that nobody is asked about another reference.
struct JointReference {
  Matrix coordinates;
  tsne::OptimizerState optimizer;
  CellSums sums;  ///< of all sites' points, about the cells' centres; empty before they are asked
};

/// The members `places`, `velocity` and `gains`, and `sums` when they are not empty.
Json to_json(const JointReference& reference);

/// @param cells 0 before the sums are asked
/// @throws MessageError when it is damaged
JointReference parse_joint_reference(const Json& object, Eigen::Index points,
                                     Eigen::Index dimensions, Eigen::Index cells,
                                     std::string_view what);

/// The reference's gradient in an iteration.
/// @param part the reference's part of the affinities
/// @param attraction of all sites' points, by group
Matrix reference_slope(const NeighbourEmbedding& embedding, const JointReference& reference,
                       const tsne::Affinities& part, const Division& division,
                       const Matrix& attraction, double exaggeration, int iteration);

/// Where this gradient moves the reference.
Matrix moved_by(const JointReference& reference, const Matrix& slope, const JointStep& step);

/// The same by who is told where it has moved. Gains go by the signs of the gradient, and a number
/// near 0 has another sign on another processor: they are taken as they can be read off from there.
/// @param said where the reference is said to be now
Matrix moved_by(const JointReference& reference, const Matrix& slope, const JointStep& step,
                const Matrix& said);

/// Goes on from new places. Velocity and gains are read off from these, by all alike.
/// @param sums the sites' points' when they had moved, about the centres from before
void go_on(JointReference& reference, const Matrix& coordinates, const CellSums& sums,
           double momentum, const Division& division);

}  // namespace dsne::federated
