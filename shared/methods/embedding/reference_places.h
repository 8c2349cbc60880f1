#pragma once

#include "core/errors.h"
#include "methods/method.h"

namespace dsne::methods {

/// No map is as large: a coordinator that says so wants to learn something of the subjects.
inline constexpr double largest_place = 1e6;

/// Where the coordinator's message has the reference (reference_points × no_dims).
/// @throws MessageError unless it is within ±largest_place, whatever the site's subjects are
Matrix reference_places(const Json& message, const SiteProblem& problem);

/// The error of a site that is asked for a second round.
MessageError second_round_error();

}  // namespace dsne::methods
