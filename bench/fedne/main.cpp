// Runs method fedne and its paper's baselines in one process, for bench/fedne/table.py: reads each
// site's subjects and unseen ones, and writes their positions on the map.

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "core/files.h"
#include "data/formats/npy.h"
#include "federation.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/map_network.h"
#include "run/preprocessing.h"

namespace {

using namespace dsne;
using namespace dsne::methods;
using namespace dsne::run;

Matrix read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return data::read_npy(in, file);
}

/// What is done to everyone's data, and the reference after that.
struct Prepared {
  Preprocessing preprocessing;
  Matrix reference;
};

Prepared prepared(const std::string& folder, const Parameters& parameters) {
  const data::Reference points{read(folder + "/reference.npy"), {}, {}};
  Preprocessing preprocessing = fit_preprocessing(points, parameters);
  Matrix reference = apply(preprocessing, points.values);
  return {std::move(preprocessing), std::move(reference)};
}

nn::Network network_of(const Parameters& parameters, const std::vector<SiteData>& sites,
                       const Matrix& reference) {
  Federation federation(parameters, sites, reference, fedne());
  federation.run();
  return network_field(federation.message(), "network", map_widths(parameters, reference.cols()),
                       "the coordinator's message");
}

/// @param folder with reference.npy, unseen.npy, and site0.npy and so on
/// @param given the parameters, as JSON
/// @param map where the unseen subjects' positions are written
void measure(const std::string& folder, int sites, const std::string& given,
             const std::string& map) {
  const Parameters parameters = parse_parameters(Json::parse(given));
  const auto [preprocessing, reference] = prepared(folder, parameters);
  std::vector<SiteData> data;
  for (int site = 0; site < sites; ++site) {
    const std::string name = "site" + std::to_string(site);
    data.push_back({name, apply(preprocessing, read(folder + "/" + name + ".npy"))});
  }
  const nn::Network network = network_of(parameters, data, reference);
  const Matrix unseen = apply(preprocessing, read(folder + "/unseen.npy"));
  const Matrix places = placed_by(network, unseen, reference);
  std::ofstream out(map);
  out.precision(9);
  for (const auto& place : places.rowwise()) out << place << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "bench_fedne FOLDER SITES PARAMETERS MAP.txt\n";
    return 2;
  }
  measure(argv[1], std::stoi(argv[2]), argv[3], argv[4]);
}
