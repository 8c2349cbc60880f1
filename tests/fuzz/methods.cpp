// Whole runs of every method with two sites, on tables and a reference of hostile numbers.

#include <vector>

#include "data/csv.h"
#include "data/table.h"
#include "federation.h"
#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "methods/method.h"
#include "quality/own_scores.h"
#include "run/preprocessing.h"

using dsne::Matrix;

namespace {

constexpr int max_rounds = 4;

dsne::methods::Parameters some_parameters(FuzzedDataProvider& choices) {
  dsne::Json given = {{"max_iterations", max_rounds}, {"perplexity", 1}, {"simulation_seed", 1}};
  for (const dsne::methods::ParameterRule& rule : dsne::methods::parameter_rules()) {
    if (rule.values.empty()) continue;
    given[rule.name] =
        rule.values[choices.ConsumeIntegralInRange<std::size_t>(0, rule.values.size() - 1)];
  }
  given["no_dims"] = choices.ConsumeIntegralInRange(2, 3);
  given["initial_dims"] = choices.ConsumeIntegralInRange(0, 3);
  given["local_iterations"] = choices.ConsumeIntegralInRange(1, 2);
  return dsne::methods::parse_parameters(given);
}

/// As a reference that a site has brought comes out of its file.
Matrix some_reference(Eigen::Index features, FuzzedDataProvider& choices) {
  const Matrix values =
      fuzz::hostile_points(choices.ConsumeIntegralInRange(4, 14), features, choices);
  return dsne::data::parse_reference_csv(dsne::data::reference_csv({values, {}, {}})).values;
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const dsne::methods::Parameters parameters = some_parameters(choices);
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 5);
  const Matrix reference = some_reference(features, choices);
  const Matrix own = fuzz::hostile_table(8, features, choices);
  attempt([&] {
    const dsne::quality::SummarizedSite source{reference, dsne::Vector::Ones(reference.rows()),
                                               dsne::RowVector::Zero(features)};
    const auto lists =
        dsne::quality::own_scores({fuzz::hostile_table(30, features, choices), {}}, {source});
    require(lists.odd.scores.allFinite() && lists.inconsistent.scores.allFinite());
  });
  const auto preprocessing = dsne::run::fit_preprocessing({reference, {}, {}}, parameters);
  const Matrix seen = apply(preprocessing, reference);
  const std::vector<SiteData> sites = {
      {"a", apply(preprocessing, own)},
      {"b", apply(preprocessing, fuzz::hostile_table(8, features, choices))}};
  Federation run(parameters, sites, seen, dsne::methods::find_method(parameters.method));
  run.features = {"1~2", "1~3", "2~3"};
  run.may_diverge = true;
  for (int round = 0; round < run.rounds(); ++round) run.round();
  for (const SiteData& site : sites) {
    const auto half = run.site_half(site);
    half->finish(run.message());
    require(half->coordinates().allFinite());
  }
}
