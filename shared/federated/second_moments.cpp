#include "federated/second_moments.h"

namespace dsne::federated {

using Eigen::Index;

Index products_of(Index dimensions) { return dimensions * (dimensions + 1) / 2; }

Eigen::MatrixXd covariance_of(const RowVector& products, const RowVector& mean, double members,
                              Index dimensions) {
  Eigen::MatrixXd covariance(dimensions, dimensions);
  each_product(dimensions, [&](Index a, Index b, Index k) {
    covariance(a, b) = covariance(b, a) = products(k) / members - mean(a) * mean(b);
  });
  return covariance;
}

}  // namespace dsne::federated
