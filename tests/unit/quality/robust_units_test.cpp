#include "quality/robust_units.h"

#include <doctest/doctest.h>

using doctest::Approx;
using dsne::Vector;
using namespace dsne::quality;

TEST_CASE("deviations are in robust units, whatever the spread") {
  const Vector even = Vector::LinSpaced(25, 0, 24);
  CHECK(spread_of(even).median == 12);
  CHECK(deviations_off(112, spread_of(even)) == Approx(100 / (1.4826 * 6)));
  CHECK(deviations_off(-88, spread_of(even)) == Approx(-100 / (1.4826 * 6)));
  CHECK(deviations_off(1e6, spread_of(even)) == 1000);
  // The median distance is 0, the mean one 5/25.
  Vector lone = Vector::Zero(25);
  lone(0) = -5;
  CHECK(deviations_off(50, spread_of(lone)) == Approx(50 / (1.2533 * 0.2)));
  // There is no spread at all.
  CHECK(deviations_off(3, spread_of(Vector::Zero(25))) == 1000);
  CHECK(deviations_off(-3, spread_of(Vector::Zero(25))) == -1000);
  CHECK(deviations_off(0, spread_of(Vector::Zero(25))) == 0);
}
