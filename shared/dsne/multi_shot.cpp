#include "dsne/multi_shot.h"

#include <algorithm>
#include <utility>

#include "coinstac/errors.h"
#include "data/pca.h"
#include "tsne/gradient.h"
#include "tsne/initialization.h"
#include "tsne/tsne.h"

namespace dsne {
namespace {

constexpr std::string_view message_name = "the remote's message";
constexpr std::string_view cache_name = "the site's cache";
constexpr std::string_view remote_cache_name = "the remote's cache";

/// Standard deviation of the papers' random start: N(0, 1e-4 I).
constexpr double random_deviation = 0.01;
/// Standard deviation of the first coordinate of a PCA start (Kobak & Berens 2019).
constexpr double pca_deviation = 1e-4;

/// Iterations of the t-SNE that places the reference when `initialization` is tsne.
constexpr int reference_iterations = 750;

class MultiShotSite final : public SiteMethod {
 public:
  MultiShotSite(SiteProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (state.is_null()) return;
    const auto own = problem_.own_points;
    const auto all = own + problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    started_ = true;
    own_places_ = unpack(field(state, "places", cache_name), own, dimensions, cache_name);
    own_velocity_ = unpack(field(state, "velocity", cache_name), own, dimensions, cache_name);
    gains_ = unpack(field(state, "gains", cache_name), all, dimensions, cache_name);
  }

  Json round(const Json& message) override {
    const auto iteration = static_cast<int>(integer_field(
        message, "iteration", 0, problem_.parameters.max_iterations - 1, message_name));
    const Matrix reference = take(message);
    const Matrix velocity = matrix_field(message, "reference_velocity", reference.rows(),
                                         reference.cols(), message_name);
    if (!started_) start(reference);

    Motion motion{stacked(own_velocity_, velocity), gains_};
    Matrix places = stacked(own_places_, reference);
    descend(places, motion, iteration);

    own_places_ = places.topRows(problem_.own_points);
    own_velocity_ = motion.velocity.topRows(problem_.own_points);
    gains_ = motion.gains;
    Json answer = {{"reference_displacement",
                    to_json(Matrix(places.bottomRows(reference.rows()) - reference))},
                   {"sum_of_places", to_json(RowVector(own_places_.colwise().sum()))}};
    if (problem_.parameters.local_iterations > 1) {
      answer["reference_velocity"] = to_json(Matrix(motion.velocity.bottomRows(reference.rows())));
    }
    return answer;
  }

  Json finish(const Json& message) override {
    const Matrix reference = take(message);
    return {{"kl_divergence", kl_divergence(affinities(), stacked(own_places_, reference))}};
  }

  Matrix places() const override { return own_places_; }

  Json state() const override {
    return {
        {"places", pack(own_places_)}, {"velocity", pack(own_velocity_)}, {"gains", pack(gains_)}};
  }

 private:
  static Matrix stacked(const Matrix& own, const Matrix& reference) {
    Matrix all(own.rows() + reference.rows(), own.cols());
    all << own, reference;
    return all;
  }

  /// The message's reference places; the own ones are shifted as the message says.
  Matrix take(const Json& message) {
    const auto dimensions = problem_.parameters.no_dims;
    const RowVector shift = vector_field(message, "shift", dimensions, message_name);
    if (started_) own_places_.rowwise() -= shift;
    return matrix_field(message, "reference_places", problem_.reference_points, dimensions,
                        message_name);
  }

  void start(const Matrix& reference) {
    const auto dimensions = reference.cols();
    if (problem_.parameters.private_start == PrivateStart::random) {
      own_places_ = random_places(problem_.own_points, dimensions, random_deviation, problem_.seed);
    } else {
      const SitePoints points = problem_.read_points();
      own_places_ = places_of_nearest(points.own, points.reference, reference, 1);
    }
    own_velocity_ = Matrix::Zero(problem_.own_points, dimensions);
    gains_ = Matrix::Ones(problem_.own_points + reference.rows(), dimensions);
    started_ = true;
  }

  /// Makes the round's iterations from `iteration` on.
  void descend(Matrix& places, Motion& motion, int iteration) const {
    const Parameters& parameters = problem_.parameters;
    const Affinities p = affinities();
    const double rate = learning_rate(parameters.schedule, places.rows());
    const int end = std::min(iteration + parameters.local_iterations, parameters.max_iterations);
    for (int t = iteration; t < end; ++t) {
      update_motion(motion, gradient(p, places, exaggeration(parameters.schedule, t)), rate,
                    momentum(parameters.schedule, t));
      places += motion.velocity;
    }
  }

  Affinities affinities() const {
    return problem_.memo.affinities([this] {
      const SitePoints points = problem_.read_points();
      return joint_affinities(stacked(points.own, points.reference),
                              problem_.parameters.perplexity);
    });
  }

  SiteProblem problem_;
  bool started_ = false;
  Matrix own_places_;
  Matrix own_velocity_;
  Matrix gains_;  ///< of [own; reference]
};

Matrix initial_reference_places(const CoordinatorProblem& problem) {
  const Parameters& parameters = problem.parameters;
  const auto seed = static_cast<std::uint64_t>(parameters.seed);
  if (parameters.initialization == Initialization::random) {
    return random_places(problem.reference_points, parameters.no_dims, random_deviation, seed);
  }
  const Matrix reference = problem.reference();
  const Pca pca = fit_pca(reference, parameters.no_dims);
  Matrix places = Matrix::Zero(reference.rows(), parameters.no_dims);
  places.leftCols(pca.components.cols()) = project(pca, reference);
  places = rescaled(std::move(places), pca_deviation);
  if (parameters.initialization == Initialization::pca) return places;
  const double perplexity = std::min(parameters.perplexity, largest_perplexity(reference.rows()));
  Schedule schedule;
  schedule.early_exaggeration_iterations = 250;
  return tsne(joint_affinities(reference, perplexity), std::move(places), schedule,
              reference_iterations);
}

class MultiShotCoordinator final : public CoordinatorMethod {
 public:
  MultiShotCoordinator(CoordinatorProblem problem, const Json& state)
      : problem_(std::move(problem)) {
    const auto points = problem_.reference_points;
    const auto dimensions = problem_.parameters.no_dims;
    if (state.is_null()) {
      places_ = initial_reference_places(problem_);
      velocity_ = Matrix::Zero(points, dimensions);
      shift_ = RowVector::Zero(dimensions);
      return;
    }
    places_ =
        unpack(field(state, "places", remote_cache_name), points, dimensions, remote_cache_name);
    velocity_ =
        unpack(field(state, "velocity", remote_cache_name), points, dimensions, remote_cache_name);
    shift_ = unpack(field(state, "shift", remote_cache_name), 1, dimensions, remote_cache_name);
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, problem_.parameters.max_iterations, remote_cache_name));
  }

  Json message() const override {
    return {{"iteration", iteration_},
            {"reference_places", to_json(places_)},
            {"reference_velocity", to_json(velocity_)},
            {"shift", to_json(shift_)}};
  }

  void combine(const std::map<std::string, Json>& answers) override {
    const auto sites = static_cast<double>(answers.size());
    const bool one_iteration = problem_.parameters.local_iterations == 1;
    Matrix displacement = Matrix::Zero(places_.rows(), places_.cols());
    Matrix velocity = displacement;
    RowVector mean_of_own = RowVector::Zero(places_.cols());
    double share_of_reference = 0;
    for (const auto& [site, answer] : answers) {
      const std::string name = "the message of site " + site;
      const Matrix moved =
          matrix_field(answer, "reference_displacement", places_.rows(), places_.cols(), name);
      displacement += moved / sites;
      velocity += (one_iteration ? moved
                                 : matrix_field(answer, "reference_velocity", places_.rows(),
                                                places_.cols(), name)) /
                  sites;
      const auto own = static_cast<double>(problem_.site_points.at(site));
      const double all = own + static_cast<double>(places_.rows());
      mean_of_own += vector_field(answer, "sum_of_places", places_.cols(), name) / all / sites;
      share_of_reference += 1 / all / sites;
    }
    places_ += displacement;
    velocity_ = velocity;
    shift_ = mean_of_own + share_of_reference * places_.colwise().sum();
    places_.rowwise() -= shift_;
    iteration_ = std::min(iteration_ + problem_.parameters.local_iterations,
                          problem_.parameters.max_iterations);
  }

  int rounds() const override {
    const Parameters& parameters = problem_.parameters;
    return (parameters.max_iterations + parameters.local_iterations - 1) /
           parameters.local_iterations;
  }

  Matrix reference_places() const override { return places_; }

  Json state() const override {
    return {{"iteration", iteration_},
            {"places", pack(places_)},
            {"velocity", pack(velocity_)},
            {"shift", pack(shift_)}};
  }

 private:
  CoordinatorProblem problem_;
  int iteration_ = 0;
  Matrix places_;
  Matrix velocity_;  ///< averaged over the sites; never includes the shift
  RowVector shift_;
};

}  // namespace

Method multi_shot() {
  return {[](SiteProblem problem, const Json& state) -> std::unique_ptr<SiteMethod> {
            return std::make_unique<MultiShotSite>(std::move(problem), state);
          },
          [](CoordinatorProblem problem, const Json& state) -> std::unique_ptr<CoordinatorMethod> {
            return std::make_unique<MultiShotCoordinator>(std::move(problem), state);
          }};
}

}  // namespace dsne
