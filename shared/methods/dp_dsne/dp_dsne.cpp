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

std::vector<std::string> dp_dsne_parameters() {
  std::vector<std::string> names = dsne_method().parameters;
  names.insert(names.end(),
               {"dp_sigma", "dp_beta1", "dp_beta2", "dp_h1", "dp_h2", "dp_m0", "dp_s0"});
  return names;
}

std::vector<SentField> noisy_fields() {
  std::vector<SentField> fields = dsne_method().sent_fields;
  std::erase_if(fields, [](const SentField& field) { return field.phase != phase::embed; });
  for (SentField& field : fields) field.shows = Shows::noise;
  return fields;
}

}  // namespace

const Method& dp_dsne() {
  static const Method method = {
      .name = "dp-dsne",
      .iterations = 5,
      .parameters = dp_dsne_parameters(),
      .sent_fields = noisy_fields(),
      .description =
          [](const Parameters& parameters) {
            return "The map was made with decentralized t-SNE with noise (dp-dsne): " +
                   moves_sentence(parameters) +
                   ", with noise added to everything that a site sends.";
          },
      .disclosure = always("The noise is floating point, whose last digits can show more than the "
                           "guarantee allows."),
      .privacy_plan =
          [](const Parameters& parameters) {
            return PrivacyPlan{release_of(parameters), iterations(parameters), true};
          },
      .site =
          [](SiteProblem problem, const Json& state) {
            const auto filter = [](const SiteProblem& of_site, const Json& before) {
              return std::make_unique<AdaclipFilter>(of_site, before);
            };
            return dsne_site(std::move(problem), filter, state);
          },
      .coordinator = dsne_coordinator};
  return method;
}

}  // namespace dsne::methods
