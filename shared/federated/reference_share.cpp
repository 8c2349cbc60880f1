#include "federated/reference_share.h"

#include <algorithm>

#include "core/shuffled.h"
#include "data/stacked.h"
#include "tsne/neighbour_affinities.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// Any: it makes the same points count in every round.
constexpr std::uint64_t drawing_seed = 1;

/// The share of a row that falls on candidates from `first` on.
double share_from(const tsne::NeighbourAffinities& rows, Index row, Index first) {
  const Index count = rows.neighbours.count;
  double share = 0;
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    if (rows.neighbours.indices[entry] >= first) share += rows.values[entry];
  }
  return share;
}

/// The share if every point counted were `weight` points.
double weighted_share(double share_of_reference, double weight) {
  return share_of_reference / (share_of_reference + weight * (1 - share_of_reference));
}

}  // namespace

Vector shares_of_reference(const Matrix& own, const Matrix& reference, double perplexity) {
  if (own.rows() == 1) return Vector::Ones(1);
  const std::vector<Index> order = shuffled(own.rows(), drawing_seed);
  const auto middle = order.begin() + std::min(own.rows(), reference.rows());
  const std::vector<Index> counted(order.begin(), middle);
  const std::vector<Index> others(middle, order.end());
  const Matrix candidates = data::stacked(own(counted, Eigen::all), reference);
  const auto first = static_cast<Index>(counted.size());
  Vector share(own.rows());
  const auto among = tsne::affinities_among(candidates, perplexity);
  for (Index i = 0; i < first; ++i) {
    share(counted[static_cast<std::size_t>(i)]) = share_from(among, i, first);
  }
  if (others.empty()) return share;
  const auto over = tsne::affinities_over(own(others, Eigen::all), candidates, perplexity);
  for (std::size_t i = 0; i < others.size(); ++i) {
    share(others[i]) = share_from(over, static_cast<Index>(i), first);
  }
  const double weight = static_cast<double>(own.rows()) / static_cast<double>(counted.size());
  return share.unaryExpr([weight](double value) { return weighted_share(value, weight); });
}

}  // namespace dsne::federated
