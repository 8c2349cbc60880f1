#include "tools/published_figure.h"

#include <cmath>

#include "privacy/checked.h"

namespace dsne::tools {

double published_figure(double b_max, double sigma, std::int64_t iterations, double delta) {
  privacy::checked::positive(b_max, "b_max");
  privacy::checked::positive(sigma, "sigma");
  privacy::checked::probability(delta, "delta");
  if (privacy::checked::releases(iterations) == 0) return 0;
  const double slope = static_cast<double>(iterations) * b_max / (2 * sigma * sigma);
  return slope + 2 * std::sqrt(slope) * std::sqrt(-std::log(delta));
}

}  // namespace dsne::tools
