#include "tools/finished_run.h"

#include <boost/filesystem/operations.hpp>

#include "core/errors.h"
#include "core/json.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/map_network.h"
#include "run/preprocessing.h"

namespace dsne::tools {
namespace {

std::string read_text(const fs::path& file, const std::string& name) {
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) {
    throw InputError("the run's " + name + " is not where --map says");
  }
  return read_file(file, name);
}

methods::Parameters read_parameters(const fs::path& file) {
  const Json metrics = Json::parse(read_text(file, "joint/metrics.json"), nullptr, false);
  const auto found = metrics.is_object() ? metrics.find("parameters") : metrics.end();
  if (found == metrics.end() || !found->is_object()) {
    throw InputError("the run's joint/metrics.json holds no parameters");
  }
  return methods::parse_parameters(*found);
}

/// @param name the file's, in the site's output folder
EmbeddingFile read_embedding(const fs::path& file, const std::string& name) {
  read_text(file, name);
  return read_embedding_file(file, "the run's " + name);
}

/// Reads the reference, or the landmarks with the reference that they were found from.
std::string read_reference_text(const fs::path& output) {
  boost::system::error_code error;
  for (const char* name : {run::landmarks_file, run::summaries_file}) {
    if (fs::is_regular_file(output / name, error)) return read_text(output / name, name);
  }
  return read_text(output / run::given_reference_file, run::given_reference_file);
}

constexpr const char* other_run = " and the files in joint/ are not of one run";

/// Reads the run's network, if one made the map; it must place the reference where the map has it.
std::optional<nn::Network> read_network(const fs::path& output, const FinishedRun& run) {
  const char* name = methods::map_network_file;
  if (run.parameters.method != methods::fedne().name) return std::nullopt;
  const std::string what = std::string("the run's ") + name;
  const Json json = Json::parse(read_text(output / name, name), nullptr, false);
  nn::Network network;
  try {
    network = methods::parse_network(json, what);
  } catch (const MessageError& error) {
    throw InputError(error.what());
  }
  const Matrix reference = run::preprocessed(
      run.reference, run::fit_preprocessing(run.reference.points, run.parameters));
  const Matrix& drawn = run.reference_coordinates;
  if (network.widths.front() != reference.cols() || network.widths.back() != drawn.cols()) {
    throw InputError(what + other_run);
  }
  constexpr double rounding = 1e-3;
  const Matrix placed = methods::placed_by(network, reference, reference);
  if ((placed - drawn).cwiseAbs().maxCoeff() > rounding * extent_of(drawn)) {
    throw InputError(what + other_run);
  }
  return network;
}

}  // namespace

FinishedRun read_finished_run(const fs::path& joint) {
  boost::system::error_code error;
  const fs::path folder =
      fs::is_directory(joint, error) ? fs::absolute(joint) : fs::absolute(joint).parent_path();
  FinishedRun run;
  run.parameters = read_parameters(folder / "metrics.json");
  const fs::path output = (folder / "..").lexically_normal();
  const std::string text = read_reference_text(output);
  run.reference = run::parse_run_reference(text);
  if (run::is_map_of_summaries(run.reference, run.parameters)) {
    throw InputError(
        "the run's map is one of summaries: give the run's summaries.json as --frame in place of "
        "--map");
  }
  run.reference_coordinates =
      read_embedding(folder / "reference_embedding.csv", "joint/reference_embedding.csv")
          .coordinates;
  run.joint = read_embedding(folder / "embedding.csv", "joint/embedding.csv");
  run.own = read_embedding(output / "embedding.csv", "embedding.csv");
  if (run.own.ids.empty()) throw InputError("the run's embedding.csv has no ids");
  if (run.own.coordinates.cols() != run.joint.coordinates.cols() ||
      run.reference_coordinates.rows() != number_of_points(run.reference, run.parameters) ||
      run.reference_coordinates.cols() != run.joint.coordinates.cols()) {
    throw InputError(std::string("the run's ") + run::reference_file_name(text) + other_run);
  }
  run.network = read_network(output, run);
  return run;
}

}  // namespace dsne::tools
