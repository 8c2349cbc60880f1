#pragma once

#include "methods/options.h"

namespace dsne::methods {

/// The options of method dp-density's own.
struct DpDensityOptions {
  double dp_epsilon = 1;  ///< the ε of a run, which sets the noise
  int dp_cells = 8;       ///< cells along each side of the grid

  void list(OptionList& options);
};

}  // namespace dsne::methods
