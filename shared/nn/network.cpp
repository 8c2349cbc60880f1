#include "nn/network.h"

#include <cmath>
#include <random>
#include <utility>

#include "core/products.h"
#include "core/uniform.h"

namespace dsne::nn {
namespace {

using Eigen::Index;

/// The position of a layer's numbers among the weights.
struct LayerSpan {
  Index first = 0, inputs = 0, outputs = 0;

  Index biases() const { return first + inputs * outputs; }
  Index end() const { return biases() + outputs; }
};

std::vector<LayerSpan> spans_of(const std::vector<Index>& widths) {
  std::vector<LayerSpan> spans;
  Index first = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    spans.push_back({first, widths[i], widths[i + 1]});
    first = spans.back().end();
  }
  return spans;
}

Eigen::Map<const Matrix> weights_of(const Network& network, const LayerSpan& layer) {
  return {network.weights.data() + layer.first, layer.outputs, layer.inputs};
}

/// Returns the gradient at a layer's inputs from that at its outputs.
Matrix before(const Network& network, const LayerSpan& layer, const Matrix& slope) {
  return times_transpose(slope, weights_of(network, layer).transpose());
}

Matrix after(const Network& network, const LayerSpan& layer, const Matrix& inputs) {
  Matrix outputs = times_transpose(inputs, weights_of(network, layer));
  outputs.rowwise() += network.weights.segment(layer.biases(), layer.outputs);
  return outputs;
}

// The paper's values.
constexpr double mean_decay = 0.9;
constexpr double squares_decay = 0.999;
constexpr double least_deviation = 1e-8;

}  // namespace

Index number_of_weights(const std::vector<Index>& widths) {
  return widths.size() < 2 ? 0 : spans_of(widths).back().end();
}

Network random_network(const std::vector<Index>& widths, std::uint64_t seed) {
  Network network{widths, RowVector::Zero(number_of_weights(widths))};
  std::mt19937_64 engine(seed);
  for (const LayerSpan& layer : spans_of(widths)) {
    const double bound = std::sqrt(6.0 / static_cast<double>(layer.inputs));
    for (Index i = layer.first; i < layer.biases(); ++i) {
      network.weights(i) = bound * (2 * uniform(engine) - 1);
    }
  }
  return network;
}

Layers layers(const Network& network, const Matrix& points) {
  Layers all = {points};
  for (const LayerSpan& layer : spans_of(network.widths)) {
    if (all.size() > 1) all.back() = all.back().cwiseMax(0);
    all.push_back(after(network, layer, all.back()));
  }
  return all;
}

Matrix output(const Network& network, const Matrix& points) {
  return layers(network, points).back();
}

RowVector weight_gradient(const Network& network, const Layers& layers, Matrix slope) {
  const std::vector<LayerSpan> spans = spans_of(network.widths);
  RowVector gradient(network.weights.size());
  for (std::size_t i = spans.size(); i-- > 0;) {
    const LayerSpan& layer = spans[i];
    const Matrix& inputs = layers[i];
    Eigen::Map<Matrix>(gradient.data() + layer.first, layer.outputs, layer.inputs) =
        times_transpose(slope.transpose(), inputs.transpose());
    gradient.segment(layer.biases(), layer.outputs) = slope.colwise().sum();
    if (i == 0) break;
    // A rectifier passes the gradient where its output is positive.
    slope = (inputs.array() > 0).select(before(network, layer, slope), 0.0);
  }
  return gradient;
}

Matrix input_gradient(const Network& network, const Layers& layers, Matrix slope) {
  const std::vector<LayerSpan> spans = spans_of(network.widths);
  for (std::size_t i = spans.size(); i-- > 0;) {
    slope = before(network, spans[i], slope);
    if (i > 0) slope = (layers[i].array() > 0).select(slope, 0.0);
  }
  return slope;
}

Adam Adam::at_rest(Eigen::Index weights) {
  return {RowVector::Zero(weights), RowVector::Zero(weights), 0};
}

RowVector adam_step(Adam& adam, const RowVector& gradient, double learning_rate) {
  ++adam.steps;
  adam.mean = mean_decay * adam.mean + (1 - mean_decay) * gradient;
  adam.squares = squares_decay * adam.squares + (1 - squares_decay) * gradient.cwiseAbs2();
  const auto steps = static_cast<double>(adam.steps);
  const double mean_share = 1 - std::pow(mean_decay, steps);
  const double squares_share = 1 - std::pow(squares_decay, steps);
  return -learning_rate * (adam.mean.array() / mean_share) /
         ((adam.squares.array() / squares_share).sqrt() + least_deviation);
}

}  // namespace dsne::nn
