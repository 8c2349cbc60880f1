#include "methods/fedne/fedne_guarantee.h"

#include <algorithm>
#include <cmath>

#include "methods/method.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

/// Whatever two parts are, they are no longer than whole_length each.
constexpr double part_sensitivity = 2 * exchange::whole_length;

/// The squared length of pure noise never exceeds its mean by this many deviations in a run.
constexpr double chance_deviations = 5;

}  // namespace

bool guards_updates(const Parameters& parameters) { return parameters.update_epsilon > 0; }

RowVector whole_part(const RowVector& part, double length) {
  return exchange::whole_rows(part / std::max(length, part.norm()));
}

exchange::NoisySum update_sum(const Parameters& parameters, Index weights) {
  const privacy::Cost run = exchange::cost_of(parameters.update_epsilon, parameters.dp_delta);
  return {"its part of the sum of the network's updates",
          "a network with a guarantee",
          part_sensitivity,
          part_of(run, 1.0 / iterations(parameters)),
          parameters.dp_colluding,
          weights};
}

RowVector shrunk_sum(const RowVector& sum, double length, const Parameters& parameters,
                     Index sites) {
  const auto numbers = static_cast<double>(sum.size());
  const privacy::DistributedNoise noise = update_sum(parameters, sum.size()).noise(sites);
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
