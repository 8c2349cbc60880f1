#include "privacy/composition.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.h"
#include "privacy/bisection.h"
#include "privacy/checked.h"

namespace dsne::privacy {
namespace {

void check(ApproximateDp each, std::int64_t releases) {
  checked::non_negative(each.epsilon, "epsilon");
  checked::non_negative(each.delta, "delta");
  checked::releases(releases);
}

/// ln of the probability of l "heads" in k tosses, l = 0 … k, where heads has odds e^ε. Each is put
/// together by itself: for a large ε, a running sum would lose the last ones to rounding.
std::vector<double> log_binomial(std::int64_t k, double epsilon) {
  std::vector<double> result(static_cast<std::size_t>(k) + 1);
  const double log_heads = -std::log1p(std::exp(-epsilon));
  double log_choices = 0;
  for (std::int64_t l = k; l >= 0; --l) {
    const auto tails = static_cast<double>(k - l);
    result[static_cast<std::size_t>(l)] =
        log_choices + static_cast<double>(k) * log_heads - tails * epsilon;
    log_choices += std::log(static_cast<double>(l) / (tails + 1));
  }
  return result;
}

/// The δ at `total` of k randomised responses, each ε-DP: Σ_l max(0, P(l) − e^total P(k − l)).
double delta_of_randomised_responses(const std::vector<double>& log_heads, double epsilon,
                                     double total) {
  const auto k = static_cast<double>(log_heads.size() - 1);
  double sum = 0;
  for (std::size_t l = log_heads.size(); l-- > 0;) {
    const double log_ratio = total + (k - 2 * static_cast<double>(l)) * epsilon;
    if (log_ratio >= 0) break;
    sum -= std::exp(log_heads[l]) * std::expm1(log_ratio);
  }
  return sum;
}

}  // namespace

ApproximateDp compose_basic(ApproximateDp each, std::int64_t releases) {
  check(each, releases);
  const auto k = static_cast<double>(releases);
  const ApproximateDp total{k * each.epsilon, k * each.delta};
  if (total.delta >= 1) throw InputError("the total delta must be below 1");
  return total;
}

ApproximateDp compose_strong(ApproximateDp each, std::int64_t releases, double slack) {
  checked::probability(slack, "delta");
  const ApproximateDp basic = compose_basic(each, releases);
  if (basic.delta + slack >= 1) throw InputError("the total delta must be below 1");
  const auto k = static_cast<double>(releases);
  const double spread = each.epsilon * std::sqrt(-2 * k * std::log(slack));
  const double strong = spread + basic.epsilon * std::expm1(each.epsilon);
  return {std::min(basic.epsilon, strong), basic.delta + slack};
}

double compose_optimal(ApproximateDp each, std::int64_t releases, double delta) {
  check(each, releases);
  checked::probability(delta, "delta");
  const auto k = static_cast<double>(releases);
  // What is left of δ once any of the releases may have failed: 1 − (1 − δ)/(1 − δ₀)^k.
  const double left = -std::expm1(std::log1p(-delta) - k * std::log1p(-each.delta));
  if (!(left >= 0)) throw InputError("delta is too small for that many releases");
  if (releases == 0 || each.epsilon == 0) return 0;
  const auto log_heads = log_binomial(releases, each.epsilon);
  const auto holds = [&](double total) {
    return delta_of_randomised_responses(log_heads, each.epsilon, total) <= left;
  };
  return holds(0) ? 0 : smallest(0, k * each.epsilon, holds);
}

}  // namespace dsne::privacy
