#pragma once

#include <boost/core/noncopyable.hpp>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/repulsion.h"

namespace dsne::tsne {

/// The 2 or 3 coordinates of one point.
using Position = Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, 3>;

/// Computes new points' affinities over the reference points alone. The perplexity is 5, or a third
/// of the reference's points if that is less.
/// @param points, reference in the same features
NeighbourAffinities affinities_over_reference(const Matrix& points, const Matrix& reference);

/// With fewer new points, starting threads costs more than they save.
constexpr Eigen::Index min_transformed_for_threads = 100;

/// Steps in which practically every point settles; most need fewer than 10.
constexpr int transform_iterations = 30;

/// How well a place fits a new point.
struct Fit {
  double divergence = 0;  ///< D
  Position gradient;      ///< ∂D/∂y
  double curvature = 0;   ///< of D's attraction; sets the step length
};

/// A finished embedding on which new points are placed one by one: a position depends on the
/// point's own affinities and the embedding only.
class FinishedMap : private boost::noncopyable {
 public:
  /// @param coordinates the embedding (points × 2 or 3), at least one point
  explicit FinishedMap(const Matrix& coordinates);
  virtual ~FinishedMap() = default;

  /// Evaluates a place for the new point in a row of `affinities`.
  virtual Fit fit(const NeighbourAffinities& affinities, Eigen::Index row,
                  const Position& place) const = 0;

  /// Returns the start of the new point's descent.
  virtual Position start(const NeighbourAffinities& affinities, Eigen::Index row) const = 0;

  /// Improves a start by gradient descent on D. Each step is the gradient over the curvature,
  /// halved until D falls; at most `iterations` steps. The result is finite for any data, and D
  /// never grows.
  Position refine(const NeighbourAffinities& affinities, Eigen::Index row, Position start,
                  int iterations) const;

  /// Places a new point: refines its start.
  Position transform(const NeighbourAffinities& affinities, Eigen::Index row, int iterations) const;

  Eigen::Index dimensions() const { return coordinates_.cols(); }

 protected:
  const Matrix& coordinates() const { return coordinates_; }
  const Matrix& in_columns() const { return transposed_; }

 private:
  Matrix coordinates_;
  Matrix transposed_;
};

/// A finished embedding by t-SNE.
///
/// A place y is good when its similarities to the embedding, q_j = w_j/r with w_j = 1/(1 + ‖y −
/// y_j‖²), are like the point's affinities c_j. So y is a local minimum of their generalised KL
/// divergence Σ_j (c_j ln(c_j/q_j) − c_j + q_j), that is, of D(y) = Σ_j c_j ln(1 + ‖y − y_j‖²) +
/// Σ_j w_j/r. The normaliser r is the embedding's own Σ_j w_j at its mean point, itself included.
///
/// ∂D/∂y is half of t-SNE's gradient times N, if the N points are spread like the embedding's own
/// N_s points. Each of those then counts N/N_s times in the repulsion, so N cancels.
///
/// Where the embedding's points stand for W_j points each, w_j is W_j times as large, and r = 1 +
/// Z/Σ W with Z = Σ_{i≠j} W_i W_j/(1 + ‖y_i − y_j‖²).
class FinishedEmbedding final : public FinishedMap {
 public:
  explicit FinishedEmbedding(const Matrix& coordinates);

  /// An embedding of weighted points.
  explicit FinishedEmbedding(const WeightedPoints& points);

  Fit fit(const NeighbourAffinities& affinities, Eigen::Index row,
          const Position& place) const override;

  /// Returns the position of the nearest point of the embedding.
  Position start(const NeighbourAffinities& affinities, Eigen::Index row) const override;

 private:
  Vector weights_;
  double normalizer_;  ///< r
};

/// Places every point on the embedding. A point's position has the same bits whatever the other
/// points and the number of threads.
/// @param affinities of the points over those of the embedding, a row each
Matrix transform(const NeighbourAffinities& affinities, const FinishedMap& map);

/// Places every point on an embedding by t-SNE.
/// @param points, reference in the same features
/// @param reference_coordinates one row per reference point
Matrix transform(const Matrix& points, const Matrix& reference,
                 const Matrix& reference_coordinates);

}  // namespace dsne::tsne
