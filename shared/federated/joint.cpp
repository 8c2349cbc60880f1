#include "federated/joint.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/phase.h"
#include "data/stacked.h"
#include "federated/initial_coordinates.h"
#include "federated/joint_objective.h"
#include "federated/plausible_reference.h"
#include "federated/run_note.h"
#include "federated/state_names.h"
#include "tsne/gradient.h"

namespace dsne::federated {
namespace {

using Eigen::Index;
using PointCounts = std::map<std::string, Index>;

/// Enough for the map to settle from where single-shot's placement starts it.
constexpr int joint_iterations = 100;

PointCounts parse_counts(const Json& object, std::string_view what) {
  const Json& counts = field(object, "site_points", what);
  PointCounts sites;
  for (const auto& item : counts.items()) {
    sites[item.key()] = integer_field(counts, item.key(), 1, max_points, what);
  }
  return sites;
}

FederationSize federation_size(const PointCounts& sites, Index reference_points) {
  FederationSize size{reference_points, std::ssize(sites)};
  for (const auto& [site, points] : sites) size.points += points;
  return size;
}

/// One iteration of the first points of a map.
void iterate(Matrix& coordinates, tsne::OptimizerState& optimizer, const Matrix& attractive,
             const tsne::Repulsion& repulsive, const JointStep& step) {
  tsne::update_optimizer(optimizer, tsne::gradient(attractive, repulsive, step.exaggeration),
                         step.learning_rate, step.momentum);
  coordinates += optimizer.velocity;
}

tsne::OptimizerState optimizer_state(const Json& state, Index points, Index dimensions,
                                     std::string_view what) {
  return {matrix_field(state, "velocity", points, dimensions, what),
          matrix_field(state, "gains", points, dimensions, what)};
}

class JointSite final : public SiteMethod {
 public:
  JointSite(SiteProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (state.is_null()) return;
    const auto dimensions = problem_.parameters.no_dims;
    started_ = true;
    iteration_ = static_cast<int>(
        integer_field(state, "iteration", 0, iterations(problem_.parameters), cache_name));
    sites_ = parse_counts(state, cache_name);
    coordinates_ = matrix_field(state, "places", problem_.own_points, dimensions, cache_name);
    optimizer_ = optimizer_state(state, problem_.own_points, dimensions, cache_name);
  }

  SiteAnswer round(const Json& message) override {
    const int last = iterations(problem_.parameters) - 1;
    if (integer_field(message, "iteration", 0, last, coordinator_message_name) != iteration_) {
      throw MessageError("the remote's message: iteration is not the one expected");
    }
    const Matrix reference = reference_coordinates(message);
    if (!started_) {
      start(message, reference);
      return {{{"places", pack(coordinates_)}}, {}};
    }
    const Matrix pull = descend(reference, coordinates_of_others(message));
    return {{{"places", pack(coordinates_)}}, {{"reference_attraction", 1, pull}}};
  }

  SiteAnswer finish(const Json& message) override {
    const SitePoints points = problem_.read_points();
    const tsne::Affinities ordinary = tsne::joint_affinities(
        data::stacked(points.own, points.reference), problem_.parameters.perplexity);
    return {Json::object(),
            {kl_divergence_term(tsne::kl_divergence(
                ordinary, data::stacked(coordinates_, reference_coordinates(message))))}};
  }

  Matrix coordinates() const override { return coordinates_; }

  Json state() const override {
    return {{"iteration", iteration_},
            {"site_points", sites_},
            {"places", pack(coordinates_)},
            {"velocity", pack(optimizer_.velocity)},
            {"gains", pack(optimizer_.gains)}};
  }

 private:
  Matrix reference_coordinates(const Json& message) const {
    return matrix_field(message, "reference_places", problem_.reference_points,
                        problem_.parameters.no_dims, coordinator_message_name);
  }

  void start(const Json& message, const Matrix& reference) {
    sites_ = parse_counts(message, coordinator_message_name);
    const auto own = sites_.find(problem_.name);
    if (own == sites_.end() || own->second != problem_.own_points) {
      throw MessageError("the remote's message: site_points is not right for this site");
    }
    check_start(problem_.parameters, problem_.read_points().reference, reference);
    coordinates_ = initial_own_coordinates(problem_, reference);
    optimizer_ = tsne::OptimizerState::at_rest(coordinates_.rows(), coordinates_.cols());
    started_ = true;
  }

  /// The places of all other sites' points.
  Matrix coordinates_of_others(const Json& message) const {
    const Json& coordinates = field(message, "places", coordinator_message_name);
    if (!coordinates.is_object() || coordinates.size() != sites_.size()) {
      throw MessageError("the remote's message: places is not of the run's sites");
    }
    std::vector<Matrix> others = {Matrix(0, coordinates_.cols())};
    for (const auto& [site, points] : sites_) {
      const Matrix given =
          matrix_field(coordinates, site, points, coordinates_.cols(), coordinator_message_name);
      if (site != problem_.name) others.push_back(given);
    }
    return data::stacked(others);
  }

  /// The site's part of P, as this iteration exaggerates it.
  tsne::Affinities affinities() const {
    const Parameters& given = problem_.parameters;
    const FederationSize size = federation_size(sites_, problem_.reference_points);
    tsne::Affinities part = problem_.disk_cache.affinities(
        [&] {
          return site_part(problem_.read_points(), problem_.read_held_out(), given.perplexity,
                           size);
        },
        "joint " + std::to_string(size.points) + ' ' + std::to_string(size.sites));
    const double e = site_exaggeration(given.site_exaggeration, iteration_, iterations(given));
    return with_exaggerated_site(std::move(part), coordinates_.rows(), size.points, e);
  }

  /// Makes one iteration.
  /// @return the attraction on the reference points before it
  Matrix descend(const Matrix& reference, const Matrix& others) {
    const Matrix attractive =
        tsne::attraction(affinities(), data::stacked(coordinates_, reference));
    const Matrix everyone = data::stacked({coordinates_, reference, others});
    iterate(coordinates_, optimizer_, attractive.topRows(coordinates_.rows()),
            tsne::repulsion(everyone, tsne::Precision::single),
            joint_step(problem_.parameters.schedule, iteration_, everyone.rows()));
    ++iteration_;
    return attractive.bottomRows(reference.rows());
  }

  SiteProblem problem_;
  bool started_ = false;
  int iteration_ = 0;  ///< iterations made so far
  PointCounts sites_;  ///< of all sites, as the coordinator's first message has them
  Matrix coordinates_;
  tsne::OptimizerState optimizer_;
};

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
    iteration_ = static_cast<int>(integer_field(
        state, "iteration", 0, iterations(problem_.parameters), coordinator_cache_name));
    reference_ = matrix_field(state, "places", points, dimensions, coordinator_cache_name);
    optimizer_ = optimizer_state(state, points, dimensions, coordinator_cache_name);
    const Json& sites = field(state, "site_places", coordinator_cache_name);
    if (sites.empty()) return;
    for (const auto& [site, count] : problem_.site_points) {
      site_coordinates_[site] =
          matrix_field(sites, site, count, dimensions, coordinator_cache_name);
    }
  }

  Json message() const override {
    Json message = {{"iteration", iteration_}, {"reference_places", pack(reference_)}};
    if (site_coordinates_.empty()) {
      message["site_points"] = problem_.site_points;
    } else {
      for (const auto& [site, coordinates] : site_coordinates_)
        message["places"][site] = pack(coordinates);
    }
    return message;
  }

  void combine(const SiteAnswers& answers) override {
    if (!site_coordinates_.empty()) move_reference(answers);
    for (const auto& [site, answer] : answers.messages()) {
      site_coordinates_[site] = matrix_field(answer, "places", problem_.site_points.at(site),
                                             reference_.cols(), "the message of site " + site);
    }
  }

  int rounds() const override { return 1 + iterations(problem_.parameters); }

  Matrix reference_coordinates() const override { return reference_; }

  Json state() const override {
    Json sites = Json::object();
    for (const auto& [site, coordinates] : site_coordinates_) sites[site] = pack(coordinates);
    return {{"iteration", iteration_},
            {"places", pack(reference_)},
            {"velocity", pack(optimizer_.velocity)},
            {"gains", pack(optimizer_.gains)},
            {"site_places", sites}};
  }

 private:
  void move_reference(const SiteAnswers& answers) {
    const Matrix pull =
        answers.sum("reference_attraction", reference_.rows(), reference_.cols(), 1);
    std::vector<Matrix> parts = {reference_};
    for (const auto& [site, coordinates] : site_coordinates_) parts.push_back(coordinates);
    const Matrix everyone = data::stacked(parts);
    iterate(reference_, optimizer_, pull, tsne::repulsion(everyone, tsne::Precision::single),
            joint_step(problem_.parameters.schedule, iteration_, everyone.rows()));
    ++iteration_;
  }

  CoordinatorProblem problem_;
  int iteration_ = 0;
  Matrix reference_;
  tsne::OptimizerState optimizer_;                  ///< of the reference
  std::map<std::string, Matrix> site_coordinates_;  ///< empty until the sites have said them
};

class Joint final : public Method {
 public:
  std::string name() const override { return "joint"; }
  int iterations() const override { return joint_iterations; }

  std::vector<SentField> sent_fields() const override {
    return {{phase::embed, "places", Shows::coordinates,
             "N_l × m, where its points start (in the first round), or where they have moved",
             "yes: each subject's place; a site that does not share places refuses the run"},
            {phase::embed, "reference_attraction", Shows::sums,
             "N_s × m, from the second round on: how its points and its share of the reference "
             "pull at each reference point",
             "yes: over the rounds most subjects' records can be computed from it", true},
            kl_divergence_field()};
  }

  std::string making(const Parameters& parameters) const override {
    return "The map was made with method joint: one t-SNE of all sites' subjects and the reference "
           "in which subjects of different sites draw each other near only through the reference; "
           "every site was shown the others' places in each of " +
           counted(federated::iterations(parameters), "iteration") + ".";
  }

  std::string giving_away() const override {
    return "This method protects nobody: from what is exchanged in it the coordinator and the "
           "other sites can compute most subjects' data.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return std::make_unique<JointSite>(std::move(problem), state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return std::make_unique<JointCoordinator>(std::move(problem), state);
  }
};

}  // namespace

const Method& joint() {
  static const Joint method;
  return method;
}

}  // namespace dsne::federated
