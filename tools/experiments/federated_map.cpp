#include "tools/experiments/federated_map.h"

#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <map>
#include <string>

#include "coinstac/files.h"
#include "data/csv.h"
#include "tools/map_file.h"
#include "tools/orchestrator.h"
#include "tools/scratch_folder.h"

namespace dsne {
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
      text += std::isnan(row(c)) ? "NA" : number_text(row(c));
    }
    text += '\n';
  }
  return text;
}

/// The joint map's places of each site.
std::map<std::string, std::vector<Index>> rows_by_site(const MapFile& map) {
  std::map<std::string, std::vector<Index>> rows;
  for (std::size_t i = 0; i < map.sites.size(); ++i) {
    rows[map.sites[i]].push_back(static_cast<Index>(i));
  }
  return rows;
}

}  // namespace

Matrix federated_map(const Matrix& reference, const std::vector<Matrix>& sites,
                     const Json& settings, const Programs& programs) {
  const ScratchFolder scratch;
  Federation federation{programs.local, programs.remote, {}, scratch.path()};
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const fs::path folder = node_directories(scratch.path(), site_id(i)).base;
    fs::create_directories(folder);
    Json inputs = settings;
    inputs["site_data"] = "subjects.csv";
    inputs["site_settings"] = {{"share_places", true}, {"epsilon_budget", 1e300}};
    write_atomically(folder / "subjects.csv", csv_table(sites[i]), "a site's subjects");
    if (i == 0) {
      inputs["reference_data"] = "reference_subjects.csv";
      write_atomically(folder / "reference_subjects.csv", csv_table(reference), "the reference");
    }
    federation.inputs.push_back(inputs);
  }
  Observer nobody;
  run(federation, nobody);
  const fs::path output = node_directories(scratch.path(), site_id(0)).output;
  const MapFile map = read_map_file(output / "joint" / "embedding.csv", "the joint map");
  const auto rows = rows_by_site(map);
  std::vector<Index> order = rows.at("reference");
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const std::vector<Index>& own = rows.at(site_id(i));
    order.insert(order.end(), own.begin(), own.end());
  }
  return map.places(order, Eigen::all);
}

}  // namespace dsne
