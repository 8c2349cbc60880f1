#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "data/stacked.h"
#include "nn/neighbour_embedding.h"
#include "nn/network.h"
#include "unit/matrices.h"
#include "unit/nn/contrastive_loss.h"

using dsne::Matrix;
using dsne::RowVector;

namespace {

RowVector row_of(const nlohmann::json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const RowVector>(numbers.data(), std::ssize(numbers));
}

}  // namespace

TEST_CASE("contrastive neighbour embedding trains step by step as numpy computed it") {
  std::ifstream file(DSNE_TEST_DATA "/neighbour_embedding/step.json");
  const auto expected = nlohmann::json::parse(file);
  dsne::nn::Network network{expected.at("widths").get<std::vector<Eigen::Index>>(),
                            row_of(expected.at("weights"))};
  const Matrix heads = matrix_of(expected.at("heads"));
  const Matrix tails = matrix_of(expected.at("tails"));
  const double repulsion = expected.at("repulsion");
  auto adam = dsne::nn::Adam::at_rest(network.weights.size());
  for (const auto& step : expected.at("steps")) {
    const auto layers = dsne::nn::layers(network, dsne::data::stacked(heads, tails));
    const Matrix& places = layers.back();
    CHECK(places.isApprox(matrix_of(step.at("places")), 1e-10));
    const Matrix heads_at = places.topRows(heads.rows());
    const Matrix tails_at = places.bottomRows(tails.rows());
    CHECK(contrastive_loss(heads_at, tails_at, repulsion) ==
          doctest::Approx(step.at("loss").get<double>()).epsilon(1e-10));
    const auto slope = dsne::nn::contrastive_gradient(heads_at, tails_at, repulsion);
    const RowVector gradient =
        dsne::nn::weight_gradient(network, layers, dsne::data::stacked(slope.heads, slope.tails));
    CHECK(gradient.isApprox(row_of(step.at("gradient")), 1e-10));
    // Adam amplifies a gradient that is 0 up to rounding, such as that of biases that move the
    // whole map.
    const auto counts = (gradient.array().abs() > 1e-9).cast<double>().eval();
    const RowVector expected_change = row_of(step.at("weights")) - network.weights;
    const RowVector change = dsne::nn::adam_step(adam, gradient, expected.at("learning_rate"));
    CHECK(counts.sum() > 40);
    CHECK((change - expected_change).cwiseProduct(counts.matrix()).norm() <
          1e-9 * expected_change.norm());
    network.weights = row_of(step.at("weights"));
  }
}
