#pragma once

#include <cstdint>

#include "core/matrix.h"

namespace dsne::nn {

/// What Adam (Kingma & Ba 2015) remembers of the gradients so far.
struct Adam {
  RowVector mean;     ///< running mean of the gradients
  RowVector squares;  ///< the same of their squares
  std::int64_t steps = 0;

  static Adam at_rest(Eigen::Index weights);
};

/// Takes note of a gradient. @return what is to be added to the weights
RowVector adam_step(Adam& adam, const RowVector& gradient, double learning_rate);

}  // namespace dsne::nn
