#include <doctest/doctest.h>

#include <limits>

#include "run/preprocessing.h"
#include "tsne/tsne.h"
#include "unit/data/helpers.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::methods::Parameters;
using dsne::privacy::Groups;
using dsne::run::fit_preprocessing;
using dsne::run::Preprocessing;

namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

Parameters parameters_with(Json given) {
  given.update({{"method", "spectral-clustering"}});
  return dsne::methods::parse_parameters(given);
}

/// What follows from a reference whose features lie at `centre` and spread by `scale`.
Preprocessing scales(const std::string& normalization, double centre, double scale,
                     Eigen::Index features = 3) {
  Matrix reference = scale * dsne::tsne::random_coordinates(50, features, 1.0, 5);
  reference.array() += centre;
  return fit_preprocessing({reference, {}, {}},
                           parameters_with({{"normalization", normalization}}));
}

/// Each group's means before they were scaled.
Matrix unscaled(const Groups& groups, const Preprocessing& preprocessing) {
  const auto& scaling = preprocessing.scaling;
  return (groups.means.array().rowwise() * scaling.scale.array()).matrix().rowwise() +
         scaling.centre;
}

Matrix subjects() { return dsne::tsne::random_coordinates(23, 3, 2.0, 1); }

Groups grouped(const Matrix& values, const Preprocessing& preprocessing, const Json& given,
               Eigen::Index least = 5) {
  return grouped_subjects(values, RowVector::Constant(values.cols(), 7), preprocessing,
                          parameters_with(given), least);
}

}  // namespace

TEST_CASE("subjects are averaged before their values are limited by the reference's scales") {
  // A window about one subject's record, far narrower than it lies from others.
  const Matrix values = subjects();
  for (const char* normalization : {"robust", "zscore"}) {
    CAPTURE(normalization);
    Preprocessing window = scales(normalization, 0, 1);
    window.scaling.centre = values.row(4);
    window.scaling.scale.setConstant(normalization == std::string("robust") ? 1e-6 : 1e-10);
    const Groups groups = grouped(values, window, {{"normalization", normalization}});
    CHECK(groups.means.cwiseAbs().minCoeff() == window.scaling.limit);
    CHECK(apply(window, values).row(4).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("a reference's scales do not change the groups") {
  for (const char* normalization : {"robust", "zscore"}) {
    CAPTURE(normalization);
    const Json given = {{"normalization", normalization}};
    Matrix values = subjects();
    values.col(1) *= 1000;
    const Preprocessing plain = scales(normalization, 0, 1000);
    Preprocessing odd = scales(normalization, 800, 3e5);
    odd.scaling.scale(0) *= 1e3;
    const Groups expected = grouped(values, plain, given);
    REQUIRE(expected.means.rows() == 4);
    const Groups groups = grouped(values, odd, given);
    CHECK(groups.sizes == expected.sizes);
    CHECK(difference(unscaled(groups, odd), unscaled(expected, plain)) < 1e-6);
    // With the reference's distances, other subjects would be in a group.
    const Groups steered =
        dsne::privacy::averaged(values, dsne::privacy::microaggregated(apply(odd, values), 5));
    CHECK(difference(steered.means, unscaled(expected, plain)) > 0.1);
  }
}

TEST_CASE("groups lie among their subjects, also in the reference's components") {
  const Json given = {{"normalization", "zscore"}, {"initial_dims", 2}};
  const Matrix reference = dsne::tsne::random_coordinates(40, 3, 1.0, 5);
  const Preprocessing preprocessing =
      fit_preprocessing({reference, {}, {}}, parameters_with(given));
  const Matrix values = subjects();
  const Groups groups = grouped(values, preprocessing, given);
  REQUIRE(groups.means.cols() == 2);
  CHECK(difference((groups.sizes.transpose() * groups.means) / 23.0,
                   apply(preprocessing, values).colwise().mean()) < 1e-12);
}

TEST_CASE(
    "a missing value counts as the site's median, a feature with few values as the run's fill") {
  const Preprocessing preprocessing = scales("none", 0, 1);
  const Json given = {{"normalization", "none"}, {"missing", "impute"}};
  Matrix values = subjects();
  values.col(2).tail(19).setConstant(missing_value);
  values(3, 0) = missing_value;
  Matrix complete = values;
  complete.col(2).setConstant(7);
  dsne::Vector others(22);
  others << values.col(0).head(3), values.col(0).tail(19);
  std::ranges::sort(others);
  complete(3, 0) = (others(10) + others(11)) / 2;
  const Groups groups = grouped(values, preprocessing, given);
  const Groups expected = grouped(complete, preprocessing, given);
  CHECK(difference(groups.means, expected.means) < 1e-12);
  CHECK((groups.means.col(2).array() == 7).all());
}

TEST_CASE("groups' means are harmonized as the site's subjects are") {
  const Json given = {{"normalization", "zscore"}, {"harmonization", "site"}};
  const Matrix values = subjects();
  const Preprocessing preprocessing = scales("zscore", 4, 3);
  const Groups groups = grouped(values, preprocessing, given);
  CHECK((groups.sizes.transpose() * groups.means).norm() < 1e-9);
  const Groups same = grouped(values, scales("zscore", -80, 8), given);
  CHECK(difference(groups.means, same.means) < 1e-9);
  SUBCASE("a feature with few values has the site's location") {
    Matrix with_missing = values;
    with_missing.col(2).tail(19).setConstant(missing_value);
    const Groups few =
        grouped(with_missing, preprocessing,
                {{"normalization", "zscore"}, {"harmonization", "site"}, {"missing", "impute"}});
    CHECK(few.means.col(2).cwiseAbs().maxCoeff() == 0);
    CHECK(few.means.leftCols(2).cwiseAbs().minCoeff() > 0);
  }
}

TEST_CASE("equal subjects are also in groups") {
  for (const char* normalization : {"none", "row_max", "zscore", "robust"}) {
    const Json given = {{"normalization", normalization}, {"initial_dims", 2}};
    const Groups groups = grouped(Matrix::Constant(12, 3, 2.5), scales(normalization, 0, 1), given);
    CHECK(groups.sizes.sum() == 12);
    CHECK(groups.means.allFinite());
  }
}
