#include <utility>

#include "core/errors.h"
#include "federated/initial_coordinates.h"
#include "federated/methods/joint_halves.h"
#include "federated/methods/joint_messages.h"
#include "federated/methods/joint_reference.h"
#include "federated/sums/vetoes.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// A run that has not found cells by then will not.
constexpr int max_preparations = 50;

class JointCoordinator final : public CoordinatorMethod {
 public:
  JointCoordinator(CoordinatorProblem problem, const Json& state)
      : problem_(std::move(problem)), embedding_(neighbour_embedding(problem_.parameters)) {
    const Index points = problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    if (state.is_null()) {
      reference_ = {initial_reference_coordinates(problem_),
                    tsne::OptimizerState::at_rest(points, dimensions),
                    {}};
      return;
    }
    stage_ = text_field(state, "stage", coordinator_cache_name);
    preparations_ = static_cast<int>(
        integer_field(state, "preparations", 0, max_preparations, coordinator_cache_name));
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, iterations(problem_.parameters), coordinator_cache_name));
    if (stage_ != stage::size && stage_ != stage::count) {
      division_ = parse_division(state, points, coordinator_cache_name);
    }
    reference_ = parse_joint_reference(state, points, dimensions,
                                       stage_ == stage::iterate ? division_.cells.count : 0,
                                       coordinator_cache_name);
    handed_on_ = field(state, "handed_on", coordinator_cache_name);
    if (!handed_on_.is_object()) throw MessageError("the remote's cache: handed_on is damaged");
  }

  Json message() const override {
    Json message = {{"stage", stage_}, {"reference_places", pack(reference_.coordinates)}};
    message.update(handed_on_);
    if (stage_ == stage::iterate) message["iteration"] = iteration_;
    return message;
  }

  void combine(const SiteAnswers& answers) override {
    handed_on_ = Json::object();
    if (stage_ == stage::iterate) {
      move_reference(answers);
      return;
    }
    ++preparations_;
    if (stage_ == stage::size) {
      all_subjects(answers, handed_on_);
      stage_ = stage::count;
    } else if (stage_ == stage::count) {
      divide(answers);
    } else if (stage_ == stage::veto) {
      take_vetoes(answers);
    } else {
      reference_.sums = sums_of(answers, true).cells;
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

  Matrix reference_coordinates() const override { return reference_.coordinates; }

  Json state() const override {
    Json state = {{"stage", stage_},
                  {"preparations", preparations_},
                  {"iteration", iteration_},
                  {"handed_on", stage_ == stage::iterate ? Json::object() : handed_on_}};
    state.update(to_json(reference_));
    if (stage_ != stage::size && stage_ != stage::count) state.update(to_json(division_));
    return state;
  }

 private:
  void divide(const SiteAnswers& answers) {
    division_ =
        divided(reference_.coordinates,
                all_members(answers, problem_.reference_points, kinds_of_members, handed_on_),
                problem_.parameters.least_members);
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
    division_.cells = merged_further(division_.cells, vetoed(vetoes), reference_.coordinates,
                                     division_.members, problem_.parameters.least_members);
  }

  /// The sums of a round, which the sites are told.
  JointSums sums_of(const SiteAnswers& answers, bool first) {
    return joint_sums(
        [&](const char* name, Index rows, Index columns, double bound) {
          return answers.hand_on({name, bound, Matrix::Zero(rows, columns)}, handed_on_);
        },
        division_, problem_.parameters.no_dims, first);
  }

  void move_reference(const SiteAnswers& answers) {
    const JointSums sums = sums_of(answers, false);
    const JointStep step = joint_step(problem_.parameters.schedule, iteration_, all_points());
    const Matrix slope = reference_slope(*embedding_, reference_, affinities(), division_,
                                         sums.attraction, step.exaggeration, iteration_);
    go_on(reference_, moved_by(reference_, slope, step), sums.cells, step.momentum, division_);
    ++iteration_;
  }

  /// Of all sites and the reference.
  Index all_points() const { return problem_.reference_points + division_.members.front().sum(); }

  tsne::Affinities affinities() const {
    const Index points = all_points();
    const auto compute = [&] { return reference_part(*embedding_, problem_.reference(), points); };
    return problem_.disk_cache
               ? problem_.disk_cache->affinities(compute, "joint " + std::to_string(points))
               : compute();
  }

  CoordinatorProblem problem_;
  std::unique_ptr<const NeighbourEmbedding> embedding_;
  std::string stage_ = stage::size;  ///< what the next message asks for
  int preparations_ = 0;             ///< rounds made before the first iteration
  int iteration_ = 0;
  JointReference reference_;
  Division division_;
  Json handed_on_ = Json::object();  ///< sums that the sites are told
};

}  // namespace

std::unique_ptr<CoordinatorMethod> joint_coordinator(CoordinatorProblem problem,
                                                     const Json& state) {
  return std::make_unique<JointCoordinator>(std::move(problem), state);
}

}  // namespace dsne::federated
