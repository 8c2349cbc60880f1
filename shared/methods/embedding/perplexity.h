#pragma once

#include <string>

#include "core/matrix.h"

namespace dsne::methods {

struct Parameters;  // methods/parameters.h

/// About how many neighbours each subject is kept close to: the owner's number, or 30, which may
/// fall to what a small number of points allows.
struct Perplexity {
  double wanted = 30;
  bool by_owner = false;

  Perplexity() = default;
  /// @param number the owner's; 0 for the default
  Perplexity(double number);  // NOLINT(google-explicit-constructor): a parameter is a number

  /// Returns the parameter's number.
  double number() const { return by_owner ? wanted : 0; }

  /// Returns the perplexity for a number of points with affinities between them.
  double of(Eigen::Index points) const;

  /// @param whose names the points in the error
  /// @throws InputError with the largest perplexity when the owner's is too large for the points
  void check(Eigen::Index points, const std::string& whose) const;
};

}  // namespace dsne::methods
