#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Returns the start of t-SNE (Kobak & Berens 2019): the points' first principal components, scaled
/// so that the first has standard deviation 1e-4. A dimension without variance is 0.
Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions);

/// Returns the start of t-SNE by `initialization`: random coordinates from the seed, else the
/// principal components (points × no_dims).
Matrix first_coordinates(const Parameters& parameters, const Matrix& points);

/// Embeds the reference alone (reference_points × no_dims).
Matrix reference_embedding(const CoordinatorProblem& problem);

/// Returns the reference's start by `initialization`: random, its principal components, or its own
/// embedding (reference_points × no_dims).
Matrix initial_reference_coordinates(const CoordinatorProblem& problem);

/// Points with their coordinates on a map.
struct PlacedPoints {
  Matrix values;  ///< as affinities see them
  Matrix coordinates;
};

/// Places own points (see initial_own_coordinates) on a finished map by their neighbours among the
/// reference and other fixed points.
/// @param others none or more
Matrix placed_beside(const SitePoints& points, const Matrix& reference_coordinates,
                     const PlacedPoints& others, const Parameters& parameters);

/// Returns the start of a site's own points by `private_start` (own_points × no_dims): random, or
/// placed on the reference's map by their neighbours. In the latter case groups that are not
/// represented in the reference are placed outside of it, and all points not represented in it are
/// then settled.
Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates);

}  // namespace dsne::methods
