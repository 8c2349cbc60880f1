#pragma once

#include "core/matrix.h"

namespace dsne {

/// Returns the nearest matrix with orthonormal columns (or rows, if these are fewer): U·Vᵀ of the
/// singular value decomposition. For `matrix` = AᵀB it is the rotation that takes the points A onto
/// B (orthogonal Procrustes; Schönemann 1966).
Matrix nearest_orthogonal(const Matrix& matrix);

/// Whether the columns are orthonormal to 1e-6, as every basis that comes from outside must be: a
/// direction at another scale would show where a sum meets its bound.
bool is_orthonormal(const Matrix& columns);

}  // namespace dsne
