#pragma once

#include <vector>

#include "packed.h"

/// What a coordinator that lies may send for a basis: each direction at a scale that no basis has,
/// one direction twice, and a number that is none.
inline std::vector<dsne::Json> forged_bases(const dsne::Matrix& good) {
  std::vector<dsne::Json> forged;
  for (const double scale : {1e-300, 1e-3, 1 + 1e-5, 1e100}) {
    forged.push_back(dsne::pack(dsne::Matrix(good * scale)));
  }
  dsne::Matrix twice = good;
  twice.col(1) = twice.col(0);
  forged.push_back(dsne::pack(twice));
  forged.push_back(with_number(dsne::pack(good), 0, std::numeric_limits<double>::quiet_NaN()));
  return forged;
}
