#include <doctest/doctest.h>

#include "peer.h"
#include "umap/objective.h"

TEST_CASE("a and b are umap-learn's") {
  const dsne::Matrix curves = umap_learn_values("curves", 4);
  CHECK(curves.rows() == 6);
  for (const auto& row : curves.rowwise()) {
    const dsne::umap::Curve curve = dsne::umap::fitted_curve(row[0], row[1]);
    CAPTURE(row[0]);
    CAPTURE(row[1]);
    CHECK(curve.a == doctest::Approx(row[2]).epsilon(1e-6));
    CHECK(curve.b == doctest::Approx(row[3]).epsilon(1e-6));
  }
}

TEST_CASE("every curve falls, even at the ends of the parameters' ranges") {
  for (const double spread : {0.1, 1.0, 10.0}) {
    for (const double share : {0.0, 0.5, 1.0}) {
      const dsne::umap::Curve curve = dsne::umap::fitted_curve(share * spread, spread);
      CAPTURE(spread);
      CAPTURE(share);
      CHECK(curve.a > 0);
      CHECK(curve.a < 1e4);
      CHECK(curve.b > 0.5);
      CHECK(curve.b < 10);
    }
  }
}
