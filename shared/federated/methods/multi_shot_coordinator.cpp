#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "federated/initial_coordinates.h"
#include "federated/methods/multi_shot.h"
#include "federated/methods/multi_shot_messages.h"
#include "federated/methods/reference_motion.h"
#include "federated/state_names.h"
#include "federated/sums/counting.h"

namespace dsne::federated {
namespace {

class MultiShotCoordinator final : public CoordinatorMethod {
 public:
  MultiShotCoordinator(CoordinatorProblem problem, const Json& state)
      : problem_(std::move(problem)) {
    const auto points = problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    if (state.is_null()) {
      stage_ = sees_federation(problem_.parameters) ? stage::size : stage::iterate;
      coordinates_ = initial_reference_coordinates(problem_);
      motion_ = ReferenceMotion::at_rest(points, dimensions);
      shift_ = RowVector::Zero(dimensions);
      return;
    }
    coordinates_ = matrix_field(state, "places", points, dimensions, coordinator_cache_name);
    motion_.velocity = matrix_field(state, "velocity", points, dimensions, coordinator_cache_name);
    motion_.gains = matrix_field(state, "gains", points, dimensions, coordinator_cache_name);
    shift_ = matrix_field(state, "shift", 1, dimensions, coordinator_cache_name);
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, iterations(problem_.parameters), coordinator_cache_name));
    stage_ = text_field(state, "stage", coordinator_cache_name);
    handed_on_ = field(state, "handed_on", coordinator_cache_name);
    if (!handed_on_.is_object()) throw MessageError("the remote's cache: handed_on is damaged");
  }

  Json message() const override {
    Json message = {{"iteration", iteration_},
                    {"reference_places", pack(coordinates_)},
                    {"reference_velocity", pack(motion_.velocity)},
                    {"shift", json_array(shift_)}};
    if (sees_federation(problem_.parameters)) message["stage"] = stage_;
    message.update(handed_on_);
    if (gains_travel(problem_.parameters)) message[gains_sum] = pack(motion_.gains);
    return message;
  }

  void combine(const SiteAnswers& answers) override {
    handed_on_ = Json::object();
    if (stage_ == stage::size) {
      all_subjects(answers, handed_on_);
      stage_ = stage::count;
    } else if (stage_ == stage::count) {
      all_members(answers, coordinates_.rows(), 1, handed_on_);
      stage_ = stage::iterate;
    } else {
      move_reference(answers);
    }
  }

  int rounds() const override {
    const Parameters& parameters = problem_.parameters;
    const int counting = sees_federation(parameters) ? 2 : 0;
    return counting +
           (iterations(parameters) + parameters.local_iterations - 1) / parameters.local_iterations;
  }

  Matrix reference_coordinates() const override { return coordinates_; }

  Json state() const override {
    return {{"stage", stage_},
            {"handed_on", stage_ == stage::iterate ? Json::object() : handed_on_},
            {"iteration", iteration_},
            {"places", pack(coordinates_)},
            {"velocity", pack(motion_.velocity)},
            {"gains", pack(motion_.gains)},
            {"shift", pack(shift_)}};
  }

 private:
  void move_reference(const SiteAnswers& answers) {
    const auto sites = static_cast<double>(problem_.site_points.size());
    const auto mean_of = [&](const char* name, Eigen::Index rows) -> Matrix {
      const SumTerm shape{name, map_bound, Matrix::Zero(rows, coordinates_.cols())};
      return (is_private() ? answers.sum(name, rows, coordinates_.cols(), map_bound)
                           : answers.hand_on(shape, handed_on_[sums_field])) /
             sites;
    };
    motion_ = next_motion(motion_, problem_.parameters, iteration_,
                          [&](const char* name) { return mean_of(name, coordinates_.rows()); });
    coordinates_ += motion_.displacement;
    shift_ = mean_of(mean_sum, 1) + share_of_reference() * coordinates_.colwise().sum();
    coordinates_.rowwise() -= shift_;
    iteration_ = std::min(iteration_ + problem_.parameters.local_iterations,
                          iterations(problem_.parameters));
  }

  /// Noisy sums are what they are; no site verifies them.
  bool is_private() const { return privacy_plan(problem_.parameters).has_value(); }

  /// The mean over the sites of what one reference point counts in the mean of a site's map.
  double share_of_reference() const {
    double sum = 0;
    for (const auto& [site, points] : problem_.site_points) {
      sum += 1 / static_cast<double>(points + problem_.reference_points);
    }
    return sum / static_cast<double>(problem_.site_points.size());
  }

  CoordinatorProblem problem_;
  std::string stage_;                ///< what the next message asks for
  Json handed_on_ = Json::object();  ///< the sums that the sites are told
  int iteration_ = 0;
  Matrix coordinates_;
  ReferenceMotion motion_;  ///< never includes the shift
  RowVector shift_;
};

}  // namespace

std::unique_ptr<CoordinatorMethod> multi_shot_coordinator(CoordinatorProblem problem,
                                                          const Json& state) {
  return std::make_unique<MultiShotCoordinator>(std::move(problem), state);
}

}  // namespace dsne::federated
