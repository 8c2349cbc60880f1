#pragma once

#include <string>
#include <vector>

namespace dsne::data {

/// A measure of a run that some site lacks, or that is left out.
struct UnevenMeasure {
  std::string name;
  bool used = false;                       ///< it counts all the same, its values filled in
  std::vector<std::string> sites_without;  ///< sites that lack it, or have no value of it
};

}  // namespace dsne::data
