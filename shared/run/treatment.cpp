#include "run/treatment.h"

#include "core/errors.h"
#include "data/measure_names.h"
#include "methods/method.h"
#include "run/reference/private_reference.h"

namespace dsne::run {

Treatment treatment(const methods::Parameters& parameters,
                    const std::vector<std::string>& features) {
  const bool quality = data::are_quality_measures(features);
  Treatment result;
  result.normalization = parameters.normalization.value_or(quality ? data::Normalization::robust
                                                                   : data::Normalization::none);
  const bool fills = spends_budget(parameters) ||
                     (quality && result.normalization != data::Normalization::row_max);
  result.missing =
      parameters.missing.value_or(fills ? data::Missing::impute : data::Missing::error);
  return result;
}

data::Harmonization harmonization(const methods::Parameters& parameters) {
  return methods::privacy_plan(parameters)
             ? data::Harmonization::none
             : parameters.harmonization.value_or(data::Harmonization::none);
}

bool harmonizes_map(const methods::Parameters& parameters,
                    const std::vector<std::string>& measures) {
  if (!parameters.harmonization) return data::are_quality_measures(measures);
  if (*parameters.harmonization == data::Harmonization::combat) {
    throw InputError("parameter harmonization combat needs records: a map of summaries takes site");
  }
  return *parameters.harmonization == data::Harmonization::site && !measures.empty();
}

void check_harmonization(const methods::Parameters& parameters, const Treatment& treatment) {
  const bool has_units = treatment.normalization == data::Normalization::robust ||
                         treatment.normalization == data::Normalization::zscore;
  if (harmonization(parameters) == data::Harmonization::none || has_units) return;
  throw InputError("parameter harmonization needs normalization robust or zscore");
}

Json to_json(const Treatment& treatment) {
  methods::Parameters parameters;
  parameters.normalization = treatment.normalization;
  parameters.missing = treatment.missing;
  const Json all = to_json(parameters);
  return {{"normalization", all["normalization"]}, {"missing", all["missing"]}};
}

}  // namespace dsne::run
