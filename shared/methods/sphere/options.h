#pragma once

#include "methods/options.h"
#include "sphere/network.h"

namespace dsne::methods {

/// The options of method sphere's own.
struct SphereOptions {
  sphere::Form sphere_form = sphere::Form::minimised;
  double sphere_epsilon = 0;  ///< the ε of the network; 0: no guarantee
  int dp_colluding = 1;       ///< the most colluding sites under which the guarantee holds

  void list(OptionList& options);
};

}  // namespace dsne::methods
