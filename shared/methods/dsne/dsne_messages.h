#pragma once

namespace dsne::methods {

// The sums over the sites of method dsne.

inline constexpr const char* displacement_sum = "reference_displacement";
inline constexpr const char* velocity_sum = "reference_velocity";
inline constexpr const char* mean_sum = "mean_of_places";

}  // namespace dsne::methods
