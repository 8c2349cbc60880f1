#pragma once

#include "core/matrix.h"

namespace dsne::quality {

/// A grid of equal cells over the bounding box of a map's points, in the first two dimensions.
/// Cells are counted from 0, from the lower left corner, row by row upwards.
class MapGrid {
 public:
  /// @param coordinates the map's points (points × 2 or 3), at least one, all finite
  /// @param side the number of cells along each side, at least 1
  MapGrid(const Matrix& coordinates, int side);

  int side() const { return side_; }
  Eigen::Index cells() const { return Eigen::Index{side_} * side_; }

  /// Returns a position's cell. A position outside belongs to the nearest cell at the border; a
  /// coordinate that is NaN counts as the lowest. So every position has a cell.
  Eigen::Index cell(const RowVector& place) const;

  /// Return a cell's lower left and upper right corner. Along a side without extent, cells have
  /// width 1.
  Eigen::Array2d low(Eigen::Index cell) const;
  Eigen::Array2d high(Eigen::Index cell) const { return low(cell) + width_; }

  /// Counts the positions in each cell.
  /// @param coordinates rows of 2 or 3
  RowVector counts(const Matrix& coordinates) const;

 private:
  int side_;
  Eigen::Array2d origin_;
  Eigen::Array2d width_;  ///< of a cell
};

}  // namespace dsne::quality
