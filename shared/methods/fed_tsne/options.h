#pragma once

#include "methods/options.h"

namespace dsne::methods {

/// The options of method fed-umap's own.
struct UmapOptions {
  int n_neighbors = 15;   ///< of a subject in UMAP's graph, itself included
  double min_dist = 0.1;  ///< of UMAP's map
  double spread = 1;      ///< likewise; at least min_dist

  void list(OptionList& options);
};

}  // namespace dsne::methods
