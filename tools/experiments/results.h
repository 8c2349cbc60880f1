#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/embedding.h"
#include "tools/experiments/trial.h"

namespace dsne::experiments {

/// One map of an experiment and what it measures.
struct EmbeddingResult {
  std::string condition;
  std::string method;
  std::uint64_t seed = 0;
  report::Embedding embedding;
  std::vector<std::optional<double>> values;  ///< in the order of measure_names()
};

/// Makes and measures every map of an experiment: all conditions, seeds 1 … `seeds`, all methods.
/// @param before is called with the number of maps made so far, and of all
/// @throws InputError, RunError as make_trial and make_map
std::vector<EmbeddingResult> run_experiment(
    const Experiment& experiment, const Dataset& data, std::uint64_t seeds,
    const Programs& programs, const Effort& effort,
    const std::function<void(std::size_t, std::size_t)>& before);

/// A measure of the maps of one method under one condition, where it has a value, by seed.
std::vector<double> values_of(const std::vector<EmbeddingResult>& results,
                              const std::string& condition, const std::string& method,
                              std::size_t measure);

/// What is different from the description, and for each condition a table in Markdown, a row per
/// measure that has a value and a column per method: the mean over the seeds and, in brackets, the
/// least and the largest value.
std::string results_text(const Experiment& experiment, const std::vector<EmbeddingResult>& results);

/// Every map's measures and file as JSON, and what tools/figures/experiment.py shows of them.
Json results_json(const Experiment& experiment, const std::vector<EmbeddingResult>& results);

/// Writes results.md, results.json and the maps, each as joint_csv to maps/<n>.csv, into a folder
/// that is there.
/// @throws StorageError when it cannot
void write_results(const Experiment& experiment, const std::vector<EmbeddingResult>& results,
                   const fs::path& folder);

}  // namespace dsne::experiments
