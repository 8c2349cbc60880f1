#include "federated/reference/node_moments.h"

#include <doctest/doctest.h>

#include <cmath>

#include "federated/second_moments.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::federated::best_threshold;
using dsne::federated::CellNumbers;
using dsne::federated::Counts;
using dsne::federated::MomentQuestion;
using dsne::federated::Moments;
using dsne::federated::NodeMoments;
using dsne::federated::PrincipalAxes;
using Eigen::Index;

namespace {

/// Points that spread most along the given direction.
Matrix points_along(const RowVector& direction, Index count) {
  const Matrix noise = dsne::tsne::random_coordinates(count, direction.size(), 0.1, 5);
  return noise + dsne::tsne::random_coordinates(count, 1, 3, 7) * direction;
}

/// What is known of points along some axes.
Moments moments_of(const Matrix& points, const Matrix& axes) {
  const CellNumbers all(static_cast<std::size_t>(points.rows()), 0);
  const NodeMoments sums = dsne::federated::node_moments(points, all, {{0}, {axes.rows()}}, {axes});
  return {points.rows(), axes, sums.sums.row(0), sums.products(0, 0),
          sums.products.col(0).tail(sums.products.rows() - 1).transpose()};
}

}  // namespace

TEST_CASE("a node's moments are sums over its own members along its own axes") {
  const Matrix points = dsne::tsne::random_coordinates(9, 3, 1, 11);
  const CellNumbers node_of = {4, 7, 4, 1, 7, 7, 4, 1, 7};
  const Matrix axes = Matrix::Identity(3, 3).bottomRows(2);
  const MomentQuestion question{{4, 7}, {2, 0}};
  const NodeMoments moments =
      dsne::federated::node_moments(points, node_of, question, {axes, Matrix(0, 3)});
  const Matrix of_4 = points({0, 2, 6}, Eigen::all);
  const Matrix of_7 = points({1, 4, 5, 8}, Eigen::all);
  CHECK((moments.sums.row(0) - of_4.colwise().sum()).norm() < 1e-12);
  CHECK((moments.sums.row(1) - of_7.colwise().sum()).norm() < 1e-12);
  REQUIRE(moments.products.rows() == 5);
  CHECK(moments.products(0) == doctest::Approx(of_4.squaredNorm()));
  CHECK(moments.products(1) == doctest::Approx(of_4.col(1).squaredNorm()));
  CHECK(moments.products(2) == doctest::Approx(of_4.col(1).dot(of_4.col(2))));
  CHECK(moments.products(3) == doctest::Approx(of_4.col(2).squaredNorm()));
  CHECK(moments.products(4) == doctest::Approx(of_7.squaredNorm()));
}

TEST_CASE("the first principal axis is the one along which members spread most") {
  const RowVector direction = RowVector::Unit(4, 1) * 0.6 + RowVector::Unit(4, 3) * 0.8;
  const Matrix points = points_along(direction, 200);
  const PrincipalAxes axes =
      dsne::federated::principal_axes(moments_of(points, Matrix::Identity(4, 4)));
  CHECK(std::abs(axes.first.dot(direction)) > 0.999);
  const Eigen::VectorXd along = points * axes.first.transpose();
  CHECK(axes.deviation ==
        doctest::Approx(std::sqrt((along.array() - along.mean()).square().mean())));
  // A rotation: the parts' axes are of length 1 and at right angles, as the node's.
  CHECK((axes.turn * axes.turn.transpose() - Matrix::Identity(4, 4)).norm() < 1e-9);
  CHECK((axes.turn.row(0) - axes.first).norm() < 1e-12);
}

TEST_CASE("principal axes do not depend on the axes in which moments are told, if all are") {
  const Matrix points = points_along(RowVector::Unit(4, 2), 60);
  const PrincipalAxes plain =
      dsne::federated::principal_axes(moments_of(points, Matrix::Identity(4, 4)));
  const Matrix turned = plain.turn;
  const PrincipalAxes again = dsne::federated::principal_axes(moments_of(points, turned));
  CHECK((again.turn - Matrix::Identity(4, 4)).norm() < 1e-9);
  CHECK(std::abs(again.first.dot(plain.first)) == doctest::Approx(1));
  CHECK(again.deviation == doctest::Approx(plain.deviation));
}

TEST_CASE("of few axes those are found along which the node's members spread, wherever they lie") {
  // Along the first two components there is little: only turned axes see the spread.
  const Matrix points = points_along(RowVector::Unit(5, 4), 80);
  const Matrix turn =
      dsne::federated::principal_axes(moments_of(points, Matrix::Identity(5, 5))).turn;
  const PrincipalAxes first_components =
      dsne::federated::principal_axes(moments_of(points, Matrix::Identity(5, 5).topRows(2)));
  const PrincipalAxes own_axes =
      dsne::federated::principal_axes(moments_of(points, turn.topRows(2)));
  CHECK(first_components.deviation < 0.2);
  CHECK(own_axes.deviation > 2);
}

TEST_CASE("thresholds lie where both sides can have enough members") {
  const Matrix points = dsne::tsne::random_coordinates(1000, 1, 2, 13);
  Moments moments = moments_of(points, Matrix::Identity(1, 1));
  const PrincipalAxes axes = dsne::federated::principal_axes(moments);
  const double mean = moments.mean()(0);
  const auto outermost = [&](Index members, Index count) {
    moments.sum *= static_cast<double>(members) / static_cast<double>(moments.members);
    moments.members = members;
    const std::vector<double> thresholds =
        dsne::federated::thresholds_along(axes, moments, count, 5);
    REQUIRE(std::ssize(thresholds) == count);
    CHECK(thresholds.front() - mean == doctest::Approx(mean - thresholds.back()));
    return (thresholds.back() - mean) / axes.deviation;
  };
  CHECK(outermost(1000, 17) == doctest::Approx(1.2 * 0.99));
  // Of 20 members spread normally, 5 are beyond 0.67 deviations.
  CHECK(outermost(20, 4) == doctest::Approx(0.6));
  CHECK(outermost(12, 2) == doctest::Approx(0.2));
  CHECK(outermost(12, 1) == doctest::Approx(0));
}

TEST_CASE("members are counted along the first principal axis, at its thresholds") {
  const RowVector direction = RowVector::Unit(4, 1) * 0.6 + RowVector::Unit(4, 3) * 0.8;
  const Moments moments = moments_of(points_along(direction, 200), Matrix::Identity(4, 4));
  const PrincipalAxes axes = dsne::federated::principal_axes(moments);
  const auto thresholds = thresholds_along(axes, moments, 17, 5);
  const auto may_be_counted = [&](const RowVector& along, const std::vector<double>& at) {
    return is_along_first_axis(moments, along, at, 5);
  };
  CHECK(may_be_counted(axes.first, thresholds));
  std::vector<double> mirrored;
  for (const double threshold : thresholds) mirrored.insert(mirrored.begin(), -threshold);
  CHECK(may_be_counted(-axes.first, mirrored));
  CHECK_FALSE(may_be_counted(axes.first * 2, thresholds));
  CHECK_FALSE(may_be_counted(axes.turn.row(1), thresholds));
  CHECK_FALSE(may_be_counted((axes.first + 0.1 * axes.turn.row(1)).normalized(), thresholds));
  for (const std::size_t moved : {std::size_t{0}, std::size_t{8}, std::size_t{16}}) {
    auto others = thresholds;
    others[moved] += 1e-3;
    CHECK_FALSE(may_be_counted(axes.first, others));
  }
  const auto coarse = thresholds_along(axes, moments, 3, 5);
  CHECK(may_be_counted(axes.first, coarse));
  CHECK_FALSE(may_be_counted(axes.first, {thresholds[7], thresholds[9]}));
}

TEST_CASE("a node is split where most falls of its sum of squares along the axis") {
  // Ten members each about 0, 1 and 4.
  const std::vector<double> thresholds = {-0.5, 0.5, 1.5, 2.5, 3.5, 4.5};
  Counts below(6);
  below << 0, 10, 20, 20, 20, 30;
  CHECK(best_threshold(thresholds, below, 30, std::vector<bool>(6, false)) == 2);
  CHECK(best_threshold(thresholds, below, 30, {false, false, true, true, true, false}) == 1);
  CHECK(best_threshold(thresholds, below, 30, std::vector<bool>(6, true)) == -1);
}

TEST_CASE("moments are the same after being written and read") {
  Moments moments = moments_of(points_along(RowVector::Unit(3, 0), 20), Matrix::Identity(3, 3));
  const auto again = dsne::federated::parse_moments(to_json(moments), 3, "the cache");
  CHECK(again.members == 20);
  CHECK(again.sum == moments.sum);
  CHECK(again.squares == moments.squares);
  CHECK(again.axes == moments.axes);
  CHECK(again.products == moments.products);
  moments.sum.resize(0);
  CHECK(dsne::federated::parse_moments(to_json(moments), 3, "the cache").products.size() == 0);
}
