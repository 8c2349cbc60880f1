#include "core/shuffled.h"

#include <numeric>
#include <random>
#include <utility>

namespace dsne {

std::vector<Eigen::Index> shuffled(Eigen::Index count, std::uint64_t seed) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::mt19937_64 engine(seed);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[engine() % left]);
  }
  return order;
}

}  // namespace dsne
