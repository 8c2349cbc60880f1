// Arithmetic on hostile numbers. A function is a target, run under its name.

#include <vector>

#include "data/csv.h"
#include "data/table.h"
#include "federation.h"
#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "methods/method.h"
#include "privacy/masked_sum.h"
#include "quality/own_scores.h"
#include "run/preprocessing.h"
#include "run/reference/mmd.h"
#include "tsne/repulsion.h"
#include "tsne/tree_repulsion.h"

namespace fuzz {
namespace {

using dsne::Matrix;

/// Forces between hostile places, which a message may hold: by the tree, too, which serves large
/// maps.
void repulsion(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const int dimensions = choices.ConsumeIntegralInRange(2, 3);
  const Matrix coordinates =
      hostile_points(choices.ConsumeIntegralInRange(2, 300), dimensions, choices)
          .unaryExpr([](double value) { return std::isfinite(value) ? value : 0; });
  require(dsne::tsne::tree_repulsion(coordinates).forces.rows() == coordinates.rows());
  for (const auto precision : {dsne::tsne::Precision::single, dsne::tsne::Precision::full}) {
    require(dsne::tsne::repulsion(coordinates, precision).forces.rows() == coordinates.rows());
  }
}

dsne::methods::Parameters descent_parameters(FuzzedDataProvider& choices) {
  dsne::methods::Parameters parameters;
  parameters.initial_dims = choices.ConsumeIntegralInRange(0, 6);
  parameters.mmd_steps = choices.ConsumeIntegralInRange(1, 3);
  parameters.mmd_widths = choices.ConsumeIntegralInRange(1, 7);
  parameters.mmd_noise = choices.ConsumeBool() ? choices.ConsumeIntegralInRange(1, 100) : 0;
  parameters.mmd_average = choices.PickValueInArray(
      {dsne::methods::MmdAverage::variables, dsne::methods::MmdAverage::gradients});
  return parameters;
}

dsne::privacy::KeyedSource secret_source(const std::string& /*purpose*/) {
  return dsne::privacy::KeyedSource(dsne::Bytes32{1});
}

/// Landmarks that two sites move by descent, on tables and a reference of hostile numbers.
void landmarks(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const dsne::methods::Parameters parameters = descent_parameters(choices);
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 30);
  const Matrix reference = hostile_table(20, features, choices);
  const auto preprocessing = dsne::run::fit_preprocessing({reference, {}, {}}, parameters);
  const Matrix seen = apply(preprocessing, reference);
  const std::vector<Matrix> sites = {apply(preprocessing, hostile_table(40, features, choices)),
                                     apply(preprocessing, hostile_table(40, features, choices))};
  const dsne::Vector variances = dsne::run::axis_variances(seen);
  const dsne::privacy::FixedPoint numbers{dsne::run::moved_bound(seen), sites.size()};
  Matrix landmarks = dsne::run::first_landmarks(variances, choices.ConsumeIntegralInRange(4, 12));
  for (int round = 0; round < 3; ++round) {
    dsne::privacy::Words sum(static_cast<std::size_t>(landmarks.size()));
    for (const Matrix& site : sites) {
      dsne::privacy::add(sum, numbers.from_matrix(dsne::run::mmd_answer(
                                  site, landmarks, variances, parameters, secret_source)));
    }
    const Matrix mean = numbers.to_matrix(sum, landmarks.rows(), landmarks.cols()) / 2;
    landmarks = dsne::run::moved_landmarks(landmarks, mean, parameters);
    require(landmarks.allFinite());
  }
}

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
  const Matrix values = hostile_points(choices.ConsumeIntegralInRange(4, 14), features, choices);
  return dsne::data::parse_reference_csv(dsne::data::reference_csv({values, {}, {}})).values;
}

/// Whole runs of every method with two sites, on tables and a reference of hostile numbers.
void methods(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const dsne::methods::Parameters parameters = some_parameters(choices);
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 5);
  const Matrix reference = some_reference(features, choices);
  const Matrix own = hostile_table(8, features, choices);
  attempt([&] {
    const dsne::quality::SummarizedSite source{reference, dsne::Vector::Ones(reference.rows()),
                                               dsne::RowVector::Zero(features)};
    const auto lists =
        dsne::quality::own_scores({hostile_table(30, features, choices), {}}, {source});
    require(lists.odd.scores.allFinite() && lists.inconsistent.scores.allFinite());
  });
  const auto preprocessing = dsne::run::fit_preprocessing({reference, {}, {}}, parameters);
  const Matrix seen = apply(preprocessing, reference);
  const std::vector<SiteData> sites = {
      {"a", apply(preprocessing, own)},
      {"b", apply(preprocessing, hostile_table(8, features, choices))}};
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

}  // namespace

const std::map<std::string_view, Target>& targets() {
  static const std::map<std::string_view, Target> all = {
      {"landmarks", landmarks}, {"methods", methods}, {"repulsion", repulsion}};
  return all;
}

}  // namespace fuzz
