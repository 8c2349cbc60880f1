#include "privacy/accountants.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/errors.h"
#include "privacy/bisection.h"
#include "privacy/checked.h"
#include "privacy/composition.h"
#include "privacy/moments_accountant.h"

namespace dsne::privacy {
namespace {

double gaussian(const GaussianMechanism& each, std::int64_t releases, double delta) {
  return compose(each.gaussian_dp(), releases).epsilon(delta);
}

double zcdp(const GaussianMechanism& each, std::int64_t releases, double delta) {
  return compose(each.zcdp(), releases).epsilon(delta);
}

double zcdp_classic(const GaussianMechanism& each, std::int64_t releases, double delta) {
  return compose(each.zcdp(), releases).epsilon_classic(delta);
}

double moments(const GaussianMechanism& each, std::int64_t releases, double delta) {
  return moments_epsilon(compose(each.zcdp(), releases), delta);
}

/// What one of `releases` is worth by itself when together they may spend half of δ.
ApproximateDp one_of(const GaussianMechanism& each, std::int64_t releases, double delta) {
  const double share = delta / 2 / static_cast<double>(releases);
  return {each.gaussian_dp().epsilon(share), share};
}

double optimal_composition(const GaussianMechanism& each, std::int64_t releases, double delta) {
  checked::probability(delta, "delta");
  if (checked::releases(releases) == 0) return 0;
  return compose_optimal(one_of(each, releases, delta), releases, delta);
}

double strong_composition(const GaussianMechanism& each, std::int64_t releases, double delta) {
  checked::probability(delta, "delta");
  if (checked::releases(releases) == 0) return 0;
  return compose_strong(one_of(each, releases, delta), releases, delta / 2).epsilon;
}

constexpr std::array<Accountant, 6> all{{
    {"gaussian", "exact curve of continuous Gaussian noise (Balle, Wang 2018; Dong, Roth, Su 2019)",
     false, gaussian},
    {"zcdp", "zCDP with the tight Renyi conversion (Canonne, Kamath, Steinke 2020)", true, zcdp},
    {"zcdp_classic", "Renyi DP as in the paper: zCDP, Mironov's conversion (Bun, Steinke 2016)",
     true, zcdp_classic},
    {"moments", "moments accountant, lambda up to 32 (Abadi et al. 2016)", true, moments},
    {"optimal_composition", "optimal composition (Kairouz, Oh, Viswanath 2015)", false,
     optimal_composition},
    {"strong_composition", "strong composition (Dwork, Rothblum, Vadhan 2010)", false,
     strong_composition},
}};

}  // namespace

std::span<const Accountant> accountants() { return all; }

const Accountant& find_accountant(std::string_view name) {
  const auto* const found = std::find_if(all.begin(), all.end(),
                                         [&](const Accountant& each) { return each.name == name; });
  if (found == all.end()) {
    std::string names;
    for (const auto& each : all) names += (names.empty() ? "" : ", ") + std::string(each.name);
    throw InputError("the accountant must be one of " + names);
  }
  return *found;
}

double sigma_for(const Accountant& accountant, double sensitivity, std::int64_t releases,
                 double epsilon, double delta) {
  checked::positive(sensitivity, "sensitivity");
  checked::positive(epsilon, "epsilon");
  if (releases < 1) throw InputError("releases must be 1 or above");
  const auto enough = [&](double multiplier) {
    return accountant.epsilon(GaussianMechanism(1, multiplier), releases, delta) <= epsilon;
  };
  constexpr double least = 1e-60;
  constexpr double most = 1e60;
  double high = 1;
  while (!enough(high) && high < most) high *= 2;
  if (high >= most) throw InputError("no noise reaches that epsilon at that delta");
  while (enough(high / 2) && high > least) high /= 2;
  return sensitivity * smallest(high / 2, high, enough);
}

}  // namespace dsne::privacy
