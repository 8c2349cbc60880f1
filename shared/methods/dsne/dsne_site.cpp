#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/state.h"
#include "data/stacked.h"
#include "exchange/state_names.h"
#include "methods/dsne/dsne.h"
#include "methods/embedding/initial_coordinates.h"
#include "methods/embedding/neighbour_embedding.h"
#include "methods/messages.h"
#include "tsne/gradient.h"

namespace dsne::methods {
namespace {

class DsneSite final : public SiteMethod {
 public:
  DsneSite(SiteProblem problem, const MakeGradientFilter& make_filter, const Json& state)
      : problem_(std::move(problem)) {
    if (make_filter) {
      problem_.parameters.private_start = PrivateStart::random;
      filter_ = make_filter(problem_, state.is_null() ? Json() : state.at("filter"));
    }
    if (!state.is_null()) restore(state, *this);
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("iteration", self.iteration_);
    visit("places", self.own_coordinates_);
    visit("velocity", self.own_velocity_);
    visit("gains", self.gains_);
  }

  exchange::SiteAnswer round(const Json& message) override {
    check_iteration(message, problem_.parameters, iteration_);
    const Matrix reference = take(message);
    const Matrix velocity = matrix_field(message, velocity_sum, reference.rows(), reference.cols(),
                                         exchange::coordinator_message_name);
    if (filter_) filter_->charge(end_of_round() - iteration_);
    if (iteration_ == 0) start(reference);
    tsne::OptimizerState optimizer{data::stacked(own_velocity_, velocity), gains_};
    Matrix coordinates = data::stacked(own_coordinates_, reference);
    descend(coordinates, optimizer);
    own_coordinates_ = coordinates.topRows(problem_.own_points);
    own_velocity_ = optimizer.velocity.topRows(problem_.own_points);
    gains_ = optimizer.gains;
    return terms(coordinates, reference, optimizer);
  }

  exchange::SiteAnswer finish(const Json& message) override {
    const Matrix reference = take(message);
    if (filter_) return {};
    return {Json::object(),
            {kl_divergence_term(tsne::kl_divergence(site_affinities(problem_),
                                                    data::stacked(own_coordinates_, reference)))}};
  }

  Matrix coordinates() const override { return own_coordinates_; }

  Json state() const override {
    Json state = state_of(*this);
    if (filter_) state["filter"] = filter_->state();
    return state;
  }

 private:
  /// Returns the message's reference coordinates, and shifts the own ones as the message says.
  Matrix take(const Json& message) {
    const auto dimensions = problem_.parameters.no_dims;
    const RowVector shift =
        vector_field(message, "shift", dimensions, exchange::coordinator_message_name);
    if (iteration_ > 0) own_coordinates_.rowwise() -= shift;
    return reference_places(message, problem_);
  }

  void start(const Matrix& reference) {
    own_coordinates_ = initial_own_coordinates(problem_, reference);
    own_velocity_ = Matrix::Zero(problem_.own_points, reference.cols());
    gains_ = Matrix::Ones(problem_.own_points + reference.rows(), reference.cols());
  }

  /// Returns the change of the map by the round's iterations.
  exchange::SiteAnswer terms(const Matrix& coordinates, const Matrix& reference,
                             const tsne::OptimizerState& optimizer) const {
    const Eigen::Index points = problem_.reference_points;
    exchange::SiteAnswer answer;
    answer.sums = {
        {displacement_sum, exchange::map_bound, coordinates.bottomRows(points) - reference},
        {mean_sum, exchange::map_bound,
         own_coordinates_.colwise().sum() / static_cast<double>(coordinates.rows())}};
    if (problem_.parameters.local_iterations > 1) {
      answer.sums.push_back(
          {velocity_sum, exchange::map_bound, optimizer.velocity.bottomRows(points)});
    }
    return answer;
  }

  /// Returns the number of iterations after this round.
  int end_of_round() const {
    return std::min(iteration_ + problem_.parameters.local_iterations,
                    iterations(problem_.parameters));
  }

  /// Makes the round's iterations.
  void descend(Matrix& coordinates, tsne::OptimizerState& optimizer) {
    const tsne::Schedule& schedule = problem_.parameters.schedule;
    const tsne::Affinities p = site_affinities(problem_);
    const double rate = tsne::learning_rate(schedule, coordinates.rows());
    for (const int end = end_of_round(); iteration_ < end; ++iteration_) {
      Matrix slope = tsne::gradient(p, coordinates, tsne::exaggeration(schedule, iteration_));
      if (filter_) slope = filter_->filter(slope, iteration_);
      tsne::update_optimizer(optimizer, slope, rate, tsne::momentum(schedule, iteration_));
      coordinates += optimizer.velocity;
    }
  }

  SiteProblem problem_;
  std::unique_ptr<GradientFilter> filter_;  ///< null if the method is not private
  int iteration_ = 0;                       ///< iterations made so far
  Matrix own_coordinates_;
  Matrix own_velocity_;
  Matrix gains_;  ///< of [own; reference]
};

}  // namespace

std::unique_ptr<SiteMethod> dsne_site(SiteProblem problem, const MakeGradientFilter& make_filter,
                                      const Json& state) {
  return std::make_unique<DsneSite>(std::move(problem), make_filter, state);
}

}  // namespace dsne::methods
