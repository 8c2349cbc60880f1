#pragma once

#include "core/matrix.h"

namespace dsne {

/// The matrix nearest to this one of those whose columns, or whose rows if they are fewer, are
/// orthonormal: U·Vᵀ of its singular value decomposition. What turns points onto others if the
/// matrix is the product of the two (orthogonal Procrustes; Schönemann 1966).
Matrix nearest_orthogonal(const Matrix& matrix);

}  // namespace dsne
