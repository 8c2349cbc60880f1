#include "federated/methods/joint_reference.h"

#include "federated/methods/cell_gradient.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// The gains by which the reference has come to new places.
Matrix gains_towards(const JointReference& reference, const Matrix& coordinates, double momentum) {
  tsne::OptimizerState optimizer = reference.optimizer;
  const Matrix uphill = momentum * optimizer.velocity - (coordinates - reference.coordinates);
  tsne::update_optimizer(optimizer, uphill, 1, momentum);
  return optimizer.gains;
}

}  // namespace

Json to_json(const JointReference& reference) {
  Json object = {{"places", pack(reference.coordinates)},
                 {"velocity", pack(reference.optimizer.velocity)},
                 {"gains", pack(reference.optimizer.gains)}};
  if (reference.sums.sums.size() > 0) object["sums"] = to_json(reference.sums);
  return object;
}

JointReference parse_joint_reference(const Json& object, Index points, Index dimensions,
                                     Index cells, std::string_view what) {
  JointReference reference{matrix_field(object, "places", points, dimensions, what),
                           optimizer_state(object, points, dimensions, what),
                           {}};
  if (cells > 0) reference.sums = parse_cell_sums(object, "sums", cells, dimensions, what);
  return reference;
}

Matrix reference_slope(const NeighbourEmbedding& embedding, const JointReference& reference,
                       const tsne::Affinities& part, const Division& division,
                       const Matrix& attraction, double exaggeration, int iteration) {
  const Matrix centres = cell_centres(reference.coordinates, division.cells);
  return reference_gradient(embedding, part, reference.coordinates, division.groups, attraction,
                            standing_for(division.in_cells(), reference.sums, centres, iteration),
                            exaggeration);
}

Matrix moved_by(const JointReference& reference, const Matrix& slope, const JointStep& step) {
  tsne::OptimizerState optimizer = reference.optimizer;
  tsne::update_optimizer(optimizer, slope, step.learning_rate, step.momentum);
  return reference.coordinates + optimizer.velocity;
}

Matrix moved_by(const JointReference& reference, const Matrix& slope, const JointStep& step,
                const Matrix& said) {
  const Matrix gains = gains_towards(reference, said, step.momentum);
  return reference.coordinates + step.momentum * reference.optimizer.velocity -
         step.learning_rate * gains.cwiseProduct(slope);
}

void go_on(JointReference& reference, const Matrix& coordinates, const CellSums& sums,
           double momentum, const Division& division) {
  reference.optimizer = {coordinates - reference.coordinates,
                         gains_towards(reference, coordinates, momentum)};
  reference.sums =
      moved_to(sums, division.in_cells(), cell_centres(reference.coordinates, division.cells),
               cell_centres(coordinates, division.cells));
  reference.coordinates = coordinates;
}

}  // namespace dsne::federated
