#include "dsne/joint_objective.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/stacked.h"
#include "tsne/placement.h"
#include "tsne/symmetric.h"

namespace dsne {
namespace {

using Eigen::Index;

constexpr double least_joint_rate = 10;
constexpr double exaggerated_part = 0.7;  // of the iterations

/// Each point's affinities over the others; nothing for one point alone.
MapAffinities affinities_among(const Matrix& points, double perplexity) {
  MapAffinities result;
  if (points.rows() < 2) return result;
  const double possible = std::max(1.0, std::min(perplexity, largest_perplexity(points.rows())));
  const auto wanted = static_cast<Index>(std::ceil(3 * possible));
  result.neighbours = nearest_neighbours(points, std::min(wanted, points.rows() - 1));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

/// The share of a row that falls on columns from `first` on.
double share_from(const MapAffinities& rows, Index row, Index first) {
  const Index count = rows.neighbours.count;
  double share = 0;
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    if (rows.neighbours.indices[entry] >= first) share += rows.values[entry];
  }
  return share;
}

/// The share of a point's neighbours at all sites that are at its own, as far as can be told from
/// there: 1 − λ of those at the site or in the reference, which are N_s/(Nλ) of all.
double share_at_site(double share_of_reference, double reference_part) {
  // A row sums to 1 but for rounding.
  const double here = std::max(0.0, 1 - share_of_reference);
  return here * std::min(1.0, reference_part / share_of_reference);
}

/// Appends one of `rows`, times a factor, to the last row of C.
/// @param first C's column of the rows' first point
void append_row(Affinities& c, const MapAffinities& rows, Index row, Index first, double factor) {
  const Index count = rows.neighbours.count;
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    c.columns.push_back(rows.neighbours.indices[entry] + static_cast<std::uint32_t>(first));
    c.values.push_back(factor * rows.values[entry]);
  }
}

}  // namespace

Affinities site_part(const SitePoints& points, const Matrix& held_out, double perplexity,
                     const FederationSize& size) {
  const Index own = points.own.rows();
  const MapAffinities ordinary = affinities_among(stacked(points.own, held_out), perplexity);
  const MapAffinities over_reference = map_affinities(points.own, points.reference);
  const MapAffinities over_site = affinities_among(points.own, perplexity);
  const MapAffinities of_reference = affinities_among(points.reference, perplexity);
  const double reference_part =
      static_cast<double>(points.reference.rows()) / static_cast<double>(size.points);
  Affinities c;
  c.offsets.push_back(0);
  for (Index i = 0; i < own; ++i) {
    const double at_site = share_at_site(share_from(ordinary, i, own), reference_part);
    append_row(c, over_reference, i, own, 1 - at_site);
    append_row(c, over_site, i, 0, at_site);
    c.offsets.push_back(c.columns.size());
  }
  for (Index i = 0; i < points.reference.rows(); ++i) {
    append_row(c, of_reference, i, own, 1 / static_cast<double>(size.sites));
    c.offsets.push_back(c.columns.size());
  }
  return symmetrized(std::move(c), size.points);
}

Vector apartness(const Affinities& part, Index own, Index all) {
  const double anywhere = static_cast<double>(own) / static_cast<double>(all);
  Vector apart(own);
  for (Index i = 0; i < own; ++i) {
    double at_site = 0;
    double at_reference = 0;
    for (auto k = part.offsets[static_cast<std::size_t>(i)];
         k < part.offsets[static_cast<std::size_t>(i) + 1]; ++k) {
      (Index{part.columns[k]} < own ? at_site : at_reference) += part.values[k];
    }
    // An affinity to the reference is one point's, those at the site are two points'.
    const double share = at_site / (at_site + 2 * at_reference);
    apart(i) = std::max(0.0, (share - anywhere) / (1 - anywhere));
  }
  return apart;
}

Affinities with_exaggerated_site(Affinities part, Index own, Index all, double e) {
  if (e == 1) return part;
  const Vector apart = apartness(part, own, all);
  for (Index i = 0; i < own; ++i) {
    for (auto k = part.offsets[static_cast<std::size_t>(i)];
         k < part.offsets[static_cast<std::size_t>(i) + 1]; ++k) {
      const Index j{part.columns[k]};
      if (j < own) part.values[k] *= 1 + (e - 1) * (apart(i) + apart(j)) / 2;
    }
  }
  return part;
}

double site_exaggeration(double most, int iteration, int iterations) {
  return 1 + (most - 1) * std::max(0.0, 1 - iteration / (exaggerated_part * iterations));
}

JointStep joint_step(const Schedule& schedule, int iteration, Index points) {
  const double e = exaggeration(schedule, iteration);
  const double rate = std::max(static_cast<double>(points) / (2 * e), least_joint_rate);
  return {e, schedule.learning_rate > 0 ? schedule.learning_rate : rate, schedule.final_momentum};
}

}  // namespace dsne
