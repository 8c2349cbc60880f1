#include "tsne/neighbour_affinities.h"

#include <algorithm>
#include <cmath>

#include "tsne/affinities.h"

namespace dsne {
namespace {

Eigen::Index neighbours_for(double perplexity) {
  return static_cast<Eigen::Index>(std::ceil(3 * perplexity));
}

}  // namespace

NeighbourAffinities affinities_among(const Matrix& points, double perplexity) {
  NeighbourAffinities result;
  if (points.rows() < 2) return result;
  const double possible = std::max(1.0, std::min(perplexity, largest_perplexity(points.rows())));
  result.neighbours =
      nearest_neighbours(points, std::min(neighbours_for(possible), points.rows() - 1));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity) {
  const double third = static_cast<double>(candidates.rows()) / 3;
  const double possible = std::max(1.0, std::min(perplexity, third));
  NeighbourAffinities result;
  result.neighbours =
      nearest_candidates(points, candidates, std::min(neighbours_for(possible), candidates.rows()));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

}  // namespace dsne
