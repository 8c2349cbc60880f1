#include "tools/experiments/federated_embedding.h"

#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "core/files.h"
#include "data/csv.h"
#include "data/stacked.h"
#include "federated/parameters.h"
#include "report/joint_embedding.h"
#include "tools/orchestrator.h"
#include "tools/scratch_folder.h"

namespace dsne::experiments {
namespace {

using Eigen::Index;

std::string csv_table(const Matrix& values) {
  std::string text;
  for (Index c = 0; c < values.cols(); ++c) {
    text += (c == 0 ? "f" : ",f") + std::to_string(c + 1);
  }
  text += '\n';
  for (const auto& row : values.rowwise()) {
    for (Index c = 0; c < row.size(); ++c) {
      if (c > 0) text += ',';
      text += std::isnan(row(c)) ? "NA" : data::number_text(row(c));
    }
    text += '\n';
  }
  return text;
}

/// Waits for the joint map that the coordinator sends with its last message.
class EmbeddingObserver final : public tools::Observer {
 public:
  void after(const tools::Call& call, const tools::Answer& answer) override {
    if (call.node == tools::coordinator_id && answer.output.contains("map"))
      embedding_ = answer.output["map"];
  }
  /// The map is what is measured: no need to wait for the sites' reports.
  bool has_enough() const override { return !embedding_.is_null(); }

  const Json& embedding() const { return embedding_; }

 private:
  Json embedding_;
};

}  // namespace

Matrix federated_embedding(const Matrix& reference, const std::vector<Matrix>& sites,
                           const Json& settings, const Programs& programs) {
  const tools::ScratchFolder scratch;
  tools::Federation federation{programs.local, programs.remote, {}, scratch.path()};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const fs::path folder = tools::node_directories(scratch.path(), tools::site_id(i)).base;
    fs::create_directories(folder);
    Json inputs = settings;
    inputs["site_data"] = "subjects.csv";
    inputs["site_settings"] = {{"share_places", true},
                               {"allow", Json::array({settings.value("method", "single-shot")})},
                               {"least_subjects", 1},
                               {"least_sites", 1},
                               {"epsilon_budget", 1e300},
                               {"simulation", true}};
    write_atomically(folder / "subjects.csv", csv_table(sites[i]), "a site's subjects");
    if (i == 0) {
      inputs["reference_data"] = "reference_subjects.csv";
      write_atomically(folder / "reference_subjects.csv", csv_table(reference), "the reference");
    }
    federation.inputs.push_back(inputs);
  }
  EmbeddingObserver watch;
  tools::run(federation, watch);
  const int dimensions = federated::parse_parameters(settings).no_dims;
  std::map<std::string, Matrix> coordinates;
  for (report::EmbeddingPart& part :
       report::parse_embedding(watch.embedding(), dimensions, "the remote's message")) {
    coordinates[part.site] = std::move(part.coordinates);
  }
  std::vector<Matrix> parts = {coordinates.at(report::reference_site)};
  for (std::size_t i = 0; i < sites.size(); ++i) parts.push_back(coordinates.at(tools::site_id(i)));
  return data::stacked(parts);
}

}  // namespace dsne::experiments
