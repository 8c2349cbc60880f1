#include "dsne/site_affinities.h"

#include "data/stacked.h"

namespace dsne {

Affinities site_affinities(const SiteProblem& problem) {
  return problem.memo.affinities([&] {
    const SitePoints points = problem.read_points();
    return joint_affinities(stacked(points.own, points.reference), problem.parameters.perplexity);
  });
}

}  // namespace dsne
