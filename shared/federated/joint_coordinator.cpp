#include <utility>

#include "core/errors.h"
#include "federated/cell_gradient.h"
#include "federated/initial_coordinates.h"
#include "federated/joint_halves.h"
#include "federated/joint_messages.h"
#include "federated/joint_objective.h"
#include "federated/perplexity.h"
#include "federated/second_moments.h"
#include "federated/vetoes.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// A run that has not found cells by then will not.
constexpr int max_preparations = 50;

class JointCoordinator final : public CoordinatorMethod {
 public:
  JointCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    const Index points = problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    if (state.is_null()) {
      reference_ = initial_reference_coordinates(problem_);
      optimizer_ = tsne::OptimizerState::at_rest(points, dimensions);
      return;
    }
    stage_ = text_field(state, "stage", coordinator_cache_name);
    preparations_ = static_cast<int>(
        integer_field(state, "preparations", 0, max_preparations, coordinator_cache_name));
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, iterations(problem_.parameters), coordinator_cache_name));
    reference_ = matrix_field(state, "places", points, dimensions, coordinator_cache_name);
    optimizer_ = optimizer_state(state, points, dimensions, coordinator_cache_name);
    if (stage_ == stage::size) return;
    handed_on_ = field(state, "handed_on", coordinator_cache_name);
    if (stage_ == stage::count) return;
    division_ = parse_division(state, points, coordinator_cache_name);
    if (stage_ == stage::iterate) {
      sums_ =
          parse_cell_sums(state, "sums", division_.cells.count, dimensions, coordinator_cache_name);
    }
  }

  Json message() const override {
    Json message = {{"stage", stage_}, {"reference_places", pack(reference_)}};
    if (stage_ != stage::size && stage_ != stage::iterate) message.update(handed_on_);
    if (stage_ == stage::iterate) {
      message["iteration"] = iteration_;
      message["cells"] = to_json(sums_);
    }
    return message;
  }

  void combine(const SiteAnswers& answers) override {
    if (stage_ == stage::iterate) {
      move_reference(answers);
      return;
    }
    ++preparations_;
    if (stage_ == stage::size) {
      check_size(answers);
      handed_on_ = handed_on(answers, subjects_name);
      stage_ = stage::count;
    } else if (stage_ == stage::count) {
      divide(answers);
    } else if (stage_ == stage::veto) {
      take_vetoes(answers);
    } else {
      sums_ = cell_sums_of(answers);
      stage_ = stage::iterate;
    }
  }

  int rounds() const override {
    int to_come = 0;
    if (stage_ == stage::size) to_come = 4;
    if (stage_ == stage::count) to_come = 3;
    if (stage_ == stage::veto) to_come = 2;
    if (stage_ == stage::start) to_come = 1;
    return preparations_ + to_come + iterations(problem_.parameters);
  }

  Matrix reference_coordinates() const override { return reference_; }

  Json state() const override {
    Json state = {{"stage", stage_},
                  {"preparations", preparations_},
                  {"iteration", iteration_},
                  {"places", pack(reference_)},
                  {"velocity", pack(optimizer_.velocity)},
                  {"gains", pack(optimizer_.gains)}};
    if (stage_ == stage::size) return state;
    state["handed_on"] = handed_on_;
    if (stage_ == stage::count) return state;
    state.update(to_json(division_));
    if (stage_ == stage::iterate) state["sums"] = to_json(sums_);
    return state;
  }

 private:
  void divide(const SiteAnswers& answers) {
    division_ =
        divided(reference_, all_members(answers, problem_.reference_points, kinds_of_members),
                problem_.parameters.least_members);
    handed_on_ = handed_on(answers, members_name);
    stage_ = stage::veto;
  }

  void take_vetoes(const SiteAnswers& answers) {
    const Matrix vetoes = answers.sum(vetoes_name, division_.cells.count, 1, 1);
    handed_on_ = {{vetoes_name, pack(vetoes)}};
    if (vetoes.isZero()) {
      stage_ = stage::start;
      return;
    }
    if (preparations_ == max_preparations) {
      throw InputError("the sites cannot agree on cells with enough subjects in each");
    }
    division_.cells = merged_further(division_.cells, vetoed(vetoes), reference_, division_.members,
                                     problem_.parameters.least_members);
  }

  CellSums cell_sums_of(const SiteAnswers& answers) const {
    const Index cells = division_.cells.count;
    const Index dimensions = reference_.cols();
    return {answers.sum(sums_name, cells, dimensions, sums_bound),
            answers.sum(products_name, cells, products_of(dimensions), products_bound)};
  }

  void move_reference(const SiteAnswers& answers) {
    const Matrix centres = cell_centres(reference_, division_.cells);
    const Counts members = division_.in_cells();
    const JointStep step =
        joint_step(problem_.parameters.schedule, iteration_, reference_.rows() + members.sum());
    const Matrix slope = reference_gradient(
        affinities(), reference_, division_.groups,
        answers.sum(attraction_name, division_.groups.count, reference_.cols(), attraction_bound),
        standing_for(members, sums_, centres, iteration_), step.exaggeration);
    tsne::update_optimizer(optimizer_, slope, step.learning_rate, step.momentum);
    reference_ += optimizer_.velocity;
    sums_ = moved_to(cell_sums_of(answers), members, centres,
                     cell_centres(reference_, division_.cells));
    ++iteration_;
  }

  tsne::Affinities affinities() const {
    const Index points = problem_.reference_points + division_.members.front().sum();
    const auto compute = [&] {
      return reference_part(problem_.reference(), wanted_perplexity(problem_.parameters), points);
    };
    return problem_.disk_cache
               ? problem_.disk_cache->affinities(compute, "joint " + std::to_string(points))
               : compute();
  }

  CoordinatorProblem problem_;
  std::string stage_ = stage::size;  ///< what the next message asks for
  int preparations_ = 0;             ///< rounds made before the first iteration
  int iteration_ = 0;
  Matrix reference_;
  tsne::OptimizerState optimizer_;  ///< of the reference
  Division division_;
  Json handed_on_;  ///< what the sites are told of each other's counts or vetoes
  CellSums sums_;   ///< of all sites, about the cells' centres
};

}  // namespace

std::unique_ptr<CoordinatorMethod> joint_coordinator(CoordinatorProblem problem,
                                                     const Json& state) {
  return std::make_unique<JointCoordinator>(std::move(problem), state);
}

}  // namespace dsne::federated
