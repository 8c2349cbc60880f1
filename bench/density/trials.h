#pragma once

#include <cstdint>

#include "placed_data.h"
#include "quality/site_density.h"

namespace dsne {

/// Ten sites of equal size, of which the first has some bad scans.
struct Setting {
  Eigen::Index subjects = 0;  ///< at each site
  double bad_share = 0;       ///< of the first site's
  double epsilon = 1;         ///< at δ = 1e-5
  int side = 6;               ///< cells along each side of the grid
};

/// Rates over the trials.
struct DetectionRates {
  double seen = 0;         ///< a cell that holds bad scans is found apart at the first site
  double false_alarm = 0;  ///< a cell is found apart at another site
};

/// Repeatedly draws sites from the good and bad scans with replacement, releases their counts and
/// compares them.
DetectionRates measure(const PlacedData& data, const Setting& setting, int trials,
                       std::uint64_t seed);

/// Returns the share of true sites with a cell found apart, over the trials, each with fresh noise.
double apart_true_sites(const PlacedData& data, const Setting& setting, int trials,
                        std::uint64_t seed);

}  // namespace dsne
