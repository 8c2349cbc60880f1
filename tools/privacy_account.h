#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "privacy/accountants.h"

namespace dsne::tools {

/// A method that releases something private under noise.
struct NoisyMethod {
  std::string name;
  double sensitivity = 0;  ///< of a release, when one record is replaced; σ is in the same unit
  bool discrete = false;   ///< whether the noise is the discrete Gaussian's
  std::string each;        ///< what one release is, in words
  bool shared = false;     ///< the noise is of all sites together
};

/// The methods that have a privacy plan.
std::vector<NoisyMethod> noisy_methods();

/// What to account for: one site's part in one run. Either σ is given, or the ε that is wanted.
struct PrivacySetting {
  NoisyMethod method;
  std::int64_t releases = 1;
  double delta = 0;
  std::optional<double> sigma;
  std::optional<double> epsilon;
  std::optional<double> b_max;  ///< the largest entry of AdaCliP's b, for the published figure
};

/// What one accountant says.
struct AccountantFigure {
  const privacy::Accountant* accountant = nullptr;
  std::optional<double> epsilon;  ///< at the noise given, or the one wanted
  std::optional<double> sigma;    ///< as given, or the least that is enough; none where none is
};

/// The figures for a setting, by every accountant that applies to its noise.
struct PrivacyAccount {
  PrivacySetting setting;
  std::vector<AccountantFigure> figures;  ///< the tightest accountant first
  std::size_t best = 0;                   ///< the figure with the least ε, or the least σ
  std::optional<double> published;        ///< the paper's figure at the best σ; no guarantee

  double epsilon() const { return *figures[best].epsilon; }  ///< the least that holds
  double sigma() const { return *figures[best].sigma; }      ///< the noise with which it holds
};

/// @throws InputError when a figure is beyond what an accountant can compute
PrivacyAccount make_account(const PrivacySetting& setting);

}  // namespace dsne::tools
