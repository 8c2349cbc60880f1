#pragma once

#include <string>
#include <vector>

namespace dsne::data {

/// A measure of a run that is missing at some site, or left out.
struct UnevenMeasure {
  std::string name;
  bool used = false;                       ///< it is still used, with its values filled
  std::vector<std::string> sites_without;  ///< sites without it, or without a value of it
};

}  // namespace dsne::data
