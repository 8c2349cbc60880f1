#include "federated/fedne_messages.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "federated/method.h"

namespace dsne::federated {
namespace {

constexpr double first_share = 0.3;
constexpr double second_share = 0.6;

}  // namespace

double network_learning_rate(int iteration, int iterations) {
  constexpr double first_rate = 0.001;
  constexpr double fall = 0.1;
  if (iteration < first_share * iterations) return first_rate;
  return iteration < second_share * iterations ? fall * first_rate : fall * fall * first_rate;
}

bool uses_repulsion(const Parameters& parameters, int iteration) {
  if (parameters.surrogates == Surrogates::none) return false;
  const int all = iterations(parameters);
  return iteration >= std::max(2.0, std::ceil(first_share * all)) && iteration < all;
}

bool asks_repulsion(const Parameters& parameters, int iteration) {
  return uses_repulsion(parameters, iteration + 1);
}

bool asks_moments(const Parameters& parameters, int iteration) {
  return uses_repulsion(parameters, iteration + 2);
}

Json to_json(const nn::Grid& grid) {
  return {{"low", json_array(grid.low)}, {"step", grid.step}, {"side", grid.side}};
}

nn::Grid grid_field(const Json& object, const std::string& name, Eigen::Index dimensions,
                    std::string_view what) {
  const Json& given = field(object, name, what);
  nn::Grid grid{vector_field(given, "low", dimensions, what), number_field(given, "step", what),
                integer_field(given, "side", 2, nn::most_grid_side(dimensions), what)};
  if (grid.step < nn::least_grid_step) {
    throw MessageError(std::string(what) + ": " + name + " is finer than a grid is");
  }
  return grid;
}

}  // namespace dsne::federated
