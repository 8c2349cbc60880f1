#include "tools/privacy_account.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "core/errors.h"
#include "privacy/adaclip.h"
#include "tools/published_figure.h"

namespace dsne::tools {
namespace {

/// Nothing where the accountant cannot reach the ε with any noise.
std::optional<double> noise_for(const privacy::Accountant& accountant,
                                const PrivacySetting& setting) {
  try {
    return privacy::sigma_for(accountant, setting.method.sensitivity, setting.releases,
                              *setting.epsilon, setting.delta);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

AccountantFigure figure_of(const privacy::Accountant& accountant, const PrivacySetting& setting) {
  if (setting.epsilon) return {&accountant, setting.epsilon, noise_for(accountant, setting)};
  const privacy::GaussianMechanism each(setting.method.sensitivity, *setting.sigma);
  return {&accountant, accountant.epsilon(each, setting.releases, setting.delta), setting.sigma};
}

/// Less is better: less noise for the same ε, or else less ε for the same noise.
bool is_better(const AccountantFigure& a, const AccountantFigure& b) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const double sigma_a = a.sigma.value_or(none);
  const double sigma_b = b.sigma.value_or(none);
  return sigma_a != sigma_b ? sigma_a < sigma_b : a.epsilon < b.epsilon;
}

}  // namespace

const std::vector<NoisyMethod>& noisy_methods() {
  // Replacing a subject changes two of dp-density's counts by one each.
  static const std::vector<NoisyMethod> methods{
      {"dp-dsne", privacy::adaclip_sensitivity, false, "a clipped gradient, one per iteration"},
      {"dp-density", std::numbers::sqrt2, true, "the counts of a site's points in a grid's cells"}};
  return methods;
}

PrivacyAccount make_account(const PrivacySetting& setting) {
  PrivacyAccount account{setting, {}, 0, std::nullopt};
  for (const privacy::Accountant& accountant : privacy::accountants()) {
    if (setting.method.discrete && !accountant.discrete) continue;
    account.figures.push_back(figure_of(accountant, setting));
  }
  const auto best = std::min_element(account.figures.begin(), account.figures.end(), is_better);
  account.best = static_cast<std::size_t>(best - account.figures.begin());
  if (!best->sigma) throw InputError("no noise reaches that epsilon at that delta");
  if (setting.b_max) {
    account.published =
        published_figure(*setting.b_max, account.sigma(), setting.releases, setting.delta);
  }
  return account;
}

}  // namespace dsne::tools
