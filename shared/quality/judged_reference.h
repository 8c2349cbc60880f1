#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// A reference, split by raters' verdicts.
struct JudgedReference {
  Matrix accepted;
  Matrix excluded = Matrix(0, accepted.cols());
};

/// Returns whether a reference's label means that raters excluded the subject: `exclude` or
/// `excluded`, in any case.
bool means_excluded(const std::string& label);

/// Splits a reference by its labels. All of it is accepted if it has no labels, or if fewer than 20
/// accepted points, too few to judge by, would remain.
/// @param labels one per row of values, or none
JudgedReference judged(const Matrix& values, const std::vector<std::string>& labels);

}  // namespace dsne::quality
