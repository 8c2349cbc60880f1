#pragma once

#include <vector>

namespace dsne::charts {

/// What a box plot shows of a set of values (Tukey, "Exploratory Data Analysis", 1977).
struct BoxSummary {
  double low_whisker;  ///< the least value at most 1.5 interquartile ranges below the box
  double low_quartile;
  double median;
  double high_quartile;
  double high_whisker;           ///< the greatest value at most 1.5 interquartile ranges above it
  std::vector<double> outliers;  ///< the values beyond the whiskers, ascending
};

/// The summary of values in any order. The quartiles are interpolated linearly, so that a quartile
/// can lie beyond all values within reach of the box; the whisker then ends at the quartile.
/// @pre values is not empty; each is from -1e300 to 1e300
BoxSummary box_summary(std::vector<double> values);

}  // namespace dsne::charts
