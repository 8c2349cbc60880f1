#include "quality/map_grid.h"

#include <algorithm>
#include <cmath>

namespace dsne::quality {
namespace {

Eigen::Index step(double place, double origin, double width, int side) {
  const double steps = std::floor((place - origin) / width);
  if (!(steps > 0)) return 0;
  return static_cast<Eigen::Index>(std::min(steps, side - 1.0));
}

}  // namespace

MapGrid::MapGrid(const Matrix& coordinates, int side)
    : side_(side),
      origin_(coordinates.leftCols(2).colwise().minCoeff().transpose()),
      width_((coordinates.leftCols(2).colwise().maxCoeff().transpose().array() - origin_) / side) {
  width_ = (width_ > 0).select(width_, 1);
}

Eigen::Index MapGrid::cell(const RowVector& place) const {
  return step(place(1), origin_(1), width_(1), side_) * side_ +
         step(place(0), origin_(0), width_(0), side_);
}

Eigen::Array2d MapGrid::low(Eigen::Index cell) const {
  const Eigen::Index row = cell / side_;
  const Eigen::Index column = cell % side_;
  return origin_ + width_ * Eigen::Array2d(static_cast<double>(column), static_cast<double>(row));
}

RowVector MapGrid::counts(const Matrix& coordinates) const {
  RowVector counts = RowVector::Zero(cells());
  for (const auto& place : coordinates.rowwise()) ++counts(cell(place));
  return counts;
}

}  // namespace dsne::quality
