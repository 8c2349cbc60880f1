#include "core/products.h"

#include <algorithm>
#include <vector>

#include "core/simd.h"

namespace dsne {
namespace {

/// Columns multiplied at a time, few enough that the packed ones stay in the processor's cache.
constexpr Eigen::Index max_columns = 512;

// Plain loops: each SIMD clone that inlines this vectorizes them and keeps `sums` in registers.
template <typename Number>
[[gnu::always_inline]] inline void multiply(const Number* left, const Number* right,
                                            Eigen::Index length, Number* out) {
  Number sums[left_rows][right_rows] = {};
  for (Eigen::Index k = 0; k < length; ++k) {
    for (Eigen::Index i = 0; i < left_rows; ++i) {
      const Number factor = left[k * left_rows + i];
#pragma omp simd
      for (Eigen::Index j = 0; j < right_rows; ++j) {
        sums[i][j] += factor * right[k * right_rows + j];
      }
    }
  }
  for (Eigen::Index i = 0; i < left_rows; ++i) {
    for (Eigen::Index j = 0; j < right_rows; ++j) out[i * right_rows + j] = sums[i][j];
  }
}

}  // namespace

DSNE_SIMD void row_products(const float* left, const float* right, Eigen::Index length,
                            float* out) {
  multiply(left, right, length, out);
}

DSNE_SIMD void row_products(const double* left, const double* right, Eigen::Index length,
                            double* out) {
  multiply(left, right, length, out);
}

namespace {

/// Computes a·bᵀ without the columns from end_of(i) on in the rows [i, i + left_rows).
template <typename EndOf>
Matrix partial_product(const Matrix& a, const Matrix& b, const EndOf& end_of) {
  Matrix result = Matrix::Zero(a.rows(), b.rows());
  const Eigen::Index panels = (b.rows() + right_rows - 1) / right_rows;
  std::vector<double> right(static_cast<std::size_t>(panels * right_rows * max_columns));
  std::vector<double> left(static_cast<std::size_t>(left_rows * max_columns));
  Eigen::Matrix<double, left_rows, right_rows, Eigen::RowMajor> block;
  for (Eigen::Index begin = 0; begin < a.cols(); begin += max_columns) {
    const Eigen::Index end = std::min(begin + max_columns, a.cols());
    const Eigen::Index panel_size = right_rows * (end - begin);
    for (Eigen::Index panel = 0; panel < panels; ++panel) {
      pack_rows(b, panel * right_rows, right_rows, begin, end, right.data() + panel * panel_size);
    }
    for (Eigen::Index i = 0; i < a.rows(); i += left_rows) {
      pack_rows(a, i, left_rows, begin, end, left.data());
      for (Eigen::Index j = 0; j < end_of(i); j += right_rows) {
        row_products(left.data(), right.data() + j / right_rows * panel_size, end - begin,
                     block.data());
        const Eigen::Index rows = std::min(left_rows, a.rows() - i);
        const Eigen::Index columns = std::min(right_rows, b.rows() - j);
        result.block(i, j, rows, columns) += block.topLeftCorner(rows, columns);
      }
    }
  }
  return result;
}

}  // namespace

Matrix times_transpose(const Matrix& a, const Matrix& b) {
  return partial_product(a, b, [&](Eigen::Index) { return b.rows(); });
}

Matrix times_own_transpose(const Matrix& a) {
  Matrix result =
      partial_product(a, a, [&](Eigen::Index i) { return std::min(i + left_rows, a.rows()); });
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
  return result;
}

}  // namespace dsne
