#include "federated/multi_shot.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/phase.h"
#include "data/stacked.h"
#include "federated/initial_coordinates.h"
#include "federated/plausible_reference.h"
#include "federated/run_note.h"
#include "federated/site_affinities.h"
#include "federated/state_names.h"
#include "tsne/gradient.h"

namespace dsne::federated {
namespace {

constexpr const char* displacement_sum = "reference_displacement";
constexpr const char* velocity_sum = "reference_velocity";
constexpr const char* mean_sum = "mean_of_places";

class MultiShotSite final : public SiteMethod {
 public:
  MultiShotSite(SiteProblem problem, const MakeGradientFilter& make_filter, const Json& state)
      : problem_(std::move(problem)) {
    if (make_filter) {
      problem_.parameters.private_start = PrivateStart::random;
      filter_ =
          make_filter(problem_, state.is_null() ? Json() : field(state, "filter", cache_name));
    }
    if (state.is_null()) return;
    const auto own = problem_.own_points;
    const auto all = own + problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    started_ = true;
    own_coordinates_ = matrix_field(state, "places", own, dimensions, cache_name);
    own_velocity_ = matrix_field(state, "velocity", own, dimensions, cache_name);
    gains_ = matrix_field(state, "gains", all, dimensions, cache_name);
    reference_ =
        matrix_field(state, "reference", problem_.reference_points, dimensions, cache_name);
    iteration_ = static_cast<int>(
        integer_field(state, "iteration", 0, iterations(problem_.parameters), cache_name));
  }

  SiteAnswer round(const Json& message) override {
    const int last = iterations(problem_.parameters) - 1;
    if (integer_field(message, "iteration", 0, last, coordinator_message_name) != iteration_) {
      throw MessageError("the remote's message: iteration is not the one expected");
    }
    const Matrix reference = take(message);
    const Matrix velocity = matrix_field(message, "reference_velocity", reference.rows(),
                                         reference.cols(), coordinator_message_name);
    if (!filter_) check_moves(problem_.parameters, iteration_, velocity, "reference_velocity");
    if (filter_) filter_->charge(end_of_round() - iteration_);
    if (!started_) start(reference);

    tsne::OptimizerState optimizer{data::stacked(own_velocity_, velocity), gains_};
    Matrix coordinates = data::stacked(own_coordinates_, reference);
    descend(coordinates, optimizer);

    own_coordinates_ = coordinates.topRows(problem_.own_points);
    own_velocity_ = optimizer.velocity.topRows(problem_.own_points);
    gains_ = optimizer.gains;
    reference_ = reference;
    const Matrix displacement = coordinates.bottomRows(reference.rows()) - reference;
    SiteAnswer answer;
    answer.sums = {{displacement_sum, map_bound, displacement},
                   {mean_sum, map_bound,
                    own_coordinates_.colwise().sum() / static_cast<double>(coordinates.rows())}};
    if (problem_.parameters.local_iterations > 1) {
      answer.sums.push_back(
          {velocity_sum, map_bound, optimizer.velocity.bottomRows(reference.rows())});
    }
    return answer;
  }

  SiteAnswer finish(const Json& message) override {
    const Matrix reference = take(message);
    if (filter_) return {};
    return {Json::object(),
            {kl_divergence_term(tsne::kl_divergence(site_affinities(problem_),
                                                    data::stacked(own_coordinates_, reference)))}};
  }

  Matrix coordinates() const override { return own_coordinates_; }

  Json state() const override {
    Json state = {{"iteration", iteration_},
                  {"places", pack(own_coordinates_)},
                  {"velocity", pack(own_velocity_)},
                  {"gains", pack(gains_)},
                  {"reference", pack(reference_)}};
    if (filter_) state["filter"] = filter_->state();
    return state;
  }

 private:
  /// The message's reference places; the own ones are shifted as the message says.
  Matrix take(const Json& message) {
    const auto dimensions = problem_.parameters.no_dims;
    const RowVector shift = vector_field(message, "shift", dimensions, coordinator_message_name);
    Matrix reference = matrix_field(message, "reference_places", problem_.reference_points,
                                    dimensions, coordinator_message_name);
    if (!started_) return reference;
    own_coordinates_.rowwise() -= shift;
    // What a private method says is worth no more for a map that the coordinator made up.
    if (!filter_) {
      check_moves(problem_.parameters, iteration_, (reference - reference_).rowwise() + shift,
                  "reference_places");
    }
    return reference;
  }

  void start(const Matrix& reference) {
    if (!filter_) check_start(problem_.parameters, problem_.read_points().reference, reference);
    own_coordinates_ = initial_own_coordinates(problem_, reference);
    own_velocity_ = Matrix::Zero(problem_.own_points, reference.cols());
    gains_ = Matrix::Ones(problem_.own_points + reference.rows(), reference.cols());
    started_ = true;
  }

  /// The iterations that will have been made after this round.
  int end_of_round() const {
    return std::min(iteration_ + problem_.parameters.local_iterations,
                    iterations(problem_.parameters));
  }

  /// Makes the round's iterations.
  void descend(Matrix& coordinates, tsne::OptimizerState& optimizer) {
    const Parameters& parameters = problem_.parameters;
    const tsne::Affinities p = site_affinities(problem_);
    const double rate = tsne::learning_rate(parameters.schedule, coordinates.rows());
    for (const int end = end_of_round(); iteration_ < end; ++iteration_) {
      Matrix slope =
          tsne::gradient(p, coordinates, tsne::exaggeration(parameters.schedule, iteration_));
      if (filter_) slope = filter_->filter(slope, iteration_);
      tsne::update_optimizer(optimizer, slope, rate,
                             tsne::momentum(parameters.schedule, iteration_));
      coordinates += optimizer.velocity;
    }
  }

  SiteProblem problem_;
  std::unique_ptr<GradientFilter> filter_;  ///< none when the method is not private
  bool started_ = false;
  int iteration_ = 0;  ///< iterations made so far
  Matrix own_coordinates_;
  Matrix own_velocity_;
  Matrix gains_;      ///< of [own; reference]
  Matrix reference_;  ///< before the last round
};

class MultiShotCoordinator final : public CoordinatorMethod {
 public:
  MultiShotCoordinator(CoordinatorProblem problem, const Json& state)
      : problem_(std::move(problem)) {
    const auto points = problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    if (state.is_null()) {
      coordinates_ = initial_reference_coordinates(problem_);
      velocity_ = Matrix::Zero(points, dimensions);
      shift_ = RowVector::Zero(dimensions);
      return;
    }
    coordinates_ = matrix_field(state, "places", points, dimensions, coordinator_cache_name);
    velocity_ = matrix_field(state, "velocity", points, dimensions, coordinator_cache_name);
    shift_ = matrix_field(state, "shift", 1, dimensions, coordinator_cache_name);
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, iterations(problem_.parameters), coordinator_cache_name));
  }

  Json message() const override {
    return {{"iteration", iteration_},
            {"reference_places", pack(coordinates_)},
            {"reference_velocity", pack(velocity_)},
            {"shift", json_array(shift_)}};
  }

  void combine(const SiteAnswers& answers) override {
    const auto sites = static_cast<double>(problem_.site_points.size());
    const auto mean_of = [&](const char* name, Eigen::Index rows) -> Matrix {
      return answers.sum(name, rows, coordinates_.cols(), map_bound) / sites;
    };
    const Matrix displacement = mean_of(displacement_sum, coordinates_.rows());
    velocity_ = problem_.parameters.local_iterations == 1
                    ? displacement
                    : mean_of(velocity_sum, coordinates_.rows());
    coordinates_ += displacement;
    shift_ = mean_of(mean_sum, 1) + share_of_reference() * coordinates_.colwise().sum();
    coordinates_.rowwise() -= shift_;
    iteration_ = std::min(iteration_ + problem_.parameters.local_iterations,
                          iterations(problem_.parameters));
  }

  int rounds() const override {
    const Parameters& parameters = problem_.parameters;
    return (iterations(parameters) + parameters.local_iterations - 1) / parameters.local_iterations;
  }

  Matrix reference_coordinates() const override { return coordinates_; }

  Json state() const override {
    return {{"iteration", iteration_},
            {"places", pack(coordinates_)},
            {"velocity", pack(velocity_)},
            {"shift", pack(shift_)}};
  }

 private:
  /// The mean over the sites of what one reference point counts in the mean of a site's map.
  double share_of_reference() const {
    double sum = 0;
    for (const auto& [site, points] : problem_.site_points) {
      sum += 1 / static_cast<double>(points + problem_.reference_points);
    }
    return sum / static_cast<double>(problem_.site_points.size());
  }

  CoordinatorProblem problem_;
  int iteration_ = 0;
  Matrix coordinates_;
  Matrix velocity_;  ///< averaged over the sites; never includes the shift
  RowVector shift_;
};

class MultiShot final : public Method {
 public:
  std::string name() const override { return "dsne"; }
  bool needs_reference() const override { return true; }
  Ending ending() const override { return Ending::embedding; }
  int iterations() const override { return 5; }

  std::vector<SentField> sent_fields() const override {
    return {{phase::embed, displacement_sum, Shows::sums,
             "N_s × m, how this site would move the reference",
             "the sum over the sites: it depends on every subject", true},
            {phase::embed, velocity_sum, Shows::sums,
             "N_s × m, the same for the velocity; only when `local_iterations` is above 1",
             "likewise", true},
            {phase::embed, mean_sum, Shows::sums,
             "1 × m, the sum of the site's own places divided by N_l + N_s",
             "likewise; it shows a group that the reference lacks, which starts far outside", true},
            kl_divergence_field()};
  }

  std::string making(const Parameters& parameters) const override {
    return "The map was made with decentralized t-SNE (dsne): " + multi_shot_moves(parameters) +
           ".";
  }

  std::string giving_away() const override {
    return "This method gives no guarantee of privacy: who holds a person's data can test whether "
           "the person is among a site's subjects, and two runs between which one subject joins or "
           "leaves give that subject's data away.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return multi_shot_site(std::move(problem), nullptr, state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return multi_shot_coordinator(std::move(problem), state);
  }
};

}  // namespace

std::unique_ptr<SiteMethod> multi_shot_site(SiteProblem problem,
                                            const MakeGradientFilter& make_filter,
                                            const Json& state) {
  return std::make_unique<MultiShotSite>(std::move(problem), make_filter, state);
}

std::unique_ptr<CoordinatorMethod> multi_shot_coordinator(CoordinatorProblem problem,
                                                          const Json& state) {
  return std::make_unique<MultiShotCoordinator>(std::move(problem), state);
}

std::string multi_shot_moves(const Parameters& parameters) {
  return "in " + counted(iterations(parameters), "iteration") +
         " the sites moved their own subjects, and together the reference points that hold their "
         "maps together";
}

const Method& multi_shot() {
  static const MultiShot method;
  return method;
}

}  // namespace dsne::federated
