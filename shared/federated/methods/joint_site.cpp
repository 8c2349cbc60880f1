#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/stacked.h"
#include "federated/initial_coordinates.h"
#include "federated/jitter.h"
#include "federated/methods/cell_gradient.h"
#include "federated/methods/joint_halves.h"
#include "federated/methods/joint_messages.h"
#include "federated/methods/joint_reference.h"
#include "federated/methods/plausible_reference.h"
#include "federated/perplexity.h"
#include "federated/sums/vetoes.h"
#include "tsne/gradient.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

class JointSite final : public SiteMethod {
 public:
  JointSite(SiteProblem problem, const Json& state)
      : problem_(std::move(problem)), embedding_(neighbour_embedding(problem_.parameters)) {
    if (state.is_null()) return;
    const auto dimensions = problem_.parameters.no_dims;
    answered_ = text_field(state, "answered", cache_name);
    iteration_ = static_cast<int>(
        integer_field(state, "iteration", 0, iterations(problem_.parameters), cache_name));
    coordinates_ = matrix_field(state, "places", problem_.own_points, dimensions, cache_name);
    optimizer_ = optimizer_state(state, problem_.own_points, dimensions, cache_name);
    nearest_ = integers_field(state, "nearest", answered_ == stage::size ? 0 : problem_.own_points,
                              0, problem_.reference_points - 1, cache_name);
    if (answered_ != stage::size && answered_ != stage::count) {
      division_ = parse_division(state, problem_.reference_points, cache_name);
    }
    reference_ = parse_joint_reference(
        field(state, "reference", cache_name), problem_.reference_points, dimensions,
        answered_ == stage::iterate ? division_.cells.count : 0, cache_name);
  }

  SiteAnswer round(const Json& message) override {
    const std::string asked = text_field(message, "stage", coordinator_message_name);
    const Matrix reference = reference_coordinates(message);
    check_still_at_start(reference);
    SiteAnswer answer;
    if (asked == stage::size && answered_.empty()) {
      answer = size(reference);
    } else if (asked == stage::count && answered_ == stage::size) {
      answer = count(message, reference);
    } else if (asked == stage::veto && answered_ == stage::count) {
      answer = first_veto(message, reference);
    } else if (asked == stage::veto && answered_ == stage::veto) {
      answer = veto_again(message, reference);
    } else if (asked == stage::start && answered_ == stage::veto) {
      answer = start(message);
    } else if (asked == stage::iterate &&
               (answered_ == stage::start || answered_ == stage::iterate)) {
      answer = descend(message, reference);
    } else {
      throw MessageError("the remote's message: stage is not the one expected");
    }
    answered_ = asked;
    return answer;
  }

  SiteAnswer finish(const Json& message) override {
    if (answered_ != stage::start && answered_ != stage::iterate) {
      throw MessageError("the remote asked for the end of a map that has not started");
    }
    const Matrix reference = reference_coordinates(message);
    check_still_at_start(reference);
    follow(message, reference);
    settle();
    const SitePoints points = problem_.read_points();
    const tsne::Affinities ordinary =
        tsne::joint_affinities(data::stacked(points.own, points.reference), perplexity());
    return {Json::object(),
            {kl_divergence_term(
                tsne::kl_divergence(ordinary, data::stacked(coordinates_, reference)))}};
  }

  Matrix coordinates() const override { return coordinates_; }

  Json state() const override {
    Json state = {{"answered", answered_},           {"iteration", iteration_},
                  {"places", pack(coordinates_)},    {"velocity", pack(optimizer_.velocity)},
                  {"gains", pack(optimizer_.gains)}, {"nearest", nearest_},
                  {"reference", to_json(reference_)}};
    if (answered_ != stage::size && answered_ != stage::count) state.update(to_json(division_));
    return state;
  }

 private:
  Matrix reference_coordinates(const Json& message) const {
    return matrix_field(message, "reference_places", problem_.reference_points,
                        problem_.parameters.no_dims, coordinator_message_name);
  }

  /// Subjects are counted and divided by the start that the site has checked, and no other.
  void check_still_at_start(const Matrix& reference) const {
    if (answered_.empty() || answered_ == stage::iterate || reference == reference_.coordinates) {
      return;
    }
    throw MessageError("the remote's message: reference_places is not where the map starts");
  }

  /// Places the site's points, and says how many they are.
  SiteAnswer size(const Matrix& reference) {
    check_start(problem_.parameters, problem_.read_points().reference, reference,
                problem_.has_learned_reference());
    reference_ = {reference, tsne::OptimizerState::at_rest(reference.rows(), reference.cols()), {}};
    coordinates_ = initial_own_coordinates(problem_, reference);
    optimizer_ = tsne::OptimizerState::at_rest(coordinates_.rows(), coordinates_.cols());
    return {Json::object(), {size_term(problem_.own_points)}};
  }

  SiteAnswer count(const Json& message, const Matrix& reference) {
    nearest_ = nearest_counting_points(problem_, coordinates_, reference,
                                       all_subjects(problem_.verified_sum, message));
    return say_members(own_members());
  }

  SiteAnswer first_veto(const Json& message, const Matrix& reference) {
    division_ = divided(reference, all_members(problem_, message, kinds_of_members),
                        problem_.parameters.least_members);
    return veto();
  }

  SiteAnswer veto_again(const Json& message, const Matrix& reference) {
    division_.cells = merged_further(division_.cells, vetoed(message, own_vetoes()), reference,
                                     division_.members, problem_.parameters.least_members);
    return veto();
  }

  /// The site's word on the cells as they are.
  SiteAnswer veto() const { return sums(veto_term(own_vetoes())); }

  std::vector<bool> own_vetoes() const {
    return shows_few_others(division_.cells, division_.members, own_members(),
                            problem_.parameters.least_members);
  }

  SiteAnswer start(const Json& message) {
    const std::vector<bool> against = vetoed(message, own_vetoes());
    if (std::find(against.begin(), against.end(), true) != against.end()) {
      throw MessageError("the remote's message: the map cannot start with cells that are vetoed");
    }
    coordinates_ = jittered(coordinates_);
    return cell_terms();
  }

  SiteAnswer descend(const Json& message, const Matrix& reference) {
    check_iteration(message, problem_.parameters, iteration_);
    follow(message, reference);
    const SiteGradient gradient = iterate(affinities(), others());
    coordinates_ = jittered(coordinates_);
    ++iteration_;
    SiteAnswer answer = cell_terms();
    answer.sums.push_back({attraction_name, attraction_bound, gradient.on_groups, true});
    return answer;
  }

  /// Goes on to where the reference is said to be, if that is where the sums over the sites have
  /// moved it, which the site verifies.
  void follow(const Json& message, const Matrix& said) {
    const JointSums sums = joint_sums(
        [&](const char* name, Index rows, Index columns, double bound) {
          return verified_sum(problem_.verified_sum, message,
                              {name, bound, Matrix::Zero(rows, columns)});
        },
        division_, said.cols(), iteration_ == 0);
    if (iteration_ == 0) {
      reference_.sums = sums.cells;
      return;
    }
    const int made = iteration_ - 1;
    const JointStep step = joint_step(problem_.parameters.schedule, made, all_points());
    const Matrix slope = reference_slope(*embedding_, reference_, reference_affinities(), division_,
                                         sums.attraction, step.exaggeration, made);
    const Matrix& before = reference_.coordinates;
    check_as_worked_out(said - before, moved_by(reference_, slope, step, said) - before,
                        extent_of(before), "reference_places");
    go_on(reference_, said, sums.cells, step.momentum, division_);
  }

  SiteGradient iterate(const tsne::Affinities& affinities, const tsne::WeightedPoints& others) {
    const JointStep step = joint_step(problem_.parameters.schedule, iteration_, all_points());
    SiteGradient gradient =
        site_gradient(*embedding_, affinities, coordinates_, reference_.coordinates,
                      division_.groups, others, step.exaggeration);
    tsne::update_optimizer(optimizer_, gradient.own, step.learning_rate, step.momentum);
    coordinates_ += optimizer_.velocity;
    return gradient;
  }

  /// Lets the jitter go that is in the places, with all else as it is now.
  void settle() {
    if (problem_.parameters.jitter == 0) return;
    const tsne::Affinities part = affinities();
    const tsne::WeightedPoints all_others = others();
    for (int i = 0; i < settling_iterations; ++i) iterate(part, all_others);
  }

  Matrix jittered(Matrix points) const {
    return federated::jittered(std::move(points), problem_.parameters.jitter,
                               problem_.secret_source);
  }

  /// What stands for the other sites' points.
  tsne::WeightedPoints others() const {
    CellSums sums = reference_.sums;
    sums -= cell_sums(coordinates_, own_cells(), centres());
    return standing_for(division_.in_cells() - counts_of(own_cells(), division_.cells.count), sums,
                        centres(), iteration_);
  }

  Matrix centres() const { return cell_centres(reference_.coordinates, division_.cells); }

  SiteAnswer cell_terms() const {
    const CellSums own = cell_sums(coordinates_, own_cells(), centres());
    SiteAnswer answer = sums({sums_name, cell_sums_bound, own.sums, true});
    answer.sums.push_back({products_name, cell_products_bound, own.products, true});
    return answer;
  }

  /// The site's part of P, as this iteration exaggerates it.
  tsne::Affinities affinities() const {
    const Parameters& given = problem_.parameters;
    const Index all = all_points();
    tsne::Affinities part = problem_.disk_cache.affinities(
        [&] {
          const SitePoints points = problem_.read_points();
          return site_part(*embedding_, points, at_site(points), all);
        },
        "joint " + std::to_string(all));
    const double e = site_exaggeration(given.site_exaggeration, iteration_, iterations(given));
    return with_exaggerated_site(std::move(part), coordinates_.rows(), all, e);
  }

  tsne::Affinities reference_affinities() const {
    return problem_.disk_cache.reference_affinities(
        [&] { return reference_part(*embedding_, problem_.read_points().reference, all_points()); },
        "joint " + std::to_string(all_points()));
  }

  /// Which share of each own point's neighbours are at this site.
  Vector at_site(const SitePoints& points) const {
    return problem_.has_learned_reference()
               ? shares_at_site(points, problem_.landmark_of, problem_.read_members())
               : shares_at_site(points.own, problem_.read_held_out(), perplexity(), all_points());
  }

  double perplexity() const {
    return perplexity_of(problem_.parameters, problem_.own_points + problem_.reference_points);
  }

  /// Of all sites and the reference.
  Index all_points() const { return problem_.reference_points + division_.members.front().sum(); }

  CellNumbers own_cells() const { return in_cells(nearest_, division_.cells); }

  std::vector<Counts> own_members() const {
    const Counts own = counts_of(nearest_, problem_.reference_points);
    return {own, problem_.shares_coordinates ? Counts::Zero(own.size()).eval() : own};
  }

  static SiteAnswer sums(SumTerm term) { return {Json::object(), {std::move(term)}}; }

  SiteProblem problem_;
  std::unique_ptr<const NeighbourEmbedding> embedding_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  int iteration_ = 0;     ///< iterations made so far
  Matrix coordinates_;
  tsne::OptimizerState optimizer_;
  JointReference reference_;
  CellNumbers nearest_;  ///< of the site's points, where the map started
  Division division_;
};

}  // namespace

std::unique_ptr<SiteMethod> joint_site(SiteProblem problem, const Json& state) {
  return std::make_unique<JointSite>(std::move(problem), state);
}

}  // namespace dsne::federated
