#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// c(n): how many splits it takes on average to isolate one of n points, which is the average path
/// length of an unsuccessful search in a binary search tree: 2H(n − 1) − 2(n − 1)/n, H being the
/// harmonic numbers; 0 for n <= 1 (Liu, Ting, Zhou 2012, equation 1).
double average_path_length(Eigen::Index points);

/// How an isolation forest is grown; the defaults are its authors'.
struct IsolationForestOptions {
  int trees = 100;      ///< at least 1
  int subsample = 256;  ///< ψ, points that a tree is grown from (all when there are fewer), >= 1
  std::uint64_t seed = 0;
};

/// Isolation forest (Liu, Ting, Zhou, "Isolation-based anomaly detection", 2012): trees that split
/// random subsamples at random values of random columns. A point that few splits set apart from the
/// others is an anomaly.
///
/// Linear in points and columns in time; holds at most 2·subsample nodes per tree and no points.
/// The same points, in the same order, and the same options give the same forest.
class IsolationForest {
 public:
  /// Grows the trees.
  /// @param points at least one row; finite
  explicit IsolationForest(const Matrix& points, const IsolationForestOptions& options = {});

  /// The anomaly score s = 2^(−E[h]/c(ψ)) of one point, h being the length of its path in a tree,
  /// within (0, 1]: near 1 for an anomaly, well below 0.5 for an ordinary point. 0.5 where the
  /// forest knows nothing: it was grown from one point, or from points that are all the same.
  /// @param point as many columns as the forest was grown from; finite
  double score(const Eigen::Ref<const Eigen::RowVectorXd>& point) const;

  /// The score of each row.
  Vector scores(const Matrix& points) const;

 private:
  struct Node {
    Eigen::Index column = -1;  ///< the column that is split; -1 at a leaf
    double split = 0;          ///< smaller values go left, to the next node of the tree
    std::size_t right = 0;     ///< the node that the others go to
    double path_length = 0;    ///< of a leaf: its depth and what its points would still take
  };
  using Tree = std::vector<Node>;
  class Grower;

  std::vector<Tree> trees_;
  double normal_path_length_ = 0;  ///< c(ψ)
};

}  // namespace dsne::evaluation
