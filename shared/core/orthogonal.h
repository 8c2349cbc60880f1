#pragma once

#include "core/matrix.h"

namespace dsne {

/// The matrix nearest to this one of those whose columns, or whose rows if they are fewer, are
/// orthonormal: U·Vᵀ of its singular value decomposition. What turns points onto others if the
/// matrix is the product of the two (orthogonal Procrustes; Schönemann 1966).
Matrix nearest_orthogonal(const Matrix& matrix);

/// Whether the columns are orthonormal to 1e-6, as every basis that comes from outside must be: a
/// direction at another scale would show where a sum meets its bound.
bool is_orthonormal(const Matrix& columns);

}  // namespace dsne
