#pragma once

#include <string>
#include <vector>

#include "core/json.h"

namespace dsne::exchange {

/// The bound of sums of places and displacements: no map of ours is that wide.
inline constexpr double map_bound = 1e6;

/// What a site adds to a sum over the sites, of which nobody sees the terms.
struct SumTerm {
  std::string name;
  double bound = 1;  ///< the same at every site; a number beyond it ends the run
  Matrix values;
  /// Variance of the site's share of noise, that DiscreteGaussian adds to each of the values, which
  /// are whole numbers then; 0 for none.
  double noise = 0;
};

/// What a site says in answer to the coordinator.
struct SiteAnswer {
  Json fields = Json::object();  ///< leaves the site as it is
  std::vector<SumTerm> sums;
};

}  // namespace dsne::exchange
