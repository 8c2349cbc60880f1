#include "federated/methods/joint.h"

#include <utility>

#include "core/phase.h"
#include "federated/methods/joint_halves.h"
#include "federated/methods/joint_messages.h"
#include "federated/methods/joint_objective.h"
#include "federated/neighbour_embedding.h"
#include "federated/notes/run_note.h"
#include "federated/sums/vetoes.h"

namespace dsne::federated {
namespace {

class Joint final : public Method {
 public:
  std::string name() const override { return "joint"; }
  bool needs_reference() const override { return true; }
  bool takes_added_landmarks() const override { return true; }
  Ending ending() const override { return Ending::embedding; }
  int iterations() const override { return joint_settling; }

  std::vector<std::string> parameters() const override {
    return {"no_dims",
            "layout",
            "n_neighbors",
            "min_dist",
            "spread",
            "perplexity",
            "max_iterations",
            "initialization",
            "private_start",
            "seed",
            "learning_rate",
            "early_exaggeration",
            "early_exaggeration_iterations",
            "final_momentum",
            "site_exaggeration",
            "least_members",
            "jitter"};
  }

  std::vector<SentField> sent_fields() const override {
    return {{phase::embed, subjects_name, Shows::sums, "1 × 1, N_l",
             "how many subjects there are at all sites, which every site verifies", true},
            {phase::embed, members_name, Shows::sums,
             "N_s × 2, of how many of its subjects each counting point is the nearest, where the "
             "map starts; and again, with 0 at a site that shares its places",
             "the sums over the sites, which every site verifies", true},
            {phase::embed, vetoes_name, Shows::sums,
             "cells × 1: 1 for each cell in which other sites have at least one and fewer than "
             "`least_members` subjects, else 0",
             "how many sites veto a cell", true},
            {phase::embed, sums_name, Shows::sums,
             "cells × m, the sum of the places of each cell's members, less the cell's centre",
             "sums over at least `least_members` subjects; every site is told them", true},
            {phase::embed, products_name, Shows::sums,
             "cells × m(m + 1)/2, the sums of the products of these", "likewise", true},
            {phase::embed, attraction_name, Shows::sums,
             "groups × m, how its points pull on all reference points of each group together",
             "the sum over the sites: it depends on every subject", true},
            kl_divergence_field()};
  }

  std::string making(const Parameters& parameters) const override {
    return "The map was made with method joint: one " + neighbour_embedding(parameters)->name() +
           " of all sites' subjects and the reference "
           "in which subjects of different sites attract each other only through the reference, "
           "and see each other only as cells of at least " +
           counted(parameters.least_members, "subject") + ", in " +
           counted(federated::iterations(parameters), "iteration") + ".";
  }

  std::string giving_away(const Parameters& /*parameters*/) const override {
    return "This method gives no guarantee of privacy: its sums over all sites depend on every "
           "subject. Anyone who has a person's data can test whether that person is among the "
           "subjects of the run. Without jitter, the sums of ten or more rounds are enough numbers "
           "to determine the subjects' records. With jitter, the default, they still are for a "
           "coordinator that colludes with all other sites, though our own attacks did not find "
           "the records.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return joint_site(std::move(problem), state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return joint_coordinator(std::move(problem), state);
  }
};

}  // namespace

const Method& joint() {
  static const Joint method;
  return method;
}

}  // namespace dsne::federated
