#pragma once

#include "core/matrix.h"

namespace dsne::quality {

/// A grid of equal cells over the box that holds a map's points, in the map's first two dimensions.
/// Cells are counted from 0, from the box's lower left corner row by row upwards.
class MapGrid {
 public:
  /// @param coordinates the map's points (points × 2 or 3), at least one, all finite
  /// @param side number of cells along each side, at least 1
  MapGrid(const Matrix& coordinates, int side);

  int side() const { return side_; }
  Eigen::Index cells() const { return Eigen::Index{side_} * side_; }

  /// The cell of a place. A place outside belongs to the cell at the border that is nearest to it,
  /// a coordinate that is no number to the lowest: there is a cell for whatever place.
  Eigen::Index cell(const RowVector& place) const;

  /// A cell's lower left and upper right corner. A side without extent has cells of width 1.
  Eigen::Array2d low(Eigen::Index cell) const;
  Eigen::Array2d high(Eigen::Index cell) const { return low(cell) + width_; }

  /// How many places lie in each cell.
  /// @param coordinates rows of 2 or 3
  RowVector counts(const Matrix& coordinates) const;

 private:
  int side_;
  Eigen::Array2d origin_;
  Eigen::Array2d width_;  ///< of a cell
};

}  // namespace dsne::quality
