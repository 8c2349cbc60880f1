#include "federated/methods/cell_gradient.h"

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

SiteGradient site_gradient(const NeighbourEmbedding& embedding, const tsne::Affinities& part,
                           const Matrix& own, const Matrix& reference, const Cells& groups,
                           const WeightedPoints& others, double exaggeration) {
  const Matrix attractive = embedding.attraction(part, data::stacked(own, reference));
  const tsne::Repulsion repulsive =
      embedding.repulsion(own, both(each_for_itself(reference), others));
  return {tsne::gradient(attractive.topRows(own.rows()), repulsive, exaggeration),
          sums_by_cell<Matrix>(attractive.bottomRows(reference.rows()), groups)};
}

Matrix reference_gradient(const NeighbourEmbedding& embedding, const tsne::Affinities& part,
                          const Matrix& reference, const Cells& groups, const Matrix& from_sites,
                          const WeightedPoints& sites_points, double exaggeration) {
  Matrix attractive = embedding.attraction(part, reference);
  const Counts points = counts_of(groups.of_reference, groups.count);
  for (Index point = 0; point < reference.rows(); ++point) {
    const Index group = groups.of_reference[static_cast<std::size_t>(point)];
    attractive.row(point) += from_sites.row(group) / static_cast<double>(points(group));
  }
  return tsne::gradient(attractive, embedding.repulsion(reference, sites_points), exaggeration);
}

}  // namespace dsne::federated
