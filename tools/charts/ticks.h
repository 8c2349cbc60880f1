#pragma once

#include <string>
#include <vector>

namespace dsne::charts {

/// A place on an axis with its label.
struct Tick {
  double value;
  std::string label;  ///< UTF-8
};

/// An axis that is linear or logarithmic.
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

/// An axis that holds `least` and `most` with a little room beyond them, and two to seven ticks at
/// round numbers. Where the two are closer than a millionth of their size, the axis shows a tenth
/// of it on either side, so that what differs by rounding alone looks equal.
/// @pre least <= most, both from -1e300 to 1e300
AxisScale linear_scale(double least, double most);

}  // namespace dsne::charts
