#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::nn {

/// A multilayer perceptron with rectifiers after each layer but the last.
struct Network {
  std::vector<Eigen::Index> widths;  ///< of the input, the hidden layers and the output
  RowVector weights;  ///< layer by layer: a row of weights for each of its outputs, then its biases

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("widths", self.widths);
    visit("weights", self.weights);
  }
};

/// Returns the number of weights and biases of a network with these widths.
Eigen::Index number_of_weights(const std::vector<Eigen::Index>& widths);

/// Draws weights uniformly from ±√(6 / inputs of the layer) (He et al. 2015); biases are 0. Gives
/// the same weights on every platform.
Network random_network(const std::vector<Eigen::Index>& widths, std::uint64_t seed);

/// The inputs of each layer for some points (in rows), and the last layer's output.
using Layers = std::vector<Matrix>;

Layers layers(const Network& network, const Matrix& points);

/// Applies the network to points (points × last width). A point's row does not depend on the
/// others, to the last bit.
Matrix output(const Network& network, const Matrix& points);

/// Computes the gradient of a function of the output with respect to the weights.
/// @param layers of the same points
/// @param slope the function's gradient with respect to the output
RowVector weight_gradient(const Network& network, const Layers& layers, Matrix slope);

/// Computes the gradient with respect to the points (points × first width). @param layers, slope as
/// above
Matrix input_gradient(const Network& network, const Layers& layers, Matrix slope);

/// The state of Adam (Kingma & Ba 2015).
struct Adam {
  RowVector mean;     ///< running mean of the gradients
  RowVector squares;  ///< running mean of their squares
  std::int64_t steps = 0;

  static Adam at_rest(Eigen::Index weights);

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("mean", self.mean);
    visit("squares", self.squares);
    visit("steps", self.steps);
  }
};

/// Updates Adam's state with a gradient. @return the step to add to the weights
RowVector adam_step(Adam& adam, const RowVector& gradient, double learning_rate);

}  // namespace dsne::nn
