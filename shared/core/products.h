#pragma once

#include "core/matrix.h"

namespace dsne {

/// Rows of the left and the right factor that `row_products` multiplies.
constexpr Eigen::Index left_rows = 8;
constexpr Eigen::Index right_rows = 16;

/// Computes the products of 8 rows with 16 rows: out[16i + j] = Σ_k left[8k + i]·right[16k + j].
/// Adds from k = 0 to length − 1 in this order.
void row_products(const float* left, const float* right, Eigen::Index length, float* out);
void row_products(const double* left, const double* right, Eigen::Index length, double* out);

/// Packs `width` rows from `first` on, columns [begin, end), for `row_products`: out[width·k + i]
/// is row first + i, column begin + k. Rows beyond the last are 0.
template <typename Rows, typename Number>
void pack_rows(const Rows& rows, Eigen::Index first, Eigen::Index width, Eigen::Index begin,
               Eigen::Index end, Number* out) {
  for (Eigen::Index i = 0; i < width; ++i) {
    for (Eigen::Index k = begin; k < end; ++k) {
      out[(k - begin) * width + i] = first + i < rows.rows() ? rows(first + i, k) : Number{0};
    }
  }
}

/// Computes a·bᵀ with the machine's SIMD instructions.
/// @pre both have the same number of columns
Matrix times_transpose(const Matrix& a, const Matrix& b);

/// Computes a·aᵀ, exactly symmetric, in half the time.
Matrix times_own_transpose(const Matrix& a);

}  // namespace dsne
