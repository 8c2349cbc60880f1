#include "methods/dsne/dsne.h"

#include <utility>

#include "core/phase.h"
#include "core/phrases.h"
#include "methods/dsne/dsne_messages.h"

namespace dsne::methods {
namespace {

class Dsne final : public Method {
 public:
  std::string name() const override { return "dsne"; }
  bool needs_reference() const override { return true; }
  Ending ending() const override { return Ending::embedding; }
  int iterations() const override { return 5; }

  std::vector<std::string> parameters() const override {
    return {"no_dims",
            "perplexity",
            "max_iterations",
            "local_iterations",
            "initialization",
            "private_start",
            "seed",
            "learning_rate",
            "early_exaggeration",
            "early_exaggeration_iterations",
            "momentum",
            "final_momentum",
            "momentum_switch_iteration"};
  }

  std::vector<SentField> sent_fields() const override {
    return {{phase::embed, displacement_sum, Shows::sums,
             "N_s × m, how this site would move the reference",
             "the sum over the sites: it depends on every subject", true},
            {phase::embed, velocity_sum, Shows::sums,
             "N_s × m, the same for the velocity; only when `local_iterations` is above 1",
             "likewise", true},
            {phase::embed, mean_sum, Shows::sums,
             "1 × m, the sum of the site's own places divided by N_l + N_s",
             "likewise; it shows a group that the reference lacks, which starts far outside", true},
            kl_divergence_field()};
  }

  std::string description(const Parameters& parameters) const override {
    return "The map was made with decentralized t-SNE (dsne): " + moves_sentence(parameters) + ".";
  }

  std::string disclosure(const Parameters& /*parameters*/) const override {
    return "This method gives no guarantee of privacy: anyone who has a person's data can test "
           "whether that person is among the subjects. If one subject joins or leaves between two "
           "runs, these reveal that subject's data. A coordinator that lies about the reference's "
           "positions chooses what the sums over all sites reveal.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return dsne_site(std::move(problem), nullptr, state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return dsne_coordinator(std::move(problem), state);
  }
};

}  // namespace

std::string moves_sentence(const Parameters& parameters) {
  return "in " + counted(iterations(parameters), "iteration") +
         " each site moved its own subjects, and all sites together moved the reference points "
         "that tie their maps together";
}

const Method& dsne_method() {
  static const Dsne method;
  return method;
}

}  // namespace dsne::methods
