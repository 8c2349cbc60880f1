#include "data/normalization.h"

#include <doctest/doctest.h>

#include <cmath>

#include "helpers.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::data::Normalization;

namespace {

Matrix normalization_peer(const std::string& name) {
  return peer_values("normalization/" + name + ".txt");
}

}  // namespace

TEST_CASE("z-scores and robust scores are scikit-learn's") {
  for (const auto& [kind, name] :
       {std::pair(Normalization::zscore, "zscore"), {Normalization::robust, "robust"}}) {
    const auto& shown = name;
    CAPTURE(shown);
    const auto scaling = dsne::data::fit_scaling(normalization_peer("reference"), kind);
    CHECK(difference(apply(scaling, normalization_peer("points")), normalization_peer(name)) <
          1e-12);
  }
}

TEST_CASE("none leaves points as they are") {
  const Matrix points = normalization_peer("points");
  const auto scaling =
      dsne::data::fit_scaling(normalization_peer("reference"), Normalization::none);
  CHECK(apply(scaling, points) == points);
  CHECK(scaling.centre.size() == 3);
  CHECK(scaling.scale.minCoeff() == 1);
}

TEST_CASE("row_max divides each row by its largest absolute value") {
  const Matrix points{{1, -4}, {0, 0}, {10, 5}};
  const Matrix expected{{0.25, -1}, {0, 0}, {1, 0.5}};
  const auto scaling = dsne::data::fit_scaling(points, Normalization::row_max);
  CHECK(apply(scaling, points) == expected);
}

TEST_CASE("a feature without spread is only centred") {
  const Matrix reference = Matrix::Constant(7, 1, 0.1);
  const Matrix point{{2.1}};
  for (const auto kind : {Normalization::zscore, Normalization::robust}) {
    const auto scaling = dsne::data::fit_scaling(reference, kind);
    CHECK(scaling.scale(0) == 1);
    CHECK(apply(scaling, point)(0, 0) == doctest::Approx(2));
  }
}

TEST_CASE("a feature whose interquartile range is 0 takes its standard deviation") {
  const Matrix reference{{1}, {1}, {1}, {1}, {6}};
  const auto scaling = dsne::data::fit_scaling(reference, Normalization::robust);
  CHECK(scaling.centre(0) == 1);
  CHECK(scaling.scale(0) == doctest::Approx(2));
}

TEST_CASE("one reference point is enough to centre") {
  const Matrix reference{{3, 4}};
  for (const auto kind : {Normalization::zscore, Normalization::robust}) {
    CHECK(apply(dsne::data::fit_scaling(reference, kind), reference) == Matrix::Zero(1, 2));
  }
}

TEST_CASE("a feature whose spread is rounding, or too small to divide by, has none") {
  Matrix reference(9, 3);
  for (Eigen::Index i = 0; i < 9; ++i) {
    reference(i, 0) = 1 + 1e-15 * static_cast<double>(i);
    reference(i, 1) = i < 8 ? 1e-310 * static_cast<double>(i) : 1;
    reference(i, 2) = static_cast<double>(i);
  }
  const auto zscore = dsne::data::fit_scaling(reference, Normalization::zscore);
  CHECK(zscore.without_spread == std::vector<Eigen::Index>{0});
  const auto robust = dsne::data::fit_scaling(reference, Normalization::robust);
  CHECK(robust.without_spread == std::vector<Eigen::Index>{0});
  CHECK(robust.scale(1) == doctest::Approx(std::sqrt(8.0) / 9));
}

TEST_CASE("with robust, a nearly constant feature outweighs no other") {
  Matrix reference(20, 2);
  for (Eigen::Index i = 0; i < 20; ++i) {
    reference(i, 0) = static_cast<double>(i);
    reference(i, 1) = i < 4 ? 1 : 1.2 + 1e-4 * static_cast<double>(i);
  }
  const Matrix scaled = apply(dsne::data::fit_scaling(reference, Normalization::robust), reference);
  CHECK(scaled.col(1).minCoeff() == -10);
  CHECK(scaled.col(1).maxCoeff() < 10);
  CHECK(scaled.col(0).cwiseAbs().maxCoeff() < 3);
}

TEST_CASE("no reference makes a value overflow") {
  const Matrix points{{1e100}, {-1e100}};
  for (const double unit : {1e-308, 1e-100, 1.0, 1e99}) {
    const Matrix reference = unit * Vector::LinSpaced(10, 0, 9);
    for (const auto kind : {Normalization::none, Normalization::row_max, Normalization::zscore,
                            Normalization::robust}) {
      const auto scaling = dsne::data::fit_scaling(reference, kind);
      const Matrix scaled = apply(scaling, points);
      CHECK(scaled.allFinite());
      const bool in_deviations = kind == Normalization::zscore || kind == Normalization::robust;
      if (in_deviations) CHECK(scaled.cwiseAbs().maxCoeff() <= scaling.limit);
    }
  }
}
