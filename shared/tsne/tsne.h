#pragma once

#include <boost/core/noncopyable.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/repulsion.h"

namespace dsne::tsne {

/// Computes the gradient's attractive half: Σ_j p_ij w_ij (y_i − y_j) for each i.
Matrix attraction(const Affinities& affinities, const Matrix& coordinates);

/// Computes the gradient ∂J/∂y_i = 4 Σ_j (e·p_ij − q_ij) w_ij (y_i − y_j), q over all pairs (main
/// paper, equation 4).
/// @param exaggeration e; 1 gives the gradient of the KL divergence itself
/// @param precision of the repulsion
Matrix gradient(const Affinities& affinities, const Matrix& coordinates, double exaggeration,
                Precision precision = Precision::single);

/// Combines the gradient's halves, for the first points of an embedding: as many as `attractive`
/// has rows.
/// @param attractive Σ_j p_ij w_ij (y_i − y_j) for each of them
/// @param repulsive of all points of the embedding
Matrix gradient(const Matrix& attractive, const Repulsion& repulsive, double exaggeration);

/// Computes the KL divergence J = Σ p_ij ln(p_ij/q_ij) in nats (main paper, equation 3).
double kl_divergence(const Affinities& affinities, const Matrix& coordinates);

/// Settings of gradient descent over the iterations.
struct Schedule {
  double learning_rate = 0;        ///< η; 0 takes points/48, at least 10
  double early_exaggeration = 12;  ///< factor on P in the first iterations
  int early_exaggeration_iterations = 0;
  double momentum = 0.5;        ///< α in the first iterations
  double final_momentum = 0.8;  ///< α afterwards
  int momentum_switch_iteration = 250;
};

/// The state of gradient descent for each point.
struct OptimizerState {
  Matrix velocity;  ///< v, points × dimensions
  Matrix gains;     ///< per coordinate, at least 0.01

  /// Returns the state of points at rest, with gains of 1.
  static OptimizerState at_rest(Eigen::Index points, Eigen::Index dimensions);
};

/// Returns η for a number of points: the schedule's own, or points/48. That is the rule of Belkina
/// et al. (2019), points/12, for a gradient that includes the factor 4.
double learning_rate(const Schedule& schedule, Eigen::Index points);

/// Returns the factor on P at an iteration, counted from 0.
double exaggeration(const Schedule& schedule, int iteration);

/// Returns α at an iteration, counted from 0.
double momentum(const Schedule& schedule, int iteration);

/// Updates the velocity: v ← α v − η·gains·∂J/∂y. First, the gains grow by 0.2 where gradient and
/// velocity have opposite signs (the descent continues) and shrink to 0.8 of themselves elsewhere
/// (Jacobs 1988).
void update_optimizer(OptimizerState& optimizer, const Matrix& gradient, double learning_rate,
                      double momentum);

/// Runs plain t-SNE (van der Maaten & Hinton 2008; main paper, algorithm 2): gradient descent on
/// the KL divergence, centred after each iteration.
/// @param coordinates the start, one row per point of `affinities`
Matrix tsne(const Affinities& affinities, Matrix coordinates, const Schedule& schedule,
            int iterations);

/// Draws each coordinate independently from N(0, deviation²), from a seed.
inline Matrix random_coordinates(Eigen::Index points, Eigen::Index dimensions, double deviation,
                                 std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal(0, deviation);
  Matrix coordinates(points, dimensions);
  for (double& coordinate : coordinates.reshaped<Eigen::RowMajor>()) coordinate = normal(engine);
  return coordinates;
}

/// Scales coordinates so that the first one has the given standard deviation. Returns coordinates
/// without any spread unchanged.
inline Matrix rescaled(Matrix coordinates, double deviation) {
  const double mean = coordinates.col(0).mean();
  const double spread = std::sqrt((coordinates.col(0).array() - mean).square().mean());
  if (spread > 0) coordinates *= deviation / spread;
  return coordinates;
}

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
struct PlaceFit {
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
  virtual PlaceFit fit(const NeighbourAffinities& affinities, Eigen::Index row,
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

  PlaceFit fit(const NeighbourAffinities& affinities, Eigen::Index row,
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
