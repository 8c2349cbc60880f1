#pragma once

#include "core/matrix.h"

namespace dsne::methods {

/// Computes the distances of points to landmarks (points × landmarks).
/// @param points, landmarks in the same features
Matrix landmark_distances(const Matrix& points, const Matrix& landmarks);

/// Computes points from their distances to landmarks. The difference of a squared distance from a
/// point's mean one is linear in the point, so least squares find the point in the landmarks' span
/// (landmark MDS, de Silva & Tenenbaum 2004, which is Nyström's formula on centred squared
/// distances, Platt 2005). If the landmarks span all features, the result is the points themselves.
/// @param distances finite, at least 0 (points × landmarks)
/// @return points × (features + 1); the last column is the distance from that span
Matrix points_at_distances(const Matrix& distances, const Matrix& landmarks);

}  // namespace dsne::methods
