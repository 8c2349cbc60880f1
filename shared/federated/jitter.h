#pragma once

#include <optional>

#include "federated/method.h"

namespace dsne::federated {

/// The largest that an owner may choose, or a site ask for: a map is some tens of units wide.
inline constexpr double largest_jitter = 10;

/// After the last round a site lets its points settle without jitter; no sum is made of it.
inline constexpr int settling_iterations = 10;

/// In dsne's first iterations, whose sums determine no records, places do not move at random.
inline constexpr int still_iterations = 5;

/// The size of the random steps in a run's rounds, 0 where a method that is made for them leaves
/// them out. Nothing where none are needed: the method sends no sums of places that move from round
/// to round, or makes too few rounds.
std::optional<double> jitter_of(const Parameters& parameters);

/// Points each moved by a step of its own from N(0, size² I), which the site tells
/// nobody. Places are functions of records and of what all are told, so exact sums over many rounds
/// would in the end determine the records; with places that also move at random they do not
/// (docs/threats.md has figures). It is no guarantee: the sums themselves are as exact as before.
/// @param points places, one row per point
/// @param size standard deviation of each coordinate's step, in units of the map; 0 moves nothing
Matrix jittered(Matrix points, double size, const SecretSource& secret_source);

}  // namespace dsne::federated
