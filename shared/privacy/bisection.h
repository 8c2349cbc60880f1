#pragma once

namespace dsne::privacy {

/// Finds the smallest x in (low, high] for which `holds(x)`, to the last bit, for a predicate that
/// is false below some point and true above it. The result satisfies the predicate if `high` does,
/// so a bound found this way errs on the safe side.
/// @pre 0 <= low < high, both finite; `holds(high)`, which is not checked
template <typename Predicate>
double smallest(double low, double high, Predicate holds) {
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (holds(middle) ? high : low) = middle;
  }
}

}  // namespace dsne::privacy
