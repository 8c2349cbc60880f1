#pragma once

#include <cstdint>

#include "core/matrix.h"

namespace dsne::nn {

/// The state of Adam (Kingma & Ba 2015).
struct Adam {
  RowVector mean;     ///< running mean of the gradients
  RowVector squares;  ///< running mean of their squares
  std::int64_t steps = 0;

  static Adam at_rest(Eigen::Index weights);

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("mean", self.mean);
    visit("squares", self.squares);
    visit("steps", self.steps);
  }
};

/// Updates Adam's state with a gradient. @return the step to add to the weights
RowVector adam_step(Adam& adam, const RowVector& gradient, double learning_rate);

}  // namespace dsne::nn
