#include "methods/dsne/dsne.h"

#include <algorithm>
#include <utility>

#include "core/matrix.h"
#include "core/message.h"
#include "core/phrases.h"
#include "core/state.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "methods/embedding/initial_coordinates.h"
#include "tsne/tsne.h"

namespace dsne::methods {
namespace {

class DsneSite final : public SiteMethod {
 public:
  DsneSite(SiteProblem problem, const MakeGradientFilter& make_filter, const Json& state)
      : problem_(std::move(problem)) {
    if (make_filter) {
      // A start by the subjects' data would be a release without noise.
      problem_.parameters.initialization = Initialization::random;
      filter_ = make_filter(
          problem_, state.is_null() ? Json() : field(state, "filter", exchange::cache_name));
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
    expect(iteration_ < iterations(problem_.parameters), "this run has made its iterations");
    const auto [iteration, reference, velocity, shift] = take(message);
    if (filter_) filter_->charge(iteration_, end_of_round());
    if (iteration_ == 0) start(reference);
    tsne::OptimizerState optimizer{stacked(own_velocity_, velocity), gains_};
    Matrix coordinates = stacked(own_coordinates_, reference);
    descend(coordinates, optimizer);
    own_coordinates_ = coordinates.topRows(problem_.own_points);
    own_velocity_ = optimizer.velocity.topRows(problem_.own_points);
    gains_ = optimizer.gains;
    return terms(coordinates, reference, optimizer);
  }

  exchange::SiteAnswer finish(const Json& message) override {
    const Matrix reference = take(message).reference;
    if (filter_) return {};
    return {Json::object(),
            {kl_divergence_term(tsne::kl_divergence(site_affinities(problem_),
                                                    stacked(own_coordinates_, reference)))}};
  }

  Matrix coordinates() const override { return own_coordinates_; }

  Json state() const override {
    Json state = state_of(*this);
    if (filter_) state["filter"] = filter_->state();
    return state;
  }

 private:
  /// Reads a message, and shifts the own coordinates as it says.
  DsneMessage take(const Json& message) {
    DsneMessage told = parse_message<DsneMessage>(
        message, exchange::coordinator_message_name,
        {iteration_, Matrix(problem_.reference_points, problem_.parameters.no_dims)});
    if (iteration_ > 0) own_coordinates_.rowwise() -= told.shift;
    return told;
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

class DsneCoordinator final : public CoordinatorMethod {
 public:
  DsneCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (!state.is_null()) {
      restore(state, next_);
      return;
    }
    next_.reference = initial_reference_coordinates(problem_);
    next_.velocity = Matrix::Zero(next_.reference.rows(), next_.reference.cols());
    next_.shift = RowVector::Zero(next_.reference.cols());
  }

  Json message() const override { return to_message(next_); }

  void combine(const exchange::SiteAnswers& answers) override {
    auto& [iteration, reference, velocity, shift] = next_;
    const auto mean_of = [&](const char* name, Eigen::Index rows) -> Matrix {
      return answers.sum(name, rows, next_.reference.cols(), exchange::map_bound) /
             static_cast<double>(problem_.site_points.size());
    };
    const Matrix displacement = mean_of(displacement_sum, reference.rows());
    velocity = problem_.parameters.local_iterations == 1 ? displacement
                                                         : mean_of(velocity_sum, reference.rows());
    reference += displacement;
    shift = mean_of(mean_sum, 1) + share_of_reference() * reference.colwise().sum();
    reference.rowwise() -= shift;
    iteration =
        std::min(iteration + problem_.parameters.local_iterations, iterations(problem_.parameters));
  }

  int rounds() const override {
    const int each = problem_.parameters.local_iterations;
    return (iterations(problem_.parameters) + each - 1) / each;
  }

  Matrix reference_coordinates() const override { return next_.reference; }

  Json state() const override { return state_of(next_); }

 private:
  /// Returns the mean over the sites of a reference point's weight in the mean of a site's map.
  double share_of_reference() const {
    double sum = 0;
    for (const auto& [site, points] : problem_.site_points) {
      sum += 1 / static_cast<double>(points + problem_.reference_points);
    }
    return sum / static_cast<double>(problem_.site_points.size());
  }

  CoordinatorProblem problem_;
  DsneMessage next_;
};

}  // namespace

void DsneOptions::list(OptionList& options) {
  options.number("local_iterations", local_iterations, 1, 10000,
                 "How many iterations a site makes between two messages.",
                 "More where messages are slow; `max_iterations` counts them all");
}

std::string moves_sentence(const Parameters& parameters) {
  return "in " + counted(iterations(parameters), "iteration") +
         " each site moved its own subjects, and all sites together moved the reference points "
         "that tie their maps together";
}

std::unique_ptr<SiteMethod> dsne_site(SiteProblem problem, const MakeGradientFilter& make_filter,
                                      const Json& state) {
  return std::make_unique<DsneSite>(std::move(problem), make_filter, state);
}

std::unique_ptr<CoordinatorMethod> dsne_coordinator(CoordinatorProblem problem, const Json& state) {
  return std::make_unique<DsneCoordinator>(std::move(problem), state);
}

const Method& dsne_method() {
  static const Method method = {
      .name = "dsne",
      .iterations = 5,
      .parameters = with_own<DsneOptions>(with_own<MapOptions>({})),
      .sent_fields =
          {{phase::embed, displacement_sum, Shows::sums,
            "N_s × m, how this site would move the reference",
            "the sum over the sites: it depends on every subject", true},
           {phase::embed, velocity_sum, Shows::sums,
            "N_s × m, the same for the velocity; only when `local_iterations` is above 1",
            "likewise", true},
           {phase::embed, mean_sum, Shows::sums,
            "1 × m, the sum of the site's own places divided by N_l + N_s",
            "likewise; it shows a group that the reference lacks, which starts far outside", true},
           kl_divergence_field()},
      .description =
          [](const Parameters& parameters) {
            return "The map was made with decentralized t-SNE (dsne): " +
                   moves_sentence(parameters) + ".";
          },
      .disclosure = always(
          "This method gives no guarantee of privacy: anyone who has a person's data can test "
          "whether that person is among the subjects. If one subject joins or leaves between two "
          "runs, these reveal that subject's data. A coordinator that lies about the reference's "
          "positions chooses what the sums over all sites reveal."),
      .privacy_plan = no_guarantee,
      .site = [](SiteProblem problem,
                 const Json& state) { return dsne_site(std::move(problem), nullptr, state); },
      .coordinator = dsne_coordinator};
  return method;
}

}  // namespace dsne::methods
