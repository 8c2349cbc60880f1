#pragma once

#include <string>
#include <vector>

namespace dsne {

/// A place on an axis with its label.
struct Tick {
  double value;
  std::string label;  ///< UTF-8
};

/// An axis that is linear from 0, or logarithmic.
struct AxisScale {
  double low;   ///< the axis's first value; above 0 when it is logarithmic
  double high;  ///< its last, above `low`
  bool logarithmic;
  std::vector<Tick> ticks;  ///< all from low to high, ascending

  /// Where a value is on the axis, from 0 to 1. @pre value in [low, high]
  double place(double value) const;
};

/// An axis from 0 to `most`, with a tick at each of some five round whole numbers.
/// @param most finite; below 1 counts as 1
AxisScale count_scale(double most);

/// An axis over whole decades that hold `least` and `most`: at least one, with a tick at each
/// power of ten, at every second or third and so on where there are many, and at 2 and 5 times them
/// where there are few.
/// @pre 0 < least <= most, both finite
AxisScale decade_scale(double least, double most);

}  // namespace dsne
