#pragma once

#include "core/matrix.h"

namespace dsne::quality {

/// Returns the quantile of values in any order, as data::quantile defines it. @pre not empty, 0 <=
/// share <= 1
double quantile_of(const Vector& values, double share);

/// @pre not empty
double median(const Vector& values);

/// Returns the interquartile range in standard deviations of a normal distribution. @pre not empty
double interquartile_deviation(const Vector& values);

/// Robust location and scale: the median, and 1.4826 times the median distance from it or, if that
/// is 0, 1.2533 times the mean distance. For a normal distribution either is the standard
/// deviation.
struct Spread {
  double median = 0;
  double deviation = 0;
};

/// @pre not empty
Spread spread_of(const Vector& values);

/// Returns how many deviations a value is from the median, signed, within ±1000. Without any
/// deviation, every other value is at ±1000.
double deviations_off(double value, const Spread& spread);

}  // namespace dsne::quality
