#pragma once

#include "core/matrix.h"

namespace dsne {

/// Returns the mean of rows.
/// @param weights one per row, with a sum above 0
inline RowVector weighted_mean(const Matrix& rows, const Vector& weights) {
  return weights.transpose() * rows / weights.sum();
}

}  // namespace dsne
