#pragma once

#include "privacy/adaclip.h"
#include "methods/options.h"

namespace dsne::methods {

/// The options of method dp-dsne's own, in its paper's notation.
struct DpDsneOptions {
  privacy::AdaclipParameters adaclip;

  void list(OptionList& options);
};

}  // namespace dsne::methods
