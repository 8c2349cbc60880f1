#pragma once

#include <functional>

#include "federated/parameters.h"

namespace dsne::federated {

/// How the reference of method dsne moves from round to round.
struct ReferenceMotion {
  Matrix displacement;  ///< of the last round, before the map is centred
  Matrix velocity;      ///< that all sites go on with
  Matrix gains;         ///< likewise

  static ReferenceMotion at_rest(Eigen::Index points, Eigen::Index dimensions);
};

/// The next motion, which follows from the sums over the sites: the coordinator makes it, and every
/// site that adds them up works out the same.
/// @param iteration how many had been made before the round
/// @param mean_of the sum of a name over the sites, divided by their number
ReferenceMotion next_motion(const ReferenceMotion& before, const Parameters& parameters,
                            int iteration, const std::function<Matrix(const char*)>& mean_of);

}  // namespace dsne::federated
