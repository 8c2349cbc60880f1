#include "privacy/renyi.h"

#include <algorithm>
#include <cmath>

#include "privacy/checked.h"

namespace dsne::privacy {

double renyi_to_epsilon(double order, double divergence, double delta) {
  checked::order(order);
  checked::non_negative(divergence, "divergence");
  checked::probability(delta, "delta");
  const double excess = order - 1;
  const double log_share = std::log(excess) - std::log(order);
  const double epsilon = divergence + log_share - (std::log(delta) + std::log(order)) / excess;
  return std::max(0.0, epsilon);
}

double renyi_to_epsilon_mironov(double order, double divergence, double delta) {
  checked::order(order);
  checked::non_negative(divergence, "divergence");
  checked::probability(delta, "delta");
  return divergence - std::log(delta) / (order - 1);
}

}  // namespace dsne::privacy
