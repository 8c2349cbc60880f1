#include <map>
#include <utility>

#include "core/state.h"
#include "core/step.h"
#include "methods/dsne/dsne.h"
#include "privacy/adaclip.h"
#include "privacy/random_source.h"

namespace dsne::methods {
namespace {

/// @param iteration counted from 0
privacy::PrivateRelease release_of(const Parameters& parameters, int iteration) {
  const double sigma = parameters.adaclip.sigma;
  return {"gradient " + std::to_string(iteration + 1) + " of own and reference places",
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

  void charge(int first, int end) override {
    for (int iteration = first; iteration < end; ++iteration) {
      sources_.emplace(iteration, problem_.spend(release_of(problem_.parameters, iteration)));
    }
  }

  Matrix filter(const Matrix& gradient, int iteration) override {
    const Vector noise = privacy::gaussian_noise(gradient.size(), problem_.parameters.adaclip.sigma,
                                                 sources_.at(iteration));
    return privacy::adaclip(gradient.reshaped<Eigen::RowMajor>(), adaclip_, noise,
                            problem_.parameters.adaclip)
        .reshaped<Eigen::RowMajor>(gradient.rows(), gradient.cols());
  }

  Json state() const override { return state_of(adaclip_); }

 private:
  SiteProblem problem_;
  std::map<int, privacy::KeyedSource> sources_;  ///< of charged iterations' noise
  privacy::AdaclipState adaclip_;
};

std::vector<SentField> noisy_fields() {
  std::vector<SentField> fields = dsne_method().sent_fields;
  std::erase_if(fields, [](const SentField& field) { return field.phase != phase::embed; });
  for (SentField& field : fields) field.shows = Shows::noise;
  return fields;
}

}  // namespace

void DpDsneOptions::list(OptionList& options) {
  options.number(
      "dp_sigma", adaclip.sigma, 1e-6, 1e6,
      "Standard deviation of the noise on the clipped gradient, whose length is at most 1.",
      "Always: the default is the paper's and protects nobody. `dsne account` tells the σ for an "
      "ε");
  options.number("dp_beta1", adaclip.beta1, 0, 0.999999,
                 "How slowly the running mean follows the noisy gradient.", "Rarely");
  options.number("dp_beta2", adaclip.beta2, 0, 0.999999,
                 "How slowly the running variance follows the noisy gradient.", "Rarely");
  options.number("dp_h1", adaclip.h1, 1e-12, 1e6,
                 "Least estimate of the variance, not above dp_h2.", "Rarely");
  options.number("dp_h2", adaclip.h2, 1e-12, 1e6, "Largest estimate of the variance.", "Rarely");
  options.number("dp_m0", adaclip.m0, -1e6, 1e6, "The running mean at the start.", "Rarely");
  options.number("dp_s0", adaclip.s0, 1e-12, 1e6, "The running standard deviation at the start.",
                 "Rarely");
}

const Method& dp_dsne() {
  static const Method method = {
      .name = "dp-dsne",
      .iterations = 5,
      .parameters = with_own<DpDsneOptions>(dsne_method().parameters),
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
            return PrivacyPlan{release_of(parameters, 0), iterations(parameters), true};
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
