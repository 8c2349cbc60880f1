#include "privacy/noisy_counts.h"

#include "privacy/discrete_gaussian.h"

namespace dsne::privacy {

RowVector noisy_counts(const RowVector& counts, double sigma, RandomSource& source) {
  const DiscreteGaussian noise(sigma * sigma);
  RowVector noisy = counts;
  for (double& count : noisy) count += static_cast<double>(noise.sample(source));
  return noisy;
}

}  // namespace dsne::privacy
