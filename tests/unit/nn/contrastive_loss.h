#pragma once

#include <cmath>

#include "nn/neighbour_embedding.h"

/// The loss of a batch of edges by its definition: the mean of −log φ(head, tail) − repulsion ·
/// mean of log(1 − φ(head, other tail)), with the repulsion's softening.
inline double contrastive_loss(const dsne::Matrix& heads, const dsne::Matrix& tails,
                               double repulsion) {
  const Eigen::Index edges = heads.rows();
  double attracted = 0;
  double repelled = 0;
  for (Eigen::Index i = 0; i < edges; ++i) {
    for (Eigen::Index j = 0; j < edges; ++j) {
      const double squared = (heads.row(i) - tails.row(j)).squaredNorm();
      if (i == j) {
        attracted += std::log(1 + squared);
      } else {
        repelled += std::log(1 + 1 / (squared + dsne::nn::repulsion_softening));
      }
    }
  }
  const auto count = static_cast<double>(edges);
  return attracted / count + (edges < 2 ? 0 : repulsion * repelled / (count * (count - 1)));
}
