#include "tools/experiment.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <ostream>

#include "federated/parameters.h"
#include "tools/experiments/results.h"
#include "tools/experiments/variation.h"
#include "tools/interrupt.h"
#include "tools/output_folder.h"
#include "tools/progress.h"

namespace dsne::tools {
namespace {

constexpr const char* everything = "all";
constexpr std::uint64_t quick_seeds = 2;
constexpr std::size_t quick_thinning = 5;

using Names = std::vector<std::string>;

constexpr const char* about_experiment =
    "Makes the maps that an experiment describes (experiments/NAME.json), by a federation of\n"
    "local and remote, by the published plugin's algorithm and by t-SNE on pooled data, with\n"
    "several seeds; measures them, and writes results.md, results.json and the maps to\n"
    "OUTPUT/NAME, from which tools/figures/experiment.py draws. NAME `all` stands for every\n"
    "experiment. The same seeds give the same results.\n";

Options experiment_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  const auto names = [](const char* name) { return value<Names>(name)->multitoken(); };
  return with_program_options(
      {flag("list,l", "list the experiments"), option("name", names("NAME"), "the experiments"),
       option("data", text("PATH"),
              "the folder of the public data sets, or a table of your own to make the experiment "
              "with"),
       option("seeds", value<int>("N"),
              "how many splits of the data (default: the experiment's own number)"),
       option("methods", names("METHOD"),
              "only these of the experiment's methods; of several experiments, those that have "
              "none of them are left out"),
       option("set", names("NAME=VALUE"),
              "parameters of every map, in place of the experiment's, its methods' and --quick's "
              "own; but not method (see --methods) nor seed (see --seeds)"),
       flag("quick", "a trial with a fifth of the subjects, 2 seeds and few iterations"),
       option("output,o", text("DIR")->default_value("build/experiments"), "where results go"),
       option("experiments", text("DIR")->default_value("experiments"),
              "the folder of descriptions")});
}

/// What the command line asks for.
struct Request {
  std::vector<std::string> names;
  fs::path experiments;
  fs::path output;
  experiments::DataSource source;
  experiments::Programs programs;
  std::uint64_t seeds = 0;  ///< 0: the experiment's own number
  experiments::Variation variation;
};

/// @throws InputError when the data asked for is not there: data made by the description would pass
///   for it
experiments::DataSource read_source(const Values& values) {
  if (values.count("data") == 0) return {};
  const fs::path path = values["data"].as<std::string>();
  if (!fs::exists(path)) {
    throw InputError("--data names no file and no folder that is there");
  }
  return fs::is_regular_file(path) ? experiments::DataSource{{}, path}
                                   : experiments::DataSource{path, {}};
}

/// A number where it reads as one, else a word.
Json parse_value(const std::string& text) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() ? value : Json(text);
}

Json read_settings(const Values& values) {
  Json settings = Json::object();
  if (values.count("set") == 0) return settings;
  for (const std::string& pair : values["set"].as<std::vector<std::string>>()) {
    const std::size_t equals = pair.find('=');
    const std::string name = pair.substr(0, equals);
    if (equals == std::string::npos || !federated::is_parameter(name)) {
      throw UsageError("--set takes a parameter's name and value, as in perplexity=20");
    }
    if (name == "method") throw UsageError("--set cannot set method; --methods chooses some");
    if (name == "seed") throw UsageError("--set cannot set seed; --seeds says how many there are");
    settings[name] = parse_value(pair.substr(equals + 1));
  }
  federated::parse_parameters(settings);
  return settings;
}

Request read_request(const Values& values) {
  Request request;
  request.experiments = values["experiments"].as<std::string>();
  if (values.count("name") == 0) throw UsageError("NAME is missing");
  request.names = values["name"].as<std::vector<std::string>>();
  if (request.names == std::vector<std::string>{everything}) {
    request.names = experiments::experiment_names(request.experiments);
  }
  request.output = values["output"].as<std::string>();
  request.source = read_source(values);
  request.programs = {find_program(values, "local"), find_program(values, "remote")};
  if (values.count("methods") != 0) {
    request.variation.methods = values["methods"].as<std::vector<std::string>>();
  }
  request.variation.settings = read_settings(values);
  request.variation.quick = values["quick"].as<bool>();
  request.variation.own_table = request.source.table.filename().string();
  if (request.variation.quick) request.seeds = quick_seeds;
  if (values.count("seeds") != 0) {
    const int seeds = values["seeds"].as<int>();
    if (seeds < 1 || seeds > 1000) throw UsageError("--seeds must be from 1 to 1000");
    request.seeds = static_cast<std::uint64_t>(seeds);
  }
  return request;
}

experiments::Dataset read_data(const experiments::Experiment& experiment, const Request& request) {
  try {
    return experiments::read_dataset(experiment.data, request.source);
  } catch (const InputError& error) {
    if (experiment.get.empty()) throw;
    throw InputError(std::string(error.what()) + "; " + experiment.get);
  }
}

bool has_method(const experiments::Experiment& experiment, const std::string& name) {
  const auto& methods = experiment.methods;
  return std::any_of(
      methods.begin(), methods.end(),
      [&name](const experiments::EmbeddingMethod& method) { return method.name == name; });
}

/// The request's experiments as their descriptions have them.
/// @throws InputError when one is not there or malformed, UsageError when --methods names one that
///   none of them has
std::vector<experiments::Experiment> read_experiments(const Request& request) {
  std::vector<experiments::Experiment> experiments;
  experiments.reserve(request.names.size());
  for (const std::string& name : request.names) {
    experiments.push_back(experiments::read_experiment(request.experiments, name));
  }
  for (const std::string& name : request.variation.methods) {
    const auto has = [&name](const experiments::Experiment& experiment) {
      return has_method(experiment, name);
    };
    if (std::none_of(experiments.begin(), experiments.end(), has)) {
      throw UsageError("--methods names one that no experiment asked for has");
    }
  }
  return experiments;
}

void run_one(const experiments::Experiment& experiment, const Request& request,
             const Console& console) {
  experiments::Dataset data = read_data(experiment, request);
  experiments::Effort effort;
  if (request.variation.quick) {
    data = experiments::thinned(data, quick_thinning);
    effort = {static_cast<Eigen::Index>(quick_thinning), 100, 50, 50};
  }
  const fs::path folder = request.output / experiment.name;
  make_output_folder(folder);
  TaskProgress progress(console.err, console.terminal, seconds_now, experiment.name);
  const std::uint64_t seeds = request.seeds == 0 ? experiment.seeds : request.seeds;
  const auto results = experiments::run_experiment(experiment, data, seeds, request.programs,
                                                   effort, [&](std::size_t done, std::size_t all) {
                                                     InterruptGuard::check();
                                                     progress.show(done, all);
                                                   });
  progress.finish();
  experiments::write_results(experiment, results, folder);
  console.out << experiments::results_text(experiment, results) << "\nWritten to "
              << folder.string() << "\nTo draw them: tools/figures/experiment.py "
              << folder.string() << "\n"
              << std::endl;
}

/// Runs the request's experiments, but those that have none of its methods. One of several that
/// lacks its data, or fails, does not keep the others from being made.
/// @throws InputError after the last one, when one could not be made
void run_each(const Request& request, const Console& console) {
  std::size_t lacking = 0;
  for (const experiments::Experiment& described : read_experiments(request)) {
    const experiments::Experiment experiment = experiments::varied(described, request.variation);
    if (experiment.methods.empty()) {
      console.err << experiment.name << ": left out, it has none of the --methods" << std::endl;
      continue;
    }
    try {
      run_one(experiment, request, console);
    } catch (const StorageError&) {
      throw;
    } catch (const Error& error) {
      InterruptGuard::check();
      if (request.names.size() == 1) throw;
      ++lacking;
      console.err << experiment.name << ": " << error.what() << std::endl;
    }
  }
  if (lacking > 0) {
    throw InputError(std::to_string(lacking) + " of " + std::to_string(request.names.size()) +
                     " experiments could not be made");
  }
}

void print_list(const fs::path& folder, std::ostream& out) {
  for (const std::string& name : experiments::experiment_names(folder)) {
    const experiments::Experiment experiment = experiments::read_experiment(folder, name);
    out << name << "\n    " << experiment.title << "\n    " << experiment.source << '\n';
    if (!experiment.get.empty()) out << "    Data: " << experiment.get << '\n';
  }
  out << std::flush;
}

int experiment(const Values& values, const Console& console) {
  if (values["list"].as<bool>()) {
    print_list(values["experiments"].as<std::string>(), console.out);
    return 0;
  }
  const Request request = read_request(values);
  const InterruptGuard interrupt;
  run_each(request, console);
  return 0;
}

}  // namespace

Command experiment_command() {
  return {"dsne experiment",
          "NAME... [options]",
          "make and measure the maps of an experiment",
          about_experiment,
          experiment_options(),
          {"name"},
          {},
          experiment};
}

}  // namespace dsne::tools
