#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>

#include "core/errors.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/map_network.h"
#include "methods/method.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr double first_share = 0.3;
constexpr double second_share = 0.6;

/// Returns the paper's rate.
double rate_of_sites(int iteration, int iterations) {
  constexpr double first_rate = 0.001;
  constexpr double fall = 0.1;
  if (iteration < first_share * iterations) return first_rate;
  return iteration < second_share * iterations ? fall * first_rate : fall * fall * first_rate;
}

/// Returns a higher rate: few steps with many edges allow more than many with few.
double rate_of_all(int iteration, int iterations) {
  constexpr double highest = 0.02;
  constexpr int warming = 10;
  const double done = static_cast<double>(iteration) / iterations;
  const double warmth = std::min(1.0, static_cast<double>(iteration + 1) / warming);
  return highest * warmth * (1 + std::cos(std::numbers::pi * done)) / 2;
}

}  // namespace

double network_learning_rate(const Parameters& parameters, int iteration) {
  const int all = iterations(parameters);
  return parameters.averaged == Averaged::weights ? rate_of_sites(iteration, all)
                                                  : rate_of_all(iteration, all);
}

bool uses_repulsion(const Parameters& parameters, int iteration) {
  const bool tells = parameters.surrogates == Surrogates::sum || tells_surrogates(parameters);
  if (!tells) return false;
  const int all = iterations(parameters);
  if (iteration >= all) return false;
  if (parameters.averaged == Averaged::gradients) return iteration >= 3 && iteration % 2 == 1;
  return iteration >= std::max(2.0, std::ceil(first_share * all));
}

bool asks_repulsion(const Parameters& parameters, int iteration) {
  return uses_repulsion(parameters, iteration + 1);
}

bool asks_moments(const Parameters& parameters, int iteration) {
  return uses_repulsion(parameters, iteration + 2);
}

bool changes_network(const Parameters& parameters, int iteration) {
  return parameters.averaged == Averaged::weights || !asks_repulsion(parameters, iteration);
}

nn::Network told_surrogate(const Json& object, Index dimensions, std::string_view what) {
  return network_field(object, surrogate_name, nn::surrogate_widths(dimensions), what);
}

}  // namespace dsne::methods
