#include <doctest/doctest.h>

#include "methods/embedding/reference_places.h"
#include "test_points.h"

TEST_CASE("coordinates are rounded to a thousandth of the map's width") {
  dsne::Matrix places(2, 2);
  places << 1.2341, -0.0004, 7, 0.0006;
  dsne::Matrix expected(2, 2);
  expected << 1.234, 0, 7, 0.001;
  CHECK(relative_error(dsne::methods::rounded_places(places, 1), expected) < 1e-12);
  CHECK(dsne::methods::rounded_places(places, 0) == places);
}
