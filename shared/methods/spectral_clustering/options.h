#pragma once

#include "methods/options.h"

namespace dsne::methods {

/// The options of method spectral-clustering's own.
struct SpectralOptions {
  int clusters = 0;           ///< 0: by the gap between eigenvalues
  double kernel_width = 0.2;  ///< see spectral::Nystrom

  void list(OptionList& options);
};

}  // namespace dsne::methods
