#include "tools/experiments/results.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <numeric>

#include "core/errors.h"
#include "federated/parameters.h"
#include "federated/perplexity.h"
#include "report/embedding_csv.h"
#include "tools/measure_table.h"
#include "tools/node.h"
#include "tools/output_folder.h"

namespace dsne::experiments {
namespace {

using SeedValues = std::vector<std::optional<double>>;

/// "reference" first, then the sites in their order.
report::Embedding embedding_of(const Trial& trial, Matrix coordinates) {
  report::Embedding embedding{std::move(coordinates), {}, {}, trial.labels};
  for (const std::string& group : trial.groups) {
    if (embedding.site_names.empty() || embedding.site_names.back() != group)
      embedding.site_names.push_back(group);
    embedding.sites.push_back(embedding.site_names.size() - 1);
  }
  return embedding;
}

std::string mean_and_range(const std::vector<double>& values) {
  if (values.empty()) return tools::measure_text(std::nullopt);
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (values.size() == 1) return tools::measure_text(mean);
  return tools::measure_text(mean) + " [" + tools::measure_text(*least) + ", " +
         tools::measure_text(*most) + "]";
}

std::vector<std::string> cells_of(const std::vector<EmbeddingResult>& results,
                                  const std::string& condition, const std::string& method) {
  std::vector<std::string> cells;
  for (std::size_t measure = 0; measure < evaluation::measure_names().size(); ++measure) {
    cells.push_back(mean_and_range(values_of(results, condition, method, measure)));
  }
  return cells;
}

/// What the data does not suffice for is to be said before the first map, not after hours.
void check_splits(const Experiment& experiment, const Dataset& data, std::uint64_t seeds,
                  const Effort& effort) {
  for (const Condition& condition : experiment.conditions) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      draw_split(condition.split, data, seed, effort.fewer);
    }
  }
}

Json measures_json(const SeedValues& values) {
  Json json = Json::object();
  for (std::size_t m = 0; m < values.size(); ++m) {
    if (values[m]) json[evaluation::measure_names()[m].name] = *values[m];
  }
  return json;
}

/// The measures that the experiment's figures show.
Json shown_measures_json(const Experiment& experiment) {
  Json json = Json::array();
  const auto& names = evaluation::measure_names();
  for (const std::string& shown : experiment.measures) {
    const auto measure = std::find_if(names.begin(), names.end(),
                                      [&](const auto& known) { return known.name == shown; });
    if (measure == names.end()) throw InputError("experiment: there is no measure " + shown);
    json.push_back({{"name", measure->name},
                    {"title", measure->title},
                    {"higher_is_better", measure->higher_is_better}});
  }
  return json;
}

/// A map's file in the folder of results; `number` counts them from 1.
std::string embedding_file(std::size_t number) { return "maps/" + std::to_string(number) + ".csv"; }

}  // namespace

std::vector<EmbeddingResult> run_experiment(
    const Experiment& experiment, const Dataset& data, std::uint64_t seeds,
    const Programs& programs, const Effort& effort,
    const std::function<void(std::size_t, std::size_t)>& before) {
  const std::size_t all = experiment.conditions.size() * seeds * experiment.methods.size();
  std::vector<EmbeddingResult> results;
  check_splits(experiment, data, seeds, effort);
  for (const Condition& condition : experiment.conditions) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Trial trial = make_trial(experiment, condition, data, seed, effort);
      const double perplexity =
          federated::wanted_perplexity(federated::parse_parameters(trial.parameters));
      const evaluation::EmbeddingEvaluator evaluator(
          {trial.pooled, trial.labels, trial.groups, perplexity});
      for (const EmbeddingMethod& method : experiment.methods) {
        before(results.size(), all);
        Matrix coordinates = make_embedding(trial, method, programs, effort);
        SeedValues values = evaluator.measure(coordinates);
        results.push_back({condition.name, method.name, seed,
                           embedding_of(trial, std::move(coordinates)), std::move(values)});
      }
    }
  }
  before(all, all);
  return results;
}

std::vector<double> values_of(const std::vector<EmbeddingResult>& results,
                              const std::string& condition, const std::string& method,
                              std::size_t measure) {
  std::vector<double> values;
  for (const EmbeddingResult& result : results) {
    if (result.condition == condition && result.method == method && result.values[measure]) {
      values.push_back(*result.values[measure]);
    }
  }
  return values;
}

std::string results_text(const Experiment& experiment,
                         const std::vector<EmbeddingResult>& results) {
  std::vector<std::string> methods;
  methods.reserve(experiment.methods.size());
  for (const EmbeddingMethod& method : experiment.methods) methods.push_back(method.name);
  std::string text =
      "# " + experiment.title + "\n\n" + experiment.source + ". " + experiment.question + "\n";
  if (!experiment.changes.empty()) {
    text +=
        "\nNot as described, but with: " + boost::algorithm::join(experiment.changes, ", ") + ".\n";
  }
  for (const Condition& condition : experiment.conditions) {
    std::vector<std::vector<std::string>> cells;
    cells.reserve(methods.size());
    for (const std::string& method : methods) {
      cells.push_back(cells_of(results, condition.name, method));
    }
    text += "\n## " + condition.name + "\n\n" + tools::measure_table(methods, cells);
  }
  return text;
}

Json results_json(const Experiment& experiment, const std::vector<EmbeddingResult>& results) {
  Json json = {{"experiment", experiment.name},
               {"title", experiment.title},
               {"changes", experiment.changes},
               {"shown_measures", shown_measures_json(experiment)},
               {"maps", Json::array()}};
  for (const EmbeddingResult& result : results) {
    json["maps"].push_back({{"condition", result.condition},
                            {"method", result.method},
                            {"seed", result.seed},
                            {"points", result.embedding.coordinates.rows()},
                            {"file", embedding_file(json["maps"].size() + 1)},
                            {"measures", measures_json(result.values)}});
  }
  return json;
}

void write_results(const Experiment& experiment, const std::vector<EmbeddingResult>& results,
                   const fs::path& folder) {
  const auto write = [&](const std::string& name, const std::string& content) {
    write_atomically(folder / name, content, "the results");
  };
  tools::make_output_folder(folder / "maps");
  for (std::size_t i = 0; i < results.size(); ++i) {
    write(embedding_file(i + 1), report::joint_csv(results[i].embedding));
  }
  write("results.md", results_text(experiment, results));
  write("results.json", results_json(experiment, results).dump(1, ' ', true) + "\n");
}

}  // namespace dsne::experiments
