#include "methods/dp_density/dp_density.h"

#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/state.h"
#include "core/step.h"
#include "exchange/site_answers.h"
#include "methods/messages.h"
#include "methods/method.h"
#include "methods/single_shot/single_shot.h"
#include "privacy/discrete_gaussian.h"

namespace dsne::methods {
namespace {

constexpr double largest_count = 9007199254740992;  // 2^53: every whole number is a double

privacy::PrivateRelease counts_release(const Parameters& parameters) {
  const double sigma = density_sigma(parameters);
  return {"counts of own points by cell", "discrete gaussian",
          privacy::counts_sensitivity,    sigma,
          privacy::counts_cost(sigma),    is_simulation(parameters)};
}

class DensitySite final : public SiteMethod {
 public:
  DensitySite(SiteProblem problem, const Json& state)
      : problem_(std::move(problem)),
        release_(counts_release(problem_.parameters)),
        released_(!state.is_null()) {
    // Each point is placed by itself, whatever the owner chose.
    problem_.parameters.placement = Placement::reference;
    placement_ = single_shot().site(problem_, state);
  }

  exchange::SiteAnswer round(const Json& message) override {
    expect_first_round(released_);
    const quality::MapGrid grid(reference_places(message, problem_), problem_.parameters.dp_cells);
    privacy::KeyedSource noise = problem_.spend(release_);
    placement_->round(message);
    const RowVector counts = grid.counts(placement_->coordinates());
    const RowVector noisy = privacy::noisy_counts(counts, release_.sigma, noise);
    return {{{"counts", with_plain_numbers(json_array(noisy))}}, {}};
  }

  exchange::SiteAnswer finish(const Json& message) override { return placement_->finish(message); }
  Matrix coordinates() const override { return placement_->coordinates(); }
  Json state() const override { return placement_->state(); }

 private:
  SiteProblem problem_;
  privacy::PrivateRelease release_;
  bool released_;  ///< in an earlier step
  std::unique_ptr<SiteMethod> placement_;
};

class DensityCoordinator final : public CoordinatorMethod {
 public:
  DensityCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    embedding_ = single_shot().coordinator(
        problem_, state.is_null() ? state : field(state, "map", exchange::coordinator_cache_name));
    if (!state.is_null())
      restore(field(state, "counts", exchange::coordinator_cache_name), counts_);
  }

  Json message() const override { return embedding_->message(); }

  void combine(const exchange::SiteAnswers& answers) override {
    for (const auto& [site, answer] : answers.messages()) {
      const std::string what = exchange::message_name(site);
      const Eigen::Index side = problem_.parameters.dp_cells;
      const RowVector counts = vector_field(answer, "counts", side * side, what);
      if ((counts.array() != counts.array().round() || counts.array().abs() > largest_count)
              .any()) {
        throw MessageError(what + ": counts must be whole numbers");
      }
      counts_[site] = counts;
    }
  }

  int rounds() const override { return embedding_->rounds(); }
  Matrix reference_coordinates() const override { return embedding_->reference_coordinates(); }

  JointFindings findings() const override {
    if (counts_.empty()) return {};
    quality::SiteDensities densities{
        quality::MapGrid(reference_coordinates(), problem_.parameters.dp_cells),
        density_sigma(problem_.parameters),
        {}};
    for (const auto& [site, counts] : counts_) {
      densities.sites.push_back({site, problem_.site_points.at(site), counts});
    }
    return {densities};
  }

  Json state() const override {
    return {{"map", embedding_->state()}, {"counts", state_of(counts_)}};
  }

 private:
  CoordinatorProblem problem_;
  std::unique_ptr<CoordinatorMethod> embedding_;
  std::map<std::string, RowVector> counts_;
};

}  // namespace

void DpDensityOptions::list(OptionList& options) {
  options.number("dp_epsilon", dp_epsilon, 0.01, 100,
                 "The epsilon that a run of dp-density costs each site; it determines the noise.",
                 "As the sites' budgets allow");
  options.number(
      "dp_cells", dp_cells, 2, 100,
      "Cells along each side of the grid over the reference's map in which dp-density counts.",
      "Rarely");
}

double density_sigma(const Parameters& parameters) {
  return privacy::counts_sigma(1, parameters.dp_epsilon, parameters.dp_delta);
}

const Method& dp_density() {
  static const Method method = {
      .name = "dp-density",
      .iterations = 5,
      .parameters = with_own<DpDensityOptions>({"no_dims", "perplexity", "initialization", "seed"}),
      .sent_fields = {{phase::embed, "counts", Shows::noise,
                       "`dp_cells`² whole numbers: how many of the site's points lie in each cell "
                       "of the grid over the reference's map, from the lower left cell row by row, "
                       "with noise on each",
                       "noisy: (ε, δ)-differentially private, see the privacy page"}},
      .description =
          [](const Parameters& parameters) {
            return "The map was made with method dp-density: the reference was placed once, by "
                   "t-SNE, each site placed its own subjects around it, and released how many of "
                   "them lie in each of " +
                   std::to_string(parameters.dp_cells * parameters.dp_cells) +
                   " cells of the map, with noise.";
          },
      .disclosure = always("Nothing else about its subjects but their number leaves a site."),
      .privacy_plan =
          [](const Parameters& parameters) {
            return PrivacyPlan{counts_release(parameters), 1, false};
          },
      .site = make_half<DensitySite>,
      .coordinator = make_half<DensityCoordinator>};
  return method;
}

}  // namespace dsne::methods
