#pragma once

#include <string>

#include "federated/parameters.h"

namespace dsne::federated {

// What both halves of method dsne say.

inline constexpr const char* displacement_sum = "reference_displacement";
inline constexpr const char* velocity_sum = "reference_velocity";
inline constexpr const char* gains_sum = "reference_gains";
inline constexpr const char* mean_sum = "mean_of_places";

/// The message's member that has the last round's sums, so that every site verifies them.
inline constexpr const char* sums_field = "sums";

/// Whether the published method, too, has the sites send this sum.
inline bool is_published(const std::string& sum) {
  return sum == displacement_sum || sum == velocity_sum || sum == mean_sum;
}

/// Whether reference points stand for other sites' subjects, or all is as published.
inline bool sees_federation(const Parameters& parameters) {
  return parameters.placement == Placement::reference;
}

/// Whether the coordinator makes the reference's steps, of the sites' forces. Where a site makes
/// several iterations between two messages it has to make them itself.
inline bool reference_steps_at_coordinator(const Parameters& parameters) {
  return sees_federation(parameters) && parameters.local_iterations == 1;
}

/// Whether the gains of the reference travel, so that all sites go on from the same ones. A site's
/// own would grow where it goes along with the others and fall where not, without end.
inline bool gains_travel(const Parameters& parameters) {
  return sees_federation(parameters) && parameters.local_iterations > 1;
}

}  // namespace dsne::federated
