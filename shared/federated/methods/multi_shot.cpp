#include "federated/methods/multi_shot.h"

#include <utility>

#include "core/phase.h"
#include "federated/methods/multi_shot_messages.h"
#include "federated/notes/run_note.h"

namespace dsne::federated {
namespace {

class MultiShot final : public Method {
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

  std::string making(const Parameters& parameters) const override {
    return "The map was made with decentralized t-SNE (dsne): " + multi_shot_moves(parameters) +
           ".";
  }

  std::string giving_away(const Parameters& /*parameters*/) const override {
    return "This method gives no guarantee of privacy: anyone who has a person's data can test "
           "whether that person is among the subjects. If one subject joins or leaves between two "
           "runs, they give that subject's data away. A coordinator that lies about the "
           "reference's "
           "places chooses what the sums over all sites answer.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return multi_shot_site(std::move(problem), nullptr, state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return multi_shot_coordinator(std::move(problem), state);
  }
};

}  // namespace

std::string multi_shot_moves(const Parameters& parameters) {
  return "in " + counted(iterations(parameters), "iteration") +
         " each site moved its own subjects, and all sites together moved the reference points "
         "that tie their maps together";
}

const Method& multi_shot() {
  static const MultiShot method;
  return method;
}

}  // namespace dsne::federated
