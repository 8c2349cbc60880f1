#pragma once

#include <string>
#include <vector>

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

/// A site's released counts: the number of its points in each cell of a grid, plus noise of mean 0.
struct SiteDensity {
  std::string site;
  Eigen::Index points = 0;  ///< the site's number of points; public, without noise
  RowVector counts;         ///< one per cell; noise can make them negative
};

/// All sites' counts on one grid.
struct SiteDensities {
  MapGrid grid;
  double sigma = 0;  ///< the noise's standard deviation, of every count
  std::vector<SiteDensity> sites;
};

/// The estimate for a cell from its noisy count.
struct CellEstimate {
  double count = 0;  ///< as released
  double low = 0;    ///< the true count's interval at 95 %, within 0 and the site's points
  double high = 0;
  double expected = 0;  ///< if the site's points were distributed as the other sites' are
  double p_value = 1;   ///< of a count as large as this, in that case
  bool apart = false;   ///< whether the site has more points there than chance and noise explain
};

/// Returns the probability of a noisy count as large as this: P(X + Z >= count), X binomial with
/// `points` and `share`, Z normal with mean 0. Z counts as whole numbers (continuity correction).
/// @param points a whole number above 0
/// @param share strictly between 0 and 1
/// @param variance of Z, above 0
double count_p_value(double count, double points, double share, double variance);

/// The chance of a false alarm in a whole report: some cell of some site is found apart although
/// all sites' points have the same distribution.
inline constexpr double apart_level = 0.05;

/// Compares each site's count in each cell with the count expected from the other sites.
///
/// The count is X + Z. X is binomial, with the site's number of points and the others' pooled share
/// p of the cell. Z is normal; its variance is that of the noise plus that of points·p, which the
/// others' number and noise leave uncertain. A cell is apart when its p-value is at most
/// `apart_level` divided by the number of cells and sites (Bonferroni). With one site, the expected
/// count is the count itself and nothing is apart.
/// @return for each site, in the given order, an estimate for each cell
std::vector<std::vector<CellEstimate>> compare_densities(const SiteDensities& densities);

}  // namespace dsne::quality
