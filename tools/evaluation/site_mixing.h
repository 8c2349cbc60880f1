#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// How well the sites mix within a class on the map: 1 where a site makes no difference, 0 where
/// each class falls apart into its sites (an effect of the scanner, or of the method).
///
/// A measure of ours. For each point, the share of its nearest neighbours of the same class that
/// come from other sites than its own, over the share that such points have among all others of the
/// class: what neighbours drawn at random would give on average. The mean of that over all points
/// may pass 1 (twins of two sites do). kBET (Büttner et al. 2019) and LISI (Korsunsky et al. 2019)
/// ask the same of batches; here a site that lacks a class is no flaw, since only points of one
/// class are compared, and sites of any size give 1 when mixed. Of points equally far away each
/// counts in part, so the order of the points does not matter.
/// @param coordinates points × 2 or 3
/// @param labels, sites one per point, "" where there is none; such points are left out
/// @param neighbours asked of each point, above 0
/// @return nothing when no class has two sites and more points than `neighbours`, or when a place
///   is not finite
std::optional<double> site_mixing(const Matrix& coordinates, const std::vector<std::string>& labels,
                                  const std::vector<std::string>& sites, int neighbours = 10);

}  // namespace dsne::evaluation
