// Method fedne and what its paper compares it with, in one process, for bench/fedne/table.py: reads
// each site's subjects and those that no site has, writes where these lie on the map.

#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "core/files.h"
#include "core/phase.h"
#include "data/npy.h"
#include "data/stacked.h"
#include "exchange/masked_fields.h"
#include "exchange/site_sums.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/map_network.h"
#include "methods/findings.h"
#include "run/preprocessing.h"
#include "tests/meeting.h"
#include "tools/command_line.h"
#include "tools/scratch_folder.h"

namespace {

using namespace dsne;
using namespace dsne::exchange;
using namespace dsne::methods;
using namespace dsne::run;

struct Node {
  Matrix own;  ///< preprocessed
  Json state = nullptr;
};

Matrix read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return data::read_npy(in, file);
}

/// Noise of the same variance from a generator that is no secret: exact and secure draws, which the
/// programs make, would take most of the time.
std::vector<SumTerm> with_fast_noise(std::vector<SumTerm> terms) {
  static std::mt19937_64 engine(1);
  for (SumTerm& term : terms) {
    if (term.noise == 0) continue;
    std::normal_distribution<double> draw(0, std::sqrt(term.noise));
    term.values = term.values.unaryExpr([&](double x) { return x + std::round(draw(engine)); });
    term.noise = 0;
  }
  return terms;
}

/// A federation of the halves, their sums masked, without programs, files and text between them.
class Federation {
 public:
  Federation(Parameters parameters, Matrix reference)
      : parameters_(std::move(parameters)),
        reference_(std::move(reference)),
        cache_(scratch_.path(), "coordinator") {}

  void add(const std::string& name, Matrix own) {
    nodes_[name] = {std::move(own)};
    sums_.emplace(name, SiteSums::begin(name, std::nullopt));
  }

  /// @return the last network
  nn::Network run() {
    meet(sums_);
    Json message = coordinator()->message();
    const int rounds = coordinator()->rounds();
    for (int round = 1; round <= rounds; ++round) message = answered(message, round);
    const auto site = half(nodes_.begin()->first);
    site->finish(message);
    return std::get<nn::Network>(site->findings(message).value);
  }

 private:
  Json answered(const Json& message, int round) {
    std::map<std::string, Json> answers;
    for (auto& [name, node] : nodes_) {
      SiteSums& sums = sums_.at(name);
      sums.hear(message, {phase::embed, round});
      const auto site = half(name);
      SiteAnswer answer = site->round(message);
      answers[name] = std::move(answer.fields);
      if (!answer.sums.empty()) {
        answers[name][masked_field] = sums.mask(with_fast_noise(std::move(answer.sums)));
      }
      node.state = site->state();
    }
    const auto remote = coordinator();
    remote->combine(SiteAnswers(std::move(answers)));
    state_ = remote->state();
    return remote->message();
  }

  std::unique_ptr<SiteMethod> half(const std::string& name) {
    const Node& node = nodes_.at(name);
    SiteProblem problem{parameters_,
                        node.own.rows(),
                        reference_.rows(),
                        std::hash<std::string>()(name),
                        [this, &node] {
                          return SitePoints{node.own, reference_};
                        },
                        cache_};
    problem.sites = std::ssize(nodes_);
    problem.site = name;
    problem.spend = [](const privacy::PrivateRelease&) {};
    return fedne().site(std::move(problem), node.state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator() const {
    CoordinatorProblem problem{parameters_, {}, reference_.rows(), [this] { return reference_; }};
    return fedne().coordinator(std::move(problem), state_);
  }

  tools::ScratchFolder scratch_;
  Parameters parameters_;
  Matrix reference_;
  DiskCache cache_;
  std::map<std::string, Node> nodes_;
  std::map<std::string, SiteSums> sums_;
  Json state_ = nullptr;
};

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

/// @param folder with reference.npy, unseen.npy, and site0.npy and so on
void measure(const std::string& folder, int sites, const std::string& given,
             const std::string& map) {
  const Parameters parameters = parse_parameters(Json::parse(given));
  const auto [preprocessing, reference] = prepared(folder, parameters);
  Federation federation(parameters, reference);
  for (int site = 0; site < sites; ++site) {
    const std::string name = "site" + std::to_string(site);
    federation.add(name, apply(preprocessing, read(folder + "/" + name + ".npy")));
  }
  const nn::Network network = federation.run();
  const Matrix unseen = apply(preprocessing, read(folder + "/unseen.npy"));
  const Matrix places = placed_by(network, unseen, reference);
  std::ofstream out(map);
  out.precision(9);
  for (const auto& place : places.rowwise()) out << place << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  using namespace dsne::tools;
  const auto text = [](const char* name) { return value<std::string>(name); };
  const auto run = [](const Values& values, const Console&) {
    measure(values["folder"].as<std::string>(), std::stoi(values["sites"].as<std::string>()),
            values["parameters"].as<std::string>(), values["map"].as<std::string>());
    return 0;
  };
  return run_main({"bench_fedne",
                   "FOLDER SITES PARAMETERS MAP.txt",
                   "",
                   "Runs method fedne on the tables of a folder and writes the map of the subjects "
                   "that no site has.\n",
                   {option("folder", text("FOLDER"), "reference.npy, unseen.npy, site0.npy, …"),
                    option("sites", text("SITES"), "how many sites there are"),
                    option("parameters", text("PARAMETERS"), "the run's, as JSON"),
                    option("map", text("MAP.txt"), "where the places are written")},
                   {"folder", "sites", "parameters", "map"},
                   {"folder", "sites", "parameters", "map"},
                   run},
                  argc, argv);
}
