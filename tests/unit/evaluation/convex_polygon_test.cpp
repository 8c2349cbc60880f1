#include "tools/evaluation/convex_polygon.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using doctest::Approx;
using dsne::Matrix;
using dsne::evaluation::ConvexPolygon;

namespace {

ConvexPolygon rectangle(double x, double y, double width, double height) {
  ConvexPolygon corners(4, 2);
  corners << x, y, x, y + height, x + width, y + height, x + width, y;
  return corners;
}

ConvexPolygon regular(Eigen::Index corners, double angle) {
  ConvexPolygon polygon(corners, 2);
  for (Eigen::Index i = 0; i < corners; ++i) {
    const double turn =
        angle + 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    polygon.row(i) << std::cos(turn), std::sin(turn);
  }
  return polygon;
}

}  // namespace

TEST_CASE("a hull has the outermost points only, each once") {
  Matrix points(8, 2);
  points << 0, 0, 2, 0, 2, 2, 0, 2, 1, 1, 0.5, 1.5, 2, 2, 1, 0;
  const ConvexPolygon hull = dsne::evaluation::convex_hull(points);
  CHECK(hull.rows() == 4);
  CHECK(dsne::evaluation::perimeter(hull) == 8);
  CHECK(dsne::evaluation::union_area({hull}) == 4);
}

TEST_CASE("hulls of one place, two places and a line have no area") {
  Matrix line(4, 2);
  line << 1, 1, 3, 1, 2, 1, 3, 1;
  CHECK(dsne::evaluation::convex_hull(Matrix::Ones(1, 2)).rows() == 1);
  CHECK(dsne::evaluation::convex_hull(Matrix::Ones(5, 2)).rows() == 1);
  CHECK(dsne::evaluation::perimeter(dsne::evaluation::convex_hull(Matrix::Ones(5, 2))) == 0);
  for (const Matrix& points : {Matrix(line.topRows(2)), line, Matrix(line.rowwise().reverse())}) {
    const ConvexPolygon hull = dsne::evaluation::convex_hull(points);
    CHECK(hull.rows() == 2);
    CHECK(dsne::evaluation::perimeter(hull) == 4);
    CHECK(dsne::evaluation::union_area({hull}) == 0);
  }
}

TEST_CASE("a union counts every place once") {
  const ConvexPolygon unit = rectangle(0, 0, 1, 1);
  CHECK(dsne::evaluation::union_area({}) == 0);
  CHECK(dsne::evaluation::union_area({unit}) == 1);
  CHECK(dsne::evaluation::union_area({unit, unit, unit}) == 1);
  CHECK(dsne::evaluation::union_area({unit, rectangle(0.5, 0, 1, 1)}) == Approx(1.5));
  CHECK(dsne::evaluation::union_area({unit, rectangle(0.5, 0.5, 1, 1)}) == Approx(1.75));
  CHECK(dsne::evaluation::union_area({unit, rectangle(1, 0, 1, 1)}) == Approx(2));
  CHECK(dsne::evaluation::union_area({unit, rectangle(0.25, 0.25, 0.5, 0.5)}) == Approx(1));
  CHECK(dsne::evaluation::union_area({unit, rectangle(0, 7, 1, 1), rectangle(5, 0, 1, 1)}) ==
        Approx(3));
  // A cross, and a frame of four with a hole in it.
  CHECK(dsne::evaluation::union_area({rectangle(0, 1, 3, 1), rectangle(1, 0, 1, 3)}) == Approx(5));
  CHECK(dsne::evaluation::union_area({rectangle(0, 0, 3, 1), rectangle(0, 2, 3, 1),
                                      rectangle(0, 0, 1, 3), rectangle(2, 0, 1, 3)}) == Approx(8));
}

TEST_CASE("a square and the same turned by 45 degrees have an octagon in common") {
  const double octagon = 4 * (std::numbers::sqrt2 - 1);
  const double star =
      dsne::evaluation::union_area({regular(4, 0), regular(4, std::numbers::pi / 4)});
  CHECK(star == Approx(2 + 2 - octagon));
}

TEST_CASE("polygons that are the same but for rounding cover one polygon's area") {
  std::vector<ConvexPolygon> polygons;
  for (int i = 0; i < 20; ++i) {
    polygons.push_back(regular(40, 0.1) * (1 + 1e-14 * i));
    polygons.back().array() += 1e-15 * i;
  }
  CHECK(dsne::evaluation::union_area(polygons) ==
        Approx(dsne::evaluation::union_area({polygons[0]})).epsilon(1e-12));
}

TEST_CASE("thin polygons that cross hardly have anything in common") {
  const double width = 1e-7;
  const double angle = std::numbers::pi / 7;
  Eigen::Matrix2d turn;
  turn << std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle);
  const ConvexPolygon needle = rectangle(-1, -width / 2, 2, width);
  const ConvexPolygon turned = needle * turn;
  const double common = width * width / std::sin(angle);
  CHECK(dsne::evaluation::union_area({needle, turned}) == Approx(4 * width - common).epsilon(1e-8));
}
