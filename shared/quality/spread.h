#pragma once

#include "core/matrix.h"

namespace dsne::quality {

/// The quantile of values in any order, as data::quantile has it. @pre not empty, 0 <= share <= 1
double quantile_of(const Vector& values, double share);

/// @pre not empty
double median(const Vector& values);

/// The interquartile range in standard deviations of a normal distribution. @pre not empty
double interquartile_deviation(const Vector& values);

/// Where values lie: their median, and 1.4826 times their median distance from it. Where that is 0,
/// 1.2533 times the mean distance takes its place. Both are a normal distribution's standard
/// deviation.
struct Spread {
  double median = 0;
  double deviation = 0;
};

/// @pre not empty
Spread spread_of(const Vector& values);

/// How many deviations a value is off the median, signed, within ±1000, which is also what a value
/// off the median has where there is no deviation.
double deviations_off(double value, const Spread& spread);

}  // namespace dsne::quality
