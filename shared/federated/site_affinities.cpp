#include "federated/site_affinities.h"

#include "data/stacked.h"
#include "federated/perplexity.h"

namespace dsne::federated {

tsne::Affinities site_affinities(const SiteProblem& problem) {
  return problem.disk_cache.affinities([&] {
    const SitePoints points = problem.read_points();
    const Matrix all = data::stacked(points.own, points.reference);
    return tsne::joint_affinities(all, perplexity_of(problem.parameters, all.rows()));
  });
}

}  // namespace dsne::federated
