#include "core/uniform.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using dsne::shuffled;

TEST_CASE("every number occurs once, in an order that depends only on the seed") {
  std::vector<Eigen::Index> order = shuffled(50, 1);
  CHECK(order == shuffled(50, 1));
  CHECK(order != shuffled(50, 2));
  CHECK_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  std::vector<Eigen::Index> all(50);
  std::iota(all.begin(), all.end(), Eigen::Index{0});
  CHECK(order == all);
  CHECK(shuffled(0, 1).empty());
}
