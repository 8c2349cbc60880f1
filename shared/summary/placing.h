#pragma once

#include <vector>

#include "core/matrix.h"
#include "tsne/affinities.h"
#include "tsne/weighted_repulsion.h"

namespace dsne::summary {

/// A finished map of pooled points, with what placing needs of them.
struct Frame {
  Matrix features;     ///< the points in their Space
  Vector subjects;     ///< how many subjects each stands for
  Matrix coordinates;  ///< points × 2 or 3
};

/// A site's own subjects.
struct OwnSubjects {
  Matrix features;                   ///< in the frame's Space
  std::vector<Eigen::Index> groups;  ///< per subject the frame's point that it is part of, or −1
  std::vector<Eigen::Index> points;  ///< the frame's points that are the site's own
};

/// What holds a site's subjects while they move together.
struct Together {
  tsne::Affinities own;         ///< P among the subjects, symmetric
  tsne::Affinities others;      ///< P from each subject to the other sites' points
  tsne::WeightedPoints frame;   ///< the other sites' points, which stay
  double frame_normalizer = 0;  ///< their Z alone
  Matrix alone;                 ///< where each subject is by itself
  Vector hold;                  ///< how strongly it is held there
};

/// Each subject by itself on the frame, and what holds all of them together.
/// @param perplexity the run's
/// @throws InputError when the subjects have other features than the frame, or a group or point is
///   not one of the frame's
Together place_alone(const OwnSubjects& subjects, const Frame& frame, double perplexity);

/// Gradient of Σ P_own ln(1+d²) + 2 Σ P_others ln(1+d²) + 2 Σ hold·ln(1+d²) + ln Z.
Matrix together_gradient(const Together& together, const Matrix& coordinates);

/// Places a site's subjects on the frame: each by itself, then all of them together, 200 steps.
/// Nothing but the frame and the site's own subjects is needed. The same bits on every run on one
/// machine, whatever the number of threads.
/// @return subjects × 2 or 3; finite
/// @throws InputError as place_alone does
Matrix place(const OwnSubjects& subjects, const Frame& frame, double perplexity);

}  // namespace dsne::summary
