#include "umap/neighbours.h"

#include <cmath>
#include <utility>

#include "tsne/neighbours.h"

namespace dsne::umap {
namespace {

/// Projects points onto a sphere, where squared distances are twice the metric. Points without a
/// direction share one that is orthogonal to all others.
Matrix directions(Matrix points, Metric metric) {
  if (metric == Metric::correlation) {
    points.colwise() -= points.rowwise().mean().eval();
  }
  Matrix result = Matrix::Zero(points.rows(), points.cols() + 1);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const double largest = points.row(i).cwiseAbs().maxCoeff();
    if (largest > 0) {
      result.row(i).head(points.cols()) = (points.row(i) / largest).normalized();
    } else {
      result(i, points.cols()) = 1;
    }
  }
  return result;
}

double distance(double squared, Metric metric) {
  return metric == Metric::euclidean ? std::sqrt(squared) : squared / 2;
}

}  // namespace

Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count, Metric metric) {
  tsne::Neighbours nearest = tsne::nearest_neighbours(
      metric == Metric::euclidean ? points : directions(points, metric), count);
  for (double& value : nearest.squared_distances) value = distance(value, metric);
  return {count, std::move(nearest.indices), std::move(nearest.squared_distances)};
}

Matrix distances(const Matrix& points, Metric metric) {
  const Matrix placed = metric == Metric::euclidean ? points : directions(points, metric);
  Matrix result = tsne::squared_distances_between(placed, placed);
  for (double& value : result.reshaped()) value = distance(value, metric);
  return result;
}

}  // namespace dsne::umap
