#include <doctest/doctest.h>

#include "summary/common_map.h"
#include "tsne/tsne.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using namespace dsne::summary;

namespace {

Summary summary_of(Eigen::Index rows, double subjects, double spread, std::uint64_t seed) {
  return {{"cjv", "snr"},
          dsne::tsne::random_coordinates(rows, 2, 2, seed),
          Vector::Constant(rows, subjects),
          RowVector::Constant(2, spread),
          {}};
}

/// Each point as often as it stands for subjects.
Matrix repeated(const Pool& pool) {
  Matrix result(static_cast<Eigen::Index>(pool.subjects.sum()), pool.points.cols());
  Eigen::Index next = 0;
  for (Eigen::Index i = 0; i < pool.points.rows(); ++i) {
    for (int k = 0; k < pool.subjects(i); ++k) result.row(next++) = pool.points.row(i);
  }
  return result;
}

}  // namespace

TEST_CASE("a pool has each point's source, and its variance is that of all subjects") {
  const Pool pool = pooled({summary_of(3, 10, 1, 1), summary_of(2, 5, 2, 2)}, Matrix::Ones(4, 2));
  CHECK(pool.points.rows() == 9);
  CHECK(pool.sources == std::vector<Eigen::Index>{0, 0, 0, 1, 1, 2, 2, 2, 2});
  CHECK(pool.subjects.sum() == 44);
  CHECK(pool.variance(0) == doctest::Approx((30 * 1.0 + 10 * 4.0) / 44));
}

TEST_CASE("scales are those of all subjects, and a constant measure is 0") {
  Pool pool = pooled({summary_of(6, 7, 0, 1)}, Matrix::Ones(3, 2));
  pool.points.col(1).setConstant(4);
  const Matrix all = repeated(pool);
  const Matrix scaled = scaled_space(pool).of(all);
  CHECK(scaled.col(0).mean() == doctest::Approx(0));
  CHECK(scaled.col(0).squaredNorm() / static_cast<double>(all.rows()) == doctest::Approx(1));
  CHECK(scaled.col(1).cwiseAbs().maxCoeff() == 0);
}

TEST_CASE("components of weighted points are those of the points that they stand for") {
  const Pool pool = pooled({summary_of(6, 7, 0, 1)}, Matrix::Ones(3, 2));
  const auto found = weighted_components(pool.points, pool.subjects, 2);
  const auto expected = dsne::data::fit_pca(repeated(pool), 2);
  CHECK((found.mean - expected.mean).norm() < 1e-12);
  CHECK((found.components - expected.components).norm() < 1e-9);
  CHECK((found.variances - expected.variances).norm() < 1e-9);
}

TEST_CASE("merging keeps subjects, sources, mean and variance") {
  Pool pool = pooled({summary_of(60, 10, 1, 1), summary_of(41, 7, 2, 2)}, Matrix(0, 2));
  for (Eigen::Index i = 0; i < 101; ++i) pool.subjects(i) += static_cast<double>(i % 9);
  CHECK(merged(pool, 101).points == pool.points);
  const Pool fewer = merged(pool, 30);
  CHECK(fewer.points.rows() <= 30);
  CHECK(fewer.subjects.sum() == pool.subjects.sum());
  for (std::size_t i = 0; i < fewer.point_of_row.size(); ++i) {
    const auto into = static_cast<std::size_t>(fewer.point_of_row[i]);
    CHECK(fewer.sources[into] == pool.sources[i]);
  }
  const auto before = scaled_space(pool);
  const auto after = scaled_space(fewer);
  CHECK((before.middle - after.middle).norm() < 1e-9);
  CHECK((before.scale - after.scale).norm() < 1e-9);
}
