#pragma once

#include <string>
#include <vector>

#include "quality/map_grid.h"

namespace dsne::quality {

/// What a site released of where its points lie: their number in each cell of a grid, with noise of
/// mean 0 on each.
struct SiteCounts {
  std::string site;
  Eigen::Index points = 0;  ///< how many the site has; public, without noise
  RowVector counts;         ///< one per cell; below 0 where the noise is
};

/// All sites' counts on one grid.
struct SiteDensities {
  MapGrid grid;
  double sigma = 0;  ///< the noise's standard deviation, of every count
  std::vector<SiteCounts> sites;
};

/// What a noisy count says of a cell.
struct CellEstimate {
  double count = 0;  ///< as released
  double low = 0;    ///< the true count's interval at 95 %, within 0 and the site's points
  double high = 0;
  double expected = 0;  ///< if the site's points were spread as the other sites' are
  double p_value = 1;   ///< of a count as large as this, if they were
  bool apart = false;   ///< whether the site has more points there than chance and noise explain
};

/// The probability of a noisy count as large as this: P(X + Z >= count), X binomial of `points` and
/// `share`, Z normal with mean 0. Z is taken as whole numbers (continuity correction).
/// @param points a whole number above 0
/// @param share strictly between 0 and 1
/// @param variance of Z, above 0
double count_p_value(double count, double points, double share, double variance);

/// Chance of a false alarm in a whole report: some cell of some site is found apart although all
/// sites' points are spread alike.
inline constexpr double apart_level = 0.05;

/// Compares each site's count in each cell with what the other sites' counts make expected there.
///
/// The count is X + Z: X binomial, of the site's points and the others' pooled share p of the cell;
/// Z normal, with the variance of the noise and of points·p, which the others' number and noise
/// leave uncertain. A cell is apart when its p-value is at most `apart_level` divided by the number
/// of cells and sites (Bonferroni). With one site there is nothing to compare: what is expected
/// is the count itself, and nothing is apart.
/// @return for each site, in the order given, an estimate for each cell
std::vector<std::vector<CellEstimate>> compare_densities(const SiteDensities& densities);

}  // namespace dsne::quality
