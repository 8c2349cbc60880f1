#include "federated/sums/oddness_sums.h"

#include <algorithm>

#include "federated/sums/wide_sum.h"

namespace dsne::federated {
namespace {

constexpr Eigen::Index oddness_numbers = 3;

}  // namespace

SumTerm oddness_term(const std::string& name, const Vector& log_oddness) {
  RowVector sums = RowVector::Zero(oddness_numbers);
  if (const auto scale = quality::oddness_scale(log_oddness)) {
    sums << 1, scale->centre, scale->deviation;
    sums *= static_cast<double>(log_oddness.size());
  }
  return wide_term(name, sums);
}

std::optional<quality::OddnessScale> oddness_scale_of(const SiteAnswers& answers,
                                                      const std::string& name) {
  const RowVector sums =
      from_wide_digits(answers.sum(name, oddness_numbers, wide_digits, wide_bound));
  if (sums(0) < 1) return std::nullopt;
  return quality::OddnessScale{sums(1) / sums(0), std::max(0.0, sums(2) / sums(0))};
}

}  // namespace dsne::federated
