#include "tools/privacy_account.h"

#include <algorithm>
#include <limits>

#include "core/errors.h"
#include "federated/method.h"
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

std::vector<NoisyMethod> noisy_methods() {
  std::vector<NoisyMethod> noisy;
  for (const federated::Method* method : federated::methods()) {
    const auto plan = federated::possible_plan(*method);
    if (!plan) continue;
    noisy.push_back({method->name(), plan->each.sensitivity, plan->each.mechanism != "gaussian",
                     plan->each.what, plan->shared_noise.has_value()});
  }
  return noisy;
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
