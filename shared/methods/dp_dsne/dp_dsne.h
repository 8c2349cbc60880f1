#pragma once

#include "methods/dsne/gradient_filter.h"
#include "privacy/adaclip.h"
#include "privacy/random_source.h"

namespace dsne::methods {

/// DP-dSNE (main paper, algorithms 5 to 7): multi-shot dSNE in which the gradient of [own;
/// reference], as one vector, goes through AdaCliP before anything is made of it. Each local
/// iteration is a release of the Gaussian mechanism with sensitivity 2 and noise σ; what is sent,
/// and every place, is made from noisy gradients and public things only. Own points start at
/// random; no KL divergence is sent.
const Method& dp_dsne();

/// A gradient filter that is AdaCliP.
class AdaclipFilter final : public GradientFilter {
 public:
  /// @param release counts one release; what it throws stops it
  /// @param noise gives the iteration's draw from N(0, σ²) for so many entries
  /// @throws MessageError when the state is damaged
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
