#include "federated/reference_share.h"

#include <doctest/doctest.h>

#include "data/stacked.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::federated::shares_of_reference;
using dsne::tsne::random_coordinates;

TEST_CASE("among points that are alike the reference has the share that it is of all") {
  const Matrix reference = random_coordinates(120, 4, 1.0, 3);
  for (const Eigen::Index own : {60, 120, 600, 2400}) {
    CAPTURE(own);
    const dsne::Vector shares =
        shares_of_reference(random_coordinates(own, 4, 1.0, 5), reference, 20);
    REQUIRE(shares.size() == own);
    CHECK(shares.minCoeff() >= 0);
    CHECK(shares.maxCoeff() <= 1 + 1e-12);
    CHECK(shares.mean() ==
          doctest::Approx(120.0 / (120.0 + static_cast<double>(own))).epsilon(0.15));
  }
}

TEST_CASE("points far from the reference have none of it near, its doubles hardly anything else") {
  const Matrix reference = random_coordinates(100, 4, 1.0, 7);
  for (const Eigen::Index far : {50, 500}) {
    CAPTURE(far);
    const Matrix own =
        dsne::data::stacked(random_coordinates(far, 4, 1.0, 11).array() + 50, reference.topRows(3));
    const dsne::Vector shares = shares_of_reference(own, reference, 10);
    CHECK(shares.head(far).maxCoeff() < 1e-6);
    CHECK(shares.tail(3).minCoeff() > 0.8);
  }
}

TEST_CASE("a point alone at its site has the reference only") {
  CHECK(shares_of_reference(random_coordinates(1, 4, 1.0, 13), random_coordinates(9, 4, 1.0, 17),
                            5)(0) == 1);
}
