#include "federated/sphere.h"

#include <utility>

#include "core/phase.h"
#include "federated/sphere_halves.h"

namespace dsne::federated {
namespace {

class Sphere final : public Method {
 public:
  std::string name() const override { return "sphere"; }
  bool needs_reference() const override { return false; }
  Ending ending() const override { return Ending::result; }
  int iterations() const override { return 1; }

  std::vector<SentField> sent_fields() const override {
    return {
        {phase::embed, "regions", Shows::coordinates,
         "the names of its networks' regions, or their numbers from 1", "names of regions, not of subjects"},
    };
  }

  std::string making(const Parameters& parameters) const override {
    return "The regions of all subjects' mean network lie on the sphere so that their angles are "
           "the arc cosines of its correlations as nearly as can be (" +
           std::string(parameters.sphere_form == sphere::Form::closed
                           ? "the closed form of Chung and Chen 2022"
                           : "Chung and Chen's loss, minimised from their closed form") +
           "). Each subject's own network was put on a sphere likewise at its site, and turned "
           "onto this one.";
  }

  std::string giving_away() const override {
    return "The mean network, and how far it varies, depend on every subject, without a guarantee "
           "of privacy: who has a run's result with a subject and without it has that subject's "
           "network.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return sphere_site(std::move(problem), state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return sphere_coordinator(std::move(problem), state);
  }
};

}  // namespace

const Method& sphere_method() {
  static const Sphere method;
  return method;
}

}  // namespace dsne::federated
