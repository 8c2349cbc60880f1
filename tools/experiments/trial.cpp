#include "tools/experiments/trial.h"

#include <algorithm>
#include <numeric>

#include "core/errors.h"
#include "data/missing.h"
#include "data/stacked.h"
#include "federated/initial_coordinates.h"
#include "federated/perplexity.h"
#include "federated/preprocessing.h"
#include "federated/treatment.h"
#include "tools/experiments/published_plugin.h"
#include "tools/orchestrator.h"
#include "tsne/affinities.h"
#include "tsne/tsne.h"

namespace dsne::experiments {
namespace {

using Eigen::Index;

constexpr int pooled_early_exaggeration_iterations = 250;

/// The values without gaps, as the run's parameters fill them.
Matrix filled(const Matrix& values, const RowVector& medians, data::Missing missing) {
  if (!values.hasNaN()) return values;
  if (missing != data::Missing::impute) {
    throw InputError("the experiment's data lacks values, and its parameters do not impute them");
  }
  data::Table table;
  table.values = values;
  return data::resolve_missing(std::move(table), missing, medians, "the experiment's data").values;
}

RowVector medians_of(const Matrix& reference) {
  data::Table table;
  table.values = reference;
  table.columns.resize(static_cast<std::size_t>(reference.cols()));
  std::iota(table.columns.begin(), table.columns.end(), std::size_t{1});
  return data::column_medians(table, "the experiment's reference");
}

void add_group(Trial& trial, const Dataset& data, const std::vector<Index>& rows,
               const std::string& group) {
  for (const Index row : rows) {
    trial.labels.push_back(data.labels[static_cast<std::size_t>(row)]);
    trial.groups.push_back(group);
  }
}

Matrix all_points(const Trial& trial) {
  std::vector<Matrix> parts = {trial.reference};
  parts.insert(parts.end(), trial.sites.begin(), trial.sites.end());
  return data::stacked(parts);
}

Matrix pooled_embedding(const Trial& trial, const Effort& effort) {
  const federated::Parameters parameters = federated::parse_parameters(trial.parameters);
  tsne::Schedule schedule;
  schedule.early_exaggeration_iterations =
      std::min(pooled_early_exaggeration_iterations, effort.pooled_iterations / 4);
  const double perplexity = std::min(federated::wanted_perplexity(parameters),
                                     tsne::largest_perplexity(trial.pooled.rows()));
  return tsne::tsne(tsne::joint_affinities(trial.pooled, perplexity),
                    federated::principal_coordinates(trial.pooled, parameters.no_dims), schedule,
                    effort.pooled_iterations);
}

/// The published plugin scales rows itself; it is given the features in one scale and no gaps.
Matrix published_embedding(const Trial& trial, const Effort& effort) {
  const federated::Parameters parameters = federated::parse_parameters(trial.parameters);
  PublishedPluginOptions options;
  options.perplexity = federated::wanted_perplexity(parameters);
  options.initial_dims =
      parameters.initial_dims > 0 ? parameters.initial_dims : trial.reference.cols();
  options.reference_iterations = effort.published_reference_iterations;
  options.rounds = effort.published_rounds;
  Index row = trial.reference.rows();
  std::vector<Matrix> sites;
  for (const Matrix& site : trial.sites) {
    sites.emplace_back(trial.scaled.middleRows(row, site.rows()));
    row += site.rows();
  }
  return published_plugin_embedding(trial.scaled.topRows(trial.reference.rows()), sites, options,
                                    trial.seed);
}

}  // namespace

Trial make_trial(const Experiment& experiment, const Condition& condition, const Dataset& data,
                 std::uint64_t seed, const Effort& effort) {
  const Split split = draw_split(condition.split, data, seed, effort.fewer);
  Trial trial;
  trial.seed = seed;
  trial.parameters = experiment.parameters;
  trial.parameters["seed"] = seed;
  trial.reference = data.values(split.reference, Eigen::all);
  add_group(trial, data, split.reference, "reference");
  for (std::size_t i = 0; i < split.sites.size(); ++i) {
    trial.sites.emplace_back(data.values(split.sites[i], Eigen::all));
    add_group(trial, data, split.sites[i], "site " + std::to_string(i + 1));
  }
  const federated::Parameters parameters = federated::parse_parameters(trial.parameters);
  const RowVector medians = medians_of(trial.reference);
  const federated::Treatment treatment = federated::treatment(parameters, {});
  const Matrix reference = filled(trial.reference, medians, treatment.missing);
  const Matrix all = filled(all_points(trial), medians, treatment.missing);
  trial.scaled = data::apply(data::fit_scaling(reference, treatment.normalization), all);
  trial.pooled = federated::apply(federated::fit_preprocessing({all, {}, {}}, parameters), all);
  return trial;
}

Matrix make_embedding(const Trial& trial, const EmbeddingMethod& method, const Programs& programs,
                      const Effort& effort) {
  switch (method.maker) {
    case EmbeddingMaker::published:
      return published_embedding(trial, effort);
    case EmbeddingMaker::pooled:
      return pooled_embedding(trial, effort);
    case EmbeddingMaker::federation:
      break;
  }
  Json settings = trial.parameters;
  settings.update(method.settings);
  return federated_embedding(trial.reference, trial.sites, settings, programs);
}

}  // namespace dsne::experiments
