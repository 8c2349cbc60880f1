#pragma once

#include <functional>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/tsne.h"

namespace dsne::summary {

/// Computes the affinities of points that stand for n_j subjects each: p_{j|i} ∝ n_j·exp(−β·D_ij),
/// with a perplexity of three times the run's in subjects, and P = (NC + (NC)ᵀ)/2Σn, where N is the
/// diagonal of n.
/// @param features in a Space, at least two points
tsne::Affinities frame_affinities(const Matrix& features, const Vector& subjects,
                                  double perplexity);

/// Computes ∂J/∂y_i/n_i, where J is the KL divergence with q_ij = n_i n_j w_ij/Z over pairs of
/// different points.
/// @param exaggeration factor on P
Matrix frame_gradient(const tsne::Affinities& affinities, const Vector& subjects,
                      const Matrix& coordinates, double exaggeration);

/// Computes J in nats, for the map's report.
double frame_divergence(const tsne::Affinities& affinities, const Vector& subjects,
                        const Matrix& coordinates);

/// The frame's perplexity, as a multiple of the run's.
inline constexpr double frame_perplexities = 3;

/// Embeds all points by t-SNE, starting from their first components, in 750 steps. Gives the same
/// bits on every run on one machine with any number of threads.
/// @param features in a Space
/// @param dimensions 2 or 3
/// @throws InputError with fewer than two points
Matrix frame(const Matrix& features, const Vector& subjects, double perplexity,
             Eigen::Index dimensions);

/// Runs gradient descent with momentum and gains.
/// @param gradient of coordinates, at an exaggeration
Matrix descend(Matrix coordinates, const tsne::Schedule& schedule, int steps,
               const std::function<Matrix(const Matrix&, double)>& gradient);

}  // namespace dsne::summary
