#include <utility>

#include "core/errors.h"
#include "core/state.h"
#include "exchange/state_names.h"
#include "methods/counting.h"
#include "methods/fedne/fedne.h"
#include "methods/fedne/fedne_messages.h"
#include "methods/fedne/map_network.h"
#include "methods/fedne/network_training.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

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
                    {"reference_places", pack(reference_coordinates())}};
    if (stage_ == stage::size) return message;
    message["iteration"] = iteration_;
    if (iteration_ == 0) message.update(handed_on_);
    if (asks_repulsion(given, iteration_)) message["grid"] = to_json(grid_);
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
    if (tells_surrogates(problem_.parameters)) {
      object[surrogates_name] = surrogates_;
    } else {
      object[repulsion_name] = pack(repulsion_);
    }
  }

  void take_repulsion(const exchange::SiteAnswers& answers) {
    if (tells_surrogates(problem_.parameters)) return take_surrogates(answers);
    const double most = most_repulsion_of_one * static_cast<double>(subjects_);
    repulsion_ =
        answers.sum(repulsion_name, 1, grid_.points(), repulsion_bound).cwiseMax(0).cwiseMin(most);
  }

  void take_surrogates(const exchange::SiteAnswers& answers) {
    surrogates_ = Json::object();
    for (const auto& [site, answer] : answers.messages()) {
      surrogates_[site] =
          pack(told_surrogate_field(answer, surrogate_name, problem_.parameters.no_dims,
                                    exchange::message_name(site))
                   .weights);
    }
  }

  void change_network(const exchange::SiteAnswers& answers) {
    const Matrix update =
        answers.sum(network_update_name, 1, network_.weights.size(), network_update_bound);
    const RowVector mean = update.row(0) / static_cast<double>(subjects_);
    change_weights(makes_steps() ? step_along(with_stand_ins(mean)) : mean);
  }

  /// Returns the gradient of the loss of the subjects and of their stand-ins.
  RowVector with_stand_ins(const RowVector& of_subjects) const {
    const Parameters& given = problem_.parameters;
    if (!has_stand_ins(given)) return of_subjects;
    const Matrix inputs = network_inputs(reference_, reference_);
    Epoch epoch;
    epoch.batch = given.batch_edges;
    epoch.noise = given.input_noise;
    epoch.seed = static_cast<std::uint64_t>(given.seed) + static_cast<std::uint64_t>(iteration_);
    return of_subjects +
           stand_ins_weight * epoch_gradient(network_, inputs, neighbours_of(inputs), epoch);
  }

  RowVector step_along(const RowVector& gradient) {
    return nn::adam_step(adam_, gradient, network_learning_rate(problem_.parameters, iteration_));
  }

  void change_weights(const RowVector& by) {
    network_.weights = (network_.weights + by).cwiseMax(-weight_bound).cwiseMin(weight_bound);
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

}  // namespace

std::unique_ptr<CoordinatorMethod> fedne_coordinator(CoordinatorProblem problem,
                                                     const Json& state) {
  return std::make_unique<FedneCoordinator>(std::move(problem), state);
}

}  // namespace dsne::methods
