#pragma once

#include "core/matrix.h"

namespace dsne::methods {

/// Places to within what the eye can see, a thousandth of the map's width: to the last bit they
/// would prove who is on the map to anyone who can compute where a subject comes to lie.
/// @param extent the map's width
Matrix rounded_places(const Matrix& places, double extent);

}  // namespace dsne::methods
