#pragma once

#include "methods/options.h"

namespace dsne::methods {

/// The options of method dsne's own.
struct DsneOptions {
  int local_iterations = 1;  ///< iterations a site makes between two messages

  void list(OptionList& options);
};

}  // namespace dsne::methods
