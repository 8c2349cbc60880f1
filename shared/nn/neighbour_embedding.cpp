#include "nn/neighbour_embedding.h"

#include "core/products.h"

namespace dsne::nn {
namespace {

using Eigen::Index;

Matrix squared_distances(const Matrix& heads, const Matrix& tails) {
  Matrix distances = -2 * times_transpose(heads, tails);
  distances.colwise() += heads.rowwise().squaredNorm();
  distances.rowwise() += tails.rowwise().squaredNorm().transpose();
  return distances.cwiseMax(0);
}

/// Computes the gradient with respect to the coordinates.
/// @param pulls the gradient with respect to the squared distances (heads × tails)
EdgeGradient pulled(const Matrix& heads, const Matrix& tails, const Matrix& pulls) {
  const Vector of_heads = pulls.rowwise().sum();
  const Vector of_tails = pulls.colwise().sum().transpose();
  return {2 * (of_heads.asDiagonal() * heads - pulls * tails),
          2 * (of_tails.asDiagonal() * tails - pulls.transpose() * heads)};
}

/// Returns the weight of the repulsion between an edge's head and another edge's tail.
double weight_of_pair(Index edges, double repulsion) {
  return edges < 2 ? 0 : repulsion / static_cast<double>(edges * (edges - 1));
}

}  // namespace

EdgeGradient contrastive_gradient(const Matrix& heads, const Matrix& tails, double repulsion) {
  const Index edges = heads.rows();
  const auto apart = (squared_distances(heads, tails).array() + repulsion_softening).eval();
  Matrix pulls = -weight_of_pair(edges, repulsion) / (apart * (apart + 1));
  const Vector lengths = (heads - tails).rowwise().squaredNorm();
  pulls.diagonal() = 1 / ((1 + lengths.array()) * static_cast<double>(edges));
  return pulled(heads, tails, pulls);
}

EdgeGradient repulsion_gradient(const Matrix& heads, const Matrix& others, double repulsion) {
  const auto pairs = static_cast<double>(heads.rows() * others.rows());
  const auto apart = (squared_distances(heads, others).array() + repulsion_softening).eval();
  return pulled(heads, others, -repulsion / pairs / (apart * (apart + 1)));
}

}  // namespace dsne::nn
