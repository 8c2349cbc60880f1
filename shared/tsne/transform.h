#pragma once

#include "core/matrix.h"
#include "tsne/neighbour_affinities.h"
#include "tsne/weighted_repulsion.h"

namespace dsne::tsne {

/// One place on a map, 2 or 3 coordinates.
using Place = Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, 3>;

/// New points' affinities over the points of a map alone, with a perplexity of 5, at most a third
/// of the reference's points.
/// @param points, reference in the same features
NeighbourAffinities affinities_over_reference(const Matrix& points, const Matrix& reference);

/// Fewer new points than this are placed sooner without starting threads.
constexpr Eigen::Index min_transformed_for_threads = 100;

/// Steps within which practically every point settles; most need fewer than 10.
constexpr int transform_iterations = 30;

/// How well a place suits a new point.
struct Fit {
  double divergence = 0;  ///< D
  Place gradient;         ///< ∂D/∂y
  double curvature = 0;   ///< of D's attraction, for the length of a step
};

/// A finished map on which new points are placed, each by itself: its place depends on its own
/// affinities and the map, and on no other new point.
class FinishedMap {
 public:
  /// @param coordinates the map's points (points × 2 or 3), at least one
  explicit FinishedMap(const Matrix& coordinates);
  virtual ~FinishedMap() = default;
  FinishedMap(const FinishedMap&) = delete;
  FinishedMap& operator=(const FinishedMap&) = delete;
  FinishedMap(FinishedMap&&) = delete;
  FinishedMap& operator=(FinishedMap&&) = delete;

  /// The fit of a place for the new point in the given row of `affinities`.
  virtual Fit fit(const NeighbourAffinities& affinities, Eigen::Index row,
                  const Place& place) const = 0;

  /// Where the new point's descent begins.
  virtual Place start(const NeighbourAffinities& affinities, Eigen::Index row) const = 0;

  /// A better place for the new point than `start`: gradient descent on D, each step the gradient
  /// over the curvature, halved until D falls, for at most `iterations` steps. It is finite
  /// whatever the data, and D never grows.
  Place refine(const NeighbourAffinities& affinities, Eigen::Index row, Place start,
               int iterations) const;

  /// The new point's place: its start, refined.
  Place transform(const NeighbourAffinities& affinities, Eigen::Index row, int iterations) const;

  Eigen::Index dimensions() const { return coordinates_.cols(); }

 protected:
  const Matrix& coordinates() const { return coordinates_; }
  const Matrix& in_columns() const { return transposed_; }

 private:
  Matrix coordinates_;
  Matrix transposed_;
};

/// A finished map by t-SNE.
///
/// A place y is good when the map's similarities there, q_j = w_j/r with w_j = 1/(1 + ‖y − y_j‖²),
/// are like the point's affinities c_j. So it is a local minimum of their generalised KL divergence
/// Σ_j (c_j ln(c_j/q_j) − c_j + q_j), that is of D(y) = Σ_j c_j ln(1 + ‖y − y_j‖²) + Σ_j w_j/r. The
/// normaliser r is the map's own Σ_j w_j at its mean point, itself included. ∂D/∂y is half of
/// t-SNE's gradient, times N, when N points are spread as the map's own, which therefore count
/// N/N_s each in the repulsion: N cancels. Where the map's points stand for W_j points each,
/// w_j is W_j times as large, and r = 1 + Z/Σ W with Z = Σ_{i≠j} W_i W_j/(1 + ‖y_i − y_j‖²).
class FinishedEmbedding final : public FinishedMap {
 public:
  explicit FinishedEmbedding(const Matrix& coordinates);

  /// A map whose points stand for several each.
  explicit FinishedEmbedding(const WeightedPoints& points);

  Fit fit(const NeighbourAffinities& affinities, Eigen::Index row,
          const Place& place) const override;

  /// The place of the nearest point of the map.
  Place start(const NeighbourAffinities& affinities, Eigen::Index row) const override;

 private:
  Vector weights_;
  double normalizer_;  ///< r
};

/// Places every point on the map. One point's place has the same bits whatever the other points
/// are, and whatever the number of threads.
/// @param affinities of the points over those of the map, a row each
Matrix transform(const NeighbourAffinities& affinities, const FinishedMap& map);

/// The same on a map by t-SNE.
/// @param points, reference in the same features
/// @param reference_coordinates one row per reference point
Matrix transform(const Matrix& points, const Matrix& reference,
                 const Matrix& reference_coordinates);

}  // namespace dsne::tsne
