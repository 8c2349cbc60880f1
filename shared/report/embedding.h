#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::report {

/// A map to be drawn or written: places, sites and labels have one entry per point.
struct Embedding {
  Matrix coordinates;                   ///< points × 2 or 3
  std::vector<std::string> site_names;  ///< the sites in the order of the legend
  std::vector<std::size_t> sites;       ///< each point's site, an index of site_names
  std::vector<std::string> labels;      ///< each point's label, "" where it is not known
  std::vector<double> subjects = {};    ///< how many subjects each point stands for, which marks
                                        ///< are sized by; empty where each is one
};

}  // namespace dsne::report
