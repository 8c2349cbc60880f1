#pragma once

#include <string>
#include <vector>

#include "tools/experiments/description.h"

namespace dsne::experiments {

/// What a command line makes different from an experiment's description.
struct Variation {
  std::vector<std::string> methods;  ///< only these; empty: all
  bool quick = false;                ///< parameters for a trial with few points
  Json settings = Json::object();    ///< parameters of every map, whatever the description says
  std::string own_table;             ///< the file in place of the description's data; empty: none
};

/// The experiment with the variation made. It has no method when it has none of the variation's.
/// @pre the settings do not hold `method`, which tells methods apart
Experiment varied(Experiment experiment, const Variation& variation);

}  // namespace dsne::experiments
