#pragma once

#include <functional>
#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/repulsion.h"
#include "tsne/tsne.h"

namespace dsne::summary {

/// Computes the affinities of points that stand for n_j subjects each: p_{j|i} ∝ n_j·exp(−β·D_ij),
/// with three times the run's effective number of neighbours in subjects, and P = (NC + (NC)ᵀ)/2Σn,
/// where N is the diagonal of n.
/// @param features in a Space, at least two points
tsne::Affinities frame_affinities(const Matrix& features, const Vector& subjects,
                                  double neighbours);

/// Computes ∂J/∂y_i/n_i, where J is the KL divergence with q_ij = n_i n_j w_ij/Z over pairs of
/// different points.
/// @param exaggeration factor on P
Matrix frame_gradient(const tsne::Affinities& affinities, const Vector& subjects,
                      const Matrix& coordinates, double exaggeration);

/// Computes J in nats, for the map's report.
double frame_divergence(const tsne::Affinities& affinities, const Vector& subjects,
                        const Matrix& coordinates);

/// A frame's effective number of neighbours, as a multiple of the run's.
inline constexpr double frame_multiple = 3;

/// Embeds all points by t-SNE, starting from their first components, in 750 steps. Gives the same
/// bits on every run on one machine with any number of threads.
/// @param features in a Space
/// @param dimensions 2 or 3
/// @throws InputError with fewer than two points
Matrix frame(const Matrix& features, const Vector& subjects, double neighbours,
             Eigen::Index dimensions);

/// Runs gradient descent with momentum and gains.
/// @param gradient of coordinates, at an exaggeration
Matrix descend(Matrix coordinates, const tsne::Schedule& schedule, int steps,
               const std::function<Matrix(const Matrix&, double)>& gradient);

/// A finished map of pooled points, as placing needs it.
struct Frame {
  Matrix features;     ///< the points' features in their Space
  Vector subjects;     ///< the number of subjects of each point
  Matrix coordinates;  ///< points × 2 or 3
};

/// A site's own subjects.
struct SubjectsToPlace {
  Matrix features;  ///< in the frame's Space
  std::vector<Eigen::Index>
      groups;  ///< per subject, the point of the frame that it is part of, or −1
  std::vector<Eigen::Index> points;  ///< the frame's points that are the site's own
  /// Features of these points without their noise, which only the site knows; empty where the
  /// subjects are compared with the points as the frame has them.
  Matrix rows = {};
};

/// The forces on a site's subjects while they move together.
struct Together {
  tsne::Affinities own;         ///< P among the subjects, symmetric
  tsne::Affinities others;      ///< P from each subject to the other sites' points
  tsne::WeightedPoints frame;   ///< the other sites' points, which do not move
  double frame_normalizer = 0;  ///< Z of the frame alone
  Matrix alone;                 ///< each subject's position when placed by itself
  Vector hold;                  ///< the strength of the pull back to that position
  Vector hold_middle;           ///< the strength of the pull that keeps the middle of all
};

/// Places each subject by itself on the frame, and computes the forces between all of them.
/// @param neighbours the run's effective number
/// @pre the frame has points, and features as the subjects have
Together place_alone(const SubjectsToPlace& subjects, const Frame& frame, double neighbours);

/// Computes the gradient of Σ P_own ln(1+d²) + 2 Σ P_others ln(1+d²) + 2 Σ hold·ln(1+d²) +
/// 2 Σ hold_middle·m² + ln Z, where m is the mean of the moves from the positions alone, weighted
/// by hold_middle.
Matrix together_gradient(const Together& together, const Matrix& coordinates);

/// Places a site's subjects on the frame: each by itself, then all together in 200 steps. Needs
/// only the frame and the site's own subjects. Gives the same bits on every run on one machine with
/// any number of threads.
/// @return subjects × 2 or 3; finite
Matrix place(const SubjectsToPlace& subjects, const Frame& frame, double neighbours);

}  // namespace dsne::summary
