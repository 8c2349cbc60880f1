#pragma once

#include "core/eigenpairs.h"

namespace dsne::sphere {

/// Which end of the spectrum.
enum class End { largest, smallest };

/// The `count` largest eigenvalues, the largest first, or the smallest, the smallest first. Of
/// large matrices by Lanczos iterations, which take no other memory and little time. The same
/// matrix gives the same vectors, with any number of threads.
/// @pre a symmetric matrix of finite numbers, 1 <= count <= its rows
Eigenpairs leading_eigenpairs(const Matrix& matrix, Eigen::Index count, End end = End::largest);

}  // namespace dsne::sphere
