#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "federated/counting.h"
#include "federated/initial_coordinates.h"
#include "federated/multi_shot.h"
#include "federated/multi_shot_messages.h"
#include "federated/state_names.h"
#include "tsne/optimizer.h"

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
      velocity_ = Matrix::Zero(points, dimensions);
      gains_ = Matrix::Ones(points, dimensions);
      shift_ = RowVector::Zero(dimensions);
      return;
    }
    coordinates_ = matrix_field(state, "places", points, dimensions, coordinator_cache_name);
    velocity_ = matrix_field(state, "velocity", points, dimensions, coordinator_cache_name);
    gains_ = matrix_field(state, "gains", points, dimensions, coordinator_cache_name);
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
                    {"reference_velocity", pack(velocity_)},
                    {"shift", json_array(shift_)}};
    if (sees_federation(problem_.parameters)) message["stage"] = stage_;
    message.update(handed_on_);
    if (gains_travel(problem_.parameters)) message[gains_sum] = pack(gains_);
    return message;
  }

  void combine(const SiteAnswers& answers) override {
    if (stage_ == stage::size) {
      check_size(answers);
      handed_on_ = handed_on(answers, subjects_name);
      stage_ = stage::count;
    } else if (stage_ == stage::count) {
      static_cast<void>(all_members(answers, coordinates_.rows(), 1));
      handed_on_ = handed_on(answers, members_name);
      stage_ = stage::iterate;
    } else {
      handed_on_ = Json::object();
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
            {"handed_on", handed_on_},
            {"iteration", iteration_},
            {"places", pack(coordinates_)},
            {"velocity", pack(velocity_)},
            {"gains", pack(gains_)},
            {"shift", pack(shift_)}};
  }

 private:
  void move_reference(const SiteAnswers& answers) {
    const auto sites = static_cast<double>(problem_.site_points.size());
    const auto mean_of = [&](const char* name, Eigen::Index rows) -> Matrix {
      return answers.sum(name, rows, coordinates_.cols(), map_bound) / sites;
    };
    if (gains_travel(problem_.parameters)) gains_ = mean_of(gains_sum, coordinates_.rows());
    Matrix displacement = mean_of(displacement_sum, coordinates_.rows());
    if (reference_steps_at_coordinator(problem_.parameters)) displacement = step(displacement);
    velocity_ = problem_.parameters.local_iterations == 1
                    ? displacement
                    : mean_of(velocity_sum, coordinates_.rows());
    coordinates_ += displacement;
    shift_ = mean_of(mean_sum, 1) + share_of_reference() * coordinates_.colwise().sum();
    coordinates_.rowwise() -= shift_;
    iteration_ = std::min(iteration_ + problem_.parameters.local_iterations,
                          iterations(problem_.parameters));
  }

  /// The reference's step.
  /// @param downhill the mean of how the sites would move it from rest
  Matrix step(const Matrix& downhill) {
    tsne::OptimizerState optimizer{velocity_, gains_};
    tsne::update_optimizer(optimizer, -downhill, 1,
                           tsne::momentum(problem_.parameters.schedule, iteration_));
    gains_ = optimizer.gains;
    return optimizer.velocity;
  }

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
  Json handed_on_ = Json::object();  ///< what the sites are told of each other's counts
  int iteration_ = 0;
  Matrix coordinates_;
  Matrix velocity_;  ///< of all sites; never includes the shift
  Matrix gains_;     ///< of the reference
  RowVector shift_;
};

}  // namespace

std::unique_ptr<CoordinatorMethod> multi_shot_coordinator(CoordinatorProblem problem,
                                                          const Json& state) {
  return std::make_unique<MultiShotCoordinator>(std::move(problem), state);
}

}  // namespace dsne::federated
