#include "core/products.h"

#include <doctest/doctest.h>

#include "tsne/tsne.h"

using dsne::Matrix;

TEST_CASE("products agree with the definition, at sizes that fill no block") {
  for (const Eigen::Index rows : {1, 7, 8, 17}) {
    for (const Eigen::Index columns : {1, 3, 511, 513, 1100}) {
      const Matrix a = dsne::tsne::random_coordinates(rows, columns, 1.0, 3);
      const Matrix b = dsne::tsne::random_coordinates(2 * rows + 1, columns, 1.0, 5);
      const Matrix expected = a * b.transpose();
      const Matrix found = dsne::times_transpose(a, b);
      CHECK((found - expected).norm() <= 1e-13 * expected.norm());
    }
  }
}

TEST_CASE("the products of nothing are 0") {
  CHECK(dsne::times_transpose(Matrix(2, 0), Matrix(3, 0)) == Matrix::Zero(2, 3));
  CHECK(dsne::times_transpose(Matrix(0, 4), Matrix(3, 4)).size() == 0);
}

TEST_CASE("a matrix times its own transpose equals the general product, bit for bit") {
  for (const Eigen::Index rows : {0, 1, 7, 8, 9, 16, 17, 40}) {
    for (const Eigen::Index columns : {0, 1, 5, 513}) {
      CAPTURE(rows);
      CAPTURE(columns);
      const Matrix a = dsne::tsne::random_coordinates(rows, columns, 1.0, 163);
      CHECK(dsne::times_own_transpose(a) == dsne::times_transpose(a, a));
    }
  }
}
