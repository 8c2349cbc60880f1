#include "nn/network.h"

#include <doctest/doctest.h>

#include <fstream>
#include <random>

#include "core/matrix.h"
#include "core/uniform.h"
#include "nn/neighbour_embedding.h"
#include "unit/matrices.h"
#include "unit/nn/contrastive_loss.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::nn::Network;

namespace {

Matrix drawn(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Matrix values(rows, columns);
  for (double& value : values.reshaped()) value = 4 * dsne::uniform(engine) - 2;
  return values;
}

/// What a batch costs, as a function of the weights.
double loss_of(const Network& network, const Matrix& heads, const Matrix& tails) {
  return contrastive_loss(dsne::nn::output(network, heads), dsne::nn::output(network, tails), 5);
}

}  // namespace

TEST_CASE("the gradient of the weights is that of finite differences") {
  Network network = dsne::nn::random_network({4, 7, 6, 5, 3}, 3);
  network.weights += 0.05 * RowVector::Ones(network.weights.size());  // biases are not 0 for long
  const Matrix heads = drawn(9, 4, 5);
  const Matrix tails = drawn(9, 4, 7);
  const auto layers = dsne::nn::layers(network, dsne::stacked(heads, tails));
  const auto slope = dsne::nn::contrastive_gradient(layers.back().topRows(9).eval(),
                                                    layers.back().bottomRows(9).eval(), 5);
  const RowVector gradient =
      dsne::nn::weight_gradient(network, layers, dsne::stacked(slope.heads, slope.tails));
  const RowVector expected = differences(
      [&](const RowVector& weights) {
        return loss_of({network.widths, weights}, heads, tails);
      },
      network.weights, 1e-6);
  CHECK((gradient - expected).norm() < 1e-5 * gradient.norm());
}

TEST_CASE("a point's output does not depend on others, to the last bit") {
  const Network network = dsne::nn::random_network({50, 20, 20, 20, 2}, 11);
  const Matrix points = drawn(37, 50, 13);
  const Matrix together = dsne::nn::output(network, points);
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    CHECK(dsne::nn::output(network, points.row(i)) == together.row(i));
  }
  CHECK(dsne::nn::layers(network, points).back() == together);
}

TEST_CASE("a network's weights are those of its widths, within their bounds, from the seed") {
  const Network network = dsne::nn::random_network({3, 6, 2}, 1);
  CHECK(dsne::nn::number_of_weights({3, 6, 2}) == 3 * 6 + 6 + 6 * 2 + 2);
  CHECK(network.weights.size() == 38);
  CHECK(network.weights.segment(0, 18).cwiseAbs().maxCoeff() <= std::sqrt(2.0));
  CHECK(network.weights.segment(18, 6).isZero(0));
  CHECK(network.weights.segment(24, 12).cwiseAbs().maxCoeff() <= 1);
  CHECK(network.weights == dsne::nn::random_network({3, 6, 2}, 1).weights);
  CHECK(network.weights != dsne::nn::random_network({3, 6, 2}, 2).weights);
  CHECK(dsne::nn::number_of_weights({3}) == 0);
}

TEST_CASE("an edge alone attracts its ends, and nobody repels") {
  const Matrix head = drawn(1, 2, 17);
  const Matrix tail = drawn(1, 2, 19);
  const auto slope = dsne::nn::contrastive_gradient(head, tail, 5);
  CHECK(slope.heads == -slope.tails);
  CHECK((head - tail).row(0).dot(slope.heads.row(0)) > 0);
  CHECK(dsne::nn::contrastive_gradient(head, head, 5).heads.isZero(0));
}

TEST_CASE("contrastive neighbour embedding trains step by step as numpy computed it") {
  std::ifstream file(DSNE_TEST_DATA "/neighbour_embedding/step.json");
  const auto expected = dsne::Json::parse(file);
  Network network{expected.at("widths").get<std::vector<Eigen::Index>>(),
                  vector_of(expected.at("weights")).transpose()};
  const Matrix heads = matrix_of(expected.at("heads"));
  const Matrix tails = matrix_of(expected.at("tails"));
  const double repulsion = expected.at("repulsion");
  auto adam = dsne::nn::Adam::at_rest(network.weights.size());
  for (const auto& step : expected.at("steps")) {
    const auto layers = dsne::nn::layers(network, dsne::stacked(heads, tails));
    const Matrix& places = layers.back();
    CHECK(places.isApprox(matrix_of(step.at("places")), 1e-10));
    const Matrix heads_at = places.topRows(heads.rows());
    const Matrix tails_at = places.bottomRows(tails.rows());
    CHECK(contrastive_loss(heads_at, tails_at, repulsion) ==
          doctest::Approx(step.at("loss").get<double>()).epsilon(1e-10));
    const auto slope = dsne::nn::contrastive_gradient(heads_at, tails_at, repulsion);
    const RowVector gradient =
        dsne::nn::weight_gradient(network, layers, dsne::stacked(slope.heads, slope.tails));
    CHECK(gradient.isApprox(vector_of(step.at("gradient")).transpose(), 1e-10));
    // Adam amplifies a gradient that is 0 up to rounding, such as that of biases that move the
    // whole map.
    const auto counts = (gradient.array().abs() > 1e-9).cast<double>().eval();
    const RowVector expected_change = vector_of(step.at("weights")).transpose() - network.weights;
    const RowVector change = dsne::nn::adam_step(adam, gradient, expected.at("learning_rate"));
    CHECK(counts.sum() > 40);
    CHECK((change - expected_change).cwiseProduct(counts.matrix()).norm() <
          1e-9 * expected_change.norm());
    network.weights = vector_of(step.at("weights")).transpose();
  }
}
