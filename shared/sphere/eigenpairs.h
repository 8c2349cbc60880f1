#pragma once

#include "core/eigenpairs.h"

namespace dsne::sphere {

/// Which end of the spectrum.
enum class End { largest, smallest };

/// Computes the `count` largest eigenpairs, largest first, or the smallest, smallest first. Large
/// matrices use Lanczos iterations, which need little time and no other memory. The same matrix
/// gives the same vectors with any number of threads.
/// @pre a symmetric matrix of finite numbers, 1 <= count <= its rows
Eigenpairs leading_eigenpairs(const Matrix& matrix, Eigen::Index count, End end = End::largest);

}  // namespace dsne::sphere
