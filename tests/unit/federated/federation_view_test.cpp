#include "federated/methods/federation_view.h"

#include <doctest/doctest.h>

#include "data/stacked.h"
#include "test_points.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "whole_objective.h"

using dsne::Matrix;
using dsne::Vector;
using dsne::data::stacked;
using dsne::federated::FederationView;
using dsne::federated::SitePoints;
using Eigen::Index;

namespace {

constexpr double view_perplexity = 8;

/// Weights from 1 to 4.
Vector mixed_weights(Index points) {
  Vector weights(points);
  for (Index s = 0; s < points; ++s) weights(s) = 1 + static_cast<double>(s * 7 % 4);
  return weights;
}

/// Groups of five.
FederationView some_view(Index own, Index sites) {
  const Vector weights = mixed_weights(40);
  FederationView view{own, sites, weights, weights.array() + 0.25, {{}, 8}};
  for (Index s = 0; s < 40; ++s) view.groups.of_reference.push_back(s % 8);
  return view;
}

Matrix some_coordinates(Index points, std::uint64_t seed) {
  return dsne::tsne::random_coordinates(points, 2, 3.0, seed);
}

/// [own; reference] in which every reference point is there as often as its weight says.
struct Repeated {
  Matrix coordinates;
  std::vector<Index> from;  ///< the row of [own; reference] of each
};

Repeated repeated(const Matrix& coordinates, const FederationView& view) {
  Repeated result;
  for (Index i = 0; i < coordinates.rows(); ++i) {
    const double times = i < view.own ? 1 : view.weights(i - view.own);
    for (int k = 0; k < times; ++k) result.from.push_back(i);
  }
  result.coordinates = coordinates(result.from, Eigen::all);
  return result;
}

/// t-SNE's gradient by its definition.
Matrix defined_gradient(const Matrix& p, const Matrix& coordinates, double exaggeration) {
  const auto w = [&](Index i, Index j) {
    return 1 / (1 + (coordinates.row(i) - coordinates.row(j)).squaredNorm());
  };
  double z = 0;
  for (Index i = 0; i < coordinates.rows(); ++i) {
    for (Index j = 0; j < coordinates.rows(); ++j) z += i == j ? 0 : w(i, j);
  }
  Matrix gradient = Matrix::Zero(coordinates.rows(), coordinates.cols());
  for (Index i = 0; i < coordinates.rows(); ++i) {
    for (Index j = 0; j < coordinates.rows(); ++j) {
      gradient.row(i) += 4 * (exaggeration * p(i, j) - w(i, j) / z) * w(i, j) *
                         (coordinates.row(i) - coordinates.row(j));
    }
  }
  return gradient;
}

}  // namespace

TEST_CASE("a group's subjects are spread evenly over its reference points") {
  const dsne::federated::Cells groups{{0, 1, 0, 2, 1, 1}, 3};
  dsne::federated::Counts elsewhere(6);
  elsewhere << 3, 0, 0, 0, 0, 2;
  const Vector weights = dsne::federated::standing_weights(groups, elsewhere);
  const Vector expected{{2.5, 1 + 2 / 3., 2.5, 1, 1 + 2 / 3., 1 + 2 / 3.}};
  CHECK((weights - expected).norm() < 1e-12);
}

TEST_CASE("the affinities of own points count every point that a reference point stands for") {
  const SitePoints points{own_data(25, 7), reference_data()};
  const FederationView view = some_view(25, 3);
  const Matrix p = dense(dsne::federated::view_affinities(points, view, view_perplexity));
  Vector weights = Vector::Ones(65);
  weights.tail(40) = view.weights;
  const Matrix counted = dense(dsne::tsne::joint_affinities(stacked(points.own, points.reference),
                                                            weights, view_perplexity));
  CHECK(counted.sum() == doctest::Approx(1));
  CHECK(relative_error(p.topRows(25), counted.topRows(25)) < 1e-12);
  const Matrix single = weights.cwiseInverse().asDiagonal() * counted;
  CHECK(relative_error(p.bottomLeftCorner(40, 25), single.bottomLeftCorner(40, 25)) < 1e-12);
}

TEST_CASE("the affinities of reference points with each other are the same at every site") {
  const FederationView view = some_view(25, 3);
  const auto among = [&](std::uint64_t seed) -> Matrix {
    const SitePoints points{own_data(25, seed), reference_data()};
    return dense(dsne::federated::view_affinities(points, view, view_perplexity))
        .bottomRightCorner(40, 40);
  };
  const Matrix one = among(7);
  CHECK(one == among(8));
  const Matrix counted =
      dense(dsne::tsne::joint_affinities(reference_data(), view.public_weights, view_perplexity));
  const auto inverse = view.public_weights.cwiseInverse().eval();
  CHECK(relative_error(one, inverse.asDiagonal() * counted * inverse.asDiagonal()) < 1e-12);
}

TEST_CASE("own points feel each reference point as often as it counts") {
  const SitePoints points{own_data(25, 7), reference_data()};
  const FederationView view = some_view(25, 3);
  const auto affinities = dsne::federated::view_affinities(points, view, view_perplexity);
  const Matrix coordinates = some_coordinates(65, 11);
  const Repeated all = repeated(coordinates, view);
  REQUIRE(all.coordinates.rows() == view.points());
  const Matrix p = dense(affinities);
  Matrix split(all.coordinates.rows(), all.coordinates.rows());
  for (Index i = 0; i < split.rows(); ++i) {
    for (Index j = 0; j < split.cols(); ++j) {
      const Index a = all.from[static_cast<std::size_t>(i)];
      const Index b = all.from[static_cast<std::size_t>(j)];
      split(i, j) = p(a, b) / (b < 25 ? 1 : view.weights(b - 25));
    }
  }
  const Matrix expected = defined_gradient(split, all.coordinates, 1.5).topRows(25);
  CHECK(
      relative_error(dsne::federated::view_gradient(affinities, coordinates, view, 1.5).topRows(25),
                     expected) < 1e-5);
}

TEST_CASE("the sites' mean at a reference point is its group's part of their force, once a site") {
  const SitePoints points{own_data(25, 13), reference_data()};
  const Matrix coordinates = some_coordinates(65, 17);
  FederationView view = some_view(25, 1);
  const auto affinities = dsne::federated::view_affinities(points, view, view_perplexity);
  const auto of_reference = [&](Index sites) -> Matrix {
    view.sites = sites;
    return dsne::federated::view_gradient(affinities, coordinates, view, 2).bottomRows(40);
  };
  const Matrix of_four = of_reference(4);
  const Matrix alone = of_reference(1);

  const Matrix p = dense(affinities);
  double z = 0;
  const Matrix all = repeated(coordinates, view).coordinates;
  for (Index i = 0; i < all.rows(); ++i) {
    for (Index j = 0; j < all.rows(); ++j) {
      if (i != j) z += 1 / (1 + (all.row(i) - all.row(j)).squaredNorm());
    }
  }
  const auto force = [&](Index s, Index from, Index to) {
    Matrix sum = Matrix::Zero(1, 2);
    for (Index i = from; i < to; ++i) {
      const auto d = (coordinates.row(25 + s) - coordinates.row(i)).eval();
      const double w = 1 / (1 + d.squaredNorm());
      sum += 4 * (2 * p(25 + s, i) - w / z) * w * d;
    }
    return sum;
  };
  Matrix by_own = Matrix::Zero(40, 2);
  Matrix among(40, 2);
  for (Index s = 0; s < 40; ++s) {
    among.row(s) = force(s, 25, 65);
    for (Index other = s % 8; other < 40; other += 8) by_own.row(s) += force(other, 0, 25) / 5;
  }
  CHECK(relative_error(of_four - alone, 3 * by_own) < 1e-5);
  CHECK(relative_error(alone, among + by_own) < 1e-5);
}
