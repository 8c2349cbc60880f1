#include "tsne/neighbour_affinities.h"

#include <algorithm>
#include <cmath>

#include "tsne/affinities.h"

namespace dsne::tsne {
namespace {

/// Returns the perplexity nearest to the wanted one that a number of candidates allows.
double possible_perplexity(double wanted, Eigen::Index candidates) {
  return std::max(1.0, std::min(wanted, largest_perplexity(candidates + 1)));
}

Eigen::Index neighbours_for(double perplexity, Eigen::Index candidates) {
  return std::min(static_cast<Eigen::Index>(std::ceil(3 * perplexity)), candidates);
}

}  // namespace

NeighbourAffinities affinities_among(const Matrix& points, double perplexity) {
  NeighbourAffinities result;
  if (points.rows() < 2) return result;
  const double possible = possible_perplexity(perplexity, points.rows() - 1);
  result.neighbours = nearest_neighbours(points, neighbours_for(possible, points.rows() - 1));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity) {
  const double possible = possible_perplexity(perplexity, candidates.rows());
  NeighbourAffinities result;
  result.neighbours =
      nearest_candidates(points, candidates, neighbours_for(possible, candidates.rows()));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

}  // namespace dsne::tsne
