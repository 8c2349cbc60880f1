#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::nn {

/// A multilayer perceptron: rectifiers between its layers, none after the last.
struct Network {
  std::vector<Eigen::Index> widths;  ///< of the input, the hidden layers and the output
  RowVector weights;  ///< layer by layer: a row of weights for each of its outputs, then its biases
};

/// How many weights and biases a network of these widths has.
Eigen::Index number_of_weights(const std::vector<Eigen::Index>& widths);

/// Weights drawn evenly from ±√(6 / inputs of the layer) (He et al. 2015), biases 0; the same on
/// every platform.
Network random_network(const std::vector<Eigen::Index>& widths, std::uint64_t seed);

/// What goes into each layer for some points (in rows), and what comes out of the last.
using Layers = std::vector<Matrix>;

Layers layers(const Network& network, const Matrix& points);

/// What the network makes of points (points × last width). A point's row does not depend, to the
/// last bit, on the others.
Matrix output(const Network& network, const Matrix& points);

/// How a function of the output changes with the weights, in their order.
/// @param layers of the points at hand
/// @param slope how it changes with the output, as large as that
RowVector weight_gradient(const Network& network, const Layers& layers, Matrix slope);

/// How it changes with the points (points × first width). @param layers, slope likewise
Matrix input_gradient(const Network& network, const Layers& layers, Matrix slope);

}  // namespace dsne::nn
