#include "methods/fedne/fedne_guarantee.h"

#include <algorithm>
#include <cmath>

#include "methods/method.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr const char* told_of_updates = "its part of the sum of the network's updates";

/// Whatever two parts are, they are no longer than whole_length each.
constexpr double part_sensitivity = 2 * exchange::whole_length;

/// The squared length of noise alone is above its mean by as many deviations in no run.
constexpr double chance_deviations = 5;

privacy::Cost cost_of_round(const Parameters& parameters) {
  return part_of(exchange::cost_of(parameters.update_epsilon, parameters.dp_delta),
                 1.0 / iterations(parameters));
}

}  // namespace

bool guards_updates(const Parameters& parameters) { return parameters.update_epsilon > 0; }

RowVector whole_part(const RowVector& part, double length) {
  return exchange::whole_rows(part / std::max(length, part.norm()));
}

exchange::NoisySum update_sum(const Parameters& parameters, Index weights) {
  return {part_sensitivity, cost_of_round(parameters), weights};
}

privacy::DistributedNoise update_noise(const Parameters& parameters, Index sites, Index weights) {
  return exchange::noise_for(update_sum(parameters, weights), {sites, parameters.dp_colluding},
                             "a network with a guarantee");
}

privacy::PrivateRelease update_release(const Parameters& parameters, Index sites, Index weights) {
  return exchange::release_of(told_of_updates, update_sum(parameters, weights),
                              update_noise(parameters, sites, weights));
}

privacy::PrivateRelease planned_update(const Parameters& parameters) {
  const privacy::Cost cost = cost_of_round(parameters);
  return {told_of_updates,
          "distributed discrete gaussian",
          part_sensitivity,
          part_sensitivity / cost.mu(),
          cost,
          false};
}

RowVector shrunk_sum(const RowVector& sum, double length, const Parameters& parameters,
                     Index sites) {
  const auto numbers = static_cast<double>(sum.size());
  const privacy::DistributedNoise noise = update_noise(parameters, sites, sum.size());
  const double variance = noise.share_variance * static_cast<double>(sites);
  const double told = sum.squaredNorm();
  if (told <= (numbers + chance_deviations * std::sqrt(2 * numbers)) * variance) {
    return RowVector::Zero(sum.size());
  }
  const double kept = 1 - (numbers - 2) * variance / told;
  return kept * length / exchange::whole_length * sum;
}

double step_length(double learning_rate, Index weights) {
  return learning_rate * std::sqrt(static_cast<double>(weights));
}

}  // namespace dsne::methods
