#include "methods/dp_dsne/dp_dsne.h"

#include <utility>

#include "core/phase.h"
#include "core/state.h"
#include "methods/dsne/dsne.h"
#include "privacy/gaussian_noise.h"

namespace dsne::methods {
namespace {

privacy::PrivateRelease release_of(const Parameters& parameters) {
  const double sigma = parameters.adaclip.sigma;
  return {"gradient of own and reference places",
          "gaussian",
          privacy::adaclip_sensitivity,
          sigma,
          privacy::gaussian_cost(privacy::adaclip_sensitivity, sigma),
          is_simulation(parameters)};
}

/// Draws the noise of an iteration, fresh from the system or, in a simulation, from the owner's
/// seed.
Vector draw_noise(const SiteProblem& problem, Eigen::Index entries, int iteration) {
  const double sigma = problem.parameters.adaclip.sigma;
  if (!is_simulation(problem.parameters)) {
    privacy::SystemSource source;
    return privacy::gaussian_noise(entries, sigma, source);
  }
  privacy::SimulationSource source(static_cast<std::uint64_t>(problem.parameters.simulation_seed),
                                   std::to_string(problem.seed) + ' ' + std::to_string(iteration));
  return privacy::gaussian_noise(entries, sigma, source);
}

std::unique_ptr<GradientFilter> make_filter(const SiteProblem& problem, const Json& state) {
  const Parameters& parameters = problem.parameters;
  const Eigen::Index entries = (problem.own_points + problem.reference_points) * parameters.no_dims;
  return std::make_unique<AdaclipFilter>(
      parameters.adaclip, entries, state,
      [spend = problem.spend, release = release_of(parameters)] { spend(release); },
      [problem](Eigen::Index size, int iteration) { return draw_noise(problem, size, iteration); });
}

class DpDsne final : public Method {
 public:
  std::string name() const override { return "dp-dsne"; }
  bool needs_reference() const override { return true; }
  Ending ending() const override { return Ending::embedding; }
  int iterations() const override { return 5; }

  std::vector<std::string> parameters() const override {
    std::vector<std::string> names = dsne_method().parameters();
    std::erase(names, "private_start");
    names.insert(names.end(),
                 {"dp_sigma", "dp_beta1", "dp_beta2", "dp_h1", "dp_h2", "dp_m0", "dp_s0"});
    return names;
  }

  std::vector<SentField> sent_fields() const override {
    std::vector<SentField> fields;
    for (SentField field : dsne_method().sent_fields()) {
      if (field.phase != phase::embed) continue;
      field.shows = Shows::noise;
      fields.push_back(field);
    }
    return fields;
  }

  std::string description(const Parameters& parameters) const override {
    return "The map was made with decentralized t-SNE with noise (dp-dsne): " +
           moves_sentence(parameters) + ", with noise added to everything that a site sends.";
  }

  std::string disclosure(const Parameters& /*parameters*/) const override {
    return "The noise is floating point, whose last digits can show more than the guarantee "
           "allows.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters) const override {
    return PrivacyPlan{release_of(parameters), methods::iterations(parameters), true};
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return dsne_site(std::move(problem), make_filter, state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return dsne_coordinator(std::move(problem), state);
  }
};

}  // namespace

AdaclipFilter::AdaclipFilter(const privacy::AdaclipParameters& parameters, Eigen::Index entries,
                             const Json& state, std::function<void()> release,
                             std::function<Vector(Eigen::Index, int)> noise)
    : parameters_(parameters), release_(std::move(release)), noise_(std::move(noise)) {
  if (state.is_null()) {
    adaclip_ = privacy::adaclip_start(entries, parameters_);
  } else {
    restore(state, adaclip_);
  }
}

void AdaclipFilter::charge(int iterations) {
  for (int i = 0; i < iterations; ++i) release_();
}

Matrix AdaclipFilter::filter(const Matrix& gradient, int iteration) {
  const Vector noise = noise_(gradient.size(), iteration);
  return privacy::adaclip(gradient.reshaped<Eigen::RowMajor>(), adaclip_, noise, parameters_)
      .reshaped<Eigen::RowMajor>(gradient.rows(), gradient.cols());
}

Json AdaclipFilter::state() const { return state_of(adaclip_); }

const Method& dp_dsne() {
  static const DpDsne method;
  return method;
}

}  // namespace dsne::methods
