#include "methods/embedding/site_affinities.h"

#include "data/stacked.h"
#include "methods/embedding/neighbour_embedding.h"

namespace dsne::methods {

tsne::Affinities site_affinities(const SiteProblem& problem) {
  return problem.disk_cache.affinities([&] {
    const SitePoints points = problem.subjects->points();
    const Matrix all = data::stacked(points.own, points.reference);
    return neighbour_embedding(problem.parameters)->joint_affinities(all);
  });
}

}  // namespace dsne::methods
