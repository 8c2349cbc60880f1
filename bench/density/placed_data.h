#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne {

/// A reference's map with good and bad scans placed on it one by one.
struct PlacedData {
  std::string name;
  Matrix reference_coordinates;
  Matrix good;
  std::vector<std::string> sites;  ///< of each good scan; empty if unknown
  Matrix bad;
};

/// Reads MNIST (damaged images) and ABIDE's functional quality measures (the tenth with the most
/// motion), each with bad scans in the reference, one in fifty or one in ten, and without.
/// @param folder holds the folders mnist and abide-qap
std::vector<PlacedData> place_data(const std::string& folder);

}  // namespace dsne
