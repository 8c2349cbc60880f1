#include "core/eigenpairs.h"

#include <doctest/doctest.h>

#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::Vector;

namespace {

Matrix symmetric(Eigen::Index size) {
  const Matrix a = dsne::tsne::random_coordinates(size, size, 1.0, 7);
  return a + a.transpose();
}

std::optional<dsne::Eigenpairs> first_of(const Matrix& matrix, Eigen::Index count,
                                         const dsne::Lanczos& lanczos) {
  const auto product = [&](const double* in, double* out) {
    Eigen::Map<Vector>(out, matrix.rows()) = matrix * Eigen::Map<const Vector>(in, matrix.rows());
  };
  return dsne::first_eigenpairs(product, matrix.rows(), count, lanczos);
}

}  // namespace

TEST_CASE("eigenpairs are a matrix's, the largest first") {
  const Matrix matrix = symmetric(9);
  const dsne::Eigenpairs pairs = dsne::all_eigenpairs(matrix);
  const Matrix values = pairs.values.asDiagonal();
  CHECK((matrix * pairs.vectors - pairs.vectors * values).norm() < 1e-12);
  CHECK((pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(9, 9)).norm() < 1e-12);
  for (Eigen::Index i = 1; i < 9; ++i) CHECK(pairs.values(i - 1) > pairs.values(i));
}

TEST_CASE("the first eigenpairs by iterations equal those of the whole decomposition") {
  const Matrix matrix = symmetric(120);
  const dsne::Eigenpairs all = dsne::all_eigenpairs(matrix);
  const auto first = first_of(matrix, 4, {20, 1000, 1e-12});
  REQUIRE(first);
  CHECK((first->values - all.values.head(4)).norm() < 1e-9);
  const Matrix cosines = (first->vectors.transpose() * all.vectors.leftCols(4)).cwiseAbs();
  CHECK((cosines - Matrix::Identity(4, 4)).norm() < 1e-7);
}

TEST_CASE("iterations that do not converge give none") {
  CHECK_FALSE(first_of(symmetric(120), 4, {6, 1, 1e-12}));
}

TEST_CASE("the nearest orthogonal matrix to a stretched rotation is the rotation") {
  const Matrix turn = dsne::all_eigenpairs(symmetric(4)).vectors;
  const Matrix stretch = dsne::all_eigenpairs(symmetric(4)).values.cwiseAbs().asDiagonal();
  CHECK((dsne::nearest_orthogonal(stretch * turn) - turn).norm() < 1e-12);
}

TEST_CASE("a matrix with fewer rows than columns gets orthonormal rows; an empty one stays empty") {
  const Matrix wide = dsne::tsne::random_coordinates(2, 5, 1.0, 3);
  const Matrix found = dsne::nearest_orthogonal(wide);
  CHECK((found * found.transpose() - Matrix::Identity(2, 2)).norm() < 1e-12);
  CHECK(dsne::nearest_orthogonal(Matrix(0, 3)).size() == 0);
}
