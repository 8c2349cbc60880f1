#include "methods/dp_dsne/dp_dsne.h"

#include <utility>

#include "core/phase.h"
#include "core/state.h"
#include "methods/dsne/dsne.h"
#include "privacy/adaclip.h"
#include "privacy/random_source.h"

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

/// Treats gradients by AdaCliP.
class AdaclipFilter final : public GradientFilter {
 public:
  AdaclipFilter(const SiteProblem& problem, const Json& state) : problem_(problem) {
    if (!state.is_null()) {
      restore(state, adaclip_);
      return;
    }
    adaclip_ = privacy::adaclip_start(
        (problem.own_points + problem.reference_points) * problem.parameters.no_dims,
        problem.parameters.adaclip);
  }

  void charge(int iterations) override {
    for (int i = 0; i < iterations; ++i) problem_.spend(release_of(problem_.parameters));
  }

  Matrix filter(const Matrix& gradient, int iteration) override {
    const auto source =
        privacy::noise_source(problem_.parameters.simulation_seed,
                              std::to_string(problem_.seed) + ' ' + std::to_string(iteration));
    const Vector noise =
        privacy::gaussian_noise(gradient.size(), problem_.parameters.adaclip.sigma, *source);
    return privacy::adaclip(gradient.reshaped<Eigen::RowMajor>(), adaclip_, noise,
                            problem_.parameters.adaclip)
        .reshaped<Eigen::RowMajor>(gradient.rows(), gradient.cols());
  }

  Json state() const override { return state_of(adaclip_); }

 private:
  SiteProblem problem_;
  privacy::AdaclipState adaclip_;
};

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
    const auto filter = [](const SiteProblem& of_site, const Json& before) {
      return std::make_unique<AdaclipFilter>(of_site, before);
    };
    return dsne_site(std::move(problem), filter, state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return dsne_coordinator(std::move(problem), state);
  }
};

}  // namespace

const Method& dp_dsne() {
  static const DpDsne method;
  return method;
}

}  // namespace dsne::methods
