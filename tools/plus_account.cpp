#include "tools/plus_account.h"

#include <cmath>
#include <numbers>
#include <sstream>

#include "core/errors.h"
#include "privacy/accountants.h"
#include "privacy/bisection.h"
#include "privacy/checked.h"
#include "privacy/protection.h"

namespace dsne::tools {
namespace {

constexpr int shown_digits = 6;
constexpr double largest_theorem = 1e150;

/// Of the gradients alone, were their noise fixed before anyone has seen the data.
double of_gradients_alone(const PlusSetting& setting) {
  return privacy::find_accountant("gaussian")
      .epsilon({1, setting.sigma}, setting.gradients, setting.delta);
}

std::string why_infinite(const PlusSetting& setting) {
  return "The same run sends " + setting.method.exact +
         ", and learns the features' scale and the\nprincipal components from exact sums: whatever "
         "the noise, no finite epsilon holds.";
}

}  // namespace

const std::vector<PlusMethod>& plus_methods() {
  static const std::vector<PlusMethod> methods = {
      {"fed-tsne", "each subject's exact distances to the landmarks"},
      {"fed-umap", "each subject's exact distances to the landmarks"},
      {"spectral-clustering", "exact sums over all sites' subjects"}};
  return methods;
}

double plus_sigma(double epsilon, std::int64_t gradients, double delta) {
  privacy::checked::positive(epsilon, "epsilon");
  privacy::checked::probability(delta, "delta");
  const auto count = static_cast<double>(privacy::checked::releases(gradients));
  // ln(e + ε/δ), where ε/δ itself may be too large.
  const double logarithm =
      std::log(epsilon) - std::log(delta) + std::log1p(std::numbers::e * delta / epsilon);
  return std::sqrt(8 * count * logarithm) / epsilon;
}

double plus_theorem(double sigma, std::int64_t gradients, double delta) {
  privacy::checked::positive(sigma, "sigma");
  const auto is_enough = [&](double epsilon) {
    return plus_sigma(epsilon, gradients, delta) <= sigma;
  };
  if (!is_enough(largest_theorem)) throw InputError("the theorem has no epsilon for that noise");
  return privacy::smallest(0, largest_theorem, is_enough);
}

std::string plus_account_text(const PlusSetting& setting) {
  const auto shown = [](double epsilon) { return privacy::rounded_up(epsilon, shown_digits); };
  std::ostringstream text;
  text << "Method       " << setting.method.name
       << " with landmark_method mmd and mmd_noise, the published \"+\" form\n"
       << "Releases     " << setting.gradients << ", each a site's gradient\n"
       << "Noise        Gaussian, sigma " << shown(setting.sigma)
       << " times the furthest that one record moves a gradient\n"
       << "delta        " << privacy::rounded_up(setting.delta, shown_digits) << "\n\n"
       << "published figure (does not hold for a run): "
       << shown(plus_theorem(setting.sigma, setting.gradients, setting.delta))
       << ", by Fed-tSNE's theorem 6\n"
       << "the gradients alone, their noise fixed beforehand: "
       << shown(of_gradients_alone(setting)) << ", exact Gaussian differential privacy\n"
       << "what holds for a run: infinite\n\n"
       << why_infinite(setting)
       << "\nmmd_noise, as in the paper's experiments, is a multiple of the gradient's own "
          "deviation:\nit hangs on the data, so that not even the gradients alone have an "
          "epsilon.\n";
  return text.str();
}

Json plus_account_json(const PlusSetting& setting) {
  return {{"method", setting.method.name},
          {"releases", setting.gradients},
          {"delta", setting.delta},
          {"sigma", setting.sigma},
          {"epsilon", nullptr},
          {"gradients_alone", of_gradients_alone(setting)},
          {"published_figure",
           {{"value", plus_theorem(setting.sigma, setting.gradients, setting.delta)},
            {"holds", false}}},
          {"protection", {{"level", "none"}, {"sentence", why_infinite(setting)}}}};
}

}  // namespace dsne::tools
