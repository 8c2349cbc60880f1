#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne {

/// How odd each point is by some score; a larger one is odder.
struct ScoredPoints {
  Vector own;
  Vector reference;  ///< each among the others
};

/// A way to score a site's subjects.
struct Candidate {
  std::string name;
  /// Learns from the reference what it can.
  std::function<std::function<ScoredPoints(const Matrix& own)>(const Matrix& reference)> learn;
};

/// The scores that are compared, the chosen one first.
std::vector<Candidate> candidates();

}  // namespace dsne
