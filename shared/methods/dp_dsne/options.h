#pragma once

#include "methods/options.h"
#include "privacy/adaclip.h"

namespace dsne::methods {

/// The options of method dp-dsne's own, in its paper's notation.
struct DpDsneOptions {
  privacy::AdaclipParameters adaclip;

  void list(OptionList& options);
};

}  // namespace dsne::methods
