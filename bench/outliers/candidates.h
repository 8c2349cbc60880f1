#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne {

/// The scores of all points; larger is odder.
struct ScoredPoints {
  Vector own;
  Vector reference;  ///< each among the others
};

/// A way to score a site's subjects.
struct Candidate {
  std::string name;
  /// Learns from the reference.
  std::function<std::function<ScoredPoints(const Matrix& own)>(const Matrix& reference)> learn;
};

/// Returns the compared scores, the chosen one first.
std::vector<Candidate> candidates();

}  // namespace dsne
