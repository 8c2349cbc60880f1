#include "dsne/site_affinities.h"

namespace dsne {

Matrix stacked(const Matrix& own, const Matrix& reference) {
  Matrix all(own.rows() + reference.rows(), own.cols());
  all << own, reference;
  return all;
}

Affinities site_affinities(const SiteProblem& problem) {
  return problem.memo.affinities([&] {
    const SitePoints points = problem.read_points();
    return joint_affinities(stacked(points.own, points.reference), problem.parameters.perplexity);
  });
}

}  // namespace dsne
