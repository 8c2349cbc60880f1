// Method fedne and what its paper compares it with, in one process, for bench/fedne/table.py: reads
// each site's subjects and those that no site has, writes where these lie on the map.

#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/phase.h"
#include "data/npy.h"
#include "data/stacked.h"
#include "federated/fedne.h"
#include "federated/fedne_messages.h"
#include "federated/map_network.h"
#include "federated/masked_fields.h"
#include "federated/preprocessing.h"
#include "federated/site_sums.h"
#include "nn/adam.h"
#include "nn/repulsion_grid.h"
#include "tools/command_line.h"
#include "tools/scratch_folder.h"

namespace {

using namespace dsne;
using namespace dsne::federated;

struct Node {
  std::string name;
  Matrix own;  ///< preprocessed
  SiteSums sums;
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

/// What the paper has in place of a sum over the sites: a network of one hidden layer that learns
/// one site's repulsion at the grid's points, tuned on from round to round (Li et al. 2024).
class Surrogate {
 public:
  /// @return what it makes of the values that it is told
  Matrix learnt(const nn::Grid& grid, const Matrix& values) {
    const Matrix points = points_of(grid);
    constexpr int steps = 100;
    constexpr double learning_rate = 0.01;
    scale_ = scale_ > 0 ? scale_ : std::max(1e-9, values.mean());
    for (int step = 0; step < steps; ++step) {
      const nn::Layers layers = nn::layers(network_, points);
      const Matrix slope =
          2 / static_cast<double>(points.rows()) * (layers.back() - values.transpose() / scale_);
      network_.weights +=
          nn::adam_step(adam_, nn::weight_gradient(network_, layers, slope), learning_rate);
    }
    return scale_ * nn::output(network_, points).transpose().cwiseMax(0);
  }

 private:
  static Matrix points_of(const nn::Grid& grid) {
    Matrix points(grid.points(), 2);
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      points(i, 0) = grid.low(0) + grid.step * static_cast<double>(i / grid.side);
      points(i, 1) = grid.low(1) + grid.step * static_cast<double>(i % grid.side);
    }
    return points;
  }

  nn::Network network_ = nn::random_network({2, 64, 1}, 1);
  nn::Adam adam_ = nn::Adam::at_rest(nn::number_of_weights({2, 64, 1}));
  double scale_ = 0;
};

/// A federation of the halves, their sums masked, without programs, files and text between them.
class Federation {
 public:
  Federation(Parameters parameters, Matrix reference, bool fits_surrogates)
      : parameters_(std::move(parameters)),
        reference_(std::move(reference)),
        fits_surrogates_(fits_surrogates),
        cache_(scratch_.path(), "coordinator") {}

  void add(const std::string& name, Matrix own) {
    nodes_.push_back({name, std::move(own), SiteSums::begin(name, std::nullopt)});
  }

  /// @return the last network
  nn::Network run() {
    meet();
    Json message = coordinator()->message();
    const int rounds = coordinator()->rounds();
    for (int round = 1; round <= rounds; ++round) message = answered(message, round);
    const auto site = half(nodes_.front());
    site->finish(message);
    if (fitted_ > 0) std::cout << "missed by surrogates: " << std::sqrt(missed_ / fitted_) << '\n';
    return *site->map_network();
  }

 private:
  void meet() {
    Json keys = Json::object();
    for (const Node& node : nodes_) keys[node.name] = to_json(node.sums.keys());
    const Roster roster = parse_roster(keys, "keys");
    for (Node& node : nodes_) node.sums.meet(roster);
    Json sealed;
    for (const Node& node : nodes_) {
      if (const Json made = node.sums.sealed_keys(); !made.is_null()) sealed = made;
    }
    for (Node& node : nodes_) node.sums.take_common_key(sealed);
  }

  Json answered(const Json& message, int round) {
    std::map<std::string, Json> answers;
    for (Node& node : nodes_) {
      node.sums.hear(message, {phase::embed, round});
      const auto site = half(node);
      answers[node.name][masked_field] =
          node.sums.mask(told(node.name, message, site->round(message).sums));
      node.state = site->state();
    }
    const auto remote = coordinator();
    remote->combine(SiteAnswers(std::move(answers)));
    state_ = remote->state();
    return remote->message();
  }

  /// What a site says in place of its terms.
  std::vector<SumTerm> told(const std::string& name, const Json& message,
                            std::vector<SumTerm> terms) {
    for (SumTerm& term : terms) {
      if (!fits_surrogates_ || term.name != repulsion_name) continue;
      const nn::Grid grid = grid_field(message, "grid", 2, "the message");
      const Matrix learnt = surrogates_[name].learnt(grid, term.values);
      missed_ += (learnt - term.values).squaredNorm() / term.values.squaredNorm();
      ++fitted_;
      term.values = learnt;
    }
    return with_fast_noise(std::move(terms));
  }

  std::unique_ptr<SiteMethod> half(Node& node) {
    SiteProblem problem{parameters_,
                        node.own.rows(),
                        reference_.rows(),
                        std::hash<std::string>()(node.name),
                        [this, &node] {
                          return SitePoints{node.own, reference_};
                        },
                        cache_};
    problem.sites = std::ssize(nodes_);
    problem.spend = [](const privacy::PrivateRelease&) {};
    problem.verified_sum = [&node](const Json& handed_on, const SumTerm& shape) {
      return node.sums.verified_sum(handed_on, shape);
    };
    return fedne().site(std::move(problem), node.state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator() const {
    CoordinatorProblem problem{parameters_, {}, reference_.rows(), [this] { return reference_; }};
    return fedne().coordinator(std::move(problem), state_);
  }

  tools::ScratchFolder scratch_;
  Parameters parameters_;
  Matrix reference_;
  bool fits_surrogates_;
  std::map<std::string, Surrogate> surrogates_;
  double missed_ = 0;  ///< squares of surrogates' relative errors, added up
  double fitted_ = 0;  ///< how often
  DiskCache cache_;
  std::vector<Node> nodes_;
  Json state_ = nullptr;
};

/// @param folder with reference.npy, unseen.npy, and site0.npy and so on
void measure(const std::string& folder, int sites, const std::string& given, const std::string& map,
             bool fits_surrogates) {
  const Parameters parameters = parse_parameters(Json::parse(given));
  const data::Reference points{read(folder + "/reference.npy"), {}, {}};
  const Preprocessing preprocessing = fit_preprocessing(points, parameters);
  const Matrix reference = apply(preprocessing, points.values);
  Federation federation(parameters, reference, fits_surrogates);
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
            values["parameters"].as<std::string>(), values["map"].as<std::string>(),
            values["surrogates"].as<bool>());
    return 0;
  };
  return run_main(
      {"bench_fedne",
       "FOLDER SITES PARAMETERS MAP.txt [--surrogates]",
       "",
       "Runs method fedne on the tables of a folder and writes the map of the subjects "
       "that no site has.\n",
       {option("folder", text("FOLDER"), "reference.npy, unseen.npy, site0.npy, …"),
        option("sites", text("SITES"), "how many sites there are"),
        option("parameters", text("PARAMETERS"), "the run's, as JSON"),
        flag("surrogates", "sites tell a network fitted to their repulsion, as published"),
        option("map", text("MAP.txt"), "where the places are written")},
       {"folder", "sites", "parameters", "map"},
       {"folder", "sites", "parameters", "map"},
       run},
      argc, argv);
}
