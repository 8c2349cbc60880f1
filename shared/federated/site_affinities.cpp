#include "federated/site_affinities.h"

#include "data/stacked.h"

namespace dsne::federated {

tsne::Affinities site_affinities(const SiteProblem& problem) {
  return problem.disk_cache.affinities([&] {
    const SitePoints points = problem.read_points();
    return tsne::joint_affinities(data::stacked(points.own, points.reference),
                                  problem.parameters.perplexity);
  });
}

}  // namespace dsne::federated
