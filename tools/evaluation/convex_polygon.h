#pragma once

#include <vector>

#include "core/matrix.h"

namespace dsne::evaluation {

/// A convex polygon: its corners (corners × 2) in their order around it, the first not repeated.
/// One or two corners are a polygon without area.
using ConvexPolygon = Matrix;

/// The convex hull of points in the plane.
/// @param points at least one × 2; finite
ConvexPolygon convex_hull(const Matrix& points);

/// The length of the way around. Twice the distance with two corners.
double perimeter(const ConvexPolygon& polygon);

/// The area that at least one of the polygons covers.
///
/// Works where a polygon overlay is fragile (polygons that are nearly the same, share corners or
/// edges, or are thin): the plane is cut into vertical strips at every corner and crossing of
/// edges; in a strip every polygon is a trapezoid, and no edges cross.
double union_area(const std::vector<ConvexPolygon>& polygons);

}  // namespace dsne::evaluation
