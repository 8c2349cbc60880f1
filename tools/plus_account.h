#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/json.h"

namespace dsne::tools {

/// A method that Qiao, Ma & Fan publish a "+" form of: noise on the gradients by which its
/// landmarks are learned (landmark_method mmd with mmd_noise).
struct PlusMethod {
  std::string name;
  std::string exact;  ///< what of the subjects leaves a site without noise besides, in words
};

const std::vector<PlusMethod>& plus_methods();

/// The gradients' noise. Its unit is the furthest that a site's gradient can move when one of its
/// records is replaced.
struct PlusSetting {
  PlusMethod method;
  double sigma = 0;
  std::int64_t gradients = 1;  ///< that a site tells: rounds · steps
  double delta = 0;
};

/// The ε of their theorem 6, which has σ² = 8SΔ² ln(e + ε/δ)/ε² for S gradients of sensitivity Δ.
/// @param sigma the noise's standard deviation in units of Δ, > 0
/// @throws InputError when a parameter is out of range, or the figure is
double plus_theorem(double sigma, std::int64_t gradients, double delta);

/// The noise for which the theorem has this ε.
double plus_sigma(double epsilon, std::int64_t gradients, double delta);

/// The theorem's ε, what holds of the gradients alone, and of a run.
std::string plus_account_text(const PlusSetting& setting);
Json plus_account_json(const PlusSetting& setting);

}  // namespace dsne::tools
