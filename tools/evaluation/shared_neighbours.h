#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "tsne/neighbours.h"

namespace dsne::evaluation {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Points, by their row numbers.
using PointGroup = std::vector<Eigen::Index>;

/// The shared-nearest-neighbour similarity of points, after Jarvis and Patrick (1973): points are
/// similar when the same points are near to both. The m-th nearest of a point's k neighbours, m
/// from 0, weighs k + 1 - m; the similarity of two points is the sum over the neighbours that they
/// share of the product of both weights, divided by the similarity of a point to itself. It is in
/// 0..1.
struct SharedNeighbours {
  tsne::Neighbours neighbours;
  SparseMatrix weights;              ///< points × points: the weights of each point's neighbours
  double self_similarity = 0;        ///< the sum of the squared weights, the same for each point
  std::vector<double> similarities;  ///< points × k: of each point to its neighbours, nearest first
};

/// @pre 0 < k < points.rows()
SharedNeighbours shared_neighbours(const Matrix& points, Eigen::Index k);

/// The mean similarity of the points of one group to those of another: groups × groups.
/// @param groups none of them empty
Matrix mean_similarities(const SharedNeighbours& space, const std::vector<PointGroup>& groups);

}  // namespace dsne::evaluation
