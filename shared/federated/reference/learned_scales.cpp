#include "federated/reference/learned_scales.h"

#include <string>

#include "core/errors.h"
#include "federated/reference/landmark_messages.h"
#include "federated/reference/robust_sums.h"
#include "federated/sums/counting.h"
#include "federated/sums/wide_sum.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

RowVector wide_sum(const ReadSum& read, const char* name, Index features) {
  return from_wide_digits(read({name, wide_bound, Matrix::Zero(features, wide_digits)}));
}

RowVector sum(const ReadSum& read, const char* name, double bound, Index features) {
  return read({name, bound, RowVector::Zero(features)}).row(0);
}

}  // namespace

void take_centres(const ReadSum& read, const ScalePlan& plan, LearnedScales& scales) {
  const RowVector present = sum(read, present_name, members_bound, plan.features).array().round();
  scales.weights = sum(read, weights_name, members_bound, plan.features).array().round();
  for (Index f = 0; f < present.size(); ++f) {
    if (present(f) >= static_cast<double>(plan.least_members)) continue;
    if (!plan.robust) {
      throw InputError("feature " + std::to_string(f + 1) +
                       " has a value for fewer than least_members subjects");
    }
    scales.weights(f) = 0;  // it has no spread then, and is left out
  }
  FeatureSums& sums = scales.sums;
  sums.middles = weighted_mean(wide_sum(read, middles_name, plan.features), scales.weights);
  if (plan.robust) {
    sums.mean = sums.middles;
  } else {
    sums.mean = wide_sum(read, values_name, plan.features).cwiseQuotient(present);
  }
  const RowVector log_middles =
      weighted_mean(wide_sum(read, log_middles_name, plan.features), scales.weights);
  const RowVector unfit = sum(read, no_logarithm_name, 1, plan.features);
  scales.measures.logarithms.clear();
  scales.measures.centre = sums.middles;
  for (Index f = 0; f < unfit.size(); ++f) {
    if (unfit(f) > 0) continue;
    scales.measures.logarithms.push_back(f);
    scales.measures.centre(f) = log_middles(f);
  }
}

void take_spreads(const ReadSum& read, const ScalePlan& plan, LearnedScales& scales) {
  const auto mean_of = [&](const char* name) -> RowVector {
    return weighted_mean(wide_sum(read, name, plan.features), scales.weights).cwiseMax(0);
  };
  if (plan.robust) {
    scales.sums.spreads = mean_of(spreads_name);
  } else {
    scales.sums.squares = wide_sum(read, squares_name, plan.features);
  }
  scales.measures.deviation = mean_of(measure_spreads_name).cwiseSqrt();
}

Json to_json_centres(const LearnedScales& scales) {
  return {{"mean", pack(scales.sums.mean)},
          {"weights", pack(scales.weights)},
          {"middles", pack(scales.sums.middles)},
          {"logarithms", scales.measures.logarithms},
          {"measure_centre", pack(scales.measures.centre)}};
}

Json to_json_spreads(const LearnedScales& scales) {
  Json json = {{"measure_deviation", pack(scales.measures.deviation)}};
  if (scales.sums.spreads.size() > 0) json["spreads"] = pack(scales.sums.spreads);
  if (scales.sums.squares.size() > 0) json["squares"] = pack(scales.sums.squares);
  return json;
}

void parse_centres(const Json& state, const ScalePlan& plan, std::string_view what,
                   LearnedScales& scales) {
  scales.sums.mean = matrix_field(state, "mean", 1, plan.features, what);
  scales.weights = matrix_field(state, "weights", 1, plan.features, what);
  scales.sums.middles = matrix_field(state, "middles", 1, plan.features, what);
  scales.measures.logarithms = integers_field(state, "logarithms", 0, plan.features - 1, what);
  scales.measures.centre = matrix_field(state, "measure_centre", 1, plan.features, what);
}

void parse_spreads(const Json& state, const ScalePlan& plan, std::string_view what,
                   LearnedScales& scales) {
  if (plan.robust) {
    scales.sums.spreads = matrix_field(state, "spreads", 1, plan.features, what);
  } else {
    scales.sums.squares = matrix_field(state, "squares", 1, plan.features, what);
  }
  scales.measures.deviation = matrix_field(state, "measure_deviation", 1, plan.features, what);
}

}  // namespace dsne::federated
