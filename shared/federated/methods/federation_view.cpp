#include "federated/methods/federation_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/stacked.h"
#include "federated/methods/cell_sums.h"
#include "tsne/gradient.h"
#include "tsne/weighted_repulsion.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// Weights of [own; reference].
Vector all_weights(const FederationView& view) {
  Vector weights = Vector::Ones(view.own + view.weights.size());
  weights.tail(view.weights.size()) = view.weights;
  return weights;
}

/// Adds a row's entries, of those columns that `kept` says, as for single points.
/// @param weights what P counts the columns' points for
/// @param shift of the columns' numbers
template <typename Kept>
void add_single(tsne::Affinities& to, const tsne::Affinities& from, Index row,
                const Vector& weights, Index shift, Kept kept) {
  const auto at = static_cast<std::size_t>(row);
  for (auto k = from.offsets[at]; k < from.offsets[at + 1]; ++k) {
    const Index column{from.columns[k]};
    if (!kept(column)) continue;
    to.columns.push_back(static_cast<std::uint32_t>(column + shift));
    to.values.push_back(from.values[k] / (weights(row) * weights(column)));
  }
}

/// The reference's rows and columns.
tsne::Affinities among_reference(const tsne::Affinities& p, Index own) {
  tsne::Affinities among;
  among.offsets.push_back(0);
  const Vector once = Vector::Ones(p.points());
  for (Index row = own; row < p.points(); ++row) {
    add_single(among, p, row, once, -own, [own](Index column) { return column >= own; });
    among.offsets.push_back(among.columns.size());
  }
  return among;
}

Matrix means_over_groups(const Matrix& of_reference, const Cells& groups) {
  return cell_centres(of_reference, groups)(groups.of_reference, Eigen::all);
}

}  // namespace

Vector standing_weights(const Cells& groups, const Counts& counts) {
  const Counts in_group = sums_by_cell(counts, groups);
  const Counts points = counts_of(groups.of_reference, groups.count);
  Vector weights = Vector::Ones(counts.size());
  for (Index s = 0; s < weights.size(); ++s) {
    const Index group = groups.of_reference[static_cast<std::size_t>(s)];
    weights(s) += static_cast<double>(in_group(group)) / static_cast<double>(points(group));
  }
  return weights;
}

Index FederationView::points() const { return own + std::llround(weights.sum()); }

tsne::Affinities view_affinities(const SitePoints& points, const FederationView& view,
                                 double perplexity) {
  const Vector weights = all_weights(view);
  const tsne::Affinities seen =
      tsne::joint_affinities(data::stacked(points.own, points.reference), weights, perplexity);
  const tsne::Affinities known =
      tsne::joint_affinities(points.reference, view.public_weights,
                             std::min(perplexity, tsne::largest_perplexity(view.weights.size())));
  const auto own_end = seen.offsets[static_cast<std::size_t>(view.own)];
  tsne::Affinities p{{seen.offsets.begin(), seen.offsets.begin() + view.own + 1},
                     {seen.columns.begin(), seen.columns.begin() + static_cast<Index>(own_end)},
                     {seen.values.begin(), seen.values.begin() + static_cast<Index>(own_end)}};
  for (Index s = 0; s < points.reference.rows(); ++s) {
    add_single(p, seen, view.own + s, weights, 0, [&](Index column) { return column < view.own; });
    add_single(p, known, s, view.public_weights, view.own, [](Index) { return true; });
    p.offsets.push_back(p.columns.size());
  }
  return p;
}

Matrix view_gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                     const FederationView& view, double exaggeration) {
  const Matrix own = coordinates.topRows(view.own);
  const Matrix reference = coordinates.bottomRows(view.weights.size());
  const Matrix attractive = tsne::attraction(affinities, coordinates);
  const tsne::Repulsion on_own = tsne::repulsion(own, {reference, view.weights});
  const auto gradient = [&](const Matrix& attraction, const Matrix& forces) {
    return tsne::gradient(attraction, tsne::Repulsion{forces, on_own.z}, exaggeration);
  };
  const Matrix among = gradient(tsne::attraction(among_reference(affinities, view.own), reference),
                                tsne::repulsion(reference, tsne::Precision::single).forces);
  const Matrix on_reference =
      gradient(attractive.bottomRows(reference.rows()),
               tsne::repulsion(reference, {own, Vector::Ones(view.own)}).forces);
  return data::stacked(gradient(attractive.topRows(view.own), on_own.forces),
                       among + static_cast<double>(view.sites) *
                                   means_over_groups(on_reference - among, view.groups));
}

}  // namespace dsne::federated
