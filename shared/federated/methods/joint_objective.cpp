#include "federated/methods/joint_objective.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "federated/reference_share.h"
#include "tsne/transform.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr double min_joint_rate = 10;
constexpr double exaggerated_part = 0.7;  // of the iterations

/// The share of a point's neighbours at all sites that are at its own, as far as can be told from
/// there: 1 − λ of those at the site or in the reference, which are N_s/(Nλ) of all.
double share_at_site(double share_of_reference, double reference_part) {
  // A row sums to 1 but for rounding.
  const double here = std::max(0.0, 1 - share_of_reference);
  return here * std::min(1.0, reference_part / share_of_reference);
}

/// Calls visit(column, value) for every entry of a row.
template <typename Visit>
void each_in_row(const tsne::Affinities& affinities, Index row, const Visit& visit) {
  const auto i = static_cast<std::size_t>(row);
  for (auto k = affinities.offsets[i]; k < affinities.offsets[i + 1]; ++k) {
    visit(Index{affinities.columns[k]}, affinities.values[k]);
  }
}

/// Appends one of `rows`, times a factor, to the last row of C.
/// @param first C's column of the rows' first point
void append_row(tsne::Affinities& c, const tsne::NeighbourAffinities& rows, Index row, Index first,
                double factor) {
  const Index count = rows.neighbours.count;
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    c.columns.push_back(rows.neighbours.indices[entry] + static_cast<std::uint32_t>(first));
    c.values.push_back(factor * rows.values[entry]);
  }
}

}  // namespace

tsne::Affinities reference_part(const NeighbourEmbedding& embedding, const Matrix& reference,
                                Index points) {
  const tsne::NeighbourAffinities rows = embedding.affinities_among(reference);
  tsne::Affinities c;
  c.offsets.push_back(0);
  for (Index i = 0; i < reference.rows(); ++i) {
    append_row(c, rows, i, 0, 1);
    c.offsets.push_back(c.columns.size());
  }
  return embedding.combined(std::move(c), points);
}

Vector shares_at_site(const Matrix& own, const Matrix& held_out, double perplexity, Index all) {
  const double reference_part = static_cast<double>(held_out.rows()) / static_cast<double>(all);
  return shares_of_reference(own, held_out, perplexity).unaryExpr([&](double share) {
    return share_at_site(share, reference_part);
  });
}

Vector shares_at_site(const SitePoints& points, const CellNumbers& landmark_of,
                      const Counts& members) {
  const Counts own = counts_of(landmark_of, members.size());
  const tsne::NeighbourAffinities over_landmarks =
      tsne::affinities_over_reference(points.own, points.reference);
  const Index count = over_landmarks.neighbours.count;
  Vector shares = Vector::Zero(points.own.rows());
  for (Index i = 0; i < shares.size(); ++i) {
    for (Index k = i * count; k < (i + 1) * count; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const Index landmark{over_landmarks.neighbours.indices[entry]};
      const Index itself = landmark_of[static_cast<std::size_t>(i)] == landmark ? 1 : 0;
      const Index others = members(landmark) - itself;
      if (others == 0) continue;
      shares(i) += over_landmarks.values[entry] * static_cast<double>(own(landmark) - itself) /
                   static_cast<double>(others);
    }
  }
  // Affinities sum to 1 but for rounding.
  return shares.cwiseMin(1);
}

tsne::Affinities site_part(const NeighbourEmbedding& embedding, const SitePoints& points,
                           const Vector& at_site, Index all) {
  const Index own = points.own.rows();
  const tsne::NeighbourAffinities over_reference =
      embedding.affinities_over(points.own, points.reference);
  const tsne::NeighbourAffinities over_site = embedding.affinities_among(points.own);
  tsne::Affinities c;
  c.offsets.push_back(0);
  for (Index i = 0; i < own; ++i) {
    append_row(c, over_reference, i, own, 1 - at_site(i));
    append_row(c, over_site, i, 0, at_site(i));
    c.offsets.push_back(c.columns.size());
  }
  c.offsets.resize(c.offsets.size() + static_cast<std::size_t>(points.reference.rows()),
                   c.columns.size());
  return embedding.combined(std::move(c), all);
}

Vector apartness(const tsne::Affinities& part, Index own, Index all) {
  Vector at_site = Vector::Zero(own);
  Vector at_reference = Vector::Zero(own);
  for (Index i = 0; i < own; ++i) {
    each_in_row(part, i, [&](Index j, double p) {
      if (j < own) at_site(i) += p;
      // An affinity to the reference is one point's, those at the site are two points'.
      if (j >= own) at_reference(i) += 2 * p;
    });
  }
  const Vector everywhere = at_site + at_reference;
  const Vector share = at_site.cwiseQuotient(everywhere);
  const double anywhere = static_cast<double>(own) / static_cast<double>(all);
  Vector apart(own);
  for (Index i = 0; i < own; ++i) {
    double sum = at_reference(i) * share(i);
    each_in_row(part, i, [&](Index j, double p) {
      if (j < own) sum += p * share(j);
    });
    apart(i) = std::max(0.0, (sum / everywhere(i) - anywhere) / (1 - anywhere));
  }
  return apart;
}

tsne::Affinities with_exaggerated_site(tsne::Affinities part, Index own, Index all, double e) {
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
  const double exaggerated = exaggerated_part * std::min(iterations, joint_settling);
  return 1 + (most - 1) * std::max(0.0, 1 - iteration / exaggerated);
}

JointStep joint_step(const tsne::Schedule& schedule, int iteration, Index points) {
  const double e = tsne::exaggeration(schedule, iteration);
  const double settled = static_cast<double>(joint_settling) / (iteration + 1);
  const double rate = std::max(static_cast<double>(points) / (2 * e), min_joint_rate);
  return {e, schedule.learning_rate > 0 ? schedule.learning_rate : rate * std::min(1.0, settled),
          schedule.final_momentum};
}

}  // namespace dsne::federated
