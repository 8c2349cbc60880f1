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

Matrix sums_over_cells(const Matrix& of_reference, const Cells& cells) {
  Matrix sums = Matrix::Zero(cells.count, of_reference.cols());
  for (Index point = 0; point < of_reference.rows(); ++point) {
    sums.row(cells.of_reference[static_cast<std::size_t>(point)]) += of_reference.row(point);
  }
  return sums;
}

}  // namespace

SiteGradient site_gradient(const tsne::Affinities& part, const Matrix& own, const Matrix& reference,
                           const Cells& cells, const WeightedPoints& others, double exaggeration) {
  const Matrix attractive = tsne::attraction(part, data::stacked(own, reference));
  const tsne::Repulsion repulsive =
      tsne::repulsion(own, both(each_for_itself(reference), others), tsne::Precision::single);
  const tsne::Repulsion on_reference{tsne::repulsive_forces(reference, each_for_itself(own)),
                                     repulsive.z};
  return {tsne::gradient(attractive.topRows(own.rows()), repulsive, exaggeration),
          sums_over_cells(
              tsne::gradient(attractive.bottomRows(reference.rows()), on_reference, exaggeration),
              cells)};
}

Matrix reference_gradient(const tsne::Affinities& part, const Matrix& reference, const Cells& cells,
                          const Matrix& from_sites, const WeightedPoints& sites_points,
                          double exaggeration) {
  tsne::Repulsion among = tsne::repulsion(reference, tsne::Precision::single);
  among.z += tsne::added_normalizer(reference, sites_points);
  Matrix slope = tsne::gradient(tsne::attraction(part, reference), among, exaggeration);
  const Counts points = counts_of(cells.of_reference, cells.count);
  for (Index point = 0; point < reference.rows(); ++point) {
    const Index cell = cells.of_reference[static_cast<std::size_t>(point)];
    slope.row(point) += from_sites.row(cell) / static_cast<double>(points(cell));
  }
  return slope;
}

}  // namespace dsne::federated
