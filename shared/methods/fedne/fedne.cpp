#include "methods/fedne/fedne.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "core/state.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "methods/fedne/map_network.h"
#include "methods/messages.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

constexpr double first_share = 0.3;
constexpr double second_share = 0.6;

/// Returns the paper's rate.
double rate_of_sites(int iteration, int iterations) {
  constexpr double first_rate = 0.001;
  constexpr double fall = 0.1;
  if (iteration < first_share * iterations) return first_rate;
  return iteration < second_share * iterations ? fall * first_rate : fall * fall * first_rate;
}

/// Returns a higher rate: few steps with many edges allow more than many with few.
double rate_of_all(int iteration, int iterations) {
  constexpr double highest = 0.02;
  constexpr int warming = 10;
  const double done = static_cast<double>(iteration) / iterations;
  const double warmth = std::min(1.0, static_cast<double>(iteration + 1) / warming);
  return highest * warmth * (1 + std::cos(std::numbers::pi * done)) / 2;
}

class FedneCoordinator final : public CoordinatorMethod {
 public:
  FedneCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    const Parameters& given = problem_.parameters;
    reference_ = read_reference();
    if (!state.is_null()) {
      restore(state, *this);
      return;
    }
    network_ = initial_network(given, reference_.cols());
    if (makes_steps()) adam_ = nn::Adam::at_rest(network_.weights.size());
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("stage", self.stage_);
    visit("network", self.network_);
    visit("adam", self.adam_);
    visit("iteration", self.iteration_);
    visit("subjects", self.subjects_);
    visit("handed_on", self.handed_on_);
    visit("grid", self.grid_);
    visit("surrogates", self.surrogates_);
    visit("repulsion", self.repulsion_);
  }

  Json message() const override {
    const Parameters& given = problem_.parameters;
    Json message = {{"stage", stage_},
                    {"network", pack(network_.weights)},
                    {reference_places_name, pack(reference_coordinates())}};
    if (stage_ == stage::size) return message;
    message["iteration"] = iteration_;
    if (iteration_ == 0) message.update(handed_on_);
    if (asks_repulsion(given, iteration_)) {
      message["grid"] = to_message(grid_);
    }
    tell_repulsion(message);
    return message;
  }

  void combine(const exchange::SiteAnswers& answers) override {
    if (stage_ == stage::size) {
      handed_on_ = Json::object();
      subjects_ = all_subjects(answers, handed_on_);
      if (subjects_ < 1) throw InputError("the sites have no subjects");
      stage_ = stage::iterate;
      return;
    }
    if (changes_network(problem_.parameters, iteration_)) change_network(answers);
    if (asks_repulsion(problem_.parameters, iteration_)) take_repulsion(answers);
    if (asks_moments(problem_.parameters, iteration_)) choose_grid(answers);
    ++iteration_;
  }

  int rounds() const override { return 1 + iterations(problem_.parameters); }

  Matrix reference_coordinates() const override {
    return placed_by(network_, reference_, reference_);
  }

  Json state() const override { return state_of(*this); }

 private:
  /// Returns whether sites send gradients, and the coordinator makes the steps.
  bool makes_steps() const { return problem_.parameters.averaged == Averaged::gradients; }

  /// Adds what the sites need to know of each other's repulsion.
  void tell_repulsion(Json& object) const {
    if (!uses_repulsion(problem_.parameters, iteration_)) return;
    if (problem_.parameters.surrogates == Surrogates::sites) {
      object[surrogates_name] = surrogates_;
    } else {
      object[repulsion_name] = pack(repulsion_);
    }
  }

  void take_repulsion(const exchange::SiteAnswers& answers) {
    if (problem_.parameters.surrogates == Surrogates::sites) return take_surrogates(answers);
    const double most = most_repulsion_of_one * static_cast<double>(subjects_);
    repulsion_ =
        answers.sum(repulsion_name, 1, grid_.points(), repulsion_bound).cwiseMax(0).cwiseMin(most);
  }

  void take_surrogates(const exchange::SiteAnswers& answers) {
    surrogates_ = Json::object();
    for (const auto& [site, answer] : answers.messages()) {
      surrogates_[site] =
          pack(told_surrogate(answer, problem_.parameters.no_dims, exchange::message_name(site))
                   .weights);
    }
  }

  void change_network(const exchange::SiteAnswers& answers) {
    const Matrix update =
        answers.sum(network_update_name, 1, network_.weights.size(), network_update_bound);
    RowVector change = update.row(0) / static_cast<double>(subjects_);
    if (makes_steps()) {
      change = nn::adam_step(adam_, with_stand_ins(change),
                             network_learning_rate(problem_.parameters, iteration_));
    }
    network_.weights = (network_.weights + change).cwiseMax(-weight_bound).cwiseMin(weight_bound);
  }

  /// Returns the gradient of the loss of the subjects and, as much, of their stand-ins.
  RowVector with_stand_ins(const RowVector& of_subjects) const {
    const Parameters& given = problem_.parameters;
    if (given.surrogates != Surrogates::reference) return of_subjects;
    const Matrix inputs = network_inputs(reference_, reference_);
    Epoch epoch;
    epoch.batch = given.batch_edges;
    epoch.noise = given.input_noise;
    epoch.seed = static_cast<std::uint64_t>(given.seed) + static_cast<std::uint64_t>(iteration_);
    return of_subjects + epoch_gradient(network_, inputs, neighbours_of(inputs), epoch);
  }

  Matrix read_reference() const {
    if (!problem_.disk_cache) return problem_.reference();
    const auto compute = [&] {
      const Matrix reference = problem_.reference();
      return SitePoints{Matrix(0, reference.cols()), reference};
    };
    return problem_.disk_cache->points(compute).reference;
  }

  void choose_grid(const exchange::SiteAnswers& answers) {
    const Index dimensions = problem_.parameters.no_dims;
    const RowVector moments =
        answers.sum(place_moments_name, 1, 2 * dimensions, place_moments_bound).row(0) /
        static_cast<double>(subjects_);
    const RowVector mean = moments.head(dimensions);
    grid_ =
        nn::grid_over(mean, (moments.tail(dimensions) - mean.cwiseAbs2()).cwiseMax(0).cwiseSqrt());
  }

  CoordinatorProblem problem_;
  Matrix reference_;                 ///< preprocessed
  std::string stage_ = stage::size;  ///< the next message's stage
  int iteration_ = 0;
  nn::Network network_;
  nn::Adam adam_;       ///< if the coordinator makes the steps
  Index subjects_ = 0;  ///< of the run
  Json handed_on_;      ///< the number of subjects, for the sites
  nn::Grid grid_;       ///< the grid of the requested repulsion
  Matrix repulsion_;    ///< the sites' last total repulsion
  Json surrogates_;     ///< or each site's
};

std::string others_words(const Parameters& parameters) {
  switch (parameters.surrogates) {
    case Surrogates::reference:
      return ", the reference's points in place of other sites' subjects; ";
    case Surrogates::sum:
      return ", other sites' subjects too, by a sum over all sites; ";
    case Surrogates::sites:
      return ", other sites' subjects too: each site told all others how densely its own lie "
             "anywhere on the map; ";
    case Surrogates::none:
      break;
  }
  return ", but not other sites' subjects; ";
}

std::string fedne_description(const Parameters& parameters) {
  return std::string("The map was made with method fedne: a network of three hidden layers of ") +
         std::to_string(parameters.network_width) +
         " computes each subject's position from its features. Every site trained it on its own "
         "subjects: neighbours attract each other and others repel each other" +
         others_words(parameters) +
         (parameters.averaged == Averaged::weights
              ? "the sites' networks were averaged in "
              : "the network took a step by the mean of the sites' gradients in ") +
         counted(iterations(parameters), "round") + ".";
}

std::string fedne_disclosure(const Parameters& parameters) {
  return "This method gives no guarantee of privacy: the network that every site and the "
         "coordinator have after each round depends on all subjects, and the networks of all "
         "rounds are enough numbers to determine records. The rounds of two runs, one with a "
         "subject and one without, show what that subject changed. A coordinator that lies about "
         "the network chooses what the sites' updates reveal." +
         std::string(parameters.surrogates == Surrogates::sites
                         ? " Besides, each site told all others, by itself and in many rounds, "
                           "how densely its own subjects lie anywhere on the map: that shows how "
                           "many they are and, to anyone who holds records, which are among them."
                         : "");
}

}  // namespace

void FedneOptions::list(OptionList& options) {
  options.choice(
      "surrogates", surrogates,
      {{"reference", Surrogates::reference},
       {"sum", Surrogates::sum},
       {"sites", Surrogates::sites},
       {"none", Surrogates::none}},
      "What stands for other sites' subjects, which repel a site's own, in fedne: reference (the "
      "reference's points), sum (how strongly all subjects repel, summed over the sites), sites "
      "(the same of each site by itself) or none.",
      "`sites` as published; every site is then told how densely the others' subjects lie");
  options.choice("averaged", averaged,
                 {{"weights", Averaged::weights}, {"gradients", Averaged::gradients}},
                 "What fedne averages over the sites in each round: weights, of the networks that "
                 "each has trained by itself, or gradients, for one step that all make together.",
                 "`weights` as published; `gradients` where sites are unlike each other");
  options.number("neighbour_mixing", neighbour_mixing, 0, 5,
                 "The alpha of the Beta distribution by which fedne mixes a subject with a "
                 "neighbour, to stand for neighbours at other sites; 0 mixes none.",
                 "0 for FedAvg and FedProx");
  options.number(
      "proximal_weight", proximal_weight, 0, 1000,
      "How strongly fedne pulls a site's network towards the common one during training.",
      "0.01 for FedProx, with `averaged=weights`");
  options.number("input_noise", input_noise, 0, 10,
                 "How much noise fedne adds to the network's input during training, so that it "
                 "generalizes to new subjects: 1 is as much as subjects differ.",
                 "0 as published; it protects nobody");
  options.number("network_width", network_width, 2, 1024,
                 "Width of each of the three hidden layers of fedne's network.",
                 "More for thousands of subjects; messages grow with its square");
  options.number("batch_edges", batch_edges, 1, 4096,
                 "How many pairs of neighbours are in one training step of fedne's network.",
                 "64 with `averaged=weights` and a few hundred subjects a site");
}

double network_learning_rate(const Parameters& parameters, int iteration) {
  const int all = iterations(parameters);
  return parameters.averaged == Averaged::weights ? rate_of_sites(iteration, all)
                                                  : rate_of_all(iteration, all);
}

bool uses_repulsion(const Parameters& parameters, int iteration) {
  const bool tells =
      parameters.surrogates == Surrogates::sum || parameters.surrogates == Surrogates::sites;
  if (!tells) return false;
  const int all = iterations(parameters);
  if (iteration >= all) return false;
  if (parameters.averaged == Averaged::gradients) return iteration >= 3 && iteration % 2 == 1;
  return iteration >= std::max(2.0, std::ceil(first_share * all));
}

bool asks_repulsion(const Parameters& parameters, int iteration) {
  return uses_repulsion(parameters, iteration + 1);
}

bool asks_moments(const Parameters& parameters, int iteration) {
  return uses_repulsion(parameters, iteration + 2);
}

bool changes_network(const Parameters& parameters, int iteration) {
  return parameters.averaged == Averaged::weights || !asks_repulsion(parameters, iteration);
}

nn::Network told_surrogate(const Json& object, Index dimensions, std::string_view what) {
  return network_field(object, surrogate_name, nn::surrogate_widths(dimensions), what);
}

const Method& fedne() {
  static const Method method = {
      .name = "fedne",
      .iterations = 200,
      .parameters = with_own<FedneOptions>({"no_dims", "max_iterations", "seed", "least_in_sums"}),
      .sent_fields =
          {{phase::embed, subjects_name, Shows::sums, "1 × 1, N_l",
            "how many subjects there are at all sites, which every site is told", true},
           {phase::embed, network_update_name, Shows::sums,
            "1 × weights, how the site's training has changed each weight of the network, or the "
            "gradient of its loss, times N_l",
            "the sum over the sites, of which every site is told the mean: it depends on every "
            "subject",
            true},
           {phase::embed, place_moments_name, Shows::sums,
            "1 × 2m, the sums of its subjects' coordinates on the map, and of their squares",
            "where on the map all subjects lie, and how widely", true},
           {phase::embed, repulsion_name, Shows::sums,
            "1 × points of the grid, by how much its subjects repel each of them",
            "the sum over the sites, which every site is told: how densely all subjects lie "
            "anywhere on the map",
            true},
           {phase::embed, surrogate_name, Shows::density,
            "1 × weights, with `surrogates` `sites` in place of `repulsion`: a small network that "
            "has learned by how much the site's subjects repel a place of the map, as a share of "
            "all subjects'",
            "how densely the site's own subjects lie anywhere on the map, and how many they are; "
            "every site is told it"}},
      .description = fedne_description,
      .disclosure = fedne_disclosure,
      .privacy_plan = no_guarantee,
      .site = fedne_site,
      .coordinator = make_half<FedneCoordinator>};
  return method;
}

}  // namespace dsne::methods
