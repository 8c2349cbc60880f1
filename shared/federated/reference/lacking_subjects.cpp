#include "federated/reference/lacking_subjects.h"

#include <algorithm>
#include <cmath>

#include "data/stacked.h"
#include "tsne/neighbours.h"

namespace dsne::federated {
namespace {

constexpr double least_neighbours = 15;
constexpr double chance = 0.01;

Eigen::Index neighbours_asked(Eigen::Index own, Eigen::Index reference) {
  const double share_of_own = static_cast<double>(own) / static_cast<double>(own + reference);
  const double by_chance = std::ceil(std::log(chance) / std::log(share_of_own));
  const auto all = static_cast<double>(own + reference - 1);
  return static_cast<Eigen::Index>(std::min(std::max(least_neighbours, by_chance), all));
}

}  // namespace

Group lacking_subjects(const Matrix& own, const Matrix& reference) {
  const Eigen::Index count = neighbours_asked(own.rows(), reference.rows());
  const tsne::Neighbours neighbours =
      tsne::nearest_neighbours(data::stacked(own, reference), count);
  Group lacking;
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    const auto* const begin = neighbours.indices.data() + i * count;
    const bool alone = std::all_of(
        begin, begin + count, [&](auto j) { return static_cast<Eigen::Index>(j) < own.rows(); });
    if (alone) lacking.push_back(i);
  }
  return lacking;
}

}  // namespace dsne::federated
