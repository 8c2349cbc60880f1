#pragma once

#include <random>
#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne {

/// The measures before damage.
struct Measures {
  Matrix all;                       ///< everybody's values, subjects × measures
  RowVector deviations;             ///< robust, of each measure
  std::vector<Eigen::Index> fixed;  ///< five measures
};

/// A kind of damage to one subject's row.
struct Damage {
  std::string name;
  void (*apply)(Eigen::Ref<RowVector> row, const Measures& measures, std::mt19937_64& engine);
};

/// Returns all kinds of damage.
std::vector<Damage> damages();

/// Returns `count` of the numbers 0 … below − 1 in random order.
std::vector<Eigen::Index> drawn(Eigen::Index below, Eigen::Index count, std::mt19937_64& engine);

}  // namespace dsne
