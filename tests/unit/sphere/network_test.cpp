#include "sphere/network.h"

#include <doctest/doctest.h>

#include <limits>

#include "sphere/spherical_mds.h"
#include "unit/data/helpers.h"
#include "unit/sphere/networks.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::sphere::Form;

TEST_CASE("a network is reconstructed from its products with few vectors") {
  const Matrix network = network_of(60, 2);
  const Matrix vectors = dsne::sphere::leading_eigenpairs(network, 48).vectors;
  const auto told_by = [&](Eigen::Index count) {
    const Matrix basis = vectors.leftCols(count);
    return dsne::sphere::network_from_products(basis, network * basis);
  };
  const Matrix some = told_by(10);
  CHECK(difference(some, some.transpose()) < 1e-12);
  CHECK(difference(some * vectors.leftCols(10), network * vectors.leftCols(10)) < 1e-12);
  CHECK((network - told_by(30)).norm() < (network - some).norm());
  // Of vectors that are none of its own the products tell more than what lies between them.
  const Matrix others = Matrix::Identity(60, 60).leftCols(20);
  const Matrix told = dsne::sphere::network_from_products(others, network * others);
  CHECK(difference(told.leftCols(20), network.leftCols(20)) < 1e-12);
  CHECK(told.bottomRightCorner(40, 40).norm() < 1e-12);
}

TEST_CASE("points on a sphere are recovered up to a rotation") {
  for (Eigen::Index dimensions = 2; dimensions <= 5; ++dimensions) {
    for (const Form form : {Form::closed, Form::minimised}) {
      for (const Eigen::Index count : {10, 200}) {
        CAPTURE(dimensions);
        CAPTURE(count);
        const Matrix points = points_on_sphere(count, dimensions, 11);
        const Matrix found =
            dsne::sphere::embed_network(points * points.transpose(), dimensions, form);
        CHECK(difference(dsne::sphere::turned_onto(found, points), points) < 1e-8);
      }
    }
  }
}

TEST_CASE("antipodal and coincident points do not move") {
  Matrix points = points_on_sphere(12, 2, 4);
  points.row(1) = -points.row(0);
  points.row(3) = points.row(2);
  const Matrix correlations = points * points.transpose();
  for (const Form form : {Form::closed, Form::minimised}) {
    const Matrix found = dsne::sphere::embed_network(correlations, 2, form);
    CHECK(difference(dsne::sphere::turned_onto(found, points), points) < 1e-8);
    CHECK((found.row(0) + found.row(1)).norm() < 1e-8);
    CHECK((found.row(2) - found.row(3)).norm() < 1e-8);
  }
  Matrix gradient;
  const Matrix angles = dsne::sphere::angles_of(correlations);
  CHECK(dsne::sphere::spherical_loss(angles, points, gradient) < 1e-12);
  CHECK(gradient.allFinite());
}

TEST_CASE("coincident points have no loss and do not move") {
  const Matrix found = dsne::sphere::embed_network(Matrix::Ones(8, 8), 2, Form::minimised);
  CHECK(found.allFinite());
  CHECK(difference(found * found.transpose(), Matrix::Ones(8, 8)) < 1e-8);
}

TEST_CASE(
    "for a matrix that is not positive, the positions and the nearest proper network are numpy's") {
  const Matrix improper = peer_values("sphere/improper.txt");
  const Matrix places = dsne::sphere::embed_network(improper, 2, Form::closed);
  CHECK(difference(places * places.transpose(), peer_values("sphere/improper_closed_cosines.txt")) <
        1e-10);
  CHECK(difference(dsne::sphere::proper_network(improper), peer_values("sphere/proper.txt")) <
        1e-12);
}

TEST_CASE("a matrix that is not positive is embedded on the sphere") {
  Matrix matrix = -network_of(30, 2);
  matrix.diagonal().setOnes();
  const Matrix angles = dsne::sphere::angles_of(matrix);
  const Matrix closed = dsne::sphere::embed_network(matrix, 2, Form::closed);
  const Matrix minimised = dsne::sphere::embed_network(matrix, 2, Form::minimised);
  REQUIRE(closed.allFinite());
  CHECK(difference(minimised.rowwise().norm(), Vector::Ones(30)) < 1e-12);
  Matrix gradient;
  CHECK(dsne::sphere::spherical_loss(angles, minimised, gradient) <
        dsne::sphere::spherical_loss(angles, closed, gradient));

  // One positive eigenvalue: the places are on a line through the middle.
  const Matrix line =
      dsne::sphere::closed_form({(Vector(3) << 2, 0, -1).finished(), points_on_sphere(9, 2, 1)});
  CHECK(difference(line.col(0).cwiseAbs(), Vector::Ones(9)) < 1e-12);
}

TEST_CASE("a region without correlations has no position, and does not affect others") {
  Matrix correlations = network_of(20, 8);
  const Matrix others = correlations;
  correlations.conservativeResize(21, 21);
  correlations.row(20).setZero();
  correlations.col(20).setZero();
  for (const Form form : {Form::closed, Form::minimised}) {
    const Matrix places = dsne::sphere::embed_network(correlations, 2, form);
    CHECK(places.row(20).array().isNaN().all());
    const Matrix expected = dsne::sphere::embed_network(others, 2, form);
    CHECK(difference(dsne::sphere::turned_onto(places.topRows(20), expected), expected) < 1e-6);
  }
}

TEST_CASE("a missing region has no position, and does not affect others") {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  const Matrix whole = network_of(20, 8);
  Matrix correlations = whole;
  correlations.row(7).setConstant(missing);
  correlations.col(7).setConstant(missing);
  SUBCASE("with a value on the diagonal") { correlations(7, 7) = 1; }
  SUBCASE("without") {}
  const Matrix places = dsne::sphere::embed_network(correlations, 2, Form::minimised);
  CHECK(places.row(7).array().isNaN().all());
  std::vector<Eigen::Index> others;
  for (Eigen::Index row = 0; row < 20; ++row) {
    if (row != 7) others.push_back(row);
  }
  const Matrix expected = dsne::sphere::embed_network(whole(others, others), 2, Form::minimised);
  CHECK(difference(places(others, Eigen::all), expected) == 0);

  correlations(3, 4) = correlations(4, 3) = missing;
  CHECK_THROWS_WITH(dsne::sphere::embed_network(correlations, 2, Form::closed),
                    "a network has regions without some of their values");
  CHECK_THROWS_WITH(dsne::sphere::embed_network(Matrix::Constant(9, 9, missing), 2, Form::closed),
                    "a network has fewer regions with values than the sphere has coordinates");
}

TEST_CASE("the diagonal counts as 1") {
  Matrix correlations = network_of(20, 8);
  const Matrix expected = dsne::sphere::embed_network(correlations, 2, Form::closed);
  correlations.diagonal().setZero();
  CHECK(difference(dsne::sphere::embed_network(correlations, 2, Form::closed), expected) == 0);
}

TEST_CASE("neither the order of the regions nor a rotation matters") {
  const Matrix correlations = network_of(30, 9);
  std::vector<Eigen::Index> order;
  for (Eigen::Index row = 30; row-- > 0;) order.push_back(row);
  const Matrix places = dsne::sphere::embed_network(correlations, 2, Form::minimised);
  const Matrix others = dsne::sphere::embed_network(correlations(order, order), 2, Form::minimised);
  const Matrix back = others(order, Eigen::all);
  CHECK(difference(dsne::sphere::turned_onto(back, places), places) < 1e-3);
}
