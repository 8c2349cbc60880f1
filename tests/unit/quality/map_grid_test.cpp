#include "quality/map_grid.h"

#include <doctest/doctest.h>

#include <limits>

using dsne::Matrix;
using dsne::RowVector;
using dsne::quality::MapGrid;

namespace {

const Matrix& corners() {
  static const Matrix coordinates{{-1, 0}, {3, 0}, {3, 8}, {0, 4}};
  return coordinates;
}

RowVector place(double x, double y) { return RowVector{{x, y}}; }

}  // namespace

TEST_CASE("cells are counted row by row from the lower left corner") {
  const MapGrid grid(corners(), 4);
  CHECK(grid.cells() == 16);
  CHECK(grid.cell(place(-1, 0)) == 0);
  CHECK(grid.cell(place(0.5, 1)) == 1);
  CHECK(grid.cell(place(-0.5, 2.5)) == 4);
  CHECK(grid.cell(place(3, 8)) == 15);
  CHECK((grid.low(6) == Eigen::Array2d(1, 2)).all());
  CHECK((grid.high(6) == Eigen::Array2d(2, 4)).all());
}

TEST_CASE("each cell holds what lies between its corners") {
  const MapGrid grid(corners(), 3);
  for (Eigen::Index cell = 0; cell < grid.cells(); ++cell) {
    const Eigen::Array2d middle = (grid.low(cell) + grid.high(cell)) / 2;
    CHECK(grid.cell(place(middle(0), middle(1))) == cell);
  }
}

TEST_CASE("a position outside counts in the nearest cell") {
  const MapGrid grid(corners(), 4);
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(grid.cell(place(-50, -1e300)) == 0);
  CHECK(grid.cell(place(1e300, 3)) == 7);
  CHECK(grid.cell(place(0.5, inf)) == 13);
  CHECK(grid.cell(place(-inf, inf)) == 12);
  CHECK(grid.cell(place(nan, 8)) == 12);
  CHECK(grid.cell(place(nan, nan)) == 0);
}

TEST_CASE("counts cover all positions") {
  const MapGrid grid(corners(), 2);
  const Matrix coordinates{{0, 0}, {0, 1}, {2, 7}, {99, 99}, {-99, 99}};
  CHECK(grid.counts(coordinates) == RowVector{{2, 0, 1, 2}});
  CHECK(grid.counts(Matrix(0, 2)) == RowVector::Zero(4));
}

TEST_CASE("only the first two of three dimensions are used") {
  const MapGrid grid(Matrix{{0, 0, 5}, {2, 2, -5}}, 2);
  CHECK(grid.counts(Matrix{{0, 0, 5}, {0, 0, -5}, {2, 2, 99}}) == RowVector{{2, 0, 0, 1}});
}

TEST_CASE("points that are all the same still have a grid") {
  const MapGrid grid(Matrix::Constant(3, 2, 7), 3);
  CHECK(grid.cell(place(7, 7)) == 0);
  CHECK(grid.cell(place(6, 6)) == 0);
  CHECK(grid.cell(place(8.5, 20)) == 7);
  CHECK((grid.high(0) - grid.low(0) == 1).all());
}
