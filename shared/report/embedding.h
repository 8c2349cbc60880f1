#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::report {

/// An embedding to draw or write. Coordinates, sites and labels have one entry per point.
struct Embedding {
  Matrix coordinates;                   ///< points × 2 or 3
  std::vector<std::string> site_names;  ///< the sites, in the legend's order
  std::vector<std::size_t> sites;       ///< each point's site, an index of site_names
  std::vector<std::string> labels;      ///< each point's label, "" if unknown
  std::vector<double> subjects =
      {};  ///< how many subjects each point stands for (its mark's size); empty if each is one
};

}  // namespace dsne::report
