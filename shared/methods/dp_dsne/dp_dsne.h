#pragma once

#include "methods/dsne/gradient_filter.h"
#include "privacy/adaclip.h"
#include "privacy/random_source.h"

namespace dsne::methods {

/// DP-dSNE (main paper, algorithms 5 to 7): `dsne` in which AdaCliP processes the gradient of [own;
/// reference], as one vector, before any other use. Each local iteration is a release of the
/// Gaussian mechanism with sensitivity 2 and noise σ. All that is sent, and every position, derives
/// from noisy gradients and public information. Own points start at random; no KL divergence is
/// sent.
const Method& dp_dsne();

/// A gradient filter by AdaCliP.
class AdaclipFilter final : public GradientFilter {
 public:
  /// @param release charges one release; may throw to prevent it
  /// @param noise draws an iteration's entries from N(0, σ²)
  AdaclipFilter(const privacy::AdaclipParameters& parameters, Eigen::Index entries,
                const Json& state, std::function<void()> release,
                std::function<Vector(Eigen::Index entries, int iteration)> noise);

  void charge(int iterations) override;
  Matrix filter(const Matrix& gradient, int iteration) override;
  Json state() const override;

 private:
  privacy::AdaclipParameters parameters_;
  privacy::AdaclipState adaclip_;
  std::function<void()> release_;
  std::function<Vector(Eigen::Index, int)> noise_;
};

}  // namespace dsne::methods
