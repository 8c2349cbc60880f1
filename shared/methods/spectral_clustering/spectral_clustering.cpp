#include "methods/spectral_clustering/spectral_clustering.h"

#include <utility>

#include "core/phase.h"
#include "methods/counting.h"
#include "methods/spectral_clustering/spectral_messages.h"

namespace dsne::methods {
namespace {

class SpectralClustering final : public Method {
 public:
  std::string name() const override { return "spectral-clustering"; }
  bool needs_reference() const override { return true; }
  Ending ending() const override { return Ending::result; }
  int iterations() const override { return 1; }

  std::vector<std::string> parameters() const override {
    return with_landmark_parameters({"clusters", "kernel_width", "least_members"});
  }

  std::vector<SentField> sent_fields() const override {
    return {{phase::embed, subjects_name, Shows::sums, "1 × 1, N_l; to `size`",
             "how many subjects there are, which every site is told", true},
            {phase::embed, affinity_sums_name, Shows::sums,
             "1 × landmarks, the sum of the features of its subjects, or of groups' means; to "
             "`affinities`",
             "how near all subjects lie to each landmark, which every site is told", true},
            {phase::embed, affinity_products_name, Shows::sums,
             "1 × pairs of landmarks, the sum of the products of these normalised; to "
             "`products`",
             "the sum over all subjects: half as many numbers as the landmarks' square", true},
            {phase::embed, vector_products_name, Shows::sums,
             "landmarks × `clusters`, these products times `vectors`; to `vectors`",
             "products of that sum, which every site is told", true},
            {phase::embed, cluster_members_name, Shows::sums,
             "1 × (`clusters` + 1), how many of its subjects are in each cluster, at least "
             "`least_members` or 0, and in all others together; to `count`",
             "how many subjects each cluster has, except at sites that have few of them", true},
            {phase::embed, cluster_counts_name, Shows::sums,
             "the same numbers, of a site that shares its places; to `count`",
             "how many of the site's subjects are in which cluster, at least `least_members` or 0",
             false}};
  }

  std::string description(const Parameters& parameters) const override {
    return "Subjects were clustered by method spectral-clustering: by the leading eigenvectors of "
           "their affinities, which are approximated by landmarks and computed from sums over all "
           "sites. K-means groups the landmarks, each weighted by the subjects around it; a "
           "subject is in the cluster whose centre is nearest. " +
           std::string(
               parameters.clusters > 0
                   ? "The number of clusters was given."
                   : "The number of clusters was taken from the largest gap between eigenvalues.");
  }

  std::string disclosure(const Parameters& /*parameters*/) const override {
    return "This method gives no guarantee of privacy: its sums over all sites depend on every "
           "subject. Anyone who has a person's data can test whether that person is among the "
           "subjects, and two runs, one with a person and one without, reveal that person's data. "
           "A coordinator that lies about a sum chooses what the next sums reveal.";
  }

  std::optional<PrivacyPlan> privacy_plan(const Parameters& /*parameters*/) const override {
    return std::nullopt;
  }

  std::unique_ptr<SiteMethod> site(SiteProblem problem, const Json& state) const override {
    return spectral_site(std::move(problem), state);
  }

  std::unique_ptr<CoordinatorMethod> coordinator(CoordinatorProblem problem,
                                                 const Json& state) const override {
    return spectral_coordinator(std::move(problem), state);
  }
};

}  // namespace

const Method& spectral_clustering() {
  static const SpectralClustering method;
  return method;
}

}  // namespace dsne::methods
