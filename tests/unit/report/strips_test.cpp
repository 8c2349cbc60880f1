#include <doctest/doctest.h>

#include "report/plots.h"

using dsne::Matrix;
using dsne::quality::OutlierScores;
using dsne::report::Strip;

namespace {

/// A reference of 0, 1, …, 100 in every feature.
Matrix even_reference(Eigen::Index features) {
  Matrix reference(101, features);
  for (Eigen::Index i = 0; i < reference.rows(); ++i) {
    reference.row(i).setConstant(static_cast<double>(i));
  }
  return reference;
}

std::vector<std::string> numbered_names(Eigen::Index count) {
  return dsne::report::shown_names({}, count);
}

}  // namespace

TEST_CASE("a strip holds the subjects' values and the reference's quantiles") {
  const Matrix own = Matrix::Constant(3, 1, 70);
  const auto strips = dsne::report::make_strips(own, even_reference(1), {"snr"}, {});
  REQUIRE(strips.size() == 1);
  CHECK(strips[0].feature == "snr");
  CHECK(strips[0].centre == 50);
  CHECK(strips[0].scale == doctest::Approx(50 / 1.349));
  CHECK(strips[0].reference == std::array<double, 5>{5, 25, 50, 75, 95});
  CHECK(strips[0].values == std::vector<double>{70, 70, 70});
}

TEST_CASE("features furthest from the reference come first, after those that make subjects odd") {
  Matrix own = Matrix::Constant(2, 4, 50);
  own.col(1).setConstant(90);
  own.col(3).setConstant(20);
  auto strips = dsne::report::make_strips(own, even_reference(4), {"a", "b", "c", "d"}, {});
  CHECK(strips[0].feature == "b");
  CHECK(strips[1].feature == "d");
  CHECK(strips[2].feature == "a");
  OutlierScores outliers;
  outliers.scores = Eigen::Vector2d(0.5, 0);
  outliers.flags = {dsne::quality::Flag::flagged, dsne::quality::Flag::none};
  outliers.reasons = {{{2}}, {}};
  strips = dsne::report::make_strips(own, even_reference(4), {"a", "b", "c", "d"}, outliers);
  CHECK(strips[0].feature == "c");
  CHECK(strips[1].feature == "b");
}

TEST_CASE("the number of strips is limited, more so for very many subjects") {
  CHECK(
      dsne::report::make_strips(Matrix::Zero(2, 500), even_reference(500), numbered_names(500), {})
          .size() == dsne::report::max_strips);
  CHECK(dsne::report::make_strips(Matrix::Zero(50000, 8), even_reference(8), numbered_names(8), {})
            .size() == 6);
}

TEST_CASE("a strip has the values of the map's other points, while there is room") {
  const Matrix own = Matrix::Constant(3, 1, 70);
  const auto strips =
      dsne::report::make_strips(own, even_reference(1), {"snr"}, {}, Matrix{{4}, {5}});
  CHECK(strips[0].elsewhere == std::vector<double>{4, 5});
  const auto many = dsne::report::make_strips(Matrix::Zero(2, 8), even_reference(8),
                                              numbered_names(8), {}, Matrix::Zero(50000, 8));
  REQUIRE(many.size() == 8);
  CHECK(many[5].elsewhere.size() == 50000);
  CHECK(many[6].elsewhere.empty());
}

TEST_CASE("a constant feature, one subject and one reference point work") {
  const Matrix same = Matrix::Constant(1, 2, 3);
  const auto strips = dsne::report::make_strips(same, same, numbered_names(2), {});
  REQUIRE(strips.size() == 2);
  CHECK(strips[0].scale == 1);
  CHECK(strips[0].reference == std::array<double, 5>{3, 3, 3, 3, 3});
}

TEST_CASE("features without names are numbered") {
  CHECK(dsne::report::shown_names({}, 2) == std::vector<std::string>{"feature 1", "feature 2"});
  CHECK(dsne::report::shown_names({"a"}, 1) == std::vector<std::string>{"a"});
}
