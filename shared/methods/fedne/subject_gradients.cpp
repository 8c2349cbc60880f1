#include "methods/fedne/subject_gradients.h"

#include <algorithm>

#include "methods/fedne/network_training.h"
#include "nn/neighbour_embedding.h"
#include "tsne/initialization.h"
#include "tsne/neighbours.h"

namespace dsne::methods {

using Eigen::Index;

namespace {

/// Computes each point's gradient with respect to its position.
Matrix slopes_among(const Matrix& places, const std::vector<Index>& neighbours,
                    const ReferenceOnMap& reference) {
  const auto count = std::ssize(neighbours) / std::max<Index>(1, places.rows());
  Matrix slopes(places.rows(), places.cols());
  for (Index i = 0; i < places.rows(); ++i) {
    const auto near = Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>>(
        neighbours.data() + i * count, count);
    slopes.row(i) = nn::slope_among(places.row(i), reference.places(near, Eigen::all),
                                    reference.places, repulsion_strength);
  }
  return slopes;
}

}  // namespace

ReferenceOnMap reference_on_map(const nn::Network& network, const Matrix& reference_inputs) {
  return {reference_inputs, nn::output(network, reference_inputs)};
}

std::vector<Index> nearest_in_reference(const Matrix& inputs, const Matrix& reference_inputs) {
  const Index count = std::min(neighbours_per_point, reference_inputs.rows());
  const tsne::Neighbours found = tsne::nearest_candidates(inputs, reference_inputs, count);
  return {found.indices.begin(), found.indices.end()};
}

void for_each_gradient(const nn::Network& network, const Matrix& inputs,
                       const std::vector<Index>& neighbours, const ReferenceOnMap& reference,
                       const std::function<void(const RowVector&)>& use) {
  const nn::Layers layers = nn::layers(network, inputs);
  const Matrix slopes = slopes_among(layers.back(), neighbours, reference);
  for (Index i = 0; i < inputs.rows(); ++i) {
    nn::Layers of_point;
    for (const Matrix& layer : layers) of_point.emplace_back(layer.row(i));
    use(nn::weight_gradient(network, of_point, slopes.row(i)));
  }
}

Matrix blurred(const Matrix& inputs, double noise, std::uint64_t seed) {
  if (noise == 0) return inputs;
  return inputs + tsne::random_coordinates(inputs.rows(), inputs.cols(), noise, seed);
}

ReferencePull reference_pull(const nn::Network& network, const Matrix& reference_inputs,
                             double noise, std::uint64_t seed) {
  const ReferenceOnMap reference = reference_on_map(network, reference_inputs);
  const std::vector<Index> neighbours = neighbours_of(reference_inputs);
  const Matrix inputs = blurred(reference_inputs, noise, seed);
  std::vector<double> lengths;
  for_each_gradient(network, inputs, neighbours, reference,
                    [&](const RowVector& gradient) { lengths.push_back(gradient.norm()); });
  std::vector<double> sorted = lengths;
  const auto middle = sorted.begin() + std::ssize(sorted) / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  constexpr double least_length = 1e-12;
  const double length = std::max(least_length, *middle);
  const nn::Layers layers = nn::layers(network, inputs);
  Matrix slopes = slopes_among(layers.back(), neighbours, reference);
  for (Index i = 0; i < slopes.rows(); ++i) {
    slopes.row(i) *= length / std::max(length, lengths[static_cast<std::size_t>(i)]);
  }
  return {length, nn::weight_gradient(network, layers, slopes)};
}

}  // namespace dsne::methods
