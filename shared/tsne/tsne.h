#pragma once

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

}  // namespace dsne::tsne
