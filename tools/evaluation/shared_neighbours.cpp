#include "tools/evaluation/shared_neighbours.h"

namespace dsne::evaluation {
namespace {

using Index = Eigen::Index;
using Similarity = Eigen::Triplet<double>;

SparseMatrix sparse(Index rows, Index columns, const std::vector<Similarity>& entries) {
  SparseMatrix matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

SparseMatrix neighbour_weights(const tsne::Neighbours& neighbours, Index points) {
  std::vector<Similarity> entries;
  entries.reserve(neighbours.indices.size());
  for (std::size_t n = 0; n < neighbours.indices.size(); ++n) {
    const Index point = static_cast<Index>(n) / neighbours.count;
    const Index rank = static_cast<Index>(n) % neighbours.count;
    entries.emplace_back(static_cast<int>(point), static_cast<int>(neighbours.indices[n]),
                         static_cast<double>(neighbours.count + 1 - rank));
  }
  return sparse(points, points, entries);
}

std::vector<double> neighbour_similarities(const SharedNeighbours& space) {
  const Index k = space.neighbours.count;
  std::vector<double> similarities(space.neighbours.indices.size());
#pragma omp parallel for schedule(static)
  for (Index n = 0; n < std::ssize(similarities); ++n) {
    const auto neighbour =
        static_cast<Index>(space.neighbours.indices[static_cast<std::size_t>(n)]);
    similarities[static_cast<std::size_t>(n)] =
        space.weights.row(n / k).dot(space.weights.row(neighbour)) / space.self_similarity;
  }
  return similarities;
}

/// groups × points: what a product with it averages over the points of each group.
SparseMatrix averaging(const std::vector<PointGroup>& groups, Index points) {
  std::vector<Similarity> entries;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Index point : groups[g]) {
      entries.emplace_back(static_cast<int>(g), static_cast<int>(point),
                           1 / static_cast<double>(groups[g].size()));
    }
  }
  return sparse(std::ssize(groups), points, entries);
}

}  // namespace

SharedNeighbours shared_neighbours(const Matrix& points, Index k) {
  SharedNeighbours space;
  space.neighbours = tsne::nearest_neighbours(points, k);
  space.weights = neighbour_weights(space.neighbours, points.rows());
  space.self_similarity = space.weights.row(0).squaredNorm();
  space.similarities = neighbour_similarities(space);
  return space;
}

Matrix mean_similarities(const SharedNeighbours& space, const std::vector<PointGroup>& groups) {
  const SparseMatrix means = averaging(groups, space.weights.rows()) * space.weights;
  const SparseMatrix columns = means.transpose();
  return Matrix(means * columns) / space.self_similarity;
}

}  // namespace dsne::evaluation
