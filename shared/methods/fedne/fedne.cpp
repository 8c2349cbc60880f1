#include "methods/fedne/fedne.h"

#include <utility>

#include "core/phase.h"
#include "core/phrases.h"
#include "methods/counting.h"
#include "methods/fedne/fedne_messages.h"

namespace dsne::methods {
namespace {

std::string others_words(const Parameters& parameters) {
  switch (parameters.surrogates) {
    case Surrogates::reference:
      return ", the reference's points in place of other sites' subjects; ";
    case Surrogates::sum:
      return ", other sites' subjects too, by a sum over all sites; ";
    case Surrogates::sites:
      return ", other sites' subjects too: each site told all others how densely its own lie "
             "anywhere on the map; ";
    case Surrogates::none:
      break;
  }
  return ", but not other sites' subjects; ";
}

class Fedne final : public Method {
 public:
  std::string name() const override { return "fedne"; }
  bool needs_reference() const override { return true; }
  Ending ending() const override { return Ending::embedding; }
  int iterations() const override { return fedne_rounds; }

  std::vector<std::string> parameters() const override {
    return {"no_dims",     "max_iterations",   "seed",         "network_width",
            "batch_edges", "neighbour_mixing", "surrogates",   "proximal_weight",
            "averaged",    "input_noise",      "least_members"};
  }

  std::vector<SentField> sent_fields() const override {
    return {
        {phase::embed, subjects_name, Shows::sums, "1 × 1, N_l",
         "how many subjects there are at all sites, which every site is told", true},
        {phase::embed, network_update_name, Shows::sums,
         "1 × weights, how the site's training has changed each weight of the network, or the "
         "gradient of its loss, times N_l",
         "the sum over the sites, of which every site is told the mean: it depends on every "
         "subject",
         true},
        {phase::embed, place_moments_name, Shows::sums,
         "1 × 2m, the sums of its subjects' coordinates on the map, and of their squares",
         "where on the map all subjects lie, and how widely", true},
        {phase::embed, repulsion_name, Shows::sums,
         "1 × points of the grid, by how much its subjects repel each of them",
         "the sum over the sites, which every site is told: how densely all subjects lie anywhere "
         "on the map",
         true},
        {phase::embed, surrogate_name, Shows::density,
         "1 × weights, with `surrogates` `sites` in place of `repulsion`: a small network that has "
         "learned by how much the site's subjects repel a place of the map, as a share of all "
         "subjects'",
         "how densely the site's own subjects lie anywhere on the map, and how many they are; "
         "every site is told it"}};
  }

  std::string description(const Parameters& parameters) const override {
    return std::string("The map was made with method fedne: a network of three hidden layers of ") +
           std::to_string(parameters.network_width) +
           " computes each subject's position from its features. Every site trained it on its own "
           "subjects: neighbours attract each other and others repel each other" +
           others_words(parameters) +
           (parameters.averaged == Averaged::weights
                ? "the sites' networks were averaged in "
                : "the network took a step by the mean of the sites' gradients in ") +
           counted(methods::iterations(parameters), "round") + ".";
  }

  std::string disclosure(const Parameters& parameters) const override {
    return "This method gives no guarantee of privacy: the network that every site and the "
           "coordinator have after each round depends on all subjects, and the networks of all "
           "rounds are enough numbers to determine records. The rounds of two runs, one with a "
           "subject and one without, show what that subject changed. A coordinator that lies about "
           "the network chooses what the sites' updates reveal." +
           std::string(tells_surrogates(parameters)
                           ? " Besides, each site told all others, by itself and in many rounds, "
                             "how densely its own subjects lie anywhere on the map: that shows how "
                             "many they are and, to anyone who holds records, which are among them."
                           : "");
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return fedne_site(std::move(problem), state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return fedne_coordinator(std::move(problem), state);
  }
};

}  // namespace

const Method& fedne() {
  static const Fedne method;
  return method;
}

}  // namespace dsne::methods
