#include "federated/cell_gradient.h"

#include "data/stacked.h"
#include "tsne/gradient.h"

namespace dsne::federated {
namespace {

using Eigen::Index;
using tsne::WeightedPoints;

WeightedPoints each_for_itself(const Matrix& coordinates) {
  return {coordinates, Vector::Ones(coordinates.rows())};
}

WeightedPoints both(const WeightedPoints& some, const WeightedPoints& more) {
  WeightedPoints all{data::stacked(some.coordinates, more.coordinates),
                     Vector(some.weights.size() + more.weights.size())};
  all.weights << some.weights, more.weights;
  return all;
}

}  // namespace

SiteGradient site_gradient(const tsne::Affinities& part, const Matrix& own, const Matrix& reference,
                           const WeightedPoints& others, double exaggeration) {
  const Matrix attractive = tsne::attraction(part, data::stacked(own, reference));
  const tsne::Repulsion repulsive =
      tsne::repulsion(own, both(each_for_itself(reference), others), tsne::Precision::single);
  const tsne::Repulsion on_reference{tsne::repulsive_forces(reference, each_for_itself(own)),
                                     repulsive.z};
  return {tsne::gradient(attractive.topRows(own.rows()), repulsive, exaggeration),
          tsne::gradient(attractive.bottomRows(reference.rows()), on_reference, exaggeration)};
}

Matrix reference_gradient(const Matrix& from_sites, const Matrix& reference,
                          const WeightedPoints& sites_points) {
  const Matrix nothing = Matrix::Zero(reference.rows(), reference.cols());
  tsne::Repulsion among = tsne::repulsion(reference, tsne::Precision::single);
  among.z += tsne::added_normalizer(reference, sites_points);
  return from_sites + tsne::gradient(nothing, among, 1);
}

}  // namespace dsne::federated
