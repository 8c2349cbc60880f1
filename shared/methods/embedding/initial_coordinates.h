#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// The points along their first principal components, the first of standard deviation 1e-4: where
/// t-SNE begins (Kobak & Berens 2019). A dimension without variance is 0.
Matrix principal_coordinates(const Matrix& points, Eigen::Index dimensions);

/// Where t-SNE of points begins, as `initialization` says: at random places of the seed, else along
/// the principal components (points × no_dims).
Matrix first_coordinates(const Parameters& parameters, const Matrix& points);

/// A map of the reference alone (reference_points × no_dims).
Matrix reference_embedding(const CoordinatorProblem& problem);

/// Where the reference starts, as `initialization` says: at random, along its principal components,
/// or on its map (reference_points × no_dims).
Matrix initial_reference_coordinates(const CoordinatorProblem& problem);

/// Places of some points on a map.
struct PlacedPoints {
  Matrix values;  ///< as affinities see them
  Matrix coordinates;
};

/// Where own points start that are placed, see initial_own_coordinates, on a finished map: by their
/// neighbours among the reference and others that are on it, which stay where they are.
/// @param others none or more
Matrix placed_beside(const SitePoints& points, const Matrix& reference_coordinates,
                     const PlacedPoints& others, const Parameters& parameters);

/// Where a site's own points start, as `private_start` says (own_points × no_dims): at random, or
/// placed on the reference's map by their neighbours, groups that the reference lacks outside of
/// it, and these and other points that it does not stand for settled.
Matrix initial_own_coordinates(const SiteProblem& problem, const Matrix& reference_coordinates);

}  // namespace dsne::methods
