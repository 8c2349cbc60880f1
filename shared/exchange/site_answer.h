#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace dsne::exchange {

/// The bound of sums of positions and displacements; no map of ours is that wide.
inline constexpr double map_bound = 1e6;

/// A site's term of a masked sum over the sites.
struct SumTerm {
  std::string name;
  double bound = 1;  ///< the same at every site; a number beyond it ends the run
  Matrix values;
  /// The variance of the site's share of noise (DiscreteGaussian), added to each value; the values
  /// are then whole numbers. 0 for none.
  double noise = 0;
};

/// A site's answer to the coordinator.
struct SiteAnswer {
  Json fields = Json::object();  ///< sent as they are
  std::vector<SumTerm> sums;
};

}  // namespace dsne::exchange
