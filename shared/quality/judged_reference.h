#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// A reference, parted by what raters said of its subjects.
struct JudgedReference {
  Matrix accepted;
  Matrix excluded = Matrix(0, accepted.cols());
};

/// Whether a reference's label says that raters excluded the subject: `exclude` or `excluded`, in
/// any case.
bool means_excluded(const std::string& label);

/// Parts a reference by its labels. All of it is accepted where it has no labels, or where fewer
/// than 20 points would be: too few to judge by.
/// @param labels one per row of values, or none
JudgedReference judged(const Matrix& values, const std::vector<std::string>& labels);

}  // namespace dsne::quality
