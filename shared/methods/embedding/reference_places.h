#pragma once

#include "core/errors.h"
#include "methods/method.h"

namespace dsne::methods {

/// The largest coordinate that a site accepts. No map is this large; a coordinator that claims more
/// attacks the subjects.
inline constexpr double largest_place = 1e6;

/// Reads the reference's coordinates from the coordinator's message (reference_points × no_dims).
/// @throws MessageError unless they are within ±largest_place, whatever the site's subjects are
Matrix reference_places(const Json& message, const SiteProblem& problem);

/// Returns the error of a site that is asked for a second round.
MessageError second_round_error();

/// Rounds coordinates to a thousandth of the map's width, which the eye cannot see. Exact
/// coordinates would prove who is on the map to anyone who can compute a subject's position.
/// @param extent the map's width
Matrix rounded_places(const Matrix& places, double extent);

}  // namespace dsne::methods
