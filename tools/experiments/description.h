#pragma once

#include <string>
#include <vector>

#include "tools/experiments/split.h"

namespace dsne::experiments {

/// What makes a map of a split.
enum class EmbeddingMaker {
  federation,  ///< `local` and `remote`
  published,   ///< the published plugin's algorithm
  pooled       ///< t-SNE on everyone's data in one place
};

struct EmbeddingMethod {
  std::string name;
  EmbeddingMaker maker = EmbeddingMaker::federation;
  Json settings = Json::object();  ///< a federation's parameters, besides the experiment's
};

struct Condition {
  std::string name;
  SplitRule split;
};

/// An experiment as its file in experiments/ describes it:
///   {"title": …, "source": "where in which paper", "question": "what it asks",
///    "get": "how to get the data", "data": {see read_dataset}, "parameters": {of every map},
///    "conditions": [{"name": …, "reference": …, "sites": …}],
///    "methods": [{"name": "dsne"}, {"name": "published", "maker": "published"},
///                {"name": "paper's noise", "settings": {"method": "dp-dsne", …}}],
///    "measures": ["accuracy", …], "seeds": 5}
/// Without `methods` they are published, dsne, joint, single-shot and pooled; `measures` are those
/// that the box plots show (tools/figures); `seeds` is how many splits of the data are drawn, 10
/// without it.
struct Experiment {
  std::string name;
  std::string title, source, question, get;
  Json data;
  Json parameters = Json::object();
  std::vector<Condition> conditions;
  std::vector<EmbeddingMethod> methods;
  std::vector<std::string> measures;
  std::uint64_t seeds = 10;
  std::vector<std::string> changes;  ///< what `varied` made of the description, for the results
};

/// @param name how it is called
/// @throws InputError when the text is malformed
Experiment parse_experiment(const std::string& name, const std::string& text);

/// The names of all experiments in a folder, in natural order.
/// @throws InputError when there is no such folder, or it holds none
std::vector<std::string> experiment_names(const fs::path& folder);

/// Reads one of them.
/// @throws InputError when it is not there or malformed
Experiment read_experiment(const fs::path& folder, const std::string& name);

}  // namespace dsne::experiments
