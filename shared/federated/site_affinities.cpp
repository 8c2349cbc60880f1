#include "federated/site_affinities.h"

#include <boost/format.hpp>
#include <cmath>

#include "core/errors.h"
#include "data/stacked.h"

namespace dsne::federated {

tsne::Affinities site_affinities(const SiteProblem& problem) {
  return problem.disk_cache.affinities([&] {
    const SitePoints points = problem.read_points();
    return tsne::joint_affinities(data::stacked(points.own, points.reference),
                                  problem.parameters.perplexity);
  });
}

void check_perplexity(const Parameters& parameters, Eigen::Index points, const std::string& whose) {
  const double largest = tsne::largest_perplexity(points);
  if (parameters.perplexity <= largest) return;
  throw InputError(str(boost::format("perplexity is too large: with %s it must be at most %.1f") %
                       whose % (std::floor(largest * 10) / 10)));
}

}  // namespace dsne::federated
