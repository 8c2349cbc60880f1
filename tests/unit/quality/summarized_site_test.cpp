#include "quality/summarized_site.h"

#include <doctest/doctest.h>

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using namespace dsne::quality;

TEST_CASE("a reference is a source of single subjects") {
  const Matrix points = Matrix::Random(20, 3);
  const SummarizedSite source = reference_source(points).value();
  CHECK(source.means == points);
  CHECK(source.subjects == Vector::Ones(20));
  CHECK(source.spread == RowVector::Zero(3));
  CHECK_FALSE(source.excluded);
  CHECK_FALSE(reference_source(points.topRows(19)));
  CHECK_FALSE(reference_source(Matrix::Random(20, most_measures + 1)));
  const Matrix many = Matrix::Random(4000, 1);
  CHECK(reference_source(many).value().means == many(Eigen::seq(0, 3999, 4), Eigen::all));
}
