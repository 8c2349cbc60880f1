#include "quality/site_density.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace dsne::quality {
namespace {

constexpr double two_sided_95 = 1.959963984540054;
/// The binomial distribution is cut off beyond this many standard deviations.
constexpr double reach = 12;

/// Returns the cell along one side; NaN counts as the lowest.
Eigen::Index grid_step(double place, double origin, double width, int side) {
  const double steps = std::floor((place - origin) / width);
  if (!(steps > 0)) return 0;
  return static_cast<Eigen::Index>(std::min(steps, side - 1.0));
}

/// What the other sites predict for a cell.
struct Expectation {
  double share;     ///< of their points
  double variance;  ///< of the share
};

/// @param counts the others' sum in the cell
/// @param points the others' number
/// @param noise the variance of the noise in `counts`
Expectation expectation(double counts, double points, double noise) {
  const double least = 0.5 / (points + 1);
  const double share = std::clamp((counts + 0.5) / (points + 1), least, 1 - least);
  return {share, share * (1 - share) / points + noise / (points * points)};
}

CellEstimate estimate(const SiteDensity& site, Eigen::Index cell, double sigma) {
  const auto points = static_cast<double>(site.points);
  CellEstimate result;
  result.count = result.expected = site.counts(cell);
  // Noise is a whole number: those up to this one have a probability of 95 % or more.
  const double reached = std::ceil(two_sided_95 * sigma - 0.5);
  result.low = std::clamp(result.count - reached, 0.0, points);
  result.high = std::clamp(result.count + reached, 0.0, points);
  return result;
}

}  // namespace

MapGrid::MapGrid(const Matrix& coordinates, int side)
    : side_(side),
      origin_(coordinates.leftCols(2).colwise().minCoeff().transpose()),
      width_((coordinates.leftCols(2).colwise().maxCoeff().transpose().array() - origin_) / side) {
  width_ = (width_ > 0).select(width_, 1);
}

Eigen::Index MapGrid::cell(const RowVector& place) const {
  return grid_step(place(1), origin_(1), width_(1), side_) * side_ +
         grid_step(place(0), origin_(0), width_(0), side_);
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

double count_p_value(double count, double points, double share, double variance) {
  const double middle = points * share;
  const double width = reach * std::sqrt(middle * (1 - share)) + reach;
  const double scale = std::sqrt(2 * variance);
  const double first = std::max(0.0, std::floor(middle - width));
  const double last = std::min(points, std::ceil(middle + width));
  double probability = pdf(boost::math::binomial(points, share), first);
  double sum = 0;
  for (double x = first; x <= last; ++x) {
    sum += probability * std::erfc((count - 0.5 - x) / scale) / 2;
    probability *= (points - x) / (x + 1) * share / (1 - share);
  }
  return std::min(sum, 1.0);
}

std::vector<std::vector<CellEstimate>> compare_densities(const SiteDensities& densities) {
  const Eigen::Index cells = densities.grid.cells();
  const auto count = static_cast<double>(densities.sites.size());
  const double noise = densities.sigma * densities.sigma;
  const double level = apart_level / (static_cast<double>(cells) * count);
  RowVector all = RowVector::Zero(cells);
  double all_points = 0;
  for (const SiteDensity& site : densities.sites) {
    all += site.counts;
    all_points += static_cast<double>(site.points);
  }
  std::vector<std::vector<CellEstimate>> result;
  for (const SiteDensity& site : densities.sites) {
    const auto points = static_cast<double>(site.points);
    std::vector<CellEstimate>& estimates = result.emplace_back();
    for (Eigen::Index cell = 0; cell < cells; ++cell) {
      CellEstimate each = estimate(site, cell, densities.sigma);
      if (all_points > points) {
        const auto [share, variance] =
            expectation(all(cell) - site.counts(cell), all_points - points, (count - 1) * noise);
        each.expected = points * share;
        each.p_value = count_p_value(each.count, points, share, noise + points * points * variance);
        each.apart = each.p_value <= level;
      }
      estimates.push_back(each);
    }
  }
  return result;
}

}  // namespace dsne::quality
