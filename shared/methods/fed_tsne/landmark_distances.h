#pragma once

#include "core/matrix.h"

namespace dsne::methods {

/// The distances of points to landmarks (points × landmarks).
/// @param points, landmarks in the same features
Matrix landmark_distances(const Matrix& points, const Matrix& landmarks);

/// Points of which these distances are known. What a squared distance differs by from a point's
/// mean one is linear in the point, so least squares find it in the landmarks' span (landmark MDS,
/// de Silva & Tenenbaum 2004, which is Nyström's formula on centred squared distances, Platt 2005).
/// Where the landmarks span all features these are the points themselves.
/// @param distances finite, at least 0 (points × landmarks)
/// @return points × (features + 1), the last being how far a point lies off that span
Matrix points_at_distances(const Matrix& distances, const Matrix& landmarks);

}  // namespace dsne::methods
