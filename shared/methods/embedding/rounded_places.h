#pragma once

#include "core/matrix.h"

namespace dsne::methods {

/// Rounds coordinates to a thousandth of the map's width, which the eye cannot see. Exact
/// coordinates would prove who is on the map to anyone who can compute a subject's position.
/// @param extent the map's width
Matrix rounded_places(const Matrix& places, double extent);

}  // namespace dsne::methods
