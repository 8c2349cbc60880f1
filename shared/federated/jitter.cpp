#include "federated/jitter.h"

#include "privacy/gaussian_noise.h"

namespace dsne::federated {

std::optional<double> jitter_of(const Parameters& parameters) {
  const Method& method = find_method(parameters.method);
  if (!reads(method, "jitter")) return std::nullopt;
  if (!reads(method, "placement")) return parameters.jitter;
  if (iterations(parameters) <= still_iterations) return std::nullopt;
  return parameters.placement == Placement::paper ? 0 : parameters.jitter;
}

Matrix jittered(Matrix points, double size, const SecretSource& secret_source) {
  if (size == 0) return points;
  privacy::KeyedSource source = secret_source("jitter");
  points.reshaped() += privacy::gaussian_noise(points.size(), size, source);
  return points;
}

}  // namespace dsne::federated
