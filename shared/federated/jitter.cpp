#include "federated/jitter.h"

#include "privacy/gaussian_noise.h"

namespace dsne::federated {

Matrix jittered(Matrix points, double size, const SecretSource& secret_source) {
  if (size == 0) return points;
  privacy::KeyedSource source = secret_source("jitter");
  points.reshaped() += privacy::gaussian_noise(points.size(), size, source);
  return points;
}

}  // namespace dsne::federated
