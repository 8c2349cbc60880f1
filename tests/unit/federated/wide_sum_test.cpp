#include "federated/sums/wide_sum.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "privacy/masked_sum.h"

namespace {

using dsne::Matrix;
using dsne::RowVector;

/// The sum of three sites' numbers, as it passes through fixed point.
RowVector summed(const std::vector<RowVector>& sites) {
  const dsne::privacy::FixedPoint fixed{dsne::federated::wide_bound, sites.size()};
  dsne::privacy::Words sum(static_cast<std::size_t>(sites.front().size()) * 6);
  for (const RowVector& numbers : sites) {
    dsne::privacy::add(sum,
                       fixed.from_matrix(dsne::federated::wide_term("values", numbers).values));
  }
  return dsne::federated::from_wide_digits(
      fixed.to_matrix(sum, sites.front().size(), dsne::federated::wide_digits));
}

}  // namespace

TEST_CASE("a wide sum keeps a double's digits on every scale") {
  for (const double scale : {1e-20, 1e-9, 1.0, 3e7, 1e18, 1e40}) {
    CAPTURE(scale);
    const RowVector a = scale * RowVector{{1.2345678901234567, -0.1, 0}};
    const RowVector b = scale * RowVector{{-7.7, 1e-6, 2}};
    const RowVector c = scale * RowVector{{3.3, 0.3, -2}};
    const RowVector expected = a + b + c;
    CHECK((summed({a, b, c}) - expected).cwiseAbs().maxCoeff() < 4e-15 * scale);
  }
}

TEST_CASE("what is beyond a wide sum's range is clamped, and no number is 0") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const RowVector sum = summed({RowVector{{1e99, -1e99, nan}}, RowVector{{0, 0, 4}}});
  CHECK(sum(0) == std::ldexp(1.0, 144));
  CHECK(sum(1) == -std::ldexp(1.0, 144));
  CHECK(sum(2) == 4);
}
