#include "methods/fedne/map_network.h"

#include <cmath>

#include "core/errors.h"

namespace dsne::methods {

using Eigen::Index;

std::vector<Index> map_widths(const Parameters& parameters, Index features) {
  const Index hidden = parameters.network_width;
  return {features, hidden, hidden, hidden, parameters.no_dims};
}

nn::Network initial_network(const Parameters& parameters, Index features) {
  return nn::random_network(map_widths(parameters, features),
                            static_cast<std::uint64_t>(parameters.seed));
}

Matrix network_inputs(const Matrix& points, const Matrix& reference) {
  constexpr double largest = 100;
  const RowVector mean = reference.colwise().mean();
  const double unit =
      std::sqrt((reference.rowwise() - mean).squaredNorm() / static_cast<double>(reference.size()));
  if (!(unit > 0)) throw InputError("all reference points are the same");
  const Matrix inputs = (points.rowwise() - mean) / unit;
  return inputs.cwiseMax(-largest).cwiseMin(largest);
}

nn::Network network_field(const Json& object, const std::string& name,
                          const std::vector<Index>& widths, std::string_view what) {
  const Matrix weights = matrix_field(object, name, 1, nn::number_of_weights(widths), what);
  if (weights.size() > 0 && weights.cwiseAbs().maxCoeff() > weight_bound) {
    throw MessageError(std::string(what) + ": " + name + " has weights that no run ends in");
  }
  return {widths, weights.row(0)};
}

Matrix placed_by(const nn::Network& network, const Matrix& points, const Matrix& reference) {
  return nn::output(network, network_inputs(points, reference));
}

}  // namespace dsne::methods
