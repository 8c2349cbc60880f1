#include "methods/single_shot/single_shot.h"

#include <utility>

#include "core/matrix.h"
#include "core/state.h"
#include "methods/embedding/initial_coordinates.h"
#include "methods/messages.h"
#include "tsne/tsne.h"

namespace dsne::methods {
namespace {

/// Runs t-SNE over [own; reference] with a fixed reference.
Matrix coordinates_as_in_paper(const SiteProblem& problem, const Matrix& reference_coordinates) {
  return settled(site_affinities(problem), initial_own_coordinates(problem, reference_coordinates),
                 reference_coordinates, {}, problem.parameters.schedule,
                 iterations(problem.parameters));
}

Matrix coordinates_by_reference(const SiteProblem& problem, const Matrix& reference_coordinates) {
  const SitePoints points = problem.subjects->points();
  return tsne::transform(points.own, points.reference, reference_coordinates);
}

/// Limits coordinates so that no later step fails: a failure would reveal something about the
/// subjects.
Matrix within_bounds(const Matrix& coordinates) {
  return coordinates.array()
      .isFinite()
      .select(coordinates, 0)
      .cwiseMax(-largest_number)
      .cwiseMin(largest_number);
}

class SingleShotSite final : public SiteMethod {
 public:
  SingleShotSite(SiteProblem problem, const Json& state)
      : problem_(std::move(problem)), placed_(!state.is_null()) {
    if (placed_) restore(state, coordinates_);
  }

  exchange::SiteAnswer round(const Json& message) override {
    expect_first_round(placed_ || problem_.on_summaries);
    const Matrix reference = reference_places(message, problem_);
    coordinates_ = within_bounds(problem_.parameters.placement == Placement::paper
                                     ? coordinates_as_in_paper(problem_, reference)
                                     : coordinates_by_reference(problem_, reference));
    return {};
  }

  exchange::SiteAnswer finish(const Json& message) override {
    if (problem_.on_summaries) {
      coordinates_ = within_bounds(problem_.subjects->places_on_summaries());
      return {};
    }
    const Matrix reference = reference_places(message, problem_);
    if (problem_.parameters.placement == Placement::reference) return {};
    return {Json::object(),
            {kl_divergence_term(
                tsne::kl_divergence(site_affinities(problem_), stacked(coordinates_, reference)))}};
  }

  Matrix coordinates() const override { return coordinates_; }

  Json state() const override { return state_of(coordinates_); }

 private:
  SiteProblem problem_;
  bool placed_;  ///< in an earlier step
  Matrix coordinates_;
};

class SingleShotCoordinator final : public CoordinatorMethod {
 public:
  SingleShotCoordinator(const CoordinatorProblem& problem, const Json& state)
      : on_summaries_(problem.summaries_map.has_value()),
        coordinates_(on_summaries_     ? *problem.summaries_map
                     : state.is_null() ? reference_embedding(problem)
                                       : unpack(state)) {}

  Json message() const override { return {{reference_places_name, pack(coordinates_)}}; }

  // The answers are empty, and the reference does not move.
  void combine(const exchange::SiteAnswers& /*answers*/) override {}

  // Each site has the summaries' map already.
  int rounds() const override { return on_summaries_ ? 0 : 1; }

  Matrix reference_coordinates() const override { return coordinates_; }

  Json state() const override { return state_of(coordinates_); }

 private:
  bool on_summaries_;
  Matrix coordinates_;
};

}  // namespace

void SingleShotOptions::list(OptionList& options) {
  options.choice("placement", placement,
                 {{"reference", Placement::reference}, {"paper", Placement::paper}},
                 "What places a site's own points.",
                 "`paper` for single-shot as it was published; without effect on summaries");
}

const Method& single_shot() {
  static const Method method = {
      .name = "single-shot",
      .maps_summaries = true,
      .iterations = 5,
      .parameters = with_own<SingleShotOptions>(with_own<MapOptions>({})),
      .sent_fields = {kl_divergence_field()},
      .description = always(
          "The map was made with method single-shot: the reference was placed once, by t-SNE, and "
          "each site placed its own subjects around it."),
      .disclosure = always(
          "What a site releases beyond its number of subjects (their positions, if it shares them) "
          "has no guarantee of privacy: a position shows roughly what the subject's data are, and "
          "anyone who has a person's data can find that person's position."),
      .privacy_plan = no_guarantee,
      .site = make_half<SingleShotSite>,
      .coordinator = make_half<SingleShotCoordinator>};
  return method;
}

}  // namespace dsne::methods
